"""The files of host_tests/data, on every runtime."""

_FOLDER = __file__.rsplit("/", 3)[0] + "/host_tests/data/"


def data_lines(name):
    """The lines of host_tests/data/<name>, one by one, without line ends.

    Files may be larger than a small heap: keep none of it.
    """
    with open(_FOLDER + name) as lines:
        for line in lines:
            yield line.rstrip("\n")
