"""A match, its games and the moments of a game, taken from its log."""

from picogammon.rules import actions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.games import games, moments
from picogammon.rules.match import OPENING, RESIGNING, TO_PLAY, Match, Refusal, replay
from picogammon.rules.settings import FREE, Settings
from portable import raises

_SETTINGS = Settings(length=5, take_back=FREE)


def _log(count):
    """The records of so many games that player 0 lost at once, and of one that waits."""
    match = Match(_SETTINGS)
    log = [actions.settings(_SETTINGS)] + list(match.records())
    for _ in range(count):
        for record in (actions.roll(3, 1), actions.resign(1), actions.accept()):
            match.apply(record)
            log.append(record)
        log.append(match.next_game())
        match.apply(log[-1])
    return log


def test_each_game_in_which_anything_was_done():
    for count in range(3):
        scores = [list(match.scores) for match in games(_log(count))]
        assert scores == [[0, 1 + game] for game in range(count)]


def test_the_last_one_as_it_stands_or_not_at_all():
    log = _log(1) + [actions.roll(6, 5)]
    assert [match.dice for match in games(log)] == [None, (6, 5)]
    assert [match.dice for match in games(log, False)] == [None]
    assert len(list(games(_log(1)[:-1], False))) == 0


def test_what_was_taken_back_is_left_out():
    log = _log(0) + [actions.roll(3, 1), actions.resign(1), actions.accept()]
    log.append(actions.take_back(actions.LAST, 0))
    for match in games(log):
        kinds = [actions.kind_of(record) for record in match.records()]
        assert kinds == [actions.GAME, actions.ROLL, actions.RESIGN]


def test_a_pause_among_the_records_is_given_on():
    paused = []
    for record in _log(1):
        paused += [record, None]
    found = list(games(paused))
    assert found.count(None) == len(paused) // 2 and len(found) == len(paused) // 2 + 1


def test_the_match_after_each_record():
    log = _log(1)
    phases = [match.phase for match in replay(log)]
    wanted = [Match(_SETTINGS)]
    for count in range(1, len(log)):
        wanted.append(Match(_SETTINGS))
        for record in log[1 : 1 + count]:
            wanted[-1].apply(record)
    assert phases == [match.phase for match in wanted]
    going_on = Match(_SETTINGS)
    assert all(match is going_on for match in replay(log[1:], going_on))
    assert going_on.state() == wanted[-1].state()


def test_a_record_that_makes_no_sense_leaves_the_match_as_it_was():
    match = None
    with raises(Refusal):
        for so_far in replay(_log(0) + [actions.roll(3, 1), actions.take()]):
            match = so_far
    assert match.dice == (3, 1)


def test_each_record_with_the_match_before_it():
    records = _log(0)[1:] + [actions.roll(3, 1), actions.resign(1), actions.accept()]
    seen = []
    for match, record in moments(records, _SETTINGS):
        seen.append((match.phase, record))
    assert [record for _, record in seen] == records
    assert [phase for phase, _ in seen] == [OPENING, OPENING, TO_PLAY, RESIGNING]
    assert match.result is not None


def test_what_is_no_match_is_refused():
    with raises(Refusal, "begins with its settings"):
        list(games([actions.game(Checkpoint())]))
    with raises(Refusal):
        list(games([actions.settings(_SETTINGS)[:3]]))
    with raises(Refusal):
        list(games(_log(1) + [actions.accept()]))
