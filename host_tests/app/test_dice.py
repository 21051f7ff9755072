"""The board's dice: self-tests in the background, retries, and statistics of past rolls."""

from fakes.memory import MemoryStore
from picogammon.app.advice import wording
from picogammon.app.session.dice import DiceBox

_SLICES = 3


class _Dice:
    """Dice with planned self-tests. `faults`: for each test, a message, or None for success."""

    def __init__(self, *faults):
        self.faults = list(faults)
        self.slices = 0
        self.ready = False

    def collect(self):
        if self.ready:
            return False
        self.slices += 1
        if self.slices % _SLICES == 0:
            fault = self.faults.pop(0)
            if fault:
                raise OSError(fault)
            self.ready = True
        return True

    def roll(self):
        while self.collect():
            pass
        self.ready = False
        return 3, 1


def _opened(*faults):
    dice = _Dice(*faults)
    box = DiceBox(dice, MemoryStore())
    box.open()
    return dice, box


def _collects(box, now=0):
    found = []
    while not found or found[-1]:
        found.append(box.collect(now + 10 * len(found)))
    return found


def test_what_a_roll_needs_is_collected_and_tested_a_slice_a_round():
    dice, box = _opened(None, None)
    assert box.trouble is None and dice.slices == 0, "opening takes no time"
    for _ in range(2):
        assert _collects(box) == [True] * _SLICES + [False] and box.trouble is None
        assert box.roll() == (3, 1)
    dice, box = _opened("dead")
    assert box.roll() is None and box.trouble == "dead", "untested dice are tested first"


def test_dice_that_fail_are_in_trouble_at_once_and_tried_every_five_seconds_until_they_pass():
    dice, box = _opened("dead", "dead", "dead", None)
    tried = [now for now in range(0, 20_000, 10) if box.collect(now)]
    assert box.trouble is None and dice.slices == 4 * _SLICES, "and not a slice more"
    first = [tried[at] for at in range(len(tried)) if tried[at] - tried[at - 1] != 10]
    assert first == [0, 5030, 10060, 15090]
    for collected in (True, False):
        dice, box = _opened(None, "dead", None)
        box.roll()
        if collected:
            assert _collects(box) == [True, True, False] and box.trouble == "dead"
        assert box.roll() is None and box.trouble == "dead"


def test_the_words_change_at_the_critical_values():
    # chi-squared of 600 dice with one face d too many and another d too few is 2 d d / 100; of 600
    # rolls with d doubles too many it is d d 36 / 3000
    for word, faces, doubles in (
        ("as usual", (0, 21), (0, 15)),
        ("unusual: 1 in 10", (22, 27), (16, 23)),
        ("rare: 1 in 100", (28, 32), (24, 30)),
        ("very rare: 1 in 1000", (33,), (31,)),
    ):
        for off in faces:
            assert wording.word_of_faces([100 + off, 100 - off] + [100] * 4) == word
        for off in doubles:
            assert wording.word_of_doubles(600, 100 + off) == word
            assert wording.word_of_doubles(600, 100 - off) == word


def test_few_dice_say_nothing():
    for count, word in ((29, "too few to say"), (30, "very rare: 1 in 1000")):
        assert wording.word_of_faces([count, 0, 0, 0, 0, 0]) == word
    assert wording.word_of_doubles(29, 29) == "too few to say"


def test_each_side_and_both_have_a_page():
    box = DiceBox(None, MemoryStore())
    assert wording.dice_pages(box, ["Ann", "Bob"])[1][1][0] == "0 rolls"
    for dice, side, times in (((1, 2), 0, 20), ((3, 3), 0, 5), ((4, 5), 1, 15), ((6, 1), None, 3)):
        for _ in range(times):
            box.note(dice, side)
    told = wording.dice_pages(box, ["Ann", "Bob"])
    titles = [kind + name for name in ("Ann", "Bob", "both") for kind in ("Dice: ", "Doubles: ")]
    assert [title for title, _ in told] == titles
    assert told[0][1][:2] == ["1: 20  2: 20  3: 10", "4: 0  5: 0  6: 3"]
    assert told[0][1][2:] == ["expected: 8.8 each", "very rare: 1 in 1000"]
    assert told[1][1] == ["25 rolls", "doubles: 5", "expected: 4.2", "too few to say"]
    assert told[4][1][0] == "1: 23  2: 20  3: 10"
    assert told[5][1] == ["40 rolls", "doubles: 5", "expected: 6.7", "as usual"]
