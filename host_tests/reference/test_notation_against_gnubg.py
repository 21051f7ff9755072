"""GNU Backgammon 1.07 reads what we write, and writes what we read."""

import random
from array import array

import pytest

from picogammon.rules import notation, position
from picogammon.rules.plays import format_play, format_steps, make
from reading import plays
from reference import gnubg, wild
from tools.strength import reference

_MANY = 300


def test_gnubg_reads_our_xgids():
    """`set xgid` seats the player on roll at the bottom: there our IDs are those it prints."""
    wheel = random.Random(1)
    asked = [wild.random_situation(wheel) for _ in range(_MANY)]
    answers = gnubg.ask([["set xgid " + notation.to_xgid(s), "show board"] for s in asked])
    for situation, answer in zip(asked, answers, strict=True):
        seated = wild.seated_below(situation)
        ids = (notation.position_id(seated.position), notation.match_id(seated))
        assert gnubg.shown_ids(answer) == ids, notation.to_xgid(situation)


def test_gnubg_reads_our_ids_and_prints_them():
    """`set gnubgid` keeps the seats; what the board shows is what the situation says."""
    wheel = random.Random(2)
    asked = [wild.random_situation(wheel) for _ in range(_MANY)]
    answers = gnubg.ask([["set gnubgid " + notation.gnubg_id(s), "show board"] for s in asked])
    for situation, answer in zip(asked, answers, strict=True):
        assert ":".join(gnubg.shown_ids(answer)) == notation.gnubg_id(situation)
        board = gnubg.last_board(answer)
        for words in _drawn(situation):
            assert any(words in line for line in board), (words, board)


def _drawn(situation):
    """Words that gnubg's board must show; our player 0 is its X, at the bottom."""
    words = ["%d points match" % situation.length] if situation.length > 1 else []
    words += ["%d points" % score for score in situation.scores if score != 1]
    dice = situation.dice and (max(situation.dice), min(situation.dice))
    words.append("Rolled %d%d" % dice if dice else "On roll")
    if situation.owner is not None:
        words.append("%s (Cube: %d)" % (("X: bottom", "O: top")[situation.owner], situation.cube))
    elif not situation.crawford and situation.length != 1:
        words.append("(Cube: %d)" % situation.cube)
    return words


def test_gnubg_prints_match_ids_of_offered_doubles():
    """Its `set` commands cannot read an offered double, but it makes and prints them.

    It does not offer a dead cube, nor one above 64.
    """
    wheel = random.Random(3)
    offered = []
    questions = []
    while len(offered) < _MANY // 3:
        situation = wild.random_situation(wheel, doubled=True)
        cube = situation.cube
        if (
            cube == 64
            or situation.length
            and situation.scores[situation.turn] + cube >= situation.length
        ):
            continue
        situation.doubled = False
        before = notation.gnubg_id(situation)
        situation.doubled = True
        offered.append(situation)
        questions.append(["set gnubgid " + before, "double", "show board"])
    for situation, answer in zip(offered, gnubg.ask(questions), strict=True):
        shown = gnubg.shown_ids(answer)
        assert shown[1] == notation.match_id(situation), notation.to_xgid(situation)
        read = notation.from_match_id(shown[1], situation.position)
        assert (read.doubled, read.turn, read.cube) == (True, situation.turn, situation.cube)


def test_gnubg_makes_the_plays_that_we_write():
    """Given as players write them and as UBGI does, a play leads gnubg where it leads us."""
    wheel = random.Random(4)
    expected = []
    questions = []
    while len(questions) < _MANY:
        situation = wild.random_situation(wheel)
        situation.dice = first, second = wild.roll(wheel)
        pos = situation.position
        play = wild.random_play(wheel, pos, first, second)
        after = position.swapped(wild.result(pos, play))
        if not play or not position.opponent_left(after):
            continue
        if len(questions) % 2:
            text = format_play(pos, play)
        else:
            text = format_steps(play)
        questions.append(
            ["set gnubgid " + notation.gnubg_id(situation), "move " + text, "show board"]
        )
        expected.append((notation.position_id(after), text))
    for (after, text), answer in zip(expected, gnubg.ask(questions), strict=True):
        assert gnubg.shown_ids(answer)[0] == after, text


@pytest.mark.long
def test_every_text_of_gnubg_is_read_and_written():
    """All that it wrote for the thousand reference decisions; rules/test_position.py reads one of
    each."""
    texts = 0
    for line in reference.lines("plays_2ply.jsonl"):
        pos = position.from_numbers(line["pos"])
        for result, _, _, _, text in line["moves"]:
            play = plays.parse_play(text, pos, *line["dice"])
            after = array("b", pos)
            for a_step in play:
                make(after, a_step)
            assert notation.position_id(after) == result, text
            assert format_play(pos, play) == text
            texts += 1
    assert texts == 19526
