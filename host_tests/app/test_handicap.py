"""A match that is not begun on equal terms: points before the first game, or the cube in each."""

from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.rules import actions, gnu_id, match
from picogammon.rules.checkpoint import Checkpoint, CheckpointError, opening
from picogammon.rules.settings import Settings
from picogammon.rules.situated import match_of
from portable import raises


def lines(sitting):
    return dict(sitting.sees.page.items)


def handicapped(*presses):
    """A Sitting whose new match to 3 has the handicap that these presses choose."""
    sitting = Sitting(LoadedDice([(3, 1), (6, 5), (4, 2)]), two_people(3))
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Handicap")
    for label, buttons in presses:
        sitting.choose(label)
        sitting.press(buttons + " OK")
    sitting.press("BACK")
    return sitting


def test_the_other_side_cannot_double_first():
    held = match.Match(Settings(length=5, holder=1))
    held.apply(actions.roll(1, 3))
    held.apply(actions.play([24 << 3 | 3, 24 << 3 | 1]))
    assert held.turn == 0 and held.can_double()
    held = match.Match(Settings(length=5, holder=2))
    held.apply(actions.roll(1, 3))
    held.apply(actions.play([24 << 3 | 3, 24 << 3 | 1]))
    assert held.turn == 0 and not held.can_double()
    with raises(match.Refusal, "the other side owns the cube"):
        held.apply(actions.double())


def test_position_and_programs_are_told_who_holds_the_cube():
    for holder, owner in ((1, 1), (2, -1)):
        sitting = Sitting([(3, 1)], two_people(5).copy(holder=holder))
        sitting.press("OK hold-OK")
        sitting.choose("Position")
        sitting.wait(1000)
        assert sitting.sees.page.code
        sitting.press("NEXT")
        line = sitting.sees.page.lines[0]
        assert line == "XGID=-b----E-C---eE---c-e----B-:0:%d:1:31:0:0:0:5:10" % owner
        situation = sitting.match.situation()
        again = match_of(situation)
        assert again.settings.holder == holder and again.owner == holder - 1
        again = match_of(gnu_id.from_gnubg_id(gnu_id.gnubg_id(situation)))
        assert again.settings.holder == holder and again.owner == holder - 1


def test_the_crawford_game_has_the_cube_in_the_middle_and_the_next_does_not():
    settings = Settings(length=3, holder=2)
    assert opening(settings, (2, 0), True).owner is None
    assert opening(settings, (2, 1)).owner == 1
    for other in (Settings(length=3), Settings(length=3, holder=1), Settings(length=1, holder=0)):
        with raises(CheckpointError, "a cube of 1 is nobody's"):
            Checkpoint(owner=1).fits(other)


def test_each_game_of_the_match_begins_so():
    held = match.Match(Settings(length=5, holder=2))
    held.apply(actions.roll(3, 1))
    held.apply(actions.resign(1))
    held.apply(actions.accept())
    held.apply(held.next_game())
    assert held.owner == 1 and held.scores == [0, 1]


def test_a_kept_match_plays_back_with_its_handicap_and_goes_on_with_it():
    sitting = handicapped(("Blue", "NEXT"), ("Cube", "NEXT NEXT"))
    sitting.choose("Start")
    sitting.press("OK")
    sitting.navigator.commit(actions.play([24 << 3 | 3, 24 << 3 | 1]), sitting.now)
    sitting.begin(two_people(1))
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    assert sitting.sees.page.items == [("Amber - Blue", "0-1")]
    sitting.press("OK")
    sitting.wait(300)
    for headline in ("Game 1: 0-1", "Amber: 24/23 24/21"):
        view = sitting.sees
        assert (view.headline, view.scores, view.owner) == (headline, [0, 1], 1)
        sitting.press("NEXT")
    sitting.press("OK")
    sitting.choose("Play on from here")
    sitting.press("PREV OK PREV OK")
    for going_on in (sitting, Sitting([], journal=sitting.journal)):
        held = going_on.match
        assert (held.scores, held.owner, held.turn) == ([0, 1], 1, 1)
    held.apply(actions.resign(1))
    held.apply(actions.accept())
    held.apply(held.next_game())
    assert (held.scores, held.owner) == ([1, 1], 1), "each further game begins so as well"
