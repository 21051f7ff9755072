"""Matches and their logs: actions of every kind, in every phase, are replayed and taken back."""

from match_files.random_matches import Wheel, some_action, some_settings
from picogammon.rules import actions
from picogammon.rules import match as rules
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal, record_text
from picogammon.rules.match import (
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
    games,
    moments,
)
from picogammon.rules.settings import ASK, FREE, Settings
from picogammon.rules.situation import Checkpoint
from portable import raises
from reading.replay import replay
from rulebook import position


def applied(match, action):
    """Applies `action`; returns False if the match refuses it, and asserts that nothing changed."""
    before = match.state()
    try:
        match.apply(action)
    except Refusal as refusal:
        assert match.state() == before
        assert str(refusal)
        return False
    return True


def _any_action(match, wheel):
    """Returns a random action, legal or not, or random bytes. `wheel`: the random generator."""
    kind = wheel.randint(0, actions.NOTE)
    if kind == 0:
        return bytes([wheel.randrange(16) for _ in range(1 + wheel.randrange(6))])
    if kind == actions.SETTINGS:
        agreed = match.settings.copy(names=("Zoe", "Bob"), take_back=wheel.randrange(3))
        agreed.crawford ^= wheel.randrange(4) == 0
        return actions.settings(agreed)
    if kind == actions.ROLL:
        return actions.roll(wheel.randint(1, 6), wheel.randint(1, 6))
    if kind == actions.PLAY:
        steps = [wheel.randint(2, 24) << 3 | wheel.randint(1, 6) for _ in range(wheel.randrange(3))]
        return actions.play(steps)
    if kind == actions.RESIGN:
        return actions.resign(wheel.randint(1, 3))
    if kind == actions.TAKE_BACK:
        return actions.take_back(wheel.randrange(4), wheel.choice((None, 0, 1)))
    if kind == actions.NOTE:
        return actions.note(actions.CLOCK, bytes((wheel.randrange(256),)))
    return bytes((kind,))


def _check_that_logs_refuse_nonsense(match, action):
    try:
        record_text(action)
    except ValueError:
        with raises(Refusal):
            match.apply(action, True)


def test_refusals_change_nothing_and_the_log_is_the_match():
    seen = set()
    refused = set()
    for seed in range(30):
        wheel = Wheel(seed)
        agreed = some_settings(wheel, seed % 3, wheel.randrange(3))
        match = Match(agreed.copy(take_back=wheel.randrange(2), beavers=2))
        log = [actions.settings(match.settings)]
        for _ in range(200):
            phase = match.phase
            if wheel.randrange(2):
                action = some_action(match, wheel, seed % 2)
            else:
                action = _any_action(match, wheel)
            if applied(match, action):
                log.append(action)
                seen.add((phase, actions.kind_of(action)))
            else:
                refused.add(phase)
                _check_that_logs_refuse_nonsense(match, action)
            if wheel.randrange(20) == 0:
                assert replay(log).state() == match.state()
    assert {kind for _, kind in seen} == set(range(actions.SETTINGS, actions.NOTE + 1))
    assert {phase for phase, _ in seen} == refused == set(range(OPENING, MATCH_OVER + 1))


def _begun(seed):
    wheel = Wheel(seed)
    return Match(some_settings(wheel, seed % 3).copy(take_back=seed % 2)), wheel


def _going_on(match, wheel, steps):
    """Applies at most `steps` random actions; yields (action, (state, turns_back) before)."""
    for _ in range(steps):
        before = match.state(), match.turns_back()
        action = some_action(match, wheel, wheel.randrange(2))
        if actions.kind_of(action) != actions.TAKE_BACK and applied(match, action):
            yield action, before


def _after(seed):
    match, wheel = _begun(seed)
    for _ in _going_on(match, wheel, 20 + seed):
        pass
    return match, wheel


def _agree(match):
    while match.phase == TAKING_BACK:
        match.apply(actions.accept())


def test_taking_back_a_turn_or_the_last_decision_is_the_inverse_of_deciding():
    for seed in range(20):
        match, wheel = _begun(seed)
        for action, (before, turns) in _going_on(match, wheel, 50):
            no_decision = actions.kind_of(action) in (actions.ROLL, actions.GAME)
            for back in (1, actions.LAST):
                if match.turns_back() == turns + 1 if back == 1 else not no_decision:
                    match.apply(actions.take_back(back))
                    _agree(match)
                    assert match.state() == before, (seed, action)
                    match.apply(action)


def test_taking_back_and_doing_the_same_again_changes_nothing():
    for seed in range(40):
        match, wheel = _after(seed)
        if not match.turns_back():
            continue
        before, line = match.state(), list(match.records())
        turns = wheel.randint(actions.LAST, match.turns_back())
        match.apply(actions.take_back(turns))
        _agree(match)
        back = list(match.records())
        assert back == line[: len(back)]
        assert turns == actions.LAST or match.phase in (TO_ROLL, TO_PLAY)
        for record in line[len(back) :]:
            if actions.kind_of(record) == actions.ROLL:
                assert match.next_dice() == actions.dice_of(record)
            match.apply(record)
        assert match.state() == before, seed


def _deciders(match, turns):
    """Returns [(kind, side)] of the decisions that taking back `turns` turns would undo."""
    past = match.before(turns)
    made = []
    for record in match.latest(turns):
        if actions.kind_of(record) != actions.ROLL:
            made.append((actions.kind_of(record), past.decider))
        past.apply(record)
    return made


def test_nothing_is_taken_back_from_a_side_that_has_not_agreed():
    """Rule R31: the other side must agree to undo one side's plays; both, to undo anything else."""
    for seed in range(1, 80, 2):
        match, wheel = _after(seed)
        if not match.turns_back():
            continue
        assert match.settings.take_back == ASK
        turns = wheel.randint(actions.LAST, match.turns_back())
        before = match.state()
        makers = _deciders(match, turns)
        match.apply(actions.take_back(turns))
        asked = []
        while match.phase == TAKING_BACK:
            asked.append(match.decider)
            match.apply(actions.accept())
        sides = {side for _, side in makers}
        if {kind for kind, _ in makers} == {actions.PLAY} and len(sides) == 1:
            assert asked == [1 - sides.pop()]
        else:
            assert sorted(asked) == [0, 1] and asked[0] == 1 - makers[-1][1]
        assert match.state() != before


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
    start = Checkpoint(turn=0, position=position(text))
    return [actions.settings(Settings()), actions.game(start), actions.roll(3, 1)]


def test_a_play_of_a_log_is_checked_roughly():
    """Each step needs an unused die, a checker at its source, and a target that is not blocked."""
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
    """Returns a log of `count` games that player 0 resigned, and the start of one more game."""
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
