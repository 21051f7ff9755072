"""Reviews and playback show each decision as it was. Navigator.played then returns the decision's
place in the playback: (run, game number, stop number).
"""

from fakes.coach import Coach
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session.recording import Cursor, Recording
from picogammon.engine.numbers import ONE
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, moments
from picogammon.rules.settings import Settings
from portable import some
from reading import records

_NAMES = ("Bartholomew9", "Maximiliane2")
# What a game has to be decided, and how its end changes score and cube.
_ROLLS = (("3-1", "24/20"), ("4-2", "8/4 6/4"), ("6-5", "13/7 13/8"))
GAMES = {
    "play": "roll roll resign-backgammon accept",
    "double": "roll double take roll resign-gammon accept",
    "drop": "roll double drop",
    "redouble": "roll double take roll double take roll resign-backgammon accept",
    "redouble dropped": "roll double take roll double drop",
    "beaver": "roll double beaver take roll resign-backgammon accept",
    "raccoon": "roll double beaver raccoon take roll resign-gammon accept",
}
# A match that this game ends; one that goes on, with a game before it; one to a point; money.
MATCHES = (({"length": 2}, False), ({"length": 25}, True), ({"length": 1}, False))
MATCHES += (({"beavers": 2}, True),)
# The coach thinks that all is wrong that is done with the cube.
_CUBE = (ONE // 2, ONE // 4, ONE)


def cases():
    """Yields each (game of GAMES, Settings that allow it, True if it is a match's second game)."""
    for match, later in MATCHES:
        length = match.get("length", 0)
        for game in GAMES.values():
            if not ("beaver" in game and length or "double" in game and length == 1):
                yield game, Settings(names=_NAMES, players=(0, 0), **match), later


def played(game, settings, later, judge=None):
    """Returns a Sitting after the actions in `game`. `later`: True if this is the second game."""
    sitting = Sitting((), settings, coach=Coach(_CUBE, slices=1), judge=judge)
    if later:
        for text in ("roll 3-1", "resign gammon", "accept"):
            _do(sitting, text)
        assert sitting.navigator.commit(sitting.match.next_game(), sitting.now)
    rolls = list(_ROLLS)
    for word in game.split():
        if word == "roll":
            dice, play = rolls.pop(0)
            _do(sitting, "roll " + dice)
            _do(sitting, "play " + play)
        else:
            _do(sitting, word.replace("-", " "))
    assert sitting.match.result
    return sitting


def _do(sitting, text):
    action = records.parse(text, sitting.match.position, sitting.match.dice)
    assert sitting.navigator.commit(action, sitting.now), text


def stops_of(sitting):
    """Returns (number of the last game, [playback stop of each record of this game])."""
    recording = Recording(sitting.log)
    while not recording.number or recording.more:
        for _ in recording.read(recording.number + 1):
            pass
    cursor, found = Cursor(recording), [0]
    while cursor.following is not None:
        cursor.step()
        found.append(cursor.at + cursor.is_mid())
    return recording.number, found


def is_at(view, before, game, stop, told):
    """Asserts that `view` shows Match `before`, and that Navigator.played (`told`) is at `stop`."""
    assert told and told[1:] == (game, stop)
    assert tuple(view.names) == _NAMES
    assert [view.cube, view.owner, view.decider] == [before.cube, before.owner, before.decider]
    offered = before.phase in (DOUBLED, BEAVERED, RACCOONED)
    assert view.offered_by == (1 - before.decider if offered else None)
    assert list(view.scores) == list(before.scores)
    assert (view.length, view.crawford) == (before.settings.length, before.crawford)
    assert view.cube_on == (before.settings.length != 1)
    if before.dice is None:
        assert view.dice == () and view.headline == ""
        assert not any(view.marks)
    else:
        assert view.dice_side == before.turn
        assert sorted(set(view.dice)) == sorted(set(before.dice))
        assert views.WENT_TO in list(view.marks) and views.CAME_FROM in list(view.marks)
    assert "%d-%d" % tuple(before.scores) in view.page.note
    cube = 2 * before.cube if offered else before.cube
    assert not view.cube_on or "centred" in view.page.note or "at %d" % cube in view.page.note
    check(view)


def reviewed(case):
    """Yields (Sitting, Match before a decision, game, stop) for each decision of a review."""
    sitting = played(*case)
    game, stops = stops_of(sitting)
    sitting.wait(8000)
    numbers = sitting.navigator.base.review.decisions()
    sitting.press("PREV OK")
    sitting.choose("All decisions")
    for number in numbers:
        sitting.wait(500)
        yield sitting, _before(sitting.match, number), game, stops[number]
        sitting.press("NEXT")


def blunders(case):
    """Yields (Sitting, Match before, game, stop) for each blunder that a later playback finds."""
    sitting = played(*case)
    game, stops = stops_of(sitting)
    past = sitting.match
    sitting.begin(two_people(7))
    sitting.open_match()
    for _ in range(30):
        sitting.press("OK")
        sitting.choose("Next blunder")
        sitting.wait(3000)
        view = sitting.sees
        if isinstance(view.page, views.MessageView):
            return
        if sitting.navigator.played[1] == game:
            stop = sitting.navigator.played[2]
            number = stops.index(stop) + (stops.count(stop) == 2 and view.dice != ())
            yield sitting, _before(past, number), game, stop
        sitting.press("BACK")
    raise AssertionError("the search did not end")


def _before(match, number):
    for at, (before, _) in enumerate(moments(match.records(), match.settings)):
        if at == number:
            return before


def test_a_decision_of_the_review_and_a_blunder_looked_for_are_shown_as_they_were():
    for case in some(list(cases())):
        for found in (reviewed, blunders):
            seen = 0
            for sitting, *moment in found(case):
                is_at(sitting.sees, *moment, sitting.navigator.played)
                seen += 1
            assert seen, case


def test_what_is_looked_at_again_is_judged_by_the_best_judge_and_pr_by_the_coach():
    """The coach calls a double wrong; the best judge calls it right."""
    rated = []
    for judge, verdict in ((None, "Blunder -0.250"), (Coach((0, ONE // 4, ONE), slices=1), "Best")):
        case = GAMES["double"], Settings(names=_NAMES, players=(0, 0)), False, judge
        doubles = []
        for sitting, before, _, _ in reviewed(case):
            rated.append([side.pr for side in sitting.navigator.base.review.sides])
            if before.can_double() and before.turn:
                doubles.append(sitting.sees.page.title)
        assert doubles == ["1. Maximiliane2: " + verdict]
        found = [before.can_double() for _, before, _, _ in blunders(case)]
        assert found == ([False, True] if judge is None else [False])
    assert rated == rated[:1] * len(rated)
