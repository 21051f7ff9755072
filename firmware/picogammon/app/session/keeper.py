"""What the journal still has to write: after the flash was full, nothing is left out.

A log with a hole would not be the match. So a record that could not be written comes before those
that follow it, as soon as there is room.
"""

from micropython import const

_LONG_LOG = const(65536)  # bytes; from there on a new game begins a new log


class Keeper:
    """Keeps records in `journal`, a devices.recent.Recent or what has its methods.

    Each method returns whether all is on flash.
    """

    def __init__(self, journal):
        self._journal = journal
        self._due = []
        self._anew = False  # what is due begins a new log,
        self._kept = None  # and the old one is kept under that name

    def add(self, record):
        """Keeps one more record of the match."""
        self._due.append(record)
        return self.settle()

    def begin(self, records, later=False, kept=None):
        """Begins a new log with these records; the old one stays until that is done.

        `later`: not before `settle`, or the next record. `kept`: the path under which the old one
        is kept, or None.
        """
        self._due = list(records)
        self._anew = True
        self._kept = kept
        return not later and self.settle()

    def wants_new_log(self):
        """Whether a game that begins should begin a new log: the old one is long, or has a gap."""
        return bool(self._due) or self._journal.size > _LONG_LOG

    def settle(self):
        """Keeps what is due."""
        try:
            if self._anew:
                self._restart()
                self._anew = False
                self._due = []
            while self._due:
                self._journal.append(self._due[0])
                self._due.pop(0)
        except OSError:
            return False
        return True

    def _restart(self):
        kept = self._kept
        self._kept = None
        if kept:
            try:
                self._journal.restart(self._due, False, kept)
                return
            except OSError:
                pass  # better the new match without the old one than neither
        self._journal.restart(self._due)
