"""The net is the same to the bit on all runtimes: a small one here, the whole one elsewhere.

host_tests/runtimes has the whole one on MicroPython, host_tests/emulator on the chip.
"""

from array import array
from binascii import crc32

from fakes.small_net import SmallNet
from picogammon.engine.net import Net
from picogammon.engine.numbers import ONE
from picogammon.rules import position as positions
from reference_data import known_positions

# Of the outcomes of all known positions.
CHECK = 0xDA23463A


def test_outcomes_are_the_same_everywhere():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    check = 0
    for pos in known_positions():
        net.outcome(pos, out)
        check = crc32(bytes(out), check)
    assert check & 0xFFFFFFFF == CHECK, hex(check)


def test_an_outcome_does_not_contradict_itself():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    for pos in known_positions():
        net.outcome(pos, out)
        win, gammon, backgammon, lost_gammon, lost_backgammon = out
        assert 0 <= backgammon <= gammon <= win <= ONE
        assert 0 <= lost_backgammon <= lost_gammon <= ONE - win
        assert not gammon or positions.opponent_off(pos) == 0
        assert not lost_gammon or positions.off(pos) == 0


def test_the_order_of_the_questions_is_of_no_importance():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    some = [pos for i, pos in enumerate(known_positions()) if i % 200 == 0]

    def outcomes(order):
        found = {}
        for i in order:
            net.outcome(some[i], out)
            found[i] = list(out)
        return found

    forward = list(range(len(some)))
    assert outcomes(forward) == outcomes(list(reversed(forward)))
