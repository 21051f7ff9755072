"""Transcripts of a whole board with its firmware: sections of `board/transcripts`.

The line below a section's title says what the steps are about:

    board held=PREV show=lights    a board that the first step switches on
    wirings                        each step is a wiring: a Maker sets such a board up

A board is wired in the usual way, or as words say: strip=13-24,+3,12-1 (a strip that passes these
points, and three lights of none), each=2 (lights a point), outward=5,7 or odd (points whose lights
run from the middle to the rim), and all that a `Build` knows. Words that change something
(`_put`) count before power-on in the second line and in a step after `unplug`. `show=` adds what is
on the view (as in `transcript.py`), and:

    lights    which are lit, and in which colour
    oled      the words on the OLED, as eyes read them, and its keys
    glass     whether the OLED shows what was drawn
    files     which have come, gone (-) or changed (~) on flash, but how far logs were seen
    kept      the constants that were set up otherwise than the usual board's data have them
    said      what goes out over USB unasked
    thoughts  how many the coach has begun
    idle      what is left for when nobody presses

The board keeps its crash log empty, and a section's time is counted, so none waits.
"""

import json
import sys
from binascii import a2b_base64, unhexlify
from io import BytesIO
from micropython import const

from fakes import own_data
from fakes.builds import Build, WithPlaces, along
from fakes.circuit import Level
from fakes.coach import Coach
from fakes.disk import files_on
from fakes.maker import Maker, sets_up, starts_right
from fakes.nor_flash import BLOCK_BYTES, NorFlash
from fakes.power import Entropy
from fakes.ruler import check as check_size
from picogammon import VERSION, board_data
from picogammon.app.display.canvas import WIDTH
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.devices.files import Store
from picogammon.devices.match_log import MatchLog
from picogammon.devices.matrix import COLUMNS
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from pio import Pio
from portable import data_lines
from reading import glass, records
from transcript import action_of, answered, changes, options, seen_of, words_of

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_INFO = "info string "
_DATA = "board_config.py"
_COLOURS = ("dark", "red", "green", "amber", "blue", "violet", "sky", "white")  # which are on
_LASTING = ("files", "kept", "said")  # what outlives a restart
_LONG_MS = const(700)
_SHORT_MS = const(60)
_PACE_MS = const(12)  # as often the board does something: enough for a finger, and quick
_EIO = const(5)
_ENODEV = const(19)


def run(lines):
    """Does what a section says; returns its lines with what is shown now."""
    if lines[1] == "wirings":
        return answered(lines, _set_up)
    powered = Powered(options(lines[1]))
    try:
        powered.run(lines[2:])
        return lines[:2] + powered.found
    except AssertionError as problem:
        raise AssertionError("%s\n%s" % (lines[0], problem)) from None
    finally:
        if powered.pio:
            powered.pio.unplug()


def _set_up(wiring):
    asked = []
    maker = sets_up(_build(options(wiring)), look=asked.append)
    by = "the OLED asks first" if len(asked[0]) > 1 else "lights alone ask first"
    return ["%d presses; %s" % (maker.presses, by)]


def _build(given):
    """The Build that words say, which are taken out of `given`."""
    points, after = [], {}
    for part in given.pop("strip", "1-24").split(","):
        if part[0] == "+":
            after[len(points)] = int(part)
            continue
        first, _, last = part.partition("-")
        first, last = int(first), int(last or first)
        points += range(first, last + 1) if last >= first else range(first, last - 1, -1)
    each, outward = int(given.pop("each", 1)), given.pop("outward", "")
    odd = range(1, 25, 2)
    outward = odd if outward == "odd" else [int(point) for point in outward.split(",") if point]
    lights, light = {}, 0
    for at, point in enumerate(points):
        light += after.get(at, 0)
        lights.update(along([point], each, light, outward=outward))
        light += each
    more = {}
    for name in ("driver", "order"):
        if name in given:
            more[name] = given.pop(name)
    for name in ("address", "height", "status", "seat", "flip", "mirror", "home_left", "piezo"):
        if name in given:
            more[name] = int(given.pop(name), 16 if name in ("address", "status") else 10)
    if "pins" in given:
        more["pins"] = [int(pin) for pin in given.pop("pins")]
    if "places" in given:
        more["places"] = [[int(i) for i in one] for one in given.pop("places").split(",")]
    return Build(lights, **more)


class _Unmounted:
    """In place of the file_system that the image's _boot.py has used: a flash that is not laid out,
    was by newer firmware, or lacks some of the MB that the image needs; `error`: it cannot be
    erased."""

    missing = True

    def __init__(self, erased, why, error=None):
        self.newer = why == "newer"
        self.needs = 2 if why == "small" else 0
        self._erased = erased
        self._error = error

    def erase_own(self):
        if self._error:
            raise self._error
        self._erased()


class _Strict(Coach):
    """A coach that fails where a thought goes on after another one has begun."""

    begun = 0

    def rank(self, situation, also=None):
        self.begun += 1
        mine = self.begun
        work = Coach.rank(self, situation, also)
        while True:
            assert mine == self.begun, "this thought was abandoned"
            try:
                next(work)
            except StopIteration as end:
                return end.value
            yield


class Powered:
    """A Power, and a Maker who knows how it is wired.

    seed=3: of its dice; coach=300: one who takes so many slices grades and advises, coach=none:
    nobody does; ponder=300: another one looks further, in so many.
    """

    def __init__(self, given):
        self._parts = ["headline", "page"] + given.pop("show", "").split(",")
        self._parts = [part for part in self._parts if part]
        self._drawn = [part for part in ("lights", "oled", "glass") if part in self._parts]
        self._coach = given.pop("coach", None)
        self._asked_one = None
        self._ponderer = given.pop("ponder", None)
        seed = int(given.pop("seed", 1))
        wired = len(given)
        self._build = _build(given)
        self.power = power = self._build.power()
        power.display.strict = wired == len(given)
        power.entropy = self._sound = Entropy(seed)
        power.pace = _PACE_MS
        self._maker = Maker(power, self._build)
        self.pio = None
        self._news = []
        for name in given:
            self._put(name, given[name])
        self._known = self._laid()
        self._was_kept = {}
        self.found = []  # the lines, with what is shown now
        self._lines = self._line = None
        self._before = []
        power.circuit.bootloader = self._become_a_drive

    def run(self, lines):
        """Does the steps of these lines, each taken once the one before it is done."""
        self._lines = iter(lines)
        while self._comes():
            if not self._needs_power():
                self._unplugged(self._taken())
                continue
            self._before = [(part, ["closed"] if part == "page" else []) for part in self._parts]
            self._ended(self.power.run(self._script))

    def _comes(self):
        """True if there is another line, which is then in `_line`."""
        if self._line is None:
            self._line = next(self._lines, None)
        return self._line is not None

    def _taken(self):
        line, self._line = self._line, None
        self.found.append(line)
        return line

    def _needs_power(self):
        line = self._line
        return line[:2] == "> " and line.split()[1] not in ("unplug", "check")

    def _unplugged(self, line):
        """A step, or a comment, while the power is off."""
        if line.startswith("> check"):
            starts_right(self.power, self._build)
            self.found.append("  The start position, the display and the buttons are right.")
        elif line[:2] == "> ":
            self.power.cut()
            for word in words_of(line[2:])[1:]:
                name, _, value = word.partition("=")
                self._put(name, value)

    def _ended(self, how):
        """Notes how a run of the board ended."""
        assert self.power.crash_log() == "", self.power.crash_log()
        if how == "reset":
            presses, self._maker.presses = self._maker.presses, 0
            self._show("restarts" + (", after %d answers" % presses) * bool(presses))

    def _script(self, power):
        yield 100
        if self._coach:
            coach = self._asked_one = _coach(self._coach)
            ponderer = _coach(self._ponderer)
            found = coach and Computer(lambda: coach)
            power.board.session.players.find_coach = lambda: found
            power.board.session.players.find_ponderer = (lambda: ponderer) if ponderer else None
        while self._comes() and (self._line[:2] != "> " or self._needs_power()):
            line = self._taken()
            if line[:2] != "> ":
                continue
            try:
                for word in words_of(line[2:]):
                    yield from self._do(word)
            except AssertionError as problem:
                raise AssertionError("%s\n%s" % (line, problem)) from None
            if self._drawn:
                yield 150
            self._show()

    # What is done.

    def _do(self, word):
        """A script's part that does what a word of a step says.

        `OK`, `hold-OK`, `NEXT*3`: buttons. `hold=BACK,6s`: a button for so long. `3s`, `500ms`:
        time. "Practice": a line of the menu that is open. (set field 5 1): a line at the link.
        {double}: an action; {settings length=3}: another match; {next}: the next game.
        `TUTOR=2`: a preference. `touch=7,8`: these of the places' buttons at once.
        `answers`: the Maker answers all that is asked, with `answers=4` up to this question.
        `well`: he finds nothing wrong in a self-test, with `well=Sound` up to that page.
        `watch`: he looks at the light that walks, and says whether it is right.
        """
        power = self.power
        name, _, value = word.partition("=")
        if word[0] == '"':
            yield from self._choose(word[1:])
        elif word[0] == "(":
            yield from self._ask(word[1:])
        elif word[0] == "{":
            self._commit(word[1:])
            yield 10
        elif word[0].isdigit():
            yield int(word[:-2]) if word.endswith("ms") else 1000 * int(word[:-1])
        elif name == "hold":
            button, _, time = value.partition(",")
            self._put("down", button)
            yield from self._do(time)
            self._put("up", button)
            yield 100
        elif name == "touch":
            yield from self._maker.touch(*[int(button) for button in value.split(",")])
            yield 100
        elif name in ("answers", "well", "watch"):
            yield from getattr(self, "_" + name)(value)
        elif value and name.isupper():
            field = getattr(prefs, name)
            power.board.session.prefs.change(field, int(value) - power.board.session.prefs[field])
        elif value:
            self._put(name, value)
        else:
            word, _, times = word.partition("*")
            for _ in range(int(times or 1)):
                yield from self._press(word)

    def _press(self, name):
        long = name.startswith("hold-")
        self._put("down", name[5:] if long else name)
        yield _LONG_MS if long else _SHORT_MS
        self._put("up", name[5:] if long else name)
        yield _SHORT_MS

    def _choose(self, label):
        way = "PREV" if self._pins("NEXT")[0] in self.power.switches.down else "NEXT"
        for _ in range(40):
            menu = self.power.view.page
            if menu.items[menu.selected][0] == label:
                yield from self._press("OK")
                return
            yield from self._press(way)
        raise AssertionError("no line '%s' in %s" % (label, menu.items))

    def _ask(self, line):
        yield from self.power.ask(line.encode())
        answer = self.power.answer.decode().replace(VERSION, "VERSION").split("\r\n")[:-1]
        self.power.port.gone = bytearray()
        answer = self._mirrored([said for said in answer if not said.startswith(_INFO)])
        self._news += ["link " + said for said in answer]

    def _mirrored(self, answer):
        """The lines of an answer, those of the OLED's pages in one, which must be as they are seen.
        Lights may have changed meanwhile: some shimmer."""
        found, pages = [], []
        for line in answer:
            words = line.split(" ")
            if words[:2] == ["mirror", "oled"]:
                page = int(words[2])
                dots = self.power.display.glass()[WIDTH * page : WIDTH * (page + 1)]
                assert a2b_base64(words[3].encode()) == dots, line
                pages.append(page)
                continue
            if pages:
                found.append("mirror oled " + _ranges(pages))
                pages = []
            if words[:2] == ["mirror", "lights"]:
                same = a2b_base64(words[2].encode()) == bytes(self.power.board.panel.rgb)
                line = "mirror lights as they are" if same else "mirror lights as they were"
            found.append(line)
        return found

    def _commit(self, text):
        power = self.power
        if text.startswith("settings "):
            power.begin(records.parse_settings(text.split()[1:]))
            return
        action = power.match.next_game() if text == "next" else action_of(text, power.match)
        assert power.board.navigator.commit(action, power.now), text

    def _answers(self, last):
        self.power.display.strict = False  # it is tried as other drivers' as well
        yield from self._maker.set_up(last)

    def _well(self, last):
        yield from self._maker.test(last or "Tested")

    def _watch(self, _):
        seen = yield from self._maker.watch()
        self._news.append("saw %d places, the last ones: %s" % (len(seen), "; ".join(seen[-3:])))

    def _put(self, name, value):
        """Changes something about the board or what is around it."""
        power, build = self.power, self._build
        down, bus = power.switches.down, power.bus
        {
            "down": lambda: down.update(self._pins(value)),  # buttons
            "held": lambda: down.update(self._pins(value)),
            "up": lambda: down.difference_update(self._pins(value)),
            "oled": lambda: self._put_oled(value),  # gone, back, or slow: not at 400 kHz
            "bus": lambda: bus.hold(int(value)),  # its data line is held for so many clocks
            "resistors": lambda: setattr(bus, "resistors", False),  # the OLED's module has none
            "poor": lambda: setattr(bus, "poor", int(value)),  # of so many bytes one is lost
            "sparks": lambda: power.circuit.spark(*self._pins(value)),  # by each frame of lights
            "misses": lambda: setattr(power.circuit.wire, "missing", int(value)),  # frames to come
            "chip": lambda: self._put_chip(int(value)),  # its number says 2**20 bytes: 20
            "dice": lambda: self._put_dice(value),  # dead, sound, or so many bad reads
            "data": lambda: self._put_data(value),  # changes in the flash's board_config, or typo
            "flash": lambda: self._put_flash(value),  # lost, newer, small or broken: not mounted
            "starts": lambda: setattr(power, "counts_starts", True),  # counted, as on a chip
            "saved": lambda: self._put_saved(value),  # all files of a board, from ../data
            "setup": lambda: board_data.keep(files_on(power.disk), json.loads(value)),
            "store": lambda: self._put_store(*value.split(",")),  # a path, and a table's bytes
            "rm": lambda: setattr(power, "flash", NorFlash(SECTORS)),  # matches
            "spoilt": lambda: self._put_spoilt(*value.split(",")),  # a sector, or 2 bits of a byte
            "unerasable": lambda: power.flash.unerasable.add(int(value)),  # a sector
            "pio": lambda: self._put_pio(value),  # on, or the column that it does not see
            # A place's button.
            "closed": lambda: power.crossings.down.add(build.crossing(int(value))),
            "worn": lambda: self._maker.broken.append(int(value)),  # a button that leads nowhere
            "torn": lambda: self._maker.broken.extend(range(int(value), 30, COLUMNS)),  # a column
            "joined": lambda: self._put_joined(value),  # columns that touch
            "ground": lambda: self._put_level(int(value), 0),  # a pin
            "high": lambda: self._put_level(int(value), 1),
        }[name]()

    def _put_joined(self, value):
        self._maker.joined = [int(column) for column in value.split(",")]

    def _put_chip(self, size):
        self.power.jedec = b"\xef\x40" + bytes((size,))

    def _put_oled(self, value):
        self.power.bus.display = None if value == "gone" else self.power.display
        self.power.bus.fastest = 100_000 if value == "slow" else 1_000_000

    def _put_flash(self, value):
        self.power.disk.fault = 0, _ENODEV, 1 << 30
        error = OSError(_EIO, "EIO") if value == "broken" else None
        erased = lambda: self._news.append("the flash is erased")  # noqa: E731
        self.power.file_system = _Unmounted(erased, value, error)

    def _put_store(self, path, blob):
        Store(files_on(self.power.disk), path).save(unhexlify(blob))

    def _put_saved(self, name):
        """Lays files as a board without our image has them: each packed by zlib, in base64."""
        power = self.power
        power.in_files = True
        for line in data_lines(name):
            path, content = line.split()
            power.disk.files[path] = bytearray(_unpacked(a2b_base64(content)))
            if "/" in path:
                power.disk.folders.add(path.partition("/")[0])

    def _put_spoilt(self, sector, byte=None):
        if byte is None:
            self.power.flash.blocks[int(sector)] = bytes(BLOCK_BYTES)
            return
        for bit in (1, 6):
            self.power.flash.flip(int(sector), 8 * int(byte) + bit)

    def _put_pio(self, value):
        pins = WithPlaces.PLACE_ROW_PINS, WithPlaces.PLACE_COLUMN_PINS
        self.pio = Pio(self.power.crossings, *pins, int(value) if value.isdigit() else None)
        self.pio.plug(self.power.circuit)

    def _put_level(self, pin, level):
        power = self.power
        power.circuit.lines[pin] = Level(level)
        if pin in (own_data.I2C_SDA_PIN, own_data.I2C_SCL_PIN):
            power.bus.display = None
        if pin in WithPlaces.PLACE_ROW_PINS:
            power.crossings.levels[WithPlaces.PLACE_ROW_PINS.index(pin)] = 0

    def _pins(self, names):
        """The pins of these buttons, or with these numbers."""
        own = dict(zip(_BUTTONS, self._build.pins))
        return [own[name] if name in own else int(name) for name in names.split(",")]

    def _put_dice(self, value):
        if value == "sound":
            self.power.entropy = self._sound
            return
        sound = self._sound
        left = [int(value) if value.isdigit() else -1]

        class Spoilt:
            def urandom(self, count):
                if not left[0]:
                    return sound.urandom(count)
                left[0] -= left[0] > 0
                return bytes(count)

        self.power.entropy = Spoilt()

    def _put_data(self, value):
        disk = self.power.disk
        laid = board_data.Laid(own_data, json.loads(value)) if value != "typo" else None
        disk.files[_DATA] = bytearray(b"NAME = 'another'\n")

        def data():
            if _DATA not in disk.files:
                return own_data
            if not laid:
                raise SyntaxError("invalid syntax")
            return laid

        self.power.data_on_flash = data

    def _become_a_drive(self):
        words = " / ".join(glass.rows(self._maker.frame()))
        self._news.append("becomes a drive for an image; the OLED still says: " + words)
        self.power.circuit.reset()

    # What is seen.

    def _show(self, *ending):
        """Adds what a step has changed; after an ending only what outlives it."""
        now = dict(self._before) if ending else self._look()
        for part in _LASTING:
            if part in self._parts:
                now[part] = getattr(self, "_" + part)()
        now = [(part, now[part]) for part in self._parts]
        shown = changes(self._before, now)
        news, self._news = self._news + list(ending), []
        self.found += ["  " + text for text in (shown + news) or ["(no change)"]]
        self._before = now

    def _look(self):
        view, board = self.power.view, self.power.board
        if board and view is board.navigator.view and not view.asleep:
            check_size(view)
        seen = seen_of(view)
        for part in self._parts:
            if part not in seen and part not in _LASTING:
                seen[part] = getattr(self, "_" + part)()
        return seen

    def _lights(self):
        power = self.power
        colours = {}
        for light in range(len(power.rgb) // 3):
            colour = self._maker.colour(light)
            lit = sum([1 << i for i in range(3) if colour[i]])
            if lit:
                colours.setdefault(_COLOURS[lit], []).append(light)
        return ["%s: %s" % (name, _ranges(colours[name])) for name in sorted(colours)]

    def _oled(self):
        frame = self._maker.frame()
        if not frame:
            return ["dark"]
        return glass.rows(frame) + ["[%s]" % "|".join(glass.keys(frame))]

    def _glass(self):
        power = self.power
        if not power.display.on:
            return ["dark"]
        same = power.display.glass() == bytes(power.board.panel.canvas.buffer)
        return ["as drawn" if same else "not as drawn"]

    def _thoughts(self):
        return ["%d" % self._asked_one.begun]

    def _idle(self):
        board = self.power.board
        left = {"grading": board.session.ungraded, "tidying": self.power.host.ring.erase_due}
        left["thinking"] = board.navigator.top.busy
        return [name for name in sorted(left) if left[name]]

    def _files(self):
        before, self._known = self._known, self._laid()
        now, found = self._known, []
        for name in sorted(now):
            if name not in before:
                same = [old for old in sorted(before) if before[old] == now[name]]
                olds = [old for old in same if now.get(old) != before[old]]
                found.append(name + "".join([" was " + old for old in olds]))
            elif before[name] != now[name]:
                found.append("~" + name)
        return ["-" + name for name in sorted(before) if name not in now] + found

    def _kept(self):
        was, self._was_kept = self._was_kept, board_data.set_up(files_on(self.power.disk))[0]
        if was == self._was_kept:
            return []
        kept = [(name, self._was_kept[name]) for name in sorted(self._was_kept)]
        kept = ["%s %s" % one for one in kept if one[1] != _plain(getattr(own_data, one[0], None))]
        return kept or ["as the data say" if self._was_kept else "nothing"]

    def _said(self):
        said = self.power.port.gone.decode().replace(VERSION, "VERSION").split("\r\n")
        self.power.port.gone = bytearray()
        return [line[len(_INFO) * line.startswith(_INFO) :] for line in said if line]

    def _laid(self):
        """{name: bytes} of what is on flash: files, and each match by its number in the ring."""
        laid = {name: bytes(content) for name, content in self.power.disk.files.items()}
        ring = Ring(Flash(self.power.flash, SECTORS))
        for run in ring.runs():
            laid["match %d" % run] = b"".join(MatchLog(ring, run).open())
        return laid


def _unpacked(blob):
    if sys.implementation.name == "cpython":
        from zlib import decompress

        return decompress(blob)
    from deflate import ZLIB, DeflateIO

    return DeflateIO(BytesIO(blob), ZLIB).read()


def _coach(slices):
    return _Strict(slices=int(slices)) if slices and slices != "none" else None


def _plain(value):
    """A constant as a set-up keeps it."""
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _ranges(numbers):
    """Ascending numbers as 0-3,7."""
    found = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(["%d-%d" % (a, b) if a != b else "%d" % a for a, b in found])
