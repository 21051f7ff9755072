"""Looking a roll ahead, and which positions are looked at."""

import numpy as np
import pytest

from picogammon.rules import movegen
from picogammon.rules import position as positions
from tools.trainer import ahead, records, sampling
from tools.trainer.features import featurize
from tools.trainer.net import Net

# As the one who has just played sees them.
_START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
_ON_BAR = [-1, 0, 2, 2, 2, 3, 4, 2, 0, 0, 0, 0, -2, 0, 0, 0, -4, -3, -3, -2] + [0] * 6
_OFF = [0] * 19 + [-2, -2, -2, -2, -2, -5, 0]


def _of(*pos):
    return np.array(pos, np.int8)


def test_it_is_the_mean_over_the_rolls_of_what_the_opponent_likes_best():
    net = Net(16, seed=2)
    for pos in (_START, _ON_BAR):
        turned = [-count for count in reversed(pos)]
        mean = np.zeros(5)
        for die in range(1, 7):
            for other in range(1, 7):
                plays = movegen.Plays(native=False)
                results = []
                for i in range(plays.generate(positions.of(turned), die, other)):
                    result = positions.of(turned)
                    plays.result(i, positions.of(turned), result)
                    results.append(list(result))
                found = net.chances(*featurize(_of(*(results or [turned]))))
                found[:, 2] = np.minimum(found[:, 1], found[:, 2])
                found[:, 4] = np.minimum(found[:, 3], found[:, 4])
                worth = 2 * found[:, 0] + found[:, 1] + found[:, 2] - found[:, 3] - found[:, 4]
                win, gammon, backgammon, loss, back_loss = found[worth.argmax()]
                mean += np.array([1 - win, loss, back_loss, gammon, backgammon]) / 36
        assert ahead.ahead(net, _of(pos))[0] == pytest.approx(mean, abs=1e-5)


def test_a_game_that_is_over_is_known():
    assert ahead.ahead(Net(16), _of(_OFF))[0].tolist() == [1, 1, 0, 0, 0]
    one_home = [0] * 3 + [-2] + [0] * 15 + [-2, -2, -2, -2, -2, -3, 0]
    assert ahead.ahead(Net(16), _of(one_home))[0].tolist() == [1, 1, 1, 0, 0]


def test_positions_after_a_pass_are_those_of_who_could_not_play():
    shut_out = [-1, 2, 2, 2, 2, 2, 2] + [0] * 13 + [-14] + [0] * 5
    labelled = records.judged(_of(shut_out, _START), np.zeros((2, 5)))
    passed = sampling.after_pass(labelled, 5, np.random.default_rng(1))
    assert passed["pos"].tolist() == [[-count for count in reversed(shut_out)]]
