"""A traceback as lines of text: a short one whole, of a long one the beginning and the end."""

from picogammon.devices.crashes import traceback_of


def _of(letters):
    try:
        raise ValueError("x" * letters + "!")
    except ValueError as error:
        return traceback_of(error)


def test_a_short_one_is_whole():
    text = _of(10)
    assert text.startswith("Traceback") and text.endswith("ValueError: " + "x" * 10 + "!\n")
    around = len(_of(0))
    assert len(_of(1300 - around)) == 1300
    assert "[...]" not in _of(1300 - around)


def test_of_a_long_one_the_beginning_and_the_end_are_kept():
    around = len(_of(0))
    for letters in (1301 - around, 5000):
        text = _of(letters)
        assert text[300:307] == "\n[...]\n" and len(text) == 300 + 7 + 1000
        assert text.startswith("Traceback") and text.endswith("xx!\n")
