"""The whole net on the chip: the same outcomes as by numpy, to the bit; nothing is allocated."""

import ast

import numpy as np

from known_positions import known_positions
from tools.bench import net

_AFTER_PLAYS = 200
_EVERY = 38  # of the 3,800 known positions
_KB = 1024


def test_outcomes_on_the_chip(board):
    board.exec(net.GUEST.read_text())
    known = np.array([list(pos) for pos in known_positions()], np.int8)[::_EVERY]
    times = net.times_of(board, net.after_plays()[:_AFTER_PLAYS]) + net.times_of(board, known)
    assert len(times) == 300
    _, for_weights, in_all = ast.literal_eval(board.exec("print(setting_up())"))
    assert for_weights < _KB, "the weights are not read in place"
    assert in_all < 8 * _KB
