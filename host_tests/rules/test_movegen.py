"""The generator and the hand against what gnubg says is legal in 1,900 positions, and what a hand
promises whoever plays with it (which steps the rules allow: transcripts/rules_moving.txt).

Each line of legal_plays.jsonl has a position, a roll and the Position IDs of all distinct results.
"""

import binascii
import json
import sys

from picogammon.ground import ASSEMBLER
from picogammon.rules import notation
from picogammon.rules import plays as play_rules
from picogammon.rules import position as positions
from picogammon.rules.plays import MOST_PLAYS, Hand, Plays, StepError, dice_of, most_dice, step
from portable import data_lines, native, no_allocation, raises
from rulebook import after, generated, position, walked

_LINES = 1900
_HOST = sys.implementation.name == "cpython"
# What one runtime finds all do: their plays have the same checksum. So MicroPython looks at some.
_EVERY = 1 if _HOST else 7

# Of all plays of all lines, and of the doubles below.
_CRC = 0xA5A4673E
# Fifteen blots, each free to move four times.
_FIFTEEN_BLOTS = " ".join(["%d:1" % point for point in range(24, 9, -1)])


def _reference(every=_EVERY):
    """Yields position, dice and the list of legal results' Position IDs of each so many lines."""
    for number, line in enumerate(data_lines("legal_plays.jsonl")):
        if number % every:
            continue
        facts = json.loads(line)
        yield positions.from_numbers(facts["pos"]), facts["dice"], facts["legal"]


def test_the_distinct_results_are_gnubgs():
    plays = Plays()
    made = positions.empty()
    lines = 0
    for pos, dice, legal in _reference():
        count = plays.generate(pos, dice[0], dice[1])
        assert count == plays.count == len(legal), (pos, dice)
        for i in range(count):
            plays.result(i, pos, made)
            result = notation.position_id(made)
            assert result in legal, (pos, dice, result)
            legal.remove(result)
        assert legal == []
        lines += 1
    assert lines == -(-_LINES // _EVERY)


def test_each_plays_steps_are_legal_one_after_another():
    plays = Plays()
    made = positions.empty()
    for pos, dice, _ in _reference():
        hand = Hand(pos, dice)
        for i in range(plays.generate(pos, dice[0], dice[1])):
            way = plays.steps(i)
            assert len(way) == plays.dice_used
            for a_step in way:
                hand.make(a_step)
            assert hand.complete, (pos, dice, way)
            plays.result(i, pos, made)
            assert hand.position == made, (pos, dice, way)
            while hand.undo() is not None:
                pass
        assert hand.position == pos


def test_every_way_of_a_hand_ends_in_a_legal_result():
    walks = 0
    for pos, dice, legal in _reference():
        if len(legal) > 1000 // _EVERY:  # walking all ways of a hand takes MicroPython long
            continue
        ends = {notation.position_id(end) for end in walked(Hand(pos, dice))}
        assert ends == set(legal or [notation.position_id(pos)]), (pos, dice)
        walks += 1
    assert walks > 900 // _EVERY


def test_most_dice_is_what_every_play_uses():
    plays = Plays()
    for pos, dice, _ in _reference():
        plays.generate(pos, dice[0], dice[1])
        assert most_dice(pos, dice) == plays.dice_used, (pos, dice)


def test_the_order_of_the_dice_does_not_matter():
    one = Plays()
    other = Plays()
    for pos, dice, _ in _reference():
        count = one.generate(pos, dice[0], dice[1])
        assert other.generate(pos, dice[1], dice[0]) == count
        assert other.buffer[: 4 * count] == one.buffer[: 4 * count]


def test_native_code_is_used_where_it_can_be():
    assert ASSEMBLER == (sys.platform == "rp2")


def test_the_plays_and_their_order_are_the_same_on_every_runtime():
    """Whoever takes the first of several that seem best takes the same one everywhere."""
    plays = Plays()
    crc = 0
    for pos, dice, _ in _reference(1):
        count = plays.generate(pos, dice[0], dice[1])
        crc = binascii.crc32(plays.buffer[: 4 * count], crc)
    for die in range(1, 7):
        count = plays.generate(position(_FIFTEEN_BLOTS), die, die)
        crc = binascii.crc32(plays.buffer[: 4 * count], crc)
    assert crc == _CRC


@native
def test_generate_allocates_nothing():
    plays = Plays()
    for pos, dice, _ in _reference(1):
        with no_allocation():
            plays.generate(pos, dice[0], dice[1])


def test_generate_leaves_the_position_alone():
    plays = Plays()
    pos = positions.start()
    for dice in ((3, 1), (6, 6)):
        plays.generate(pos, dice[0], dice[1])
        assert pos == positions.start()


def test_nothing_of_the_last_roll_remains():
    plays = Plays()
    blocked = position("24:1 23:-2")
    for dice in ((4, 4), (2, 1)):
        assert plays.generate(positions.start(), dice[0], dice[1])
        assert plays.generate(blocked, 1, 1) == 0
        assert plays.count == plays.dice_used == 0


def test_the_buffers_hold_the_doubles_of_fifteen_blots():
    """Counts that CPython's sets of all results confirm, far above any real game's."""
    plays = Plays()
    pos = position(_FIFTEEN_BLOTS)
    for die, count in ((1, 1654), (4, 1896)):
        assert plays.generate(pos, die, die) == count < MOST_PLAYS
        if _HOST:
            assert len({generated(plays, i, pos) for i in range(count)}) == count


def test_a_play_of_one_die_has_one_step():
    plays = Plays()
    assert plays.generate(position("9:1 4:-2"), 3, 2) == 1
    assert plays.steps(0) == [step(9, 3)]


def test_find_tells_which_play_makes_a_result():
    plays = Plays()
    start = positions.start()
    plays.generate(start, 3, 1)
    wanted = positions.from_numbers(after(start, "8/5 6/5"))
    i = plays.find(start, wanted)
    assert generated(plays, i, start) == tuple(wanted)
    assert plays.find(start, start) == -1
    assert plays.find(start, positions.from_numbers(after(start, "8/4 6/5"))) == -1


def test_a_step_is_its_source_and_die():
    for place in range(1, 26):
        for die in range(1, 7):
            a_step = step(place, die)
            assert 0 < a_step < 256
            assert play_rules.source(a_step) == place
            assert play_rules.die(a_step) == die
            assert play_rules.target(a_step) == max(place - die, 0)


def test_undo_takes_back_moves_and_hits():
    start = position("25:1 8:1 6:2 4:-1 2:1 24:-2")
    playing = Hand(start, (4, 3))
    seen = []
    for a_step in (step(25, 3), step(8, 4)):
        seen.append(positions.from_numbers(playing.position))
        playing.make(a_step)
        assert playing.position != seen[-1]
    assert playing.hits() == (False, True)
    while seen:
        playing.undo()
        assert playing.position == seen.pop()
    assert playing.hits() == ()


def test_a_hand_works_on_a_copy_of_any_26_numbers():
    start = positions.start()
    playing = Hand(start, (3, 1))
    assert Hand(tuple(start), (3, 1)).legal() == playing.legal()
    playing.make(step(8, 3))
    assert playing.position != start == positions.start()


def test_the_dice_left_are_the_larger_first():
    assert dice_of((3, 5)) == [5, 3] and dice_of((5, 5)) == [5, 5, 5, 5]
    playing = Hand(positions.start(), (1, 3))
    for place, used, left in ((8, 3, 1), (6, 1, 3)):
        assert playing.dice == [3, 1]
        playing.make(step(place, used))
        assert playing.dice == [left] and playing.steps == [step(place, used)]
        assert playing.undo() == step(place, used)
    assert playing.undo() is None


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


def test_a_step_from_no_place_is_not_said_to_be_legal():
    for place in (0, 26, 31):
        assert (
            play_rules.after_all_dice(
                positions.start(), bytes((place << 3 | 3, step(6, 1))), (3, 1)
            )
            is None
        )


def test_a_play_that_leaves_a_die_is_not_said_to_be_legal():
    start = positions.start()
    assert play_rules.after_all_dice(start, b"", (3, 1)) is None
    assert play_rules.after_all_dice(start, bytes((step(8, 3),)), (3, 1)) is None
    assert play_rules.after_all_dice(start, bytes((step(8, 3), step(8, 3))), (3, 1)) is None
    assert play_rules.after_all_dice(start, bytes((step(8, 3),) * 2), (3, 3)) is None
    assert play_rules.after_all_dice(
        start, bytes((step(6, 3), step(6, 3), step(8, 3), step(8, 3))), (3, 3)
    )
