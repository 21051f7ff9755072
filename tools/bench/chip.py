"""Measures the time and the memory that the image needs on the emulated RP2040 at 125 MHz."""

import json
from pathlib import Path

from picogammon.app.modes.turn import Turn
from picogammon.devices.buttons import LEAST_MS
from tools import runtimes
from tools.bench.board import as_hex, asked, at_least, at_most, image
from tools.emulator.constants import CHIP
from tools.emulator.twins import OK, Twins

_GUESTS = [Path(__file__).with_name(name) for name in ("_chip_guest.py", "_game_guest.py")]
_DATA = runtimes.ROOT / "host_tests" / "data" / "legal_plays.jsonl"
_EVERY = 10  # of the 1,900 rolls
_AT_ONCE = 20
_PRESSES = 8
_PUSH_MS = 60
_GAME_MS = 600_000
_KB = 1024
_UF2_BLOCK = 512  # bytes, of which 256 go to flash


def rows(chip=CHIP):
    """Returns the rows of this benchmark."""
    with Twins(chip) as twins:
        twins.boot(uf2=image())
        twins.agree()
        press_ms = _press_to_light(twins)
        roll_ms = _roll_to_light(twins)
        resume_ms = _resume(twins)
        found = _measured_on_the_board(twins.board, press_ms)
    kilobytes = -(-image().stat().st_size * 256 // _UF2_BLOCK // _KB)
    return [
        at_most("chip: power on → resumed and shown", resume_ms, "ms", 1000),
        at_most("chip: press → light, waiting for a play", press_ms, "ms", 50),
        at_most("chip: press → light, a roll that is kept", roll_ms, "ms", 50),
        *found,
        at_most("chip: image in flash", kilobytes, "KB", 1000),  # 1,280 are reserved
    ]


def idle_press_ms(chip):
    """Returns the ms from press to light on a board that has nothing else to do."""
    with Twins(chip) as twins:
        twins.boot(uf2=image())
        twins.agree()
        return _press_to_light(twins)


def busy_press_ms(press_ms, round_us):
    """Returns the ms from press to light if the press falls into a round of that length.

    A contact must last `LEAST_MS` anyway, so only the rest of the round comes on top of `press_ms`.
    """
    return press_ms + max(0, -(-round_us // 1000) - LEAST_MS)


def _resume(twins):
    """Returns the ms from power on until the last position is lit and on the OLED."""
    twins.boot(seed=2)
    assert twins.board.run(5000, picture=twins.twin.oled())
    return round(twins.board.now)


def _press_to_light(twins):
    """Returns the longest ms from a closing contact to the first bit of light."""
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
    """Returns the longest ms of some rolls, from letting OK go to the first bit of the roll.

    Rolls during which flash is erased do not count: nothing runs on the chip until then.
    Nor do rolls without a legal play: their lights only pulse.
    """
    times = []
    while len(times) < _PRESSES:
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
    """True if a frame of lights shows what the twin does shortly before the frame came."""
    begun, _, wire = frame
    return any(twin.lit(wire, now) for now in range(int(begun), int(begun) - 40, -1))


def _measured_on_the_board(board, press_ms):
    for guest in _GUESTS:
        board.exec(guest.read_text())
    board.exec("board = make_board()")
    lights, screen = asked(board, "frames(board)")
    start = asked(board, "free()")
    tidying = asked(board, "took(gc.collect)")
    lowest, thinking = asked(board, "game(board)", _GAME_MS)
    times = _legal_plays(board)
    thinking_ms = busy_press_ms(press_ms, thinking)
    return [
        at_most("chip: press → light, while the computer thinks", thinking_ms, "ms", 50),
        at_most("chip: tidying memory", tidying / 1000, "ms", 15),
        at_least("chip: free heap after start", start // _KB, "KB", 64),
        at_least("chip: free heap, lowest in a game", lowest // _KB, "KB", 64),
        at_most("chip: legal plays, median", times[len(times) // 2] / 1000, "ms", 2),
        at_most("chip: legal plays, worst", times[-1] / 1000, "ms", 40),
        at_most("chip: one frame of the strip", lights / 1000, "ms"),
        at_most("chip: one whole screen", screen / 1000, "ms"),
    ]


def _legal_plays(board):
    """Returns the microseconds that finding all plays of each roll takes, sorted."""
    facts = [json.loads(line) for line in _DATA.read_text().splitlines()][::_EVERY]
    rolls = [as_hex(fact) for fact in facts]
    found = []
    board.exec("plays = board.session.players.plays")
    for start in range(0, len(rolls), _AT_ONCE):
        found += asked(board, f"legal_plays({rolls[start : start + _AT_ONCE]!r}, plays)")
    if [count for _, count in found] != [fact["n"] for fact in facts]:
        raise RuntimeError("the board found other plays than gnubg")
    return sorted(spent for spent, _ in found)
