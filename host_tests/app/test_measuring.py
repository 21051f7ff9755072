"""What the OLED shows of a board that measures itself: the main numbers, each page whole."""

from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.modes.base import Pages
from picogammon.app.modes.board_menu import Measuring, pages_of

_LONGEST = {
    "chip": "RP2040, revision number 15, boot ROM 255",
    "flash": "an unknown maker",
    "clock": "125.00 MHz",
    "free heap after": "237 KB",
    "casual, long look": "10086.04 ms",
    "club, long look": "10093.45 ms",
    "expert, long look": "10073.08 ms",
    "master, long look": "114919.58 ms",
    "all plays, doubles": "1003.43 ms",
    "OLED": "ssd1306 at 0x3c does not answer",
    "I2C byte": "121875 ns",
    "screen sent": "1030.32 ms",
    "frame of lights": "103.07 ms",
    "sector erase": "not told: [Errno 28] ENOSPC",
    "page program": "100.85 ms",
    "first word of a line": "12888 ns",
    "ring oscillator": "not told",
    "ones": "100.00 %",
    "longest run": "4096 bits",
    "correlation, strongest": "-1000 per mille",
}


class _Given:
    """A report's iterator over these lines; `closed` when nobody wants more of them."""

    def __init__(self, lines):
        self.lines = list(lines)
        self.closed = False

    def __next__(self):
        if not self.lines:
            raise StopIteration
        return self.lines.pop(0)

    def close(self):
        self.closed = True


def measuring(lines):
    """(a Sitting that measures, the lines that it will be given)."""
    sitting = Sitting([(3, 1)], two_people(3))
    given = _Given(lines)
    sitting.navigator.measure = lambda now: given
    sitting.navigator.open(Measuring(sitting.navigator, 0))
    return sitting, given


def test_each_page_is_seen_whole():
    sitting = Sitting([(3, 1)], two_people(3))
    pages = pages_of(_LONGEST)
    assert sum([len(lines) for _, lines in pages]) == len(_LONGEST)
    sitting.navigator.open(Pages(sitting.navigator, pages))
    for _ in pages:
        check(sitting.sees)
        sitting.press("NEXT")


def test_what_the_report_lacks_leaves_no_gap():
    assert pages_of({"ones": "50.01 %", "number": "12"}) == [("Random bits", ["Ones: 50.01 %"])]
    assert pages_of({}) == []


def test_each_row_is_named_while_it_is_measured():
    sitting, given = measuring(["correlation, strongest: -39 per mille", "bits 1: " + 64 * "f"])
    for label in ("correlation, strongest", "bits 1"):
        sitting.wait(10)
        check(sitting.sees)
        assert sitting.sees.page.lines[-1] == label


def test_a_board_that_cannot_says_why():
    sitting, given = measuring([None, "this board lacks the memory for that"])
    sitting.wait(50)
    assert sitting.sees.page.title == "Not here"
    assert sitting.sees.page.lines == ["this board lacks the memory for that"]
    check(sitting.sees)


def test_back_gives_up():
    sitting, given = measuring([None] * 100)
    sitting.wait(50)
    sitting.press("BACK")
    assert given.closed and sitting.sees.page is None
    sitting, given = measuring([None] * 100)
    sitting.press("hold-BACK")
    assert given.closed and sitting.sees.page is None


def test_without_hardware_there_is_nothing_to_measure():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("hold-OK")
    assert "Measure hardware" not in [label for label, _ in sitting.sees.page.items]
