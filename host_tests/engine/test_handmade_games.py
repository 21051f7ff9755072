"""The novice plays whole games against itself; the match refuses any illegal action."""

from picogammon.engine.levels import make
from picogammon.rules import actions
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, Match
from picogammon.rules.settings import Settings


class _Dice:
    """A small generator of the same rolls on every runtime."""

    def __init__(self, seed):
        self._state = seed

    def die(self):
        self._state = (self._state * 1103 + 12345) % 1000003
        return self._state // 7 % 6 + 1


def _play_on(match, engine, dice, most=2000):
    """Plays until the game is over; counts what was answered, by kind."""
    answers = {}
    while match.phase not in (GAME_OVER, MATCH_OVER):
        action = None if match.phase == OPENING else engine.begin(match).finish()
        if action is None:
            action = actions.roll(dice.die(), dice.die())
        match.apply(action)
        kind = actions.kind_of(action)
        answers[kind] = answers.get(kind, 0) + 1
        most -= 1
        assert most, "the game does not end"
    return answers


def test_games_to_one_point_are_played_to_their_end():
    engine = make("casual")
    winners = set()
    for seed in range(6):
        match = Match(Settings(length=1))
        answers = _play_on(match, engine, _Dice(seed))
        assert match.phase == MATCH_OVER
        assert actions.DOUBLE not in answers
        winners.add(match.result.winner)
    assert winners == {0, 1}


def test_a_match_with_the_cube_is_played_to_its_end():
    engine = make("casual")
    match = Match(Settings(length=5))
    dice = _Dice(7)
    while True:
        _play_on(match, engine, dice)
        if match.phase == MATCH_OVER:
            break
        match.apply(match.next_game())
    assert max(match.scores) >= 5


def test_money_games_with_beavers_see_doubles_taken_and_dropped():
    engine = make("casual")
    match = Match(Settings(jacoby=True, beavers=2, automatic=1))
    dice = _Dice(11)
    seen = {}
    for _ in range(8):
        answers = _play_on(match, engine, dice)
        for kind in answers:
            seen[kind] = seen.get(kind, 0) + answers[kind]
        match.apply(match.next_game())
    assert seen[actions.DOUBLE] == seen[actions.TAKE] + seen[actions.DROP]
    assert seen[actions.TAKE] and seen[actions.DROP]
