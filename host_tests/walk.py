"""Random walks over a whole board: presses, lines, transfers, restarts, power cuts, long waits.

usage: micropython walk.py SEED STEPS     takes so many steps, which it prints
       micropython walk.py FILE           takes those of a section in FILE, and shortens what fails

A walk is a section of a transcript whose second line begins with `walk`, so one that failed can be
kept in `board/transcripts`. Its steps are a board's, where a line that no menu has is passed over,
and these:

    cut=flash,3,17   the power goes in the third operation of the flash of matches from here, or
                     ends (`disk`) with so many bytes of files; 17: what is then there (NorFlash)
    bytes=010300     come over the link
    ctrl-c           comes over the link
    home             hands off: all is closed, another match begins without a coach, and games
                     are graded; then the power goes

Whatever the steps are, this holds:

- Nothing raises, and each view fits on the display.
- A line that is answered has its answer, and no answer tells of a fault.
- What was shown when the power went is there at the next start, and nothing is damaged.
- At home no more memory is in use than at home for the first time, but for 4 KB.
"""

import gc
import os
import sys
import time
from binascii import b2a_base64, crc32, unhexlify
from micropython import const

import picogammon
from board_transcript import Powered
from devices.rings import as_file
from fakes.disk import PlugPulled
from lines import WRITTEN, line_of
from picogammon.app.display.view import MenuView, MessageView, NameView
from picogammon.app.session import prefs
from picogammon.devices import transfer
from picogammon.devices.match_log import MatchLog
from picogammon.engine.levels import forget, shared_judge
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings
from picogammon.server import VERBS
from transcript import options, sections, words_of

_LEAK_BYTES = const(8192)  # 4 KB on a chip, whose words are half as long
_WAIT_PACE_MS = const(100)  # as often a board does something while nobody is there
_MOST_PRESSES = const(40)  # of OK: a guide has that many checkers
_MOST_SHORTENING_S = const(300)
_PROMPT_MS = const(4000)  # after Ctrl-C it starts anew within that time
_MOST_SECONDS = const(3600)
_SPOILT = ("unexpected failure", "error internal")
_TROUBLES = ("Saved match", "The board's data")
_ON_CHIP = ("kernel.py", "matrix_program.py")  # what only a chip can run


class Fault(AssertionError):
    """Something that must not be; the text begins with what kind it is."""


class Walk(Powered):
    """A Powered that looks after each step whether all is well.

    `home_bytes`: what the board took at home for the first time, or None. `places`: whether each
    place has a button. `starts`, `games` that were over, and `modes` by their names: how far it
    has come.
    """

    def __init__(self, given):
        self.home_bytes = None
        self._shown = None  # what was last seen: (run of the ring, bytes of it, facts)
        self._due = None  # what has to be there at the next start
        self._wrong = ""
        self._at_home = False
        self.starts = self.games = 0
        self.modes = set()
        self._over = False
        self.places = "places" in given
        super().__init__(given)
        power = self.power
        power.display.strict = False  # to find out which one it is, others' commands are tried
        note = power.shown

        def shown(shows):
            note(shows)
            self._look_at(shows)

        def become_a_drive():
            raise PlugPulled

        power.shown = shown
        power.circuit.bootloader = become_a_drive

    def _ended(self, how):
        self._due, self._shown = self._shown, None
        if how == "off":
            self.power.cut()
        self._check()
        if self._at_home:
            self._compare_memory()
        if how == "prompt":
            raise Fault("It was left for the prompt")

    def _script(self, power):
        power.disk.cut = power.flash.cut = None
        self.starts += 1
        return super()._script(power)

    def _look_at(self, shows):
        """Notes what people see; when they see it for the first time since the start, compares."""
        board = self.power.board
        if shows is not board or board.workshop:
            return
        ring = self.power.host.ring
        self.modes.add(type(board.navigator.top).__name__)
        over = board.session.match.result is not None
        self.games += over and not self._over
        self._over = over
        self._shown = now = ring.running(), board.log.size, _facts(board.session.match)
        due, self._due = self._due, None
        if not due:
            return
        page = board.navigator.view.page
        title = page.title if isinstance(page, MessageView) else ""
        if title in _TROUBLES:
            self._wrong = "Damaged at the start: %s: %s" % (title, " ".join(page.lines))
        if now[0] != due[0]:
            if due[0] not in ring.runs() and due[2][0] != matches.OPENING:
                self._wrong = "A match is gone: %r, now %r" % (due, now)
        elif now[1] < due[1]:
            self._wrong = "What was shown is gone: %r, now %r" % (due, now)
        elif now[1] == due[1] and now[2] != due[2]:
            self._wrong = "Another position: %r, now %r" % (due, now)

    def _show(self):
        self._check()
        self._look()
        self._news = []
        del self.found[:]

    def _check(self):
        power = self.power
        if self._wrong:
            raise Fault(self._wrong)
        if power.crash_log():
            raise Fault(power.crash_log())
        if power.alarm:
            raise Fault("An alarm: %s" % power.alarm.view.page.lines)

    def _do(self, word):
        name, _, value = word.partition("=")
        power = self.power
        if name == "cut":
            part, count, how = (value + ",0").split(",")[:3]
            if part == "disk":
                power.disk.cut = power.disk.steps + int(count)
            else:
                power.flash.cut = power.flash.operations + int(count), int(how)
        elif name == "bytes":
            power.port.coming += list(unhexlify(value))
            yield 100
        elif word == "ctrl-c":
            yield from power.interrupt()
            yield _PROMPT_MS
        elif word == "home":
            yield from self._home()
        elif word[0].isdigit():
            pace, power.pace = power.pace, max(power.pace, _WAIT_PACE_MS)
            yield from super()._do(word)
            power.pace = pace
        else:
            yield from super()._do(word)

    def _choose(self, label):
        page = self.power.view.page
        if isinstance(page, MenuView) and label in [item[0] for item in page.items]:
            for _ in page.items:
                page = self.power.view.page
                if not isinstance(page, MenuView) or page.items[page.selected][0] == label:
                    break
                yield from self._press("NEXT")
            yield from self._press("OK")

    def _ask(self, line):
        power = self.power
        yield from power.ask(line.encode())
        board = power.board
        for _ in range(_MOST_SECONDS):
            if not board.link.busy and not power.port.coming:
                break
            yield 1000
        else:
            raise Fault("The link is busy for ever: %s" % line)
        said = [row for row in bytes(power.port.gone).split(b"\r\n") if row]
        power.port.gone = bytearray()
        for row in said:
            if [part for part in _SPOILT if part.encode() in row]:
                raise Fault("A line tells of a fault: %r answers %s" % (row, line))
        word = (line.split() or [""])[0]
        said = [row for row in said if not row.startswith(b"info string")]
        if word in VERBS and not said and not power.board.workshop:
            raise Fault("No answer: %s" % line)

    def _home(self):
        """A script's part: everything is as it was at home for the first time."""
        power = self.power
        board = power.board
        power.switches.down.clear()
        power.bus.display = power.display
        if power.alarm or board.workshop:
            return
        yield from self._ask("quit")
        yield from self._press("BACK")  # wakes it
        for _ in range(3):  # a menu that closes may ask for consent
            yield from self._press("hold-BACK")
        top = board.navigator.top
        if top is not board.navigator.base and not top.required:
            raise Fault("BACK does not close %s" % type(top).__name__)
        power.begin(Settings(length=1))
        yield from self._press("OK")
        power.begin(Settings(length=1, names=("Ann", "Bob")))
        for _ in range(_MOST_PRESSES):
            if board.navigator.top is board.navigator.base:
                break
            yield from self._press("OK")
        pace, power.pace = power.pace, _WAIT_PACE_MS
        for field in (prefs.TUTOR, prefs.LANDINGS):  # else a coach stays
            board.session.prefs.change(field, -board.session.prefs[field])
        board.session.ungraded = True  # perhaps somebody has only asked the coach
        for _ in range(_MOST_SECONDS):
            yield 1000
            if not board.session.ungraded and not board.link.busy:
                break
        else:
            raise Fault("Grading does not end below %s" % type(board.navigator.top).__name__)
        yield 5000
        power.pace = pace
        self._at_home = True
        raise PlugPulled

    def _compare_memory(self):
        """Raises a Fault if the board takes more memory than at home for the first time. To be
        called where little of the stack is in use: the collector takes what lies there for
        pointers."""
        self._at_home = False
        if not hasattr(gc, "mem_alloc"):
            return
        power = self.power
        gc.collect()
        used = gc.mem_alloc()
        power.board = power.host = None
        forget()
        gc.collect()
        used -= gc.mem_alloc()
        self.home_bytes = self.home_bytes or used
        if used - self.home_bytes > _LEAK_BYTES:
            raise Fault("Memory is not given back: %d bytes" % (used - self.home_bytes))


def _facts(match):
    """All of a match that people see, in a tuple."""
    cube = match.cube, match.owner, tuple(match.scores)
    return match.phase, match.turn, match.dice, bytes(match.position), cube


class Wanderer:
    """Steps at random for a Walk, whose view leads them."""

    def __init__(self, walk, seed):
        self.walk = walk
        self._state = seed

    def steps(self, count):
        """Yields so many steps, "> ..." each, and prints them."""
        for number in range(count):
            step = "> " + (self._step() if number else "home")
            print(step)
            yield step

    # Chance.

    def below(self, limit):
        self._state = self._state * 1103515245 + 12345 & 0x7FFFFFFF
        return (self._state >> 12) % limit

    def of(self, choices):
        return choices[self.below(len(choices))]

    def one_in(self, count):
        return self.below(count) == 0

    # What comes next.

    def _step(self):
        """The text of a step."""
        power = self.walk.power
        if power.board is None or power.board.workshop:
            return self.of(_IN_WORKSHOP)
        chance = self.below(100)
        if chance < 8:
            return self._line()
        if chance < 12:
            return self.of(_WAITS)
        if chance < 15:
            return self._trouble()
        if chance < 16:
            return "home"
        if chance < 20 and self.walk.places:
            return "touch=" + ",".join([str(self.below(30)) for _ in range(1 + self.below(2))])
        page = power.view.page
        if isinstance(page, MenuView) and page.walked and not self.one_in(8):
            return self._menu(page)
        if isinstance(page, NameView):
            return self.of(("NEXT*%d OK" % self.below(40), "PREV OK", "hold-OK", "BACK*3"))
        if page is not None and not self.one_in(4):
            return self.of(("OK", "OK", "OK*3", "NEXT", "BACK", "2s"))
        if self.one_in(12):
            return self.of(_DEEP)
        return self.of(_PLAYS)

    def _menu(self, page):
        label, value = self.of(page.items)[:2]
        step = '"%s"' % label
        if value and self.one_in(2):
            step += " NEXT*%d OK" % (1 + self.below(5))
        return step

    def _trouble(self):
        """Something that goes wrong around the board."""
        held = ",".join([self.of(_BUTTONS) for _ in range(1 + self.below(2))])
        return self.of(
            (
                "unplug",
                "unplug",
                "unplug",
                "unplug held=" + held,
                "down=" + held,
                "up=PREV,NEXT,OK,BACK",
                "cut=flash,%d,%d OK*4" % (self.below(5), self.below(40)),
                "cut=flash,%d,%d OK*12" % (self.below(30), self.below(40)),
                "cut=disk,%d 20s" % self.below(300),
                "ctrl-c",
                "bytes=" + "".join(["%02x" % self.below(256) for _ in range(self.below(12))]),
                "bytes=" + "".join(["%02x" % ord(letter) for letter in self.of(_LINES) + "\n"]),
                "oled=gone",
                "oled=back",
                "dice=dead",
                "dice=sound",
            )
        )

    def _line(self):
        """Lines over the link."""
        chance = self.below(10)
        if chance < 2:
            return self._transfer()
        if chance < 4:
            return "(%s)" % self.of(_LINES)
        if chance < 5:
            line = self.of(_LINES)
            at = self.below(len(line))
            return "(%s%s%s)" % (line[:at], self.of("~%09 ="), line[at + 1 :])
        if chance < 6:
            return "(set field %d %d)" % (self.below(prefs.COUNT + 1), self.below(5))
        if chance < 8:
            return "(set position %s)" % self.of(_XGIDS)
        words = [self.of(_VERBS)]
        words += [self.of(_WORDS) for _ in range(self.below(5))]
        return "(%s)" % " ".join(words)

    def _transfer(self):
        """A step that sends a match, sound or not, or a file."""
        power = self.walk.power
        ring = power.host.ring
        if self.one_in(3):
            name = self.of([name for name in transfer.KEPT if name in power.disk.files] or ["-"])
            return _sent("put %s" % name, bytes(power.disk.files.get(name, b"-")), "")
        runs = ring.runs()
        try:
            records = list(MatchLog(ring, self.of(runs)).open()) if runs else ()
        except OSError:
            records = ()
        if not 0 < len(records) <= 200:
            return "(matches)"
        for _ in range(self.below(3)):
            at = self.below(len(records))
            record = bytearray(records[at])
            record[self.below(len(record))] ^= 1 << self.below(8)
            records[at] = bytes(record)
        day = self.of(("-", "2026-11-22"))
        return _sent("send", as_file(records), " " + day)


def _sent(verb, data, rest):
    """The lines that send these bytes, as a step."""
    lines = ["(%s %d %d%s)" % (verb, len(data), crc32(data), rest)]
    for at in range(0, len(data), 114):
        lines.append("(data %s)" % b2a_base64(data[at : at + 114]).decode().strip())
    return " ".join(lines)


_BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_PLAYS = ("OK", "OK*4", "OK*4", "OK*8", "OK*8", "OK*16", "OK*16", "OK*40", "NEXT OK", "PREV OK")
_PLAYS += ("BACK", "NEXT*3 OK*4", "hold-OK", "hold-OK", "hold-OK", "hold-BACK", "hold-NEXT", "1s")
_DEEP = (
    'hold-OK "New match" "Clock" NEXT*2 OK "Start" OK*3',
    'hold-OK "New match" "Sealed dice" "Start" OK*3',
    'hold-OK "New match" "Length" NEXT*3 OK "Start" OK*3',
    'hold-OK "Resign" "Single game" OK*2',
    'hold-OK "Resign" "Backgammon"',
    'hold-OK "Take back" OK*2',
    'hold-OK "Earlier matches" OK*2',
    'hold-OK "Practice" OK*2',
    'hold-OK "Players" OK*2',
    'hold-OK "Hint" OK*2',
    'hold-OK "Set up position" OK*2',
    'hold-OK "Dice and checkers" OK*2',
    'hold-OK "Enter real dice" OK*4',
)
_WAITS = ("100ms", "1s", "1s", "3s", "10s", "30s", "2s", "90s", "300s", "700s", "3700s")
_IN_WORKSHOP = ("OK", "NEXT", "PREV", "BACK", "hold-BACK", "hold-OK", "3s", "unplug", "unplug")
_XGIDS = (
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    "XGID=-A---------------------a--:0:0:1:00:2:2:0:3:10",
    "XGID=-A---------------------a--:0:0:1:21:0:0:0:1:10",
    "XGID=-BB------------------bb---:1:1:1:00:0:0:0:5:10",
    "XGID=-BB------------------bb---:1:0:1:D:0:0:1:0:10",
    "XGID=-BB------------------bb---:9:1:-1:66:62:62:0:64:20",
    "XGID=aFDaB---------------------:0:0:1:00:0:0:3:0:10",
    "XGID=-BCDC-A------------bbd----:0:0:1:52:0:0:0:5:10",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10",
)
_VERBS = sorted(WRITTEN)
_LINES = [line_of(verb, words) for verb in _VERBS for words, _ in WRITTEN[verb]] + [
    "restart",
    "get people.bin",
    "match 1",
    "go role cube",
    "set name 0 Anna",
    "set name 1 Ben",
    "set name 1 Anna",
    "set name 0 Amber",
    "set name 1 Blue",
]
_WORDS = (
    list(_XGIDS[:3])
    + (
        "0 1 2 -1 3.5 4294967296 5000000000 99999999999999999999 all end - running name"
        " position field played settings.bin people.bin ../main.py UEdU type match length role turn"
        " chequer cube answer value owner p0 p1 double none 2026-02-30 = ~ %s"
    ).split()
)


def import_late_modules(folder, package="picogammon"):
    """Imports what a board imports where it first needs it: on a Pico that is in flash, and
    takes no heap but here."""
    for name in sorted(os.listdir(folder)):
        if "." not in name and name[0] != "_":
            import_late_modules(folder + "/" + name, package + "." + name)
        elif name.endswith(".py") and not name.endswith(_ON_CHIP):
            __import__(package + "." + name[:-3])


def run(lines):
    """Walks a section; returns it. Raises AssertionError."""
    Walk(options(lines[1])).run([line for line in lines[2:] if line[:2] == "> "])
    return lines


def walked(lines):
    """The fault that is found on the walk of a section, an exception, or None."""
    try:
        run(lines)
    except Exception as fault:
        return fault
    return None


def kind_of(fault):
    """Returns where a fault is and which, as a list: equal for faults that may have one cause."""
    lines = [line.strip() for line in str(fault).split("\n") if line.strip()]
    calls = [at for at in range(len(lines)) if lines[at].startswith("File ")]
    if calls:  # a traceback of the board's
        return lines[calls[-1] :][:2]
    words = " ".join([line for line in lines if not line.startswith("> ")])
    return [type(fault).__name__, "".join([c for c in words.split(":")[0] if not c.isdigit()])]


def shortened(lines, fault):
    """The section with as few steps as lead to the same kind of fault.

    Some are left out as long as that goes well, first many at once, then words of steps; after some
    minutes it ends.
    """
    until = time.time() + _MOST_SHORTENING_S
    head, steps = lines[:2], [line[2:] for line in lines if line.startswith("> ")]
    kind = kind_of(fault)
    at_work = [step for step in steps if step != "home"]  # at home takes the longest
    found = walked(head + ["> " + step for step in at_work])
    if found and kind_of(found) == kind:
        steps = at_work
    for part in ("steps", "words"):
        if part == "words":
            steps = [word for step in steps for word in _parts(step)]
        size = len(steps)
        while size:
            at = len(steps) - size
            while at > -size and time.time() < until:
                left = steps[: max(0, at)] + steps[at + size :]
                found = walked(head + ["> " + step for step in left])
                if found and kind_of(found) == kind:
                    steps = left
                at -= size
            size //= 2
    return head + ["> " + step for step in steps]


def _parts(step):
    """The words of a step, each a step; what is done without power stays together."""
    if step.startswith("unplug"):
        return [step]
    return [word + {'"': '"', "(": ")"}.get(word[0], "") for word in words_of(step)]


def wander(seed, count):
    """Prints a walk of so many steps."""
    line = "walk seed=%d" % (seed % 251 + 1)
    if seed % 2:
        line += " places=01234,012345"
    if seed % 4 < 3:
        line += " coach=2"
    print("== Walk %d" % seed)
    print(line)
    walk = Walk(options(line))
    walk.run(Wanderer(walk, seed).steps(count))
    print(
        "# %d steps, %d modes, %d games, %d starts"
        % (count, len(walk.modes), walk.games, walk.starts)
    )


def main():
    gc.threshold(65536)
    import_late_modules(picogammon.__path__)
    shared_judge()  # the weights stay, which on a chip lie in flash
    forget()
    if len(sys.argv) > 2:
        wander(int(sys.argv[1]), int(sys.argv[2]))
        return
    faults = 0
    for title, lines in sections(sys.argv[1]):
        fault = title and walked(lines)
        if fault:
            faults += 1
            print("\n".join(["# " + line for line in str(fault).split("\n")]))
            print("\n".join(shortened(lines, fault)))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
