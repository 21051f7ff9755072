"""What a board answers to the lines of its link: its report, a page that shows it, UBGI."""

import gc
from micropython import const

from picogammon.app.modes.mode import NO_ROOM
from picogammon.app.session.players import strongest
from picogammon.app.ubgi.words import printable, refusal
from picogammon.ground import ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

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

_ROOMY = const(57344)  # bytes: the link's engine and all menus at once
_SOON_MS = const(10000)
_LARGE = const(2048)  # bytes: the largest block that these take
# filing.py answers these
FILED = ("matches", "match", "files", "get", "put", "send", "data", "clock", "restart")
# The first words of the lines that are answered here, each by a method; Ubgi answers all others.
VERBS = ("hardware", "mirror", "set") + FILED


class Talk:
    """Answers for a panel.Panel that shows a Navigator's match; `players`: its computers.

    `refusal`: the line that answers where memory lacks. `workshop`: the workshop.Workshop that has
    the board, or None.
    """

    def __init__(
        self,
        host: "Host",
        panel: "Panel",
        navigator: "Navigator",
        players: "Sequence[tuple[str, Computer]]",
        refusal: str,
    ) -> None:
        self.ubgi: "Ubgi | None" = None  # from the first line that asks until `quit`
        self._host = host
        self._panel = panel
        self._navigator = navigator
        self._players = players
        self._refusal = refusal
        self.workshop: "Workshop | None" = None
        self._shown: "Mirror | None" = None
        self._filing: "Filing | None" = None
        self._asked_at = 0  # when Ubgi last was

    def asks(self, now: int) -> bool:
        """True if somebody asks an engine, and may soon ask more."""
        return self.ubgi is not None and ticks_diff(now, self._asked_at) < _SOON_MS

    @property
    def restarts(self) -> bool:
        """True if somebody at the link wants the board to start anew."""
        return bool(self._filing and self._filing.restarts)

    @property
    def took_memory(self) -> bool:
        """True if it holds memory that it could give back."""
        return bool(self.ubgi or self._shown)

    def measured(self, now: int, refusal: str = NO_ROOM) -> "Generator[str | None, None, None]":
        """Yields the lines of the hardware report, and None after each slice of work.

        Yields only `refusal` if memory lacks.
        """
        yield None
        if not self._has_room():
            yield refusal
            return
        # One after another, as a press may wait meanwhile.
        yield None
        from picogammon.rules import notation  # noqa: F401

        yield None
        from picogammon import hardware

        yield None
        yield from hardware.report(self._host, self._panel, self._navigator, now)

    def aloud(self, now: int, say: "Callable[[str], None]") -> "Generator[str | None, None, None]":
        """As `measured`; `say` sends each line over the link, too."""
        for line in self.measured(now):
            if line:
                say(line)
            yield line

    def answers(self, line: str, now: int) -> "Lines":
        """Yields the hardware's report, the answer to a page, or the answer of Ubgi.

        Ubgi takes 20 KB from the first question to `quit`.
        """
        words = line.split()
        word = words[0] if words else ""
        if word in FILED:
            yield from self._filed(words, now)
        elif word in VERBS:
            yield from getattr(self, "_" + word)(words, now)
        else:
            yield from self._asked(line, now)

    def _hardware(self, words: "Sequence[str]", now: int) -> "Lines":
        yield from self.measured(now, self._refusal)

    def _mirror(self, words: "Sequence[str]", now: int) -> "Lines":
        if self._shown is None:
            from picogammon.mirror import Mirror  # saves memory if no page is connected

            self._shown = Mirror(self.workshop or self._panel, self.workshop or self._navigator)
        yield from self._shown.lines(words)

    def _filed(self, words: "Sequence[str]", now: int) -> "Lines":
        if self._filing is None:
            from picogammon.filing import Filing  # saves memory if nobody asks for files

            self._filing = Filing(self._host, self._navigator)
        yield from self._filing.lines(words, now)

    def _set(self, words: list[str], now: int) -> "Lines":
        from picogammon import keyboard  # saves memory if nobody types

        yield from keyboard.lines(self._navigator, words, now)

    def _asked(self, line: str, now: int) -> "Lines":
        if self.ubgi is None:
            text = printable(line)
            refused = refusal(text)
            if refused or not text:
                yield refused
                return
            yield None
            if not self._has_room():
                yield self._refusal
                return
            # In an order in which none takes a Pico more than 13 ms.
            yield None
            from picogammon.rules import notation  # noqa: F401

            yield None
            from picogammon.app.advice import wording  # noqa: F401

            yield None
            from picogammon.app.ubgi import asked  # noqa: F401

            yield None
            from picogammon.app.ubgi.protocol import Ubgi

            yield None
            level = strongest(self._players)
            yield None
            self.ubgi = Ubgi(
                level,
                self._engine,
                plays=self._navigator.session.players.plays,
                now=self._host.ticks_ms,
            )
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
        """Returns that level's Engine, and all others go; raises WeightsError if it has none."""
        for name, computer in self._players:
            if name == level and computer.engine is not None:
                return computer.engine
        from picogammon.engine import levels

        return levels.make(level, plays)  # says what is wrong

    def _has_room(self) -> bool:
        """True if there is memory for much more than the match; what grades gives way."""
        return (
            not self._host.on_chip or roomy() or self._navigator.session.forget_grader() and roomy()
        )


def roomy() -> bool:
    """True if there is memory for more than the match, in blocks that are large enough."""
    gc.collect()
    try:
        bytearray(_LARGE)
    except MemoryError:
        return False
    return gc.mem_free() >= _ROOMY
