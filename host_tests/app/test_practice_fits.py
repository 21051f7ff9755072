"""Each screen of the practice is seen whole, with the longest name, on every display."""

from app.test_practice import Learning, card_of
from fakes.coach import ONE, Coach
from fakes.ruler import check
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.session.prefs import LARGE
from picogammon.devices.files import CARDS
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


def test_what_there_is_instead_of_cards():
    for look in displays()[:2]:  # a low display scrolls it
        sitting = learning(look)
        sitting.practise()
        seen(sitting, "NEXT")


def test_a_play_from_the_question_to_the_end():
    for look in displays():
        sitting = learning(look, card_of(_PLAY, "play 24/18(2) 13/7(2)", _WIDE))
        sitting.practise()
        seen(sitting, "NEXT OK BACK")
        sitting.navigator.top.lay(_worst(sitting))
        seen(sitting, "OK NEXT NEXT OK OK")


def test_cube_cards():
    for text, presses in ((_ROLL, "NEXT OK OK"), (_TAKE, "PREV OK OK")):
        for look in displays():
            coach = Coach((0, 2 * ONE if text == _TAKE else -9000, ONE))
            sitting = learning(look, card_of(text, "", _WIDE), coach=coach)
            sitting.practise()
            seen(sitting, presses)


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
