"""What two players agree on for a whole match, beside its length: variant, handicap, no hints."""

from fakes.coach import Coach
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import prefs
from picogammon.app.session.far import Far
from picogammon.rules import actions, gnu_id, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint, CheckpointError, opening
from picogammon.rules.log import Refusal
from picogammon.rules.settings import Settings
from picogammon.rules.situated import match_of
from portable import raises

_NACK = "6:4 8:3 13:4 23:2 24:2"


def own(pos):
    """The checkers of the side on roll, in words."""
    return " ".join(["%d:%d" % (at, pos[at]) for at in range(1, 25) if pos[at] > 0])


def offered(sitting, *labels):
    """The lines of the menu behind these, {label: value}."""
    sitting.press("hold-OK")
    for label in labels:
        sitting.choose(label)
    return dict(sitting.sees.page.items)


def played_back(sitting):
    """Plays the first of the earlier matches back."""
    offered(sitting, "Earlier matches")
    sitting.wait(300)
    sitting.press("OK")
    sitting.wait(300)


def resign(sitting, multiple=actions.SINGLE):
    sitting.navigator.commit(actions.resign(multiple), sitting.now)
    sitting.navigator.commit(actions.accept(), sitting.now)


def nackgammon(**fields):
    """A Sitting whose new match to 3 was agreed on as Nackgammon, and has begun."""
    return begun(1, "nackgammon", **fields)


def begun(presses, variant, **fields):
    """A Sitting whose new match to 3 was agreed on as that variant, by so many presses of NEXT."""
    sitting = Sitting(LoadedDice([(1, 3), (6, 5), (4, 2), (5, 1)]), two_people(3, **fields))
    assert offered(sitting, "New match")["Variant"] == "backgammon"
    sitting.choose("Variant")
    sitting.press("NEXT " * presses + "OK")
    assert dict(sitting.sees.page.items)["Variant"] == variant
    sitting.choose("Start")
    return sitting


def test_every_game_of_nackgammon_begins_from_its_start():
    sitting = nackgammon()
    assert own(sitting.match.position) == _NACK and positions.pips(sitting.match.position) == 194
    for game in (1, 2):
        sitting.press("OK")
        resign(sitting)
        sitting.press("OK")
        assert (own(sitting.match.position), sum(sitting.match.scores)) == (_NACK, game)
        again = Sitting([], journal=sitting.journal)
        assert own(again.match.position) == _NACK and again.match.settings.variant == 1
    assert offered(sitting, "New match")["Variant"] == "nackgammon", "as long as they like it"


def test_a_nackgammon_match_plays_back_and_goes_on_as_one():
    sitting = nackgammon()
    sitting.press("OK")
    resign(sitting)
    sitting.press("OK")
    played_back(sitting)
    past = sitting.navigator.top.cursor.match
    assert own(past.position) == _NACK
    sitting.navigator.begin(sitting.now, sitting.session.library.play_on, past)
    assert sitting.match.settings.variant == 1 and own(sitting.match.position) == _NACK


def test_a_pc_engine_is_not_asked_about_hypergammon():
    far = Far(None)
    far.ask(match.Match(Settings(variant=2)))
    assert far.reply([]).startswith("error unsupported_feature")
    far.ask(match.Match(Settings(variant=1)))
    assert far.reply([]).startswith("opponent ask")


def test_what_was_agreed_stays_for_the_match():
    for field, value in (("variant", 1), ("no_hints", True)):
        a_match = match.Match(Settings(3))
        with raises(Refusal, "%s cannot change within a match" % field):
            a_match.apply(actions.settings(a_match.settings.copy(**{field: value})))


def coached(no_hints, cube=None):
    """A Sitting of a match where a coach would have something to say."""
    coach = Coach(cube) if cube else Coach()
    sitting = Sitting([(3, 1), (5, 4)], two_people(3, no_hints=no_hints), coach=coach)
    sitting.session.prefs.change(prefs.TUTOR, 2)
    return sitting


def test_without_hints_neither_hint_nor_tutor_speaks():
    for no_hints in (True, False):
        sitting = coached(no_hints)
        sitting.press("OK")
        lines = offered(sitting)
        assert ("Hint" not in lines, "Tutor" not in lines) == (no_hints, no_hints)
        sitting.press("hold-OK")
        sitting.play("24/20")
        sitting.wait(100)
        assert (sitting.session.players.coach.asked == []) == no_hints
        again = Sitting([], journal=sitting.journal, coach=Coach())
        assert ("Tutor" not in offered(again)) == no_hints


def hints(sitting):
    return dict(sitting.sees.page.items)["Hints"]


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
