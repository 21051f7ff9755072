"""What two players agree on for a whole match, beside its length: the variant, and no hints."""

from fakes.coach import Coach
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import prefs
from picogammon.app.session.far import Far
from picogammon.rules import actions, match
from picogammon.rules import position as positions
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
