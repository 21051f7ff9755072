"""The browser's Unicode, under CPython's name."""

import _clerk


def normalize(form, text):
    """The text in a normal form, "NFKD" or another."""
    return _clerk.normalize(form, text)
