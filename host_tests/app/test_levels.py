"""The levels of play in the menu: how good each is, and why one cannot play here."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.advice import equities
from picogammon.app.display import view as views
from picogammon.app.modes.new_match import LevelMenu
from picogammon.app.session import players
from picogammon.engine import levels, rating
from picogammon.engine.weights import TooLarge, WeightsError
from picogammon.rules.movegen import Plays


class Playing:
    """The attributes of a Computer that somebody else reads."""

    trouble = None

    def __init__(self, engine):
        self.engine = engine


def some_levels():
    return [
        (levels.levels()[0], FirstPlay()),
        ("damaged", players.Absent("its weights are damaged", True)),
        ("big", players.Absent("it does not fit", False)),
    ]


def choosing(computers):
    sitting = Sitting([(3, 1)], two_people(3), computers)
    sitting.press("hold-OK")
    sitting.choose("This match")
    sitting.choose("Blue is")
    return sitting


def test_each_level_shows_its_pr():
    view = choosing(some_levels()).sees
    name = levels.levels()[0]
    pr = equities.pr_text(rating.pr_of_error(levels.error(name)))
    assert view.page.title == LevelMenu.title and view.page.selected == 0
    assert view.page.items[0] == ("person", "")
    assert view.page.items[1] == (name, pr)
    assert view.page.items[2:] == [("damaged", "not here"), ("big", "not here")]


def test_a_level_is_chosen_and_the_other_side_plays_it():
    sitting = choosing(some_levels())
    sitting.press("NEXT OK")
    assert sitting.sees.page.items[1] == ("Blue is", levels.levels()[0])
    sitting.press("BACK")
    assert sitting.match.settings.players[1] == 1 and not sitting.session.is_person(1)


def test_a_level_that_cannot_play_says_why_and_is_not_chosen():
    for presses, why in (
        ("NEXT NEXT OK", "its weights are damaged"),
        ("PREV OK", "it does not fit"),
    ):
        sitting = choosing(some_levels())
        sitting.press(presses)
        assert isinstance(sitting.sees.page, views.MessageView) and sitting.sees.page.lines == [why]
        sitting.press("OK BACK")
        assert sitting.sees.page.items[1] == ("Blue is", "person")


def test_a_match_against_a_level_that_is_not_here_any_more_is_played_by_a_person():
    sitting = Sitting([(1, 6)], two_people(3, names=("Amber", "Blue")), some_levels())
    sitting.match.settings.players[1] = 2
    assert sitting.session.is_person(1)
    sitting.match.settings.players[1] = 1
    assert not sitting.session.is_person(1)


def test_what_is_broken_is_said_once_at_the_start_and_what_does_not_fit_is_not():
    sitting = Sitting([], computers=some_levels())
    assert sitting.sees.page.title == "Levels of play"
    assert sitting.sees.page.lines == ["its weights are damaged", "Not here: damaged"]
    sitting.press("OK")
    assert sitting.sees.page is None
    assert Sitting([], computers=some_levels()[::2]).sees.page is None


def test_every_level_that_is_there_can_be_made_and_has_a_name():
    found = players.computers(Plays())
    assert [name for name, _ in found] == list(levels.levels())
    assert players.strongest(found) in levels.levels()
    for name, player in found:
        assert (player.trouble is None) == (player.engine is not None), name


def test_the_coach_is_a_level_that_knows():
    knows = Coach()
    found = [("novice", FirstPlay()), ("expert", players.Absent("", True))]
    found[0][1].engine = None
    assert players.coach(found) is None
    assert players.coach(found + [("master", Playing(knows))]) is knows


def test_a_level_that_raises_is_absent_with_the_reason():
    make = levels.make
    errors = [MemoryError(), TooLarge("too large"), WeightsError("weights missing")]

    def fails(name, plays=None):
        raise errors[0]

    levels.make = fails
    try:
        for broken in (False, False, True):
            player = players.computers(None)[0][1]
            assert player.broken == broken and player.trouble
            errors.pop(0)
    finally:
        levels.make = make
