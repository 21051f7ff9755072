"""Resigning: an offer is certainly lost, and accepting loses nothing."""

from picogammon.engine.numbers import ONE
from picogammon.engine.resigning import accepts, offer
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays
from picogammon.rules.situation import Situation
from rulebook import position

_PLAYS = Plays()


def _outcome(*percent):
    return [n * ONE // 100 for n in percent]


def _offers(text, **rest):
    return offer(Situation(position=position(text), **rest))


def test_nothing_is_offered_while_there_is_a_chance():
    assert offer(Situation()) == 0
    assert _offers("1:9 24:-2") == 1  # three rolls at least, and one at most
    assert _offers("1:4 24:-2") == 0  # any double wins
    assert _offers("1:5 24:-2") == 1
    assert _offers("1:5 24:-2 21:-1") == 0  # three rolls at most: doubles twice win
    assert _offers("1:9 25:1 24:-5") == 0  # contact


def test_a_gammon_is_offered_when_it_cannot_be_saved():
    far = "13:5 12:10 24:-1"
    assert _offers(far) == 2
    assert _offers("6:14 7:1 24:-2") == 0  # a six and another bear one off
    assert _offers("1:14 24:-2") == 1


def test_a_backgammon_is_offered_when_nobody_gets_out():
    assert _offers("23:15 24:-1") == 3
    assert _offers("13:14 22:1 24:-1") == 0  # 2-1 does not get out
    assert _offers("13:14 19:1 24:-1") == 2  # any roll does
    assert _offers("13:14 18:1 24:-1") == 2


def test_a_single_game_is_offered_where_more_would_count_nothing():
    """R26, R27."""
    far = "13:5 12:10 24:-1"
    assert _offers(far, length=3, scores=(0, 2)) == 1
    assert _offers(far, length=3, scores=(0, 1)) == 2
    assert _offers(far, jacoby=True) == 1
    assert _offers(far, jacoby=True, cube=2, owner=0) == 2
    assert _offers("23:15 24:-1", length=5, scores=(0, 3)) == 2


def test_what_is_offered_is_lost_whatever_the_dice():
    """Against every roll, played in every way, to the end of the game: the worst the winner can
    roll is 2-1, and no roll of the loser's helps.
    """
    for text in ("1:5 24:-2", "6:5 5:4 24:-2 23:-2", "1:9 24:-4", "2:5 1:5 24:-3 22:-1"):
        pos = position(text)
        if offer(Situation(position=pos)) == 1:
            assert not _may_win(pos, {}), text


def _may_win(pos, known):
    """Whether the player on roll can win a race, himself with the best dice, the other side with
    the worst.
    """
    key = bytes(memoryview(pos))
    if key not in known:
        known[key] = _any(pos, known)
    return known[key]


def _any(pos, known):
    for die in (6, 1):
        for mine in _results(pos, die, die):
            if not positions.left(mine):
                return True
            positions.swap(mine)
            for theirs in _results(mine, 2, 1):
                if positions.left(theirs):
                    positions.swap(theirs)
                    if _may_win(theirs, known):
                        return True
    return False


def _results(pos, first, second):
    found = []
    for i in range(_PLAYS.generate(pos, first, second)):
        found.append(positions.empty())
        _PLAYS.result(i, pos, found[-1])
    return found


def test_what_is_worth_less_than_playing_on_is_refused():
    """R30. The outcome belongs to the player who resigns."""
    situation = Situation()
    assert accepts(situation, 1, _outcome(40, 5, 0, 10, 0))
    assert accepts(situation, 1, _outcome(15, 0, 0, 10, 0))
    assert not accepts(situation, 1, _outcome(1, 0, 0, 60, 0))
    assert accepts(situation, 2, _outcome(1, 0, 0, 60, 0))
    assert not accepts(situation, 2, _outcome(0, 0, 0, 100, 60))
    assert accepts(situation, 3, _outcome(0, 0, 0, 100, 60))


def test_a_gammon_that_counts_nothing_or_cannot_be_is_not_waited_for():
    likely = _outcome(1, 0, 0, 60, 0)
    assert accepts(Situation(jacoby=True), 1, likely)
    assert not accepts(Situation(jacoby=True, cube=2, owner=1), 1, likely)
    assert accepts(Situation(length=3, scores=(0, 2)), 1, likely)
    assert not accepts(Situation(length=3, scores=(0, 0)), 1, likely)
    borne_off = Situation(position=position("6:3 24:-2"))
    assert accepts(borne_off, 1, likely)
