"""A match is its log: random matches, replayed at every prefix, taken back and played again."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from picogammon.app.session.session import last_events
from picogammon.rules import actions, plays, situation
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal
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
    match_of,
)
from picogammon.rules.settings import ASK, FREE, OFF, Settings
from reading.replay import replay

SETTINGS = st.builds(
    Settings,
    length=st.sampled_from((0, 0, 1, 2, 3, 7, 64)),
    crawford=st.booleans(),
    jacoby=st.booleans(),
    beavers=st.integers(0, 2),
    automatic=st.integers(0, 2),
    cube_on=st.booleans(),
    max_cube=st.integers(1, 10),
    take_back=st.sampled_from((FREE, ASK)),
    names=st.tuples(
        *[st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)] * 2
    ),
    players=st.tuples(st.integers(0, 255), st.integers(0, 255)),
)
# A draw takes as long as an action, so one number says all that chance has to say of an action.
# Numbers of 24 bits are drawn evenly.
LOT = st.integers(0, (1 << 24) - 1)


class Lot:
    """Choices by the digits of a number that is drawn."""

    def __init__(self, data):
        self._left = data.draw(LOT)

    def number(self, least, most):
        self._left, digit = divmod(self._left, most - least + 1)
        return least + digit

    def one_of(self, choices):
        return choices[self.number(0, len(choices) - 1)]


def likely_action(match, lot, turns_back):
    """An action of the kinds that the match waits for now; None if it waits for nothing.

    `turns_back`: how many turns it may take back as well.
    """
    phase = match.phase
    kinds = {
        OPENING: [_roll],
        TO_ROLL: [_roll, _roll, actions.double, _resign],
        TO_PLAY: [_play, _play, _play, _play, _resign],
        DOUBLED: [actions.take, actions.take, actions.drop, actions.beaver],
        BEAVERED: [actions.take, actions.drop, actions.raccoon],
        RACCOONED: [actions.take, actions.drop],
        RESIGNING: [actions.accept, actions.refuse, actions.refuse],
        TAKING_BACK: [actions.accept, actions.refuse],
        GAME_OVER: [match.next_game],
        MATCH_OVER: [],
    }[phase]
    if turns_back:
        kinds.append(_take_back)
    if not kinds:
        return None
    make = lot.one_of(kinds)
    return make(match, lot) if make in (_roll, _play, _resign, _take_back) else make()


def _roll(match, lot):
    first, second = match.next_dice() or (lot.number(1, 6), lot.number(1, 6))
    return actions.roll(first, second, bool(lot.number(0, 1)))


def _play(match, lot):
    hand = plays.Hand(match.position, match.dice)
    while not hand.complete:
        hand.make(lot.one_of(hand.legal()))
    return actions.play(hand.steps)


def _resign(match, lot):
    return actions.resign(lot.number(1, 3))


def _take_back(match, lot):
    turns = lot.number(actions.LAST, match.turns_back())
    return actions.take_back(turns, lot.one_of((None, 0, 1)))


def played(match, data, take_backs=True):
    """Applies an action of chance and returns it; None if there was none, or it was refused."""
    action = likely_action(match, Lot(data), take_backs and match.turns_back())
    if action is None:
        return None
    before = match.state()
    try:
        match.apply(action)
    except Refusal:
        assert match.state() == before
        return None
    return action


def agree(match):
    """All who are asked agree to the take-back."""
    while match.phase == TAKING_BACK:
        match.apply(actions.accept())


@settings(max_examples=60, deadline=None)
@given(SETTINGS, st.data())
def test_the_log_gives_the_match_at_every_prefix(agreed, data):
    match = Match(agreed)
    log = [actions.settings(agreed)]
    for _ in range(data.draw(st.integers(1, 60))):
        action = played(match, data)
        if action is not None:
            log.append(action)
            assert replay(log).state() == match.state()


@settings(max_examples=80, deadline=None)
@given(SETTINGS, st.data())
def test_taking_back_and_doing_the_same_again_changes_nothing(agreed, data):
    match = Match(agreed)
    for _ in range(data.draw(st.integers(1, 50))):
        played(match, data, take_backs=False)
    before = match.state()
    line = list(match.records())
    assume(match.turns_back())
    turns = data.draw(st.integers(actions.LAST, match.turns_back()))
    match.apply(actions.take_back(turns))
    agree(match)
    back = list(match.records())
    assert back == line[: len(back)]
    if turns != actions.LAST:
        assert match.phase in (TO_ROLL, TO_PLAY)
    for record in line[len(back) :]:
        if actions.kind_of(record) == actions.ROLL:
            assert match.next_dice() == actions.dice_of(record)
        match.apply(record)
    assert match.state() == before


@settings(max_examples=80, deadline=None)
@given(SETTINGS, st.data())
def test_taking_back_one_turn_is_the_inverse_of_deciding(agreed, data):
    match = Match(agreed)
    for _ in range(data.draw(st.integers(1, 50))):
        before = match.state()
        decided = match.turns_back()
        if played(match, data, take_backs=False) is None or match.turns_back() != decided + 1:
            continue
        match.apply(actions.take_back(1))
        agree(match)
        assert match.state() == before


@settings(max_examples=80, deadline=None)
@given(SETTINGS, st.data())
def test_taking_the_last_decision_back_is_the_inverse_of_making_it(agreed, data):
    match = Match(agreed)
    for _ in range(data.draw(st.integers(1, 50))):
        before = match.state()
        action = played(match, data, take_backs=False)
        if action is None or actions.kind_of(action) in (actions.ROLL, actions.GAME):
            continue
        match.apply(actions.take_back(actions.LAST))
        agree(match)
        assert match.state() == before
        match.apply(action)


@settings(max_examples=80, deadline=None)
@given(SETTINGS, st.data())
def test_nothing_is_taken_back_from_a_side_that_has_not_agreed(agreed, data):
    """R31: who gets a decision back is never the only one who is asked, nor left out if bound."""
    match = Match(agreed.copy(take_back=ASK))
    for _ in range(data.draw(st.integers(1, 50))):
        played(match, data, take_backs=False)
    assume(match.turns_back())
    turns = data.draw(st.integers(actions.LAST, match.turns_back()))
    before = match.state()
    makers = deciders(match, turns)
    match.apply(actions.take_back(turns))
    asked = []
    while match.phase == TAKING_BACK:
        asked.append(match.decider)
        match.apply(actions.refuse() if match.decider in asked[:-1] else actions.accept())
    assert len(set(asked)) == len(asked)
    plays_alone = {kind for kind, _ in makers} == {actions.PLAY}
    sides = {side for _, side in makers}
    if plays_alone and len(sides) == 1:
        assert asked == [1 - sides.pop()]
    else:
        assert sorted(asked) == [0, 1]
        assert asked[0] == 1 - makers[-1][1]
    assert match.state() != before


def deciders(match, turns):
    """[(kind, side)] of the decisions that a take-back would undo, found by doing them again."""
    past = match.before(turns)
    made = []
    for record in match.latest(turns):
        if actions.kind_of(record) != actions.ROLL:
            made.append((actions.kind_of(record), past.decider))
        past.apply(record)
    return made


@settings(max_examples=80, deadline=None)
@given(SETTINGS, st.data())
def test_a_situation_gives_the_moment_back(agreed, data):
    match = Match(agreed)
    for _ in range(data.draw(st.integers(1, 40))):
        played(match, data, take_backs=False)
    assume(match.phase in (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED))
    there = match_of(match.situation(), agreed)
    assert (there.phase, there.turn, there.dice) == (match.phase, match.turn, match.dice)
    assert (there.cube, there.owner, there.scores) == (match.cube, match.owner, match.scores)
    assert (there.crawford, there.decider) == (match.crawford, match.decider)
    assert there.position == match.position


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=40))
def test_any_bytes_are_an_action_or_a_clear_refusal(record):
    match = Match()
    before = match.state()
    try:
        match.apply(record)
    except Refusal as refusal:
        assert str(refusal)
        assert match.state() == before


def _told(play, roll):
    return roll, play and (play.side, bytes(play.before), play.dice, bytes(play.steps))


def _last(match):
    """The last play and roll of a game, from all of its records."""
    play = roll = None
    pos, side = None, None
    for record in match.records():
        kind = actions.kind_of(record)
        if kind == actions.GAME:
            start = situation.unpack_checkpoint(record[1:])
            pos, side = start.position, start.turn
        elif kind == actions.ROLL:
            dice = actions.dice_of(record)
            if side is None and dice[0] != dice[1]:
                side = int(dice[0] < dice[1])
                pos = positions.swapped(pos) if side else pos
            roll = dice, side
        elif kind == actions.PLAY:
            play = side, bytes(pos), roll[0], bytes(actions.steps_of(record))
            for step in actions.steps_of(record):
                plays.make(pos, step)
            pos, side = positions.swapped(pos), 1 - side
    return roll, play


@settings(max_examples=100, deadline=None)
@given(SETTINGS, st.data())
def test_the_game_s_end_tells_what_was_rolled_and_played_last_as_all_of_it_does(agreed, data):
    agreed.take_back = data.draw(st.sampled_from((FREE, ASK, OFF)))
    match = Match(agreed)
    for _ in range(data.draw(st.integers(1, 60))):
        played(match, data)
        before = match.state()
        assert _told(*last_events(match)) == _last(match)
        assert match.state() == before
