"""A board on the emulated chip and its twin: the same app on CPython, pressed the same way.

The chip's dice depend on the times of presses, so the twin reads its rolls from the board's log. At
rest both must show the same dots and lights.
"""

import random

from fakes.memory import MemoryLog
from fakes.whole_app import WholeApp
from picogammon.app.display.lights import Lights
from picogammon.app.modes.turn import Turn
from picogammon.devices.entropy import Dice
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import SECTORS, Ring
from picogammon.devices.strip import Strip, Wiring
from picogammon.rules import actions
from reading.image import Image
from tools.emulator import Emulator, constants
from tools.emulator.files import RING_START, ring
from tools.emulator.reference import BOARD

PREV, NEXT, OK, BACK = range(4)
BUTTONS = {"PREV": PREV, "NEXT": NEXT, "OK": OK, "BACK": BACK}
HOLD_MS = 700
_MOST_MS = 20_000  # within these the board comes to rest
_MOMENT_MS = 100  # a person acts no sooner
_TESTED_MS = 600  # within these the dice are tested, three times if they have to be
_SKIP_MS = 400  # within these a press has been answered
_NO_DAY = 2000, 1, 1  # the clock is not set
_STARTED_MS = 2000
_COUNTED_MS = 600  # the lights are dim until a start is counted, which may erase flash
_LATE_MS = 150  # a frame of lights shows the board as it was up to so long before


class _Bits:
    """Raw bits for the twin's dice; `stuck`: the bit that they repeat, or None."""

    def __init__(self, stuck, seed):
        self.stuck = stuck
        self._chance = random.Random(seed)

    def __call__(self, samples, start, end, pace):
        for at in range(start, end):
            samples[at] = self._chance.getrandbits(1) if self.stuck is None else self.stuck


class _FollowingDice(Dice):
    """Dice that are refused as the board's are; `rolled()` waits for the board's roll."""

    def __init__(self, source, rolled):
        Dice.__init__(self, source)
        self._rolled = rolled

    def roll(self):
        Dice.roll(self)
        return self._rolled()


class Twin(WholeApp):
    """The app on CPython, with the dice of the emulated `board`; without one, with a `seed`'s.

    `stuck`: the bit that the chip's source of randomness repeats.
    """

    def __init__(self, board=None, log=None, store=None, stuck=None, seed=1):
        self.random = _Bits(stuck, seed)
        self._board = board
        dice = _FollowingDice(self.random, self._rolled) if board else Dice(self.random)
        # The twin's menu has the board's lines, which do nothing here.
        WholeApp.__init__(self, dice, log, store, lambda now: iter(()))
        self.navigator.workshop = lambda what, now: None
        wiring = Wiring(BOARD.WIRING, BOARD.LIGHTS_PER_POINT)
        self._lights = Lights(wiring)
        self._rgb = bytearray(3 * wiring.lights)

    def _rolled(self):
        """Returns the roll in the board's log where the twin's ends; the board runs until then."""
        made = len(self.log.records)
        for _ in range(_MOST_MS // _LATE_MS):
            kept = records(self._board.flash())
            if len(kept) > made:
                assert actions.kind_of(kept[made]) == actions.ROLL, kept[made]
                return actions.dice_of(kept[made])
            self._board.run(_LATE_MS)
        raise AssertionError(f"the board never rolled\n{dots(self._board.oled())}")

    def lit(self, wire, now):
        """True if its strip is sent the bytes `wire` at `now` (ms)."""
        self._lights.paint(self.sees, now, self._rgb)
        sent = []
        strip = Strip(
            lambda pin, kind, timing, wire: sent.append(bytes(wire)),
            None,
            len(self._rgb) // 3,
            BOARD.STRIP_ORDER,
            BOARD.SUPPLY_MA - BOARD.OTHERS_MA,
            BOARD.STRIP_MA_PER_CHANNEL,
            BOARD.STRIP_IDLE_MA,
        )
        strip.show(self._rgb)
        return sent == [wire]


class Twins:
    """An emulated board and its twin. A context manager. `chip`: as for Emulator."""

    def __init__(self, chip=constants.CHIP):
        self.board = Emulator(BOARD, chip)
        self.twin = None
        self._stuck = None
        self._wire = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.board.close()

    def boot(self, seed=1, **how):
        """Switches both on; the twin keeps its log."""
        self.board.boot(seed=seed, **how)
        self._wire = None
        kept = (self.twin.log, self.twin.store) if self.twin else (None, None)
        self.twin = Twin(self.board, *kept, self._stuck)
        self.twin.wait(_TESTED_MS)

    def resume(self, kept=None):
        """Gives the twin these records, by default the board's, as at power-on; both must agree."""
        self.twin = Twin(self.board, MemoryLog(kept or records(self.board.flash())))
        self.twin.settle()
        self.agree()

    def stick(self, bit):
        """Lets the source of randomness of both repeat this bit; None repairs them."""
        self._stuck = bit
        self.board.randomness(**({} if bit is None else {"stuck": bit}))
        if self.twin:
            self.twin.random.stuck = bit

    def press(self, name):
        """Presses PREV, NEXT, OK, BACK, hold-OK or hold-BACK on both; then both must agree."""
        self.touch(name)
        self.twin.press(name)
        self.twin.settle()
        self.agree()

    def touch(self, name):
        """Presses on the board alone."""
        held = [HOLD_MS] if name.startswith("hold-") else []
        self.board.press(BUTTONS[name.rpartition("-")[2]], *held)

    def agree(self):
        """Waits until the board's OLED shows the twin's picture; then the lights must agree, too.

        BACK skips the showing of the other side's play.
        """
        wanted = self.twin.oled()
        skips = isinstance(self.twin.navigator.top, Turn)
        skipped = False
        for _ in range(_MOST_MS // 500):
            if self.board.run(500, picture=wanted):
                if not skipped:
                    break
                self.board.run(_SKIP_MS)  # BACK may have come too late to skip anything
                if self.board.oled() == wanted:
                    break
            if skips:
                self.board.press(BACK)
                skipped = True
        else:
            raise AssertionError(
                f"the board never showed: {self.twin.sees.headline}\n{dots(self.board.oled())}"
            )
        self.board.run(_MOMENT_MS)
        self._agree_in_lights()

    def _agree_in_lights(self):
        started = self.board.started
        self.frames()
        assert self._wire and self._wire[0] >= started, "no lights since the chip started"
        if self.board.now - started < _STARTED_MS and not self._lit_alike(started):
            self.board.run(_COUNTED_MS)
            self.frames()
        assert self._lit_alike(started), f"other lights than: {self.twin.sees.headline}"

    def _lit_alike(self, started):
        begun = int(self._wire[0] - started)
        times = range(begun, max(0, begun - _LATE_MS) - 1, -1)
        return any(self.twin.lit(self._wire[2], now) for now in times)

    def frames(self):
        """Returns Emulator.frames of the board."""
        found = self.board.frames()
        self._wire = ([self._wire] + found)[-1]
        return found

    def choose(self, label):
        """Walks to a line of the open menu and presses OK."""
        while self.twin.sees.page.items[self.twin.sees.page.selected][0] != label:
            self.press("NEXT")
        self.press("OK")

    def quicken(self):
        """Sets the pace of the computer's plays to fast, in the menu."""
        self.press("hold-OK")
        self.choose("Preferences")
        self.choose("Pace")
        for name in ("NEXT", "OK", "BACK", "BACK"):
            self.press(name)


def records(flash):
    """Returns the records of the current match in an image of the flash (bytes)."""
    return list(MatchLog(ring(flash)).open())


def flash_with(flash, *matches):
    """Returns an image with these matches alone, lists of records; the last is the current one."""
    made = Image(bytearray(), SECTORS)
    for kept in matches:
        log = MatchLog(Ring(made, lambda: _NO_DAY))
        log.restart(kept[:2])
        for record in kept[2:]:
            log.append(record)
    return flash[:RING_START] + made.content + flash[RING_START + len(made.content) :]


def dots(picture):
    """Returns the OLED's picture as text, two rows of dots per line."""
    rows = []
    for y in range(0, len(picture) >> 4, 2):
        page = picture[(y >> 3) * 128 : (y >> 3) * 128 + 128]
        rows.append("".join(" ▀▄█"[column >> (y & 7) & 3] for column in page).rstrip())
    return "\n".join(rows)
