"""What two players agree on for a whole match, beside its length: the variant, and no hints."""

from fakes.coach import Coach
from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import prefs
from picogammon.app.session.far import Far
from picogammon.rules import actions, match, records_text
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Refusal
from picogammon.rules.settings import Settings
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


def test_nackgammon_with_a_cube_that_is_held_and_in_the_crawford_game():
    sitting = nackgammon(holder=2)
    assert (sitting.match.owner, own(sitting.match.position)) == (1, _NACK)
    sitting.press("OK")
    resign(sitting, actions.GAMMON)
    sitting.press("OK")
    assert sitting.match.crawford and sitting.match.owner is None
    assert own(sitting.match.position) == _NACK


def test_a_position_is_set_up_from_the_start_of_the_match():
    sitting = nackgammon()
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    for label in ("Empty the board", "Start position", "Play from here"):
        sitting.press("BACK")
        sitting.choose(label)
    assert own(sitting.match.position) == _NACK


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


def test_hypergammon_is_seen_with_three_checkers_a_side_and_none_off():
    sitting = begun(2, "hypergammon")
    for game in (0, 1):
        assert own(sitting.match.position) == "22:1 23:1 24:1"
        view = sitting.sees
        assert (view.off, view.pips, sum(view.scores)) == ([0, 0], [69, 69], game)
        assert [view.checkers[place] for place in (1, 2, 3, 22, 23, 24)] == [-1, -1, -1, 1, 1, 1]
        sitting.press("OK")
        resign(sitting)
        sitting.press("OK")
    played_back(sitting)
    assert sitting.sees.off == [0, 0]


def test_a_position_with_too_many_checkers_for_hypergammon_is_not_set_up():
    sitting = begun(2, "hypergammon")
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    assert sitting.sees.off == [0, 0]
    sitting.press("OK NEXT NEXT NEXT NEXT NEXT NEXT NEXT OK")
    assert sitting.sees.checkers[1] == 3 and sitting.sees.off == [0, 1]
    sitting.press("BACK")
    assert "Nackgammon" not in dict(sitting.sees.page.items)
    sitting.choose("Play from here")
    assert sitting.sees.page.lines == ["a side has 3 checkers, not 6"]


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


def test_without_hints_the_cube_is_not_graded_either():
    for no_hints in (True, False):
        sitting = coached(no_hints, (0, 65536, 65536))
        sitting.navigator.commit(actions.game(Checkpoint(turn=0)), 0)
        sitting.press("OK")
        sitting.wait(100)
        assert (sitting.session.players.coach.asked == []) == no_hints


def blunders_are_looked_for(sitting):
    """Whether the menu over a match that is played back offers to."""
    played_back(sitting)
    sitting.press("OK")
    found = "Next blunder" in dict(sitting.sees.page.items)
    sitting.press("hold-BACK")
    return found


def test_without_hints_nobody_looks_for_blunders_in_a_game_that_is_not_over():
    for no_hints in (True, False):
        sitting = coached(no_hints)
        sitting.press("OK")
        sitting.play("24/20")
        assert blunders_are_looked_for(sitting) != no_hints
        sitting.begin(two_people(3))
        assert blunders_are_looked_for(sitting) != no_hints, "it may be taken up again"


def test_without_hints_a_search_for_blunders_ends_where_the_running_game_begins():
    for no_hints in (True, False):
        sitting = coached(no_hints)
        sitting.press("OK")
        resign(sitting)
        assert blunders_are_looked_for(sitting)
        sitting.press("OK OK")
        sitting.play("24/20 20/15")
        sitting.session.players.coach.asked = []
        played_back(sitting)
        sitting.press("OK")
        sitting.choose("Next blunder")
        sitting.wait(3000)
        assert (sitting.session.players.coach.asked == []) == no_hints


def hints(sitting):
    return dict(sitting.sees.page.items)["Hints"]


def test_sealed_and_clocked_matches_begin_without_hints():
    sitting = Sitting([], two_people(3), seal_store=MemoryStore())
    offered(sitting, "New match")
    assert hints(sitting) == "on"
    for label, there, back in (("Sealed dice", "", ""), ("Clock", "NEXT OK", "PREV OK")):
        sitting.choose(label)
        sitting.press(there)
        assert hints(sitting) == "off", label
        sitting.choose(label)
        sitting.press(back)
        assert hints(sitting) == "on", label
    sitting.choose("Clock")
    sitting.press("NEXT OK")
    sitting.choose("Hints")
    assert hints(sitting) == "on", "they may agree on hints all the same"
    sitting.choose("Start")
    assert sitting.match.settings.clock == 2 and not sitting.match.settings.no_hints
    offered(sitting, "New match")
    assert hints(sitting) == "off", "the next one begins without, again"
    sitting.choose("Length")
    sitting.press("PREV PREV PREV OK")
    assert hints(sitting) == "on", "a session has no clock"


def test_no_hints_can_be_agreed_on_for_any_match():
    sitting = Sitting([], two_people(3), coach=Coach())
    offered(sitting, "New match")
    sitting.choose("Hints")
    sitting.choose("Start")
    assert sitting.match.settings.no_hints
    assert " no_hints=1" in records_text.text(sitting.journal.records[0])
    offered(sitting, "New match")
    assert hints(sitting) == "off"
