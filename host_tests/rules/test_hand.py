"""A hand that builds a play step by step: what it offers, refuses and takes back."""

from picogammon.rules import position as positions
from picogammon.rules import steps
from picogammon.rules.steps import Hand, StepError, most_dice, step
from portable import raises
from rulebook import next_steps, position


def test_a_step_is_its_source_and_die():
    for place in range(1, 26):
        for die in range(1, 7):
            a_step = step(place, die)
            assert 0 < a_step < 256
            assert steps.source(a_step) == place
            assert steps.die(a_step) == die
            assert steps.target(a_step) == max(place - die, 0)


def test_make_and_unmake_are_inverse():
    pos = position("25:1 8:1 6:2 4:-1 2:1 24:-2")
    for a_step, hit in ((step(25, 3), False), (step(8, 4), True), (step(2, 2), False)):
        before = positions.of(pos)
        assert steps.make(pos, a_step) is hit
        assert pos != before
        steps.unmake(pos, a_step, hit)
        assert pos == before


def test_hand_works_on_a_copy():
    start = positions.start()
    playing = Hand(start, (3, 1))
    playing.make(step(8, 3))
    assert start == positions.start()
    assert playing.position != start


def test_hand_takes_any_26_numbers():
    assert Hand(tuple(positions.start()), (3, 1)).legal() == Hand(positions.start(), (3, 1)).legal()


def test_legal_comes_larger_die_first_then_farthest_back():
    playing = Hand(positions.start(), (1, 3))
    assert playing.legal() == [
        step(24, 3),
        step(13, 3),
        step(8, 3),
        step(6, 3),
        step(24, 1),
        step(8, 1),
        step(6, 1),
    ]


def test_dice_left_are_the_larger_first():
    playing = Hand(positions.start(), (1, 3))
    assert playing.dice == [3, 1]
    playing.make(step(8, 3))
    assert playing.dice == [1]
    playing.undo()
    assert playing.dice == [3, 1]
    playing.make(step(6, 1))
    assert playing.dice == [3]
    playing.undo()
    assert playing.dice == [3, 1]


def test_complete_when_the_dice_are_used():
    playing = Hand(positions.start(), (3, 1))
    assert not playing.complete
    playing.make(step(8, 3))
    assert not playing.complete
    playing.make(step(6, 1))
    assert playing.complete
    assert playing.steps == [step(8, 3), step(6, 1)]
    assert playing.position == position("24:2 13:5 8:2 6:4 5:2 1:-2 12:-5 17:-3 19:-5")


def test_no_step_after_the_dice_are_used():
    playing = Hand(positions.start(), (3, 1))
    playing.make(step(8, 3))
    with raises(StepError, "no 3 is left to play"):
        playing.make(step(8, 3))
    playing.make(step(6, 1))
    with raises(StepError, "no 1 is left to play"):
        playing.make(step(6, 1))


def test_a_step_without_a_checker_is_refused():
    playing = Hand(positions.start(), (3, 1))
    for place in (23, 19, 1):
        with raises(StepError, "no checker there to move"):
            playing.make(step(place, 1))


def test_a_refused_step_changes_nothing():
    playing = Hand(positions.start(), (5, 3))
    playing.make(step(13, 5))
    before = positions.of(playing.position)
    for wrong in (step(13, 5), step(24, 6), step(19, 3), step(25, 3), step(4, 3), 0, 255):
        with raises(StepError):
            playing.make(wrong)
        assert playing.position == before
        assert playing.dice == [3]
        assert playing.steps == [step(13, 5)]


def test_undo_goes_back_step_by_step():
    start = positions.start()
    playing = Hand(start, (6, 6))
    way = [step(24, 6), step(24, 6), step(13, 6), step(13, 6)]
    seen = []
    for a_step in way:
        seen.append((positions.of(playing.position), next_steps(playing)))
        playing.make(a_step)
    assert playing.complete
    while way:
        assert playing.undo() == way.pop()
        assert (playing.position, next_steps(playing)) == seen.pop()
    assert playing.position == start
    assert playing.dice == [6, 6, 6, 6]


def test_undo_without_a_step_is_nothing():
    playing = Hand(positions.start(), (3, 1))
    assert playing.undo() is None
    assert playing.position == positions.start()


def test_undo_after_the_only_legal_step_finds_it_again():
    """The die that was not playable stays in the hand, and the larger is still the one to play."""
    playing = Hand(position("9:1 22:2 20:-2 19:-2 4:-2"), (3, 2))
    playing.make(step(9, 3))
    playing.undo()
    assert next_steps(playing) == {"9/6"}


def test_most_dice_counts_what_a_play_uses():
    assert most_dice(positions.start(), (3, 1)) == 2
    assert most_dice(positions.start(), (1, 1)) == 4
    assert most_dice(positions.start(), (5, 5)) == 4
    assert most_dice(position("24:1 23:-2"), (1, 1)) == 0


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
                after = steps.made(pos, play, roll)
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
        assert steps.made(positions.start(), bytes((place << 3 | 3, step(6, 1))), (3, 1)) is None


def test_a_play_that_leaves_a_die_is_not_said_to_be_legal():
    start = positions.start()
    assert steps.made(start, b"", (3, 1)) is None
    assert steps.made(start, bytes((step(8, 3),)), (3, 1)) is None
    assert steps.made(start, bytes((step(8, 3), step(8, 3))), (3, 1)) is None
    assert steps.made(start, bytes((step(8, 3),) * 2), (3, 3)) is None
    assert steps.made(start, bytes((step(6, 3), step(6, 3), step(8, 3), step(8, 3))), (3, 3))
