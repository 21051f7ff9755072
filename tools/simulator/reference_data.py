"""The files of host_tests/data, on every runtime."""

_FOLDER = __file__.rsplit("/", 3)[0] + "/host_tests/data/"
_AT_ONCE = 512  # characters


def data_lines(name):
    """Yields the lines of host_tests/data/<name> without line ends; a file may exceed the heap."""
    with open(_FOLDER + name) as file:
        rest = ""
        # MicroPython's unix port reads a file's lines byte by byte.
        while piece := file.read(_AT_ONCE):
            *lines, rest = (rest + piece).split("\n")
            yield from lines
    if rest:
        yield rest


def known_positions():
    """Yields the 1,900 positions of legal_plays.jsonl, each from both sides."""
    import json

    from picogammon.rules import position as positions  # saves memory in other tests

    for line in data_lines("legal_plays.jsonl"):
        pos = positions.from_numbers(json.loads(line)["pos"])
        yield pos
        yield positions.swapped(pos)
