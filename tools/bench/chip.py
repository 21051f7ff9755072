"""What the image needs on the emulated RP2040 at 125 MHz: memory, and time beside DESIGN's budgets.

Reads of flash go through the cache of the chip there, see tools/emulator/README.md.
"""

import ast
import json
import os
from pathlib import Path

from picogammon.app.modes.turn import Turn
from picogammon.devices.buttons import LEAST_MS
from tools import runtimes
from tools.bench.started import image
from tools.emulator.constants import CHIP
from tools.emulator.twins import OK, Twins

_GUESTS = [Path(__file__).with_name(name) for name in ("_chip_guest.py", "_game_guest.py")]
_DATA = runtimes.ROOT / "host_tests" / "data" / "legal_plays.jsonl"
# Of the 1,900 rolls every so many is timed, with ALL=1 each.
_EVERY = 1 if os.environ.get("ALL") else 10
_AT_ONCE = 20
_PRESSES = 8
_ROLLS = 8
_PUSH_MS = 60
_GAME_MS = 600_000
_KB = 1024
_ROOM_KB = 1000  # of the 1,280 that the image may take
_UF2_BLOCK = 512  # bytes, of which 256 go to flash


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    with Twins(chip) as twins:
        twins.boot(uf2=image())
        twins.agree()
        found = [_most("press → light, waiting for a play", _press_to_light(twins), "ms", 50)]
        found.append(_most("press → light, a roll that is kept", _roll_to_light(twins), "ms", 50))
        found.insert(0, _most("power on → resumed and shown", _resume(twins), "ms", 1000))
        found += _measured_on_the_board(twins.board, found[1]["value"])
    kilobytes = -(-image().stat().st_size * 256 // _UF2_BLOCK // _KB)
    return [*found, _most("image in flash", kilobytes, "KB", _ROOM_KB)]


def idle_press_ms(chip):
    """ms from press to light on a board that has nothing else to do."""
    with Twins(chip) as twins:
        twins.boot(uf2=image())
        twins.agree()
        return _press_to_light(twins)


def busy_press_ms(press_ms, round_us):
    """ms from press to light where the round that it falls into takes so long at most: what it
    takes on an idle board, and more by how much the round outlasts the contact's `LEAST_MS`, which
    count from the contact on.
    """
    return press_ms + max(0, -(-round_us // 1000) - LEAST_MS)


def _resume(twins):
    """ms from power on to the last position, lit and on the OLED."""
    twins.boot(seed=2)
    assert twins.board.run(5000, picture=twins.twin.oled())
    return round(twins.board.now)


def _press_to_light(twins):
    """The longest of some presses, in ms from the contact's closing to the first bit of light."""
    while not twins.twin.sees.keys[1] == ">":
        twins.press("OK")
    longest = 0
    for _ in range(_PRESSES):
        began = twins.board.now
        twins.frames()
        twins.touch("NEXT")
        twins.board.run(200)
        twins.twin.press("NEXT")
        seen = [frame for frame in twins.frames() if _shows(twins.twin, frame)]
        longest = max(longest, seen[0][0] - began)
        twins.agree()
    return round(longest)


def _roll_to_light(twins):
    """The longest of some rolls, in ms from letting OK go to the first bit of what was rolled.

    Rolls into which an erase of flash falls are left out, as nothing runs on the chip during it. So
    are rolls without a legal play, as lights that only pulse do not show when they were answered.
    """
    times = []
    while len(times) < _ROLLS:
        if not isinstance(twins.twin.navigator.top, Turn):
            twins.press("OK")
            continue
        before = len(twins.board.operations())
        twins.board.contacts([(OK, True, 0), (OK, False, _PUSH_MS)])
        twins.board.run(_PUSH_MS)
        began = twins.board.now
        twins.frames()
        twins.board.run(200)
        twins.twin.press("OK")
        seen = [frame[0] for frame in twins.frames() if _shows(twins.twin, frame)][:1]
        erases = any(what == "erase" for _, what, _ in twins.board.operations(before))
        if not erases and "no legal play" not in twins.twin.sees.headline:
            times += [shown - began for shown in seen]
        twins.twin.settle()
        twins.agree()
    return round(max(times))


def _shows(twin, frame):
    """Whether a frame of lights shows what the twin does, at a time shortly before it came."""
    begun, _, wire = frame
    return any(twin.lit(wire, now) for now in range(int(begun), int(begun) - 40, -1))


def _measured_on_the_board(board, press_ms):
    for guest in _GUESTS:
        board.exec(guest.read_text())
    lights, screen = _ask(board, "frames(board)", before="board = make_board()")
    start = _ask(board, "free()")
    tidying = _ask(board, "took(gc.collect)")
    lowest, thinking = _ask(board, "game(board)", ms=_GAME_MS)
    times = _legal_plays(board)
    return [
        _most(
            "press → light, while the computer thinks", busy_press_ms(press_ms, thinking), "ms", 50
        ),
        _most("tidying memory", tidying / 1000, "ms", 15),
        _least("free heap after start", start // _KB, "KB", 64),
        _least("free heap, lowest in a game", lowest // _KB, "KB", 64),
        _most("legal plays, median", times[len(times) // 2] / 1000, "ms", 2),
        _most("legal plays, p99", times[len(times) * 99 // 100] / 1000, "ms", None),
        _most("legal plays, worst", times[-1] / 1000, "ms", 40),
        _most("one frame of the strip", lights / 1000, "ms", None),
        _most("one whole screen", screen / 1000, "ms", None),
    ]


def _legal_plays(board):
    """The microseconds that finding all plays of each roll takes, sorted."""
    facts = [json.loads(line) for line in _DATA.read_text().splitlines()][::_EVERY]
    rolls = [bytes([n & 255 for n in fact["pos"]] + fact["dice"]).hex() for fact in facts]
    found = []
    board.exec("plays = board.session.players.plays")
    for start in range(0, len(rolls), _AT_ONCE):
        found += _ask(board, f"legal_plays({rolls[start : start + _AT_ONCE]!r}, plays)")
    if [count for _, count in found] != [fact["n"] for fact in facts]:
        raise RuntimeError("the board found other plays than gnubg")
    return sorted(spent for spent, _ in found)


def _ask(board, expression, before="", ms=60_000):
    return ast.literal_eval(board.exec(f"{before}\nprint({expression})", ms))


def _most(name, value, unit, budget):
    return _row(name, value, unit, budget, budget is None or value <= budget)


def _least(name, value, unit, budget):
    return _row(name, value, unit, budget, value >= budget)


def _row(name, value, unit, budget, ok):
    return {"name": f"chip: {name}", "value": value, "unit": unit, "budget": budget, "ok": ok}
