"""Dice that cannot be used are tried again every five seconds, in slices, and no more often."""

from picogammon.app.session.dice_box import DiceBox

_SLICES = 3


class _Dice:
    """`faults`: what is wrong with what is collected, one after the other; None for nothing."""

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


def _mended_at(box, start, end):
    """When, within these times, the dice are good again."""
    found = []
    for now in range(start, end, 10):
        before = box.trouble
        box.collect(now)
        if before and not box.trouble:
            found.append(now)
    return found


def _tested(dice):
    """A DiceBox that is open, and all that its first roll needs looked at."""
    box = DiceBox(dice)
    box.open()
    while box.collect(0):
        pass
    return box


def test_they_are_tested_a_slice_a_round_once_it_is_open():
    for fault in ("dead", None):
        dice = _Dice(fault)
        box = DiceBox(dice)
        box.open()
        assert box.trouble is None and dice.slices == 0, "opening takes no time"
        found = [box.collect(0) for _ in range(_SLICES)]
        assert found == [True] * (_SLICES - 1) + [fault is None] and box.trouble == fault


def test_dice_that_nobody_has_tested_are_not_rolled_untested():
    box = DiceBox(_Dice("dead"))
    box.open()
    assert box.roll() is None and box.trouble == "dead"


def test_they_are_tried_every_five_seconds_until_they_pass():
    dice = _Dice("dead", "dead", "dead", None)
    box = _tested(dice)
    assert _mended_at(box, 1000, 15990) == [] and dice.faults == [None]
    assert dice.slices == 3 * _SLICES, "and not a slice more"
    assert _mended_at(box, 15990, 30000) == [16090] and box.trouble is None


def test_what_the_next_roll_needs_is_collected_a_slice_a_round():
    box = _tested(_Dice(None, None))
    assert not box.collect(0)
    assert box.roll() == (3, 1)
    assert [box.collect(now) for now in range(5)] == [True] * _SLICES + [False] * 2
    assert box.trouble is None


def test_dice_that_fail_while_they_are_collected_are_in_trouble_at_once():
    box = DiceBox(_Dice(None, "dead", None))
    box.open()
    box.roll()
    assert [box.collect(now) for now in range(3)] == [True, True, False]
    assert box.trouble == "dead" and box.roll() is None


def test_when_they_fail_at_a_roll_five_seconds_pass_as_well():
    box = DiceBox(_Dice(None, "dead", None))
    box.open()
    box.roll()
    assert box.roll() is None and box.trouble == "dead"
    assert _mended_at(box, 60000, 64990) == []
    assert _mended_at(box, 64990, 70000) == [65030]
