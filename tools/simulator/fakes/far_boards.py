"""Two whole boards far apart, for a far_apart.Wire: with their flash, their link and its lines."""

from fakes.bench import Bench
from fakes.disk import PlugPulled
from fakes.far_apart import Cut, decisions
from fakes.power import Power
from picogammon.board import Board
from picogammon.rules import actions

_ROUND_MS = 10
_ROUNDS = 400  # in which a line is answered


class FarBoard:
    """A board.Board on a bench, of one side; `friend`: its Friend, once the match has begun.

    `cut_in`: in how many steps of its flash the plug is pulled, or None.
    """

    def __init__(self, side, seed):
        self.side = side
        self.power = Power(seed)
        self.board = None
        self.power_on()

    def power_on(self):
        """Starts on what its flash has."""
        self.cut_in = None
        self.power.cut()
        self.power.port.coming = []
        self.power.now += 1000
        self.board = Board(Bench(self.power))
        self.board.start(self.power.now)

    @property
    def cut_in(self):
        return self._cut

    @cut_in.setter
    def cut_in(self, steps):
        self._cut = steps
        disk = self.power.disk
        disk.cut = None if steps is None else disk.steps + 40 * steps

    @property
    def session(self):
        return self.board.session

    @property
    def friend(self):
        return self.session.library.afar.friend

    @property
    def match(self):
        return self.session.match

    def run(self, ms):
        """Lets time pass."""
        for _ in range(0, ms, _ROUND_MS):
            self.power.now += _ROUND_MS
            self.board.run_round(self.power.now)

    def ask(self, line):
        """What the board answers over its link: the words of each line, without the first."""
        port = self.power.port
        port.gone = bytearray()
        port.coming += list((line + "\n").encode())
        for _ in range(_ROUNDS):
            self.run(_ROUND_MS)
            lines = bytes(port.gone).decode().split("\n")[:-1]
            rows = [row.strip().split(" ") for row in lines]
            rows = [row[1:] for row in rows if row[0] == "friend"]
            if rows and rows[-1][0] in ("end", "none"):
                return rows
        raise AssertionError("the board does not answer '%s'" % line)

    def hear(self, message):
        return self._told("friend hear " + message)

    def where(self):
        return self._told("friend")

    def acts(self, decide):
        records = decisions(self) if self.friend else []
        if records:
            record = decide(self, records)
            rolls = actions.kind_of(record) in (actions.ROLL, actions.NOTE)
            navigator = self.board.navigator
            try:
                navigator.roll(self.power.now) if rolls else navigator.commit(
                    record, self.power.now
                )
            except PlugPulled:
                raise Cut from None
        return self.where()

    def _told(self, line):
        try:
            rows = self.ask(line)
        except PlugPulled:
            raise Cut from None
        if rows[-1][0] == "none":
            raise AssertionError(" ".join([line] + rows[-1]))
        return [" ".join(row[1:]) for row in rows if row[0] == "send"]


def begun(seed, length=1):
    """Two FarBoards that have agreed on a match."""
    ends = [FarBoard(0, seed), FarBoard(1, seed + 50)]
    due = [(0, "friend invite %d Anna" % length)]
    for _ in range(40):
        if all(end.friend and end.friend.level for end in ends):
            return ends
        due = due or [(0, "friend"), (1, "friend")]
        side, line = due.pop(0)
        for row in ends[side].ask(line):
            if row[0] == "send":
                due.append((1 - side, "friend hear " + " ".join(row[1:])))
            elif row[:2] == ["is", "invited"]:
                due.append((1, "friend accept Bert"))
    raise AssertionError("they never began")


def records(end):
    """The match's records on a FarBoard's flash, as `shared` has them."""
    return shared(record for record in end.board.journal.again() if record is not None)


def shared(log):
    """The records of a log that both boards have, without those that each has of its own."""
    found = []
    notes = set()
    for record in log:
        if actions.kind_of(record) == actions.SETTINGS:
            continue
        if actions.kind_of(record) == actions.NOTE:
            if record in notes:  # they are repeated where a game begins
                continue
            notes.add(record)
        found.append(record)
    return found
