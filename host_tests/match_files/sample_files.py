"""The match files beside this: samples/ tells one match in each program's way."""

import os

_HERE = __file__.rpartition("/")[0]


def names(folder):
    """The names of a folder's files, sorted."""
    return sorted(os.listdir(f"{_HERE}/{folder}"))


def text(name, folder="samples"):
    """The text of a file as the page reads it: with its line ends, without a byte order mark."""
    with open(f"{_HERE}/{folder}/{name}", "rb") as file:
        return file.read().decode().lstrip("\ufeff")
