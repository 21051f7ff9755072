"""The matches beside the running one: another takes its place, and it becomes an earlier one."""

from micropython import const

from picogammon.app.session import resume
from picogammon.app.session.keeper import TORN, Torn, whole
from picogammon.rules.actions import Refusal
from picogammon.rules.match import Match, games

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from picogammon.app.session.grading import Grader
    from picogammon.app.session.keeper import Keeper, Log
    from picogammon.app.session.people import People
    from picogammon.app.session.session import Session
    from picogammon.rules.settings import Settings

_AROUND = const(7)  # bytes that a log needs for a record besides it
_SECTOR_BYTES = const(3500)  # that surely have room in a sector
_NO_SENSE = "its records are invalid"
_NO_ROOM = "it is too long: the flash has no room for a copy"


class Library:
    """The kept matches of a Session, and the ways to replace its running one."""

    def __init__(self, session: "Session", log: "Log", keeper: "Keeper") -> None:
        self._session = session
        self._log = log
        self._keeper = keeper
        self._grader: "Grader | None" = None
        self._people: "People | None" = None
        self._unkept: str | None = None  # as People has it
        self._imported = 0  # parts of what grades

    @property
    def running_log(self) -> "Log":
        """The log of the running match."""
        return self._log

    @property
    def people(self) -> "People":
        """The people.People of what each person has done."""
        if self._people is None:
            from picogammon.app.session.people import People  # saves memory if nobody grades

            self._people = People(self._session.archive)
            self._people.unkept = self._unkept
        return self._people

    @property
    def grader(self) -> "Grader":
        """The grading.Grader of the games that are over."""
        if self._grader is None:
            # Saves memory if nobody grades.
            from picogammon.app.practice.collecting import Collector
            from picogammon.app.session.grading import Grader

            self._grader = Grader(self._session, self.people)
            self._grader.listeners.append(Collector(self._session.archive))
        return self._grader

    def prepare_grader(self) -> bool:
        """Imports a part of what grades; True once all of it is there."""
        self._imported += 1
        if self._imported == 1:
            from picogammon.app.practice import deck  # noqa: F401
        elif self._imported == 2:
            from picogammon.app.practice import collecting  # noqa: F401
        elif self._imported == 3:
            from picogammon.app.session import people  # noqa: F401
        elif self._imported == 4:
            from picogammon.app.session import grading  # noqa: F401
        else:
            return True
        return False

    def rest_grader(self) -> None:
        """Grader.rest, if there is a grader."""
        if self._grader is not None:
            self._grader.rest()

    def forget_grader(self) -> bool:
        """Frees the memory that the grader takes; it begins anew when it is needed.

        Returns True if there was one.
        """
        self._imported = 0  # what was imported for it may go as well
        if self._people is not None:
            self._unkept = self._people.unkept
            self._people = None
        if self._grader is None:
            return False
        self._grader = None
        self._session.archive.ring.reading = 0  # by it
        return True

    def past_games(self) -> "Iterator[Match | None]":
        """The games of the running match before the running one, as rules.match.games gives them.

        With pauses, and only those that the log still has. Raises OSError or Refusal if it cannot
        be read.
        """
        return games(self._log.again(), False)

    def new_match(self, settings: "Settings", first: "Sequence[bytes] | None" = None) -> bool:
        """Begins a new match in place of the running one; True if all is on flash.

        `first`: records that belong to the new match's beginning.
        """
        match = Match(settings)
        for record in first or ():
            match.apply(record)
        return self._replace(match)

    def play_on(self, past: Match, brought: bool = False) -> bool:
        """Begins a new match where the match `past` stands. Returns True if all is on flash.

        `brought`: True if `past` came from a backup or a file, which the match then notes. Its
        reserves are whole again, and its dice the board's own: the notes on both belong to the
        other match.
        """
        match = Match(past.settings.copy(sealed=False))
        size = 0
        for record in past.records():
            match.apply(record, True)
            size += len(record) + _AROUND
        if brought:
            match.apply(resume.PLAYED_ON)
        self._check_room(size // _SECTOR_BYTES + 1)
        return self._replace(match)

    def put_aside(self) -> bool | None:
        """Keeps the running match as it stands, without telling its secret, and begins one like it.

        Returns True, or None if that could not be done.
        """
        match = Match(self._session.match.settings.copy(sealed=False))
        return self._take_over(resume.beginning(match), match)

    def resume(self, log: "Log", brought: bool = False) -> bool | None:
        """Resumes the earlier match of `log` in place of the running match.

        `brought`: True if it came from a backup or a file, which it then notes. Returns True, or
        None if that could not be done. Raises Refusal if `log` makes no match, or the flash has no
        room for a copy.
        """
        self._check_room(len(self._session.archive.ring.sectors(log.run)), log.run)
        following = resume.saved_match(log)[0]
        if following is None:
            raise Refusal(_NO_SENSE)
        self._session.reveal(following)
        following = None  # it takes memory, and is read back
        return self._take_over(resume.played_on(log.open()) if brought else log.open(), None)

    def _check_room(self, count: int, *kept: int) -> None:
        """Raises Refusal unless so many sectors are there beside the running match and `kept`."""
        archive = self._session.archive
        if archive and archive.ring.room(*kept) < count:
            raise Refusal(_NO_ROOM)

    @whole
    def play_from(self, records: "Sequence[bytes]") -> bool:
        """Begins a game that was set up: its GAME record and the records that follow at once.

        Returns True if all is on flash.
        """
        session = self._session
        for record in records:
            session.match.apply(record)
            saved = session.keep(record)
        session.look_back()
        return saved

    def _take_over(self, records: "Iterable[bytes]", match: Match | None) -> bool | None:
        """`match`: the one that the records make; None: it is read back once they are kept.

        Raises MemoryError if memory lacks for the records; then all stays as it was.
        """
        session = self._session
        session.note_score()
        if not self._keeper.take_over(records, not session.fresh, session.is_over):
            return None
        try:  # as a `whole` function would, without its room on the stack
            if match is None:
                match, trouble = resume.saved_match(self._log)
                if match is None:
                    raise Torn(trouble)
            session.taken(match)
        except MemoryError:
            raise TORN from None
        return True

    @whole
    def _replace(self, match: Match) -> bool:
        session = self._session
        keeps, over = not session.fresh, session.is_over
        if keeps:
            session.reveal(match)
            session.note_score()
        saved = self._keeper.begin(resume.beginning(match), keeps, over)
        session.taken(match)
        return saved
