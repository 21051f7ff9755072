"""Work for quiet rounds of the main loop: to erase flash, grade games, and free memory."""

import gc
from micropython import const

from picogammon.app.session.prefs import LANDINGS, TUTOR
from picogammon.engine import levels
from picogammon.ground import ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.devices.link import Link
    from picogammon.engine.engine import Slices
    from picogammon.host import Host
    from picogammon.panel import Panel
    from picogammon.server import Server

WORK_MS = const(8)  # of a round; no slice of thinking begins later, so a round may take longer
LONG_WORK_MS = const(80)  # the same in a round in which nothing else is due before the next press
_OFTEN = const(16384)  # bytes that grading or a review allocates between two collections
_AGAIN_MS = const(30000)  # until grading is tried again after a lack of memory
_MANY_ROUNDS = const(40)  # busy rounds until memory is tidied; they leave some 25 KB of garbage


class Upkeep:
    """A board's background work, in small pieces. `in_flash`: True if the code is in flash."""

    def __init__(
        self,
        host: "Host",
        panel: "Panel",
        navigator: "Navigator",
        link: "Link | None",
        in_flash: bool,
    ) -> None:
        self.in_flash = in_flash
        self.grading = False  # True if this round graded and the next can continue at once
        self._host = host
        self._panel = panel
        self._navigator = navigator
        self._session = navigator.session
        self._link = link
        self._busy_rounds = 0
        self._thinking = False  # True while the grader may have a thought of the coach
        self._lacked: int | None = None  # time at which memory lacked to grade
        self._freed_in = -1  # the state in which `_free` freed memory, packed
        # Checks the weights before a player or a program chooses a level.
        self._checking: "Slices[None] | None" = levels.checking() if in_flash else None

    def run_round(self, now: int, server: "Server | None", thought: bool) -> None:
        """Does background work. `thought`: True if a mode used an engine in this round."""
        if not thought and self._checking is not None:
            for _ in self._checking:
                return
            self._checking = None
        self._free(now, server)
        self._erase_or_grade(now)

    def end_round(self, busy: bool) -> None:
        """Counts this round if it is `busy`; after 40 busy rounds, requests garbage collection."""
        self._busy_rounds += busy
        if self._busy_rounds >= _MANY_ROUNDS:
            self._busy_rounds = 0
            self._panel.tidy()

    def leave_coach(self) -> None:
        """Drops the grader's unfinished analysis, so that others can use the coach."""
        if self._thinking:
            self._session.rest_grader()
            self._thinking = False

    def collect_often(self, often: bool) -> None:
        """Starts (`often`) or ends frequent garbage collection for long work, if `in_flash`."""
        if self.in_flash and hasattr(gc, "threshold"):
            gc.threshold(_OFTEN if often else -1)

    def _free(self, now: int, server: "Server | None") -> None:
        """Frees the memory of closed pages and unused engines, so that large blocks stay free.

        Keeps the engines while a review, grading, a program or help at each turn may need one.
        """
        navigator = self._navigator
        session = self._session
        players = session.players
        menu = navigator.main_menu
        modes = navigator.open_modes
        opened = len(modes) > menu
        over = session.match.result is not None
        ungraded = session.ungraded
        asks = bool(server and server.asks(now))
        state = menu + 2 * opened + 4 * over + 8 * ungraded + 16 * asks + 32 * players.prepared
        if state == self._freed_in or self._link and self._link.busy:
            return
        self._freed_in = state
        if opened:
            if self.in_flash and not menu:
                from picogammon import leaving  # saves memory where code is in memory

                leaving.menu(modes)
            return
        if menu or not ungraded:
            session.forget_grader()
        # True if the coach helps people at each turn.
        helps = bool(session.prefs[TUTOR] or session.prefs[LANDINGS])
        keeps = over or not menu and (asks or ungraded or helps)
        gone = not keeps and players.forget()
        if not self.in_flash:
            return
        from picogammon import leaving  # as above

        if menu or not (over or helps):
            leaving.opened(menu)
        if gone:
            leaving.engine()
        if menu or not ungraded:
            leaving.drop(leaving.GRADING)
        if not (server and server.ubgi):
            leaving.drop(leaving.TALKING)
        self._panel.tidy()

    def _erase_or_grade(self, now: int) -> None:
        """Erases the next flash sector, or grades games; waits while players use the board."""
        ring = self._host.ring
        session = self._session
        navigator = self._navigator
        top = navigator.top
        if not (ring.erase_due or session.ungraded) or top.busy and not top.patient:
            return
        if not self._panel.untouched(now):
            return
        if ring.erase_due:
            ring.erase_next()
            return
        if top is not navigator.base or top.busy:
            return  # a mode below an open one may have an unfinished analysis of the coach
        if self._link and self._link.busy and not self._thinking:
            return  # a round begins only one kind of work
        self._thinking = False
        if self._lacked is not None and ticks_diff(now, self._lacked) < _AGAIN_MS:
            return
        try:
            session.ungraded = bool(navigator.background("Grading", self._grade, now))
            self._lacked = None
        except MemoryError:
            self._lacked = now
            session.forget_grader()

    def _grade(self, now: int) -> bool:
        """Grades finished games for one round; returns True if more games must be graded."""
        host = self._host
        panel = self._panel
        session = self._session
        self._busy_rounds += 1
        if not session.players.prepare():
            return session.ungraded
        if not session.players.has_coach:
            return False
        from picogammon import leaving  # saves memory if nobody grades

        if not leaving.load(leaving.GRADING):
            panel.tidy()  # otherwise lasting objects would be scattered over the memory
            return session.ungraded
        grader = session.grader
        beside = host.grading_ticks
        busy = beside is not None or self._link is not None and self._link.busy
        busy = busy or panel.sound.playing or not panel.idle()
        ticks = host.ticks_ms if host.on_chip else beside
        self.collect_often(True)
        try:
            more = grader.work(ticks, WORK_MS if busy else LONG_WORK_MS, panel.buttons)
        finally:
            self.collect_often(False)
        if not grader.saved:
            self._navigator.kept(False)
        self.grading = beside is not None and more
        if host.on_chip:  # a long round leaves as much garbage as many busy rounds
            self._busy_rounds += ticks_diff(host.ticks_ms(), now) // WORK_MS
        self._thinking = True
        return more
