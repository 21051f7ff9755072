"""A match is its log: actions of every kind in every phase, replayed game by game.

The dice of chance are a small generator of our own, so that all runtimes play the same matches.
"""

from picogammon.rules import actions, plays
from picogammon.rules import match as rules
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal, record_text
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
    games,
    moments,
)
from picogammon.rules.settings import FREE, Settings
from picogammon.rules.situation import Checkpoint
from portable import raises
from reading.replay import replay
from rulebook import position

MATCHES = 30
ACTIONS = 200
GOES_ON = {
    OPENING: (actions.ROLL,),
    TO_ROLL: (actions.ROLL, actions.ROLL, actions.DOUBLE),
    TO_PLAY: (actions.PLAY,),
    DOUBLED: (actions.TAKE, actions.BEAVER),
    BEAVERED: (actions.TAKE, actions.RACCOON),
    RACCOONED: (actions.TAKE, actions.DROP),
    RESIGNING: (actions.REFUSE,),
    TAKING_BACK: (actions.ACCEPT, actions.REFUSE),
    GAME_OVER: (actions.GAME,),
    MATCH_OVER: (actions.TAKE_BACK,),
}


class Chance:
    """A repeatable source of chance."""

    def __init__(self, seed):
        self.state = seed * 7919 + 1

    def below(self, limit):
        """A number from 0 to limit - 1."""
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 12) % limit


def some_settings(chance):
    """Settings of all kinds."""
    return Settings(
        length=(0, 0, 1, 2, 5)[chance.below(5)],
        crawford=chance.below(3) > 0,
        jacoby=chance.below(2),
        beavers=(0, 1, 2, 2)[chance.below(4)],
        automatic=chance.below(3),
        cube_on=chance.below(4) > 0,
        max_cube=2 + chance.below(4),
        take_back=chance.below(2),
    )


def some_play(match, chance):
    """A legal play where dice are to be played, often; a piece of one, or a pass, else."""
    if match.dice is None:
        return actions.play()
    hand = plays.Hand(match.position, match.dice)
    while not hand.complete:
        hand.make(hand.legal()[chance.below(len(hand.legal()))])
    return actions.play(hand.steps if chance.below(8) else hand.steps[:-1])


def some_action(match, kind, chance):
    """An action of that kind, likely to be legal if its kind is."""
    if kind == actions.SETTINGS:
        settings = match.settings.copy(
            names=["Ann" if chance.below(2) else "Zoe", "Bob"], take_back=chance.below(3)
        )
        if chance.below(4) == 0:
            settings.crawford = not settings.crawford
        return actions.settings(settings)
    if kind == actions.GAME:
        try:
            return match.next_game()
        except Refusal:
            return actions.accept()
    if kind == actions.ROLL:
        kept = match.next_dice()
        if kept and chance.below(8):
            return actions.roll(kept[0], kept[1])
        return actions.roll(1 + chance.below(6), 1 + chance.below(6), chance.below(3) == 0)
    if kind == actions.PLAY:
        return some_play(match, chance)
    if kind == actions.RESIGN:
        return actions.resign(1 + chance.below(3))
    if kind == actions.TAKE_BACK:
        return actions.take_back(chance.below(4), (None, 0, 1)[chance.below(3)])
    if kind == actions.NOTE:
        return actions.note(actions.CLOCK, bytes((chance.below(256),)))
    return bytes((kind,))


def some_kind(match, chance):
    """Any kind, but often one by which the match goes on."""
    if chance.below(2):
        return 1 + chance.below(actions.NOTE)
    kinds = GOES_ON[match.phase]
    return kinds[chance.below(len(kinds))]


def applied(match, action):
    """Whether the match took the action; if not, it is as it was and has said why."""
    before = match.state()
    try:
        match.apply(action)
    except Refusal as refusal:
        assert match.state() == before
        assert str(refusal)
        return False
    return True


def check_nonsense(match, chance):
    """Holds that bytes of chance are refused, even in a log, unless they are a record."""
    nonsense = bytes([chance.below(16)] + [chance.below(256) for _ in range(chance.below(6))])
    try:
        record_text(nonsense)
    except ValueError:
        assert not applied(match, nonsense)
        with raises(Refusal):
            match.apply(nonsense, True)


def test_refusals_change_nothing_and_the_log_is_the_match():
    seen = set()
    refused = set()
    for seed in range(MATCHES):
        chance = Chance(seed)
        match = Match(some_settings(chance).copy(variant=seed % 3))
        log = [actions.settings(match.settings)]
        for _ in range(ACTIONS):
            check_nonsense(match, chance)
            kind = some_kind(match, chance)
            action = some_action(match, kind, chance)
            phase = match.phase
            if applied(match, action):
                log.append(action)
                seen.add((phase, kind))
            else:
                refused.add(phase)
        assert replay(log).state() == match.state()
    assert {kind for _, kind in seen} == set(range(actions.SETTINGS, actions.NOTE + 1))
    assert {phase for phase, _ in seen} == refused == set(range(OPENING, MATCH_OVER + 1))


def test_logs_that_are_none_are_refused():
    settings = actions.settings(Settings(length=5))
    for log, reason in (
        ([], "the log is empty"),
        ([actions.roll(3, 1)], "the log has no settings"),
        ([settings, b""], "an action is bytes"),
        ([settings, b"\xff"], "kind of action: 255"),
        ([settings, bytes(300)], "kind of action: 0"),
        ([settings, bytes((actions.NOTE,)) * 300], "a note has 2 to"),
        ([settings, actions.settings(Settings(length=7))], "cannot change during a match"),
        ([settings, actions.double()], "opening roll"),
        ([settings, actions.roll(3, 1), actions.play([7 << 3 | 3])], "impossible play"),
        ([settings[:5]], "cut short"),
        ([settings, bytes((actions.GAME, 1, 2))], "a game's start has 37 bytes"),
    ):
        with raises(Refusal, reason):
            replay(log)
        if log and log[-1]:
            with raises(Refusal, reason):
                list(games(log))


def _moment(text):
    """The log of a money game up to a roll of 3-1 in that position."""
    start = Checkpoint(turn=0, position=position(text))
    return [actions.settings(Settings()), actions.game(start), actions.roll(3, 1)]


def test_a_play_of_a_log_is_checked_roughly():
    """It may hit a blot but not land on two; it uses the dice, and checkers that are there."""
    log = _moment("8:2 6:1 5:-1 2:-2")
    for play, fine in (
        ((8 << 3 | 3, 6 << 3 | 1), True),  # a hit, and a point made there
        ((8 << 3 | 3, 8 << 3 | 1), True),
        ((6 << 3 | 1, 8 << 3 | 3), True),
        ((8 << 3 | 3, 8 << 3 | 3), False),  # a three twice
        ((5 << 3 | 3,), False),  # onto two checkers, of a checker that is not there
        ((6 << 3 | 1, 5 << 3 | 3), False),  # onto two checkers
        ((6 << 3 | 1, 6 << 3 | 3), False),  # it has gone
        ((8 << 3 | 2,), False),  # no such die
        ((7 << 3 | 1,), False),  # nobody there
    ):
        if fine:
            assert replay(log + [actions.play(play)]).turn == 1
        else:
            with raises(Refusal, "impossible play"):
                replay(log + [actions.play(play)])
    borne_off = _moment("3:1 1:2 0:-2") + [actions.play((3 << 3 | 3, 1 << 3 | 1))]
    assert positions.opponent_left(replay(borne_off).position) == 1


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


def test_games_are_those_with_an_action_and_the_last_one_only_if_wanted():
    rolled = actions.roll(6, 5)
    for log, last, dice in (
        (_log(0), True, []),
        (_log(2), True, [None, None]),
        (_log(1) + [rolled], True, [None, (6, 5)]),
        (_log(1) + [rolled], False, [None]),
        (_log(1)[:-1], False, []),
    ):
        assert [match.dice for match in games(log, last)] == dice
    paused = list(games([one for record in _log(1) for one in (record, None)]))
    assert paused.count(None) == len(_log(1)) and len(paused) == len(_log(1)) + 1


def test_a_match_is_replayed_record_by_record_up_to_one_that_makes_no_sense():
    records = _log(1)[1:]
    match = Match(_SETTINGS)
    phases = [match.phase]
    with raises(Refusal):
        for so_far in rules.replay(records + [actions.take()], match):
            assert so_far is match
            phases.append(match.phase)
    assert phases == [OPENING, OPENING, TO_PLAY, RESIGNING, GAME_OVER, OPENING]
    assert match.state() == replay(_log(1)).state()
    before = [(there.phase, record) for there, record in moments(records, _SETTINGS)]
    assert before == list(zip(phases, records))
