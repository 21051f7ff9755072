"""Dice that cannot be used are tested again every five seconds, and no more often."""

from picogammon.app.session.dice_box import DiceBox


class _Dice:
    """Their tests say what is in `faults`, one after the other."""

    def __init__(self, *faults):
        self.faults = list(faults)

    def test(self):
        return self.faults.pop(0)

    def roll(self):
        raise OSError("dead")


def _mended_at(box, start, end):
    """When, within these times, the dice are good again."""
    return [now for now in range(start, end, 10) if box.trouble and box.mended(now)]


def test_they_are_tested_every_five_seconds_until_they_pass():
    dice = _Dice("dead", "dead", "dead", None)
    box = DiceBox(dice)
    box.open()
    assert _mended_at(box, 1000, 15990) == [] and len(dice.faults) == 1
    assert _mended_at(box, 15990, 30000) == [16000] and box.trouble is None


def test_when_they_fail_again_later_five_seconds_pass_as_well():
    dice = _Dice("dead", None, None)
    box = DiceBox(dice)
    box.open()
    assert _mended_at(box, 0, 9000) == [5000]
    assert box.roll() is None and box.trouble == "dead"
    assert _mended_at(box, 60000, 64990) == []
    assert _mended_at(box, 64990, 70000) == [65000]
