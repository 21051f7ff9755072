"""What is written is read back as the same thing, whatever the position."""

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from picogammon.rules import notation, position
from picogammon.rules.plays import Plays, format_play, format_steps, make
from picogammon.rules.position import PositionError
from picogammon.rules.situation import Situation
from reading import plays

_dice = st.integers(1, 6)
_plays = Plays()


@st.composite
def _positions(draw):
    """Any possible position: each point has a side and a number, within fifteen a side."""
    pos = position.empty()
    left = [draw(st.integers(1, 15)), draw(st.integers(1, 15))]
    for place in draw(st.permutations(range(26))):
        own = place == 25 or (place != 0 and draw(st.booleans()))
        side = 0 if own else 1
        here = draw(st.integers(0, min(left[side], 4)))
        left[side] -= here
        pos[place] = here if own else -here
    try:
        position.validate(pos)
    except PositionError:
        return position.start()
    return pos


@st.composite
def _situations(draw):
    """Any situation that an XGID and a Match ID can both say."""
    length = draw(st.sampled_from((0, 0, 1, 2, 5, 7, 25, 64)))
    most = length - 1 if length else 300
    scores = [draw(st.integers(0, most)), draw(st.integers(0, most))]
    crawford = length > 1 and scores.count(length - 1) == 1 and draw(st.booleans())
    turn = draw(st.integers(0, 1))
    doubled = not crawford and length != 1 and draw(st.booleans())
    power = 0 if crawford else draw(st.integers(0, 9))
    owner = None if crawford else draw(st.sampled_from((None, turn) if doubled else (None, 0, 1)))
    high, low = sorted((draw(_dice), draw(_dice)), reverse=True)
    return Situation(
        position=draw(_positions()),
        turn=turn,
        dice=None if doubled or draw(st.booleans()) else (high, low),
        doubled=doubled,
        cube=1 << power,
        owner=owner,
        scores=scores,
        length=length,
        crawford=crawford,
        jacoby=not length and draw(st.booleans()),
    )


@given(_positions(), _dice, _dice)
@settings(max_examples=150, deadline=None)
def test_every_play_is_read_back(pos, first, second):
    result = array("b", pos)
    again = array("b", pos)
    for i in range(min(_plays.generate(pos, first, second), 100)):
        play = _plays.steps(i)
        _plays.result(i, pos, result)
        for text in (format_play(pos, play), format_steps(play)):
            again[:] = pos
            for a_step in plays.parse_play(text, pos, second, first):
                make(again, a_step)
            assert again == result, text


@given(_situations(), st.integers(0, 1))
def test_positions_and_situations_are_read_back(situation, beavers):
    text = notation.position_id(situation.position)
    assert notation.from_position_id(text) == situation.position and len(text) == 14
    text = notation.gnubg_id(situation)
    read = notation.from_gnubg_id(text)
    assert _parts(read) == _parts(situation)
    assert notation.gnubg_id(read) == text
    situation.beavers = 0 if situation.length else beavers
    text = notation.to_xgid(situation)
    read = notation.from_xgid(text)
    assert _parts(read) == _parts(situation)
    assert read.beavers == situation.beavers
    assert notation.to_xgid(read) == text


def _parts(s):
    return (
        s.position,
        s.turn,
        s.dice,
        s.doubled,
        s.cube,
        s.owner,
        s.scores,
        s.length,
        s.crawford,
        s.jacoby,
    )
