"""What is written is read back as the same thing, whatever the position."""

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from picogammon.rules import notation, position
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL, Match, match_of
from picogammon.rules.notation import NotationError
from picogammon.rules.plays import Hand, Plays, format_play, format_steps, make
from picogammon.rules.position import PositionError, RulesError
from picogammon.rules.situation import Situation
from properties.test_match_log import SETTINGS, played
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


@given(_positions())
def test_position_ids_are_read_back(pos):
    text = notation.position_id(pos)
    assert len(text) == 14
    assert notation.from_position_id(text) == pos


@given(_situations())
def test_match_ids_are_read_back(situation):
    text = notation.gnubg_id(situation)
    read = notation.from_gnubg_id(text)
    assert _parts(read) == _parts(situation)
    assert notation.gnubg_id(read) == text


@given(_situations(), st.integers(0, 1))
def test_xgids_are_read_back(situation, beavers):
    situation.beavers = 0 if situation.length else beavers
    text = notation.to_xgid(situation)
    read = notation.from_xgid(text)
    assert _parts(read) == _parts(situation)
    assert read.beavers == situation.beavers
    assert notation.to_xgid(read) == text


@given(SETTINGS, st.data())
@settings(max_examples=60, deadline=None)
def test_a_match_goes_on_from_its_own_text(agreed, data):
    match = Match(agreed)
    for _ in range(12):
        played(match, data, take_backs=False)
        if match.phase not in (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED):
            continue
        text = notation.to_xgid(match.situation())
        other = match_of(notation.from_xgid(text))
        assert notation.to_xgid(other.situation()) == text
        assert (other.phase, other.turn, other.decider) == (match.phase, match.turn, match.decider)
        assert (other.cube, other.owner) == (match.cube, match.owner)
        if match.phase not in (BEAVERED, RACCOONED):
            ids = notation.gnubg_id(match.situation())
            assert notation.gnubg_id(match_of(notation.from_gnubg_id(ids)).situation()) == ids


@given(st.text(max_size=60))
def test_nonsense_is_refused_and_nothing_else_happens(text):
    for read in (
        notation.from_gnubg_id,
        notation.from_match_id,
        notation.from_xgid,
        _play_of_the_start,
    ):
        try:
            read(text)
        except RulesError as error:
            assert str(error)


@given(st.text(alphabet="0123456789/*()bofar, -", max_size=24))
def test_nearly_plays_are_refused_or_legal(text):
    try:
        play = _play_of_the_start(text)
    except NotationError as error:
        assert str(error)
        return
    hand = Hand(position.start(), (3, 1))
    for a_step in play:
        hand.make(a_step)
    assert hand.complete


@given(_situations(), st.integers(0, 60), st.characters(codec="ascii"))
def test_a_damaged_xgid_is_refused_or_still_one(situation, at, sign):
    text = notation.to_xgid(situation)
    damaged = text[:at] + sign + text[at + 1 :]
    try:
        read = notation.from_xgid(damaged)
    except RulesError as error:
        assert str(error)
        return
    assert notation.from_xgid(notation.to_xgid(read)).position == read.position


def _play_of_the_start(text):
    return plays.parse_play(text, position.start(), 3, 1)


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
