"""A dead source of randomness makes no roll on the chip; board/test_dead_dice.py has the rest."""

from picogammon.rules import actions
from tools.emulator.constants import UNKIND
from tools.emulator.twins import Twins, records

HOST_ONLY = True
_RECOVERED_MS = 6000


def test_dice_that_are_dead_are_refused_and_roll_again_when_they_have_recovered(image):
    with Twins(UNKIND) as twins:
        twins.stick(1)
        twins.boot(uf2=image, seed=4)
        twins.agree()
        assert twins.twin.sees.page.title == "No dice" and "stuck" in twins.twin.sees.page.lines[0]
        twins.press("OK")
        assert len(records(twins.board.flash())) == 2
        for name in ("OK", "NEXT", "NEXT", "OK", "OK"):
            twins.press(name)
        assert records(twins.board.flash())[-1] == actions.roll(3, 1, by_hand=True)
        twins.stick(None)
        twins.board.run(_RECOVERED_MS)
        twins.twin.wait(_RECOVERED_MS)
        assert twins.twin.sees.page.title == "Dice"
        twins.agree()
