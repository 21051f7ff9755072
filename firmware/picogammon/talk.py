"""What a board answers to the lines of its link: its report, a page that shows it, UBGI."""

import gc
from micropython import const

from picogammon.app.modes.base import NO_ROOM
from picogammon.app.session.players import NO_FRIEND, strongest

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.players import Computer
    from picogammon.app.ubgi.decisions import Lines
    from picogammon.app.ubgi.protocol import Ubgi
    from picogammon.filing import Filing
    from picogammon.host import Host
    from picogammon.mirror import Mirror
    from picogammon.panel import Panel

_ROOMY = const(57344)  # bytes: the link's engine and all menus at once
_LARGE = const(2048)  # bytes: the largest block that these take
_MEASURE = "hardware"  # the line that asks for the report
_MIRRORED = "mirror"  # first word of a page that shows this board
FILED = ("files", "get", "put", "data", "restore", "clock", "restart")  # of files
_TYPED = "set"  # first word of a page with a keyboard
_FRIEND = "friend"  # first word of who carries a match between two boards (messenger.py)
_OPPONENT = "opponent"  # first word of a PC whose engine plays (app/session/far.py)


class Talk:
    """Answers for a panel.Panel that shows a Navigator's match; `players`: its computers.

    `refusal`: the line that answers where memory lacks.
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
        self._mirror: "Mirror | None" = None
        self._filing: "Filing | None" = None

    @property
    def restarts(self) -> bool:
        """True if somebody at the link wants the board to start anew."""
        return bool(self._filing and self._filing.restarts)

    @property
    def took_memory(self) -> bool:
        """True if it holds memory that it could give back."""
        return bool(self.ubgi or self._mirror)

    def measured(self, now: int, refusal: str = NO_ROOM) -> "Generator[str | None, None, None]":
        """Yields the lines of the hardware's report, and None after each slice of work.

        Yields only `refusal` if memory lacks.
        """
        if self._host.on_chip and not _roomy():
            yield refusal
            return
        from picogammon.hardware import Report

        yield from Report(self._host, self._panel, self._navigator).lines(now)

    def aloud(self, now: int, say: "Callable[[str], None]") -> "Generator[str | None, None, None]":
        """As `measured`; `say` sends each line over the link, too."""
        lines = self.measured(now)
        try:
            for line in lines:
                if line:
                    say(line)
                yield line
        finally:
            lines.close()

    def answers(self, line: str, now: int) -> "Lines":
        """Yields the hardware's report, the answer to a page, or the answer of Ubgi.

        Ubgi takes 20 KB from the first question to `quit`.
        """
        words = line.split()
        word = line.split(" ")[0]
        if line.strip() == _MEASURE:
            yield from self.measured(now, self._refusal)
        elif word == _MIRRORED:
            if self._mirror is None:
                from picogammon.mirror import Mirror  # saves memory if no page is connected

                self._mirror = Mirror(self._panel, self._navigator)
            yield from self._mirror.lines(words)
        elif word in FILED:
            if self._filing is None:
                from picogammon.filing import Filing  # saves memory if nobody asks for files

                self._filing = Filing(self._host, self._navigator)
            yield from self._filing.lines(words, now)
        elif word == _TYPED:
            from picogammon import keyboard  # saves memory if nobody types

            yield from keyboard.lines(self._navigator, words, now)
        elif word == _FRIEND:
            try:
                from picogammon import messenger  # saves memory if no friend plays
            except ImportError:  # tools/compiler.py leaves it out
                yield "error unsupported_feature " + NO_FRIEND
                return
            yield from messenger.lines(self._navigator, words, now)
        elif line.startswith(_OPPONENT):
            yield from self._prepared()
            yield self._navigator.session.players.far.reply(words[1:])
        else:
            yield from self._asked(line)

    def _asked(self, line: str) -> "Lines":
        if self.ubgi is None:
            yield None
            if self._host.on_chip and not _roomy():
                yield self._refusal
                return
            # In an order in which none takes a Pico more than 13 ms.
            yield None
            from picogammon.app.ubgi import words  # noqa: F401
            from picogammon.rules import situated  # noqa: F401

            yield None
            from picogammon.app.ubgi import context  # noqa: F401

            yield None
            from picogammon.app.advice import equities  # noqa: F401
            from picogammon.rules import records_text  # noqa: F401

            yield None
            from picogammon.app.ubgi import decisions, options  # noqa: F401

            yield None
            from picogammon.app.ubgi.protocol import Ubgi

            yield None
            yield from self._prepared()
            level = strongest(self._players)[0]
            yield None
            self.ubgi = Ubgi(
                level,
                plays=self._navigator.session.players.plays,
                now=self._host.ticks_ms,
            )
            yield None
        ubgi = self.ubgi
        yield from ubgi.slices(line)
        if ubgi.closed:
            self.ubgi = None

    def _prepared(self) -> "Lines":
        """Yields None after each slice until the engines are prepared."""
        while not self._navigator.session.players.prepare():
            yield None


def _roomy() -> bool:
    """True if there is memory for more than the match, in blocks that are large enough."""
    gc.collect()
    try:
        bytearray(_LARGE)
    except MemoryError:
        return False
    return gc.mem_free() >= _ROOMY
