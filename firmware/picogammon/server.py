"""Answers the lines that programs send over the link, with filing.py, mirror.py and remote.py."""

import gc
from micropython import const

from picogammon.app.modes.mode import NO_ROOM
from picogammon.app.session.players import strongest
from picogammon.app.ubgi.words import printable, refusal
from picogammon.ground import ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.players import Computer
    from picogammon.app.ubgi.asked import Lines
    from picogammon.app.ubgi.protocol import Ubgi
    from picogammon.engine.engine import Engine
    from picogammon.filing import Filing
    from picogammon.host import Host
    from picogammon.mirror import Mirror
    from picogammon.panel import Panel
    from picogammon.rules.plays import Plays
    from picogammon.workshop import Workshop

_ROOMY = const(57344)  # free bytes: room for the link's engine and all menus at once
_SOON_MS = const(10000)
_LARGE = const(2048)  # bytes: the largest block of memory that these need
# filing.py answers these.
FILED = ("matches", "match", "files", "get", "put", "send", "data", "clock", "restart")
# First words of the lines that have a method here; Ubgi answers all others.
VERBS = ("hardware", "mirror", "set") + FILED
# Modules to import, one per round. In this order, no import takes a Pico more than 13 ms.
_REPORT = "rules.notation hardware"
_UBGI = "rules.notation app.advice.wording app.ubgi.asked app.ubgi.protocol"


class Server:
    """Answers the lines that arrive over a board's link.

    `players`: a (name, Computer) for each level. `refusal`: the answer if memory runs out.
    `workshop`: the Workshop during a set-up or self-test, otherwise None.
    """

    def __init__(
        self,
        host: "Host",
        panel: "Panel",
        navigator: "Navigator",
        players: "Sequence[tuple[str, Computer]]",
        refusal: str,
    ) -> None:
        self.ubgi: "Ubgi | None" = None  # from the first question until `quit`
        self.workshop: "Workshop | None" = None
        self._host = host
        self._panel = panel
        self._navigator = navigator
        self._players = players
        self._refusal = refusal
        self._filing: "Filing | None" = None
        self._asked_at = 0  # time of the last question to Ubgi
        self._shown: "Mirror | None" = None  # None before the first line `mirror`

    def asks(self, now: int) -> bool:
        """True if a program asked an engine within the last ten seconds."""
        return self.ubgi is not None and ticks_diff(now, self._asked_at) < _SOON_MS

    @property
    def restarts(self) -> bool:
        """True if a line asked for a restart of the board."""
        return bool(self._filing and self._filing.restarts)

    def answers(self, line: str, now: int) -> "Lines":
        """Yields the lines that answer `line`, and None between slices of work."""
        words = line.split()
        word = words[0] if words else ""
        if word in FILED:
            if self._filing is None:
                gc.collect()  # otherwise its modules would lie scattered over the memory
                from picogammon.filing import Filing  # saves memory if nobody asks for files

                self._filing = Filing(self._host, self._navigator)
            yield from self._filing.lines(words)
        elif word in VERBS:
            yield from getattr(self, "_" + word)(words, now)
        else:
            yield from self._asked(line, now)

    def measured(self, now: int, refusal: str = NO_ROOM) -> "Lines":
        """Yields the lines of the hardware report, or `refusal` if there is too little memory."""
        loaded = yield from self._loaded(_REPORT)
        if not loaded:
            yield refusal
            return
        from picogammon import hardware

        yield from hardware.report(self._host, self._panel, self._navigator, now)

    def _hardware(self, words: "Sequence[str]", now: int) -> "Lines":
        return self.measured(now, self._refusal)

    def _asked(self, line: str, now: int) -> "Lines":
        """Yields the engine protocol's answer to `line`. Keeps a Ubgi, 20 KB, until `quit`."""
        if self.ubgi is None:
            text = printable(line)
            refused = refusal(text)
            if refused or not text:
                yield refused
                return
            loaded = yield from self._loaded(_UBGI)
            if not loaded:
                yield self._refusal
                return
            from picogammon.app.ubgi.protocol import Ubgi

            level = strongest(self._players)
            yield None
            plays = self._navigator.session.players.plays
            self.ubgi = Ubgi(level, self._engine, plays=plays, now=self._host.ticks_ms)
            yield None
        ubgi = self.ubgi
        self._asked_at = now
        players = self._navigator.session.players
        players.asked = True
        try:
            while not players.prepare():
                yield None
            yield from ubgi.slices(line)
        finally:
            players.asked = False
            ubgi.rest()
        if ubgi.closed:
            self.ubgi = None

    def _engine(self, level: str, plays: "Plays | None") -> "Engine":
        """Returns the Engine of `level`. Raises WeightsError if this board cannot run the level."""
        for name, computer in self._players:
            if name == level and computer.engine is not None:
                return computer.engine
        from picogammon.engine import levels

        return levels.make(level, plays)  # raises the reason if the level cannot be made

    def _loaded(self, modules: str) -> "Generator[None, None, bool]":
        """Imports `modules`, one per slice; if memory is short, imports none and returns False."""
        yield None
        if self._host.on_chip and not roomy():
            self._navigator.session.forget_grader()
            if not roomy():
                return False
        from picogammon import leaving  # saves memory where code is in memory

        yield None
        while not leaving.load(modules):
            yield None
        return True

    def _mirror(self, words: "Sequence[str]", now: int) -> "Iterator[str]":
        if self._shown is None or words[1:] == ["all"]:
            from picogammon.mirror import Mirror  # saves memory if no page shows the board

            self._shown = Mirror()
        return self._shown.lines(self.workshop or self._panel, self.workshop or self._navigator)

    def _set(self, words: "list[str]", now: int) -> "Lines":
        from picogammon import remote  # saves memory if nobody types

        return remote.set_lines(self._navigator, words, now)


def roomy() -> bool:
    """True if memory has room for the link's engine and all menus."""
    gc.collect()
    try:
        bytearray(_LARGE)
    except MemoryError:
        return False
    return gc.mem_free() >= _ROOMY
