"""Each screen of the practice is seen whole, with the longest name, on every display."""

from app.test_practice import Learning, card_of
from fakes.coach import ONE, Coach
from fakes.disk import files_on
from fakes.ruler import check
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.practice import sets
from picogammon.app.practice.set_deck import Progress
from picogammon.app.session.prefs import LARGE
from picogammon.devices.files import CARDS, SETS
from picogammon.devices.store import Store
from picogammon.rules import actions
from reading import records

HOST_ONLY = True  # a board's small heap has no room for so many sittings one after another

_WIDE = "W" * 12
_PLAY = "XGID=-b----E-C---eE---c-e----B-:20:-1:1:66:62:62:0:64:20"
_ROLL = "XGID=-b----E-C---eE---c-e----B-:9:1:1:00:0:0:3:0:20"
_TAKE = "XGID=-b----E-C---eE---c-e----B-:9:-1:-1:D:0:0:3:0:20"


def displays():
    """(display, whether type is large) of each."""
    return ((USUAL, False), (USUAL, True), (Display(32), False))


def learning(look, *given, coach=None):
    display, large = look
    sitting = Learning(given, coach, display=display)
    if large:
        sitting.prefer(LARGE, 1)
    return sitting


def seen(sitting, presses):
    """Looks at the screen, and at that after each press and its work."""
    check(sitting.sees)
    for name in presses.split():
        sitting.press(name)
        sitting.work()
        check(sitting.sees)


def _worst(sitting):
    match = sitting.navigator.top.session.match
    play = records.parse("play 13/7(2) 8/2(2)", match.position, match.dice)
    return actions.steps_of(play)


_CARDS = (
    (card_of(_PLAY, "play 24/18(2) 13/7(2)", _WIDE), None, "NEXT OK BACK"),
    (card_of(_ROLL, "", _WIDE), (0, -9000, ONE), "NEXT OK OK"),
    (card_of(_TAKE, "", _WIDE), (0, 2 * ONE, ONE), "PREV OK OK"),
)


def test_cards_and_what_there_is_instead_of_them():
    for look in displays()[:2]:  # a low display scrolls it
        sitting = learning(look)
        sitting.practise()
        seen(sitting, "NEXT")
    for card, cube, presses in _CARDS:
        for look in displays():
            sitting = learning(look, card, coach=cube and Coach(cube))
            sitting.practise()
            seen(sitting, presses)
            if not cube:
                sitting.navigator.top.lay(_worst(sitting))
                seen(sitting, "OK NEXT NEXT OK OK")


def test_streaks_learners_and_troubles():
    for look in displays():
        given = [card_of(_PLAY, "", _WIDE), card_of(_PLAY, "", "Ben")]
        given[0].streak = 253
        sitting = learning(look, *given)
        sitting.archive.disk.files[CARDS] += bytes(83 * 12)
        sitting.practise()
        seen(sitting, "OK OK")
        sitting.archive.disk.full = 1
        sitting.navigator.top.lay(_worst(sitting))
        seen(sitting, "OK OK NEXT NEXT BACK")


def test_sets_and_their_menu():
    for look in displays():
        sitting = learning(look)
        progress = Progress(Store(files_on(sitting.archive.disk), SETS))
        for _ in range(9):
            progress.answer(sets.BACK, False)
        sitting.press("hold-OK")
        sitting.choose("Practice")
        seen(sitting, "NEXT " * (2 + len(sets.NAMES)))
        sitting.press("hold-BACK")
        sitting.practise("Counting pips")
        seen(sitting, "OK")
        sitting.now += 3_600_000
        sitting.press("OK")
        assert sitting.sees.page.title == "Wrong in 3600 s"
        check(sitting.sees)
        sitting.press("BACK")
        for name in ("All sets", "Ace-point game", "Racing cubes", "Too good?"):
            check(sitting.practise(name))
            sitting.press("BACK hold-OK")
            sitting.press("hold-BACK")
