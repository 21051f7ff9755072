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


def absent(error):
    """A Computer that cannot play here because of it."""

    def fail():
        raise error

    return players.Computer(fail)


def some_levels():
    return [
        (levels.levels()[0], FirstPlay()),
        ("damaged", absent(WeightsError("its weights are damaged"))),
        ("big", absent(TooLarge("it does not fit"))),
    ]


def choosing(computers):
    sitting = Sitting([(3, 1)], two_people(3), computers)
    sitting.press("hold-OK")
    sitting.choose("This match")
    sitting.choose("Blue")
    return sitting


def test_each_level_shows_its_pr():
    view = choosing(some_levels()).sees
    name = levels.levels()[0]
    pr = equities.pr_text(rating.pr_of_error(levels.error(name)))
    assert view.page.title == LevelMenu.title and view.page.selected == 0
    assert view.page.items[0] == ("human", "")
    assert view.page.items[1] == (name, pr)
    assert view.page.items[2:] == [("damaged", "not here"), ("big", "not here")]


def test_a_level_is_chosen_and_the_other_side_plays_it():
    sitting = choosing(some_levels())
    sitting.press("NEXT OK")
    assert sitting.sees.page.items[1] == ("Blue", levels.levels()[0])
    sitting.press("BACK")
    assert sitting.match.settings.players[1] == 1 and not sitting.session.players.is_person(1)


def test_a_level_that_cannot_play_says_why_and_is_not_chosen():
    for presses, why in (
        ("NEXT NEXT OK", "its weights are damaged"),
        ("PREV OK", "it does not fit"),
    ):
        sitting = choosing(some_levels())
        sitting.press(presses)
        assert isinstance(sitting.sees.page, views.MessageView) and sitting.sees.page.lines == [why]
        sitting.press("OK BACK")
        assert sitting.sees.page.items[1] == ("Blue", "human")


def test_a_match_against_a_level_that_is_not_here_any_more_is_played_by_a_person():
    sitting = Sitting([(1, 6)], two_people(3, names=("Amber", "Blue")), some_levels())
    sitting.match.settings.players[1] = 2
    assert sitting.session.players.is_person(1)
    sitting.match.settings.players[1] = 1
    assert not sitting.session.players.is_person(1)


def test_a_level_that_the_match_needs_and_that_is_not_here_is_said_at_the_start():
    sitting = Sitting([], computers=some_levels()[1:])
    assert sitting.sees.page.title == "Levels of play"
    assert sitting.sees.page.lines == ["its weights are damaged", "Not here: damaged"]
    sitting.press("OK")
    assert sitting.sees.page is None
    assert Sitting([], computers=some_levels()).sees.page is None, "nobody needs it"


def test_an_engine_is_made_when_it_is_first_needed_and_once():
    made = []

    def make():
        made.append(Coach())
        return made[-1]

    player = players.Computer(make)
    sitting = Sitting([(3, 1)], two_people(3), [("novice", FirstPlay()), ("expert", player)])
    sitting.press("OK hold-OK")
    assert not made
    sitting.choose("Hint")
    assert [sitting.session.players.coach, player.engine] == made * 2


def test_every_level_that_is_there_can_be_made_and_has_a_name():
    found = players.computers(Plays())
    assert [name for name, _ in found] == list(levels.levels())
    able = []
    for name, player in found:
        assert (player.trouble is None) == (player.engine is not None), name
        able += [name] if player.engine else []
    quick = [name for name in able if not levels.is_slow(name)]
    assert players.strongest(found)[0] == quick[-1], "weights do not fit into each memory"


def test_the_coach_is_a_level_that_knows():
    knows = Coach()
    found = [("novice", FirstPlay()), ("expert", absent(WeightsError("")))]
    assert players.coach(found) is None
    assert players.coach(found + [("master", players.Computer(lambda: knows))]) is knows
    assert players.strongest(found) is found[0]


def test_memory_may_be_there_the_next_time():
    errors = [MemoryError()]
    engine = FirstPlay()

    def make():
        if errors:
            raise errors.pop()
        return engine

    player = players.Computer(make)
    assert player.trouble == "needs more memory"
    assert player.trouble is None and player.engine is engine
