"""What is written is read back as the same thing, whatever the position."""

import os
from array import array
from random import Random

from hypothesis import given, settings

from picogammon.rules import notation
from picogammon.rules.plays import Plays, format_play, format_steps, make
from properties.test_movegen import DIE, WILD
from reading import plays
from reference import wild

_SITUATIONS = 200
_SAID = "position turn dice doubled cube owner scores length crawford jacoby".split()
_plays = Plays()


@given(WILD, DIE, DIE)
@settings(max_examples=150)
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


@given(WILD)
def test_positions_are_read_back(pos):
    text = notation.position_id(pos)
    assert notation.from_position_id(text) == pos and len(text) == 14


def test_situations_are_read_back():
    wheel = Random(None if os.environ.get("SOAK") else 5)
    for number in range(_SITUATIONS):
        situation = wild.random_situation(wheel, doubled=number % 3 == 0)
        if situation.dice:
            situation.dice = tuple(sorted(situation.dice, reverse=True))
        for write, read, said in (
            (notation.to_xgid, notation.from_xgid, [*_SAID, "beavers"]),
            (notation.gnubg_id, notation.from_gnubg_id, _SAID),
        ):
            text = write(situation)
            again = read(text)
            assert write(again) == text
            for name in said:
                assert getattr(again, name) == getattr(situation, name), (text, name)
