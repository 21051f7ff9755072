"""A source of randomness that dies: the board makes no roll of it, and is played with real dice."""

import pytest

from picogammon.rules import actions
from tools.emulator.constants import UNKIND
from tools.emulator.twins import Twins, records

HOST_ONLY = True


def _enters_dice(twins):
    """Rolls 3-1 by hand, which opens the game."""
    for name in ("OK", "NEXT", "NEXT", "OK", "OK"):
        twins.press(name)
    assert twins.twin.match.dice == (3, 1)
    rolled = records(twins.board.flash())[-1]
    assert rolled == actions.roll(3, 1, by_hand=True)


@pytest.mark.parametrize("bit", (0, 1))
def test_one_that_is_dead_at_power_on_is_refused(image, bit):
    with Twins(UNKIND) as twins:
        twins.stick(bit)
        twins.boot(uf2=image)
        twins.agree()
        assert twins.twin.sees.page.title == "No dice" and "stuck" in twins.twin.sees.page.lines[0]
        twins.press("OK")
        assert len(records(twins.board.flash())) == 2
        _enters_dice(twins)


@pytest.mark.long
def test_one_that_dies_makes_only_the_roll_that_was_collected_before(twins):
    twins.agree()
    twins.board.run(600)  # what the first roll needs is collected
    twins.stick(1)
    twins.touch("OK")
    twins.twin.press("OK")
    assert actions.kind_of(twins.twin.journal.records[-1]) == actions.ROLL
    twins.twin.wait(1000)
    assert twins.twin.sees.page.title == "No dice"
    twins.agree()
    twins.press("OK")
    assert twins.twin.session.asks_for_dice()


@pytest.mark.long
def test_one_that_is_mended_is_good_again_at_the_next_power_on(twins):
    twins.stick(0)
    twins.boot(seed=4)
    twins.agree()
    assert twins.twin.sees.page.title == "No dice"
    twins.stick(None)
    twins.boot(seed=4)
    twins.agree()
    twins.press("OK")
    assert actions.kind_of(twins.twin.journal.records[2]) == actions.ROLL
