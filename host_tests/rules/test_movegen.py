"""Compares Plays and Hand with gnubg's legal plays in 1,900 positions, and tests Hand's contract.

Each line of legal_plays.jsonl has a position, a roll and the Position IDs of all distinct results.
transcripts/rules_moving.txt tests which steps the rules allow.
"""

import binascii
import json
import sys

from picogammon.ground import ASSEMBLER
from picogammon.rules import notation
from picogammon.rules import plays as play_rules
from picogammon.rules import position as positions
from picogammon.rules.plays import MOST_PLAYS, Hand, Plays, StepError, step
from portable import data_lines, native, no_allocation, raises
from rulebook import generated, legal, position

_HOST = sys.implementation.name == "cpython"
# What one runtime finds all do: their plays have the same checksum. So MicroPython looks at some.
_EVERY = 1 if _HOST else 7
_QUICK = 150  # plays: the ways of a hand with more take MicroPython long

# Of all plays of all lines, and of the doubles below.
_CRC = 0xA5A4673E
# Fifteen blots, each free to move four times.
_FIFTEEN_BLOTS = " ".join(["%d:1" % point for point in range(24, 9, -1)])


def _reference(every=_EVERY):
    """Yields (position, dice, Position IDs after all legal plays) from every `every`-th line."""
    for number, line in enumerate(data_lines("legal_plays.jsonl")):
        if number % every:
            continue
        facts = json.loads(line)
        yield positions.from_numbers(facts["pos"]), facts["dice"], facts["legal"]


def test_the_plays_of_generator_and_hand_are_gnubgs():
    for pos, dice, wanted in _reference():
        if _HOST or len(wanted) < _QUICK:
            found = [notation.position_id(made) for made in legal(pos, dice[0], dice[1])]
            assert sorted(found) == sorted(wanted), (pos, dice)


def test_native_code_is_used_where_it_can_be():
    assert ASSEMBLER == (sys.platform == "rp2")


def test_the_plays_and_their_order_are_the_same_on_every_runtime_and_for_both_orders_of_the_dice():
    """The order matters: an engine that finds several plays equally good takes the first."""
    plays = Plays()
    rolls = [(position(_FIFTEEN_BLOTS), (die, die)) for die in range(1, 7)]
    for larger in (0, 1):
        crc = 0
        for pos, dice, _ in _reference(1):
            count = plays.generate(pos, dice[larger], dice[1 - larger])
            crc = binascii.crc32(plays.buffer[: 4 * count], crc)
        for pos, dice in rolls:
            count = plays.generate(pos, dice[0], dice[1])
            crc = binascii.crc32(plays.buffer[: 4 * count], crc)
        assert crc == _CRC


@native
def test_generate_allocates_nothing():
    plays = Plays()
    for pos, dice, _ in _reference(1):
        with no_allocation():
            plays.generate(pos, dice[0], dice[1])


def test_the_buffers_hold_the_doubles_of_fifteen_blots():
    plays = Plays()
    pos = position(_FIFTEEN_BLOTS)
    for die, count in ((1, 1654), (4, 1896)):
        assert plays.generate(pos, die, die) == count < MOST_PLAYS
        if _HOST:
            assert len({generated(plays, i, pos) for i in range(count)}) == count


def test_a_refused_step_changes_nothing():
    playing = Hand(positions.start(), (5, 3))
    playing.make(step(13, 5))
    before = positions.from_numbers(playing.position)
    none = (0, 255, -1, step(8, 0), step(8, 7), step(0, 6), step(26, 1))
    for wrong in (step(13, 5), step(24, 6), step(19, 3), step(25, 3), step(4, 3)) + none:
        with raises(StepError, "there is no such move" if wrong in none else ""):
            playing.make(wrong)
        assert (playing.position, playing.dice, playing.steps) == (before, [3], [step(13, 5)])


def test_a_play_with_all_dice_is_legal_if_a_hand_takes_it():
    for text, roll in (
        ("25:1 8:1 6:2 4:-1 2:1 24:-2", (3, 1)),
        ("7:1 6:2 3:1 20:-2 0:-1", (6, 5)),
        ("5:2 3:1 22:-2", (4, 2)),
        ("25:2 6:2 21:-2 23:-1", (5, 2)),
    ):
        pos = position(text)
        every = [step(place, die) for place in range(1, 26) for die in roll]
        found = 0
        for first in every:
            for second in every:
                play = bytes((first, second))
                after = play_rules.after_all_dice(pos, play, roll)
                hand = Hand(pos, roll)
                if first in hand.legal():
                    hand.make(first)
                    if second in hand.legal():
                        hand.make(second)
                assert after == (hand.position if len(hand.steps) == 2 else None), (text, play)
                found += after is not None
        assert found, text


def test_a_play_that_leaves_a_die_or_starts_nowhere_is_not_legal():
    three, one = step(8, 3), step(6, 1)
    for play, roll in (
        ((), (3, 1)),
        ((three,), (3, 1)),
        ((three, three), (3, 1)),
        ((three, three), (3, 3)),
        ((0 << 3 | 3, one), (3, 1)),
        ((26 << 3 | 3, one), (3, 1)),
        ((31 << 3 | 3, one), (3, 1)),
    ):
        assert play_rules.after_all_dice(positions.start(), bytes(play), roll) is None, play
    whole = bytes((step(6, 3), step(6, 3), three, three))
    assert play_rules.after_all_dice(positions.start(), whole, (3, 3))
