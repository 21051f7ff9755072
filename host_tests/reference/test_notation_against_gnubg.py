"""GNU Backgammon 1.07 reads what we write, and writes what we read."""

import random

from picogammon.rules import notation
from reference import gnubg, wild

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
