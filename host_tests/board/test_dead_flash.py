"""A flash that answers nothing any more: the board says so, and plays on without."""

import sys

from fakes.power import Power, taps
from fakes.sitting import SeededDice
from picogammon.rules import match

# The error, and the seed of the fingers: none of these asks a coach, who thinks for long. By the
# last they switch the tutor on, and go on beside it: 20 s where the coach is bytecode.
_CASES = ((2, 2), (5, 21), (19, 19))
if sys.implementation.name == "cpython":
    _CASES += ((5, 5),)


def test_a_dead_flash_is_said_and_the_board_plays_without():
    for errno, seed in _CASES:
        power = Power(2)
        assert power.run(taps(25)) == "off"
        kept = {path: bytes(data) for path, data in power.disk.files.items()}
        power.disk.fault = 0, errno, 1 << 30
        assert power.run(_without(seed)) == "off", errno
        assert power.disk.files == kept


def _without(seed):
    def script(power):
        yield 100
        yield from power.read()
        assert "cannot be read" in str(power.told), power.told
        yield from power.press("OK OK OK")
        yield from power.read()
        assert power.match.phase != match.OPENING
        yield 5000
        fingers = SeededDice(seed)
        for _ in range(60):
            names = ("OK", "NEXT", "PREV", "hold-OK", "OK", "NEXT", "hold-BACK")
            yield from power.press(names[fingers.below(7)])

    return script
