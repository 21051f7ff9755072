"""The files of host_tests/data, on every runtime."""

_FOLDER = __file__.rsplit("/", 3)[0] + "/host_tests/data/"


def data_lines(name):
    """The lines of host_tests/data/<name>, one by one, without line ends.

    Files may be larger than a small heap: keep none of it.
    """
    with open(_FOLDER + name) as lines:
        for line in lines:
            yield line.rstrip("\n")


def known_positions():
    """Yields the 1,900 positions of legal_plays.jsonl, each from both sides."""
    import json

    from picogammon.rules import position as positions  # memory, where nobody asks

    for line in data_lines("legal_plays.jsonl"):
        pos = positions.of(json.loads(line)["pos"])
        yield pos
        yield positions.swapped(pos)
