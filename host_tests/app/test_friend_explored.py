"""Two boards far apart, explored: every order in which messages can come, be lost, and come again,
and the power go on either side, up to a number of records.

A message that was sent may come at any time, as often as one likes, or never; and between any two
of them a board is made from its log again, as after a cut. So nothing of a state counts but the two
logs and all that was ever said.
"""

from collections import deque

from fakes import far_apart
from picogammon.app.session import beads
from picogammon.rules import actions
from picogammon.rules.match import DOUBLED, MATCH_OVER, OPENING, RACCOONED, TAKING_BACK, TO_ROLL

HOST_ONLY = True


_DECISIONS = (
    actions.double(),
    actions.take(),
    actions.drop(),
    actions.play(),
    actions.resign(1),
    actions.accept(),
    actions.refuse(),
)


class Explored:
    """All that can come of a match that two boards have begun, up to so many `records`.

    A state is what each board keeps, and whether it has heard the other. It may have said anything
    that it can say at a log which its own begins with.
    """

    def __init__(self, settings, records, kinds=None, length=2):
        """`kinds`: of a board's decisions only these, and one play of each roll; None: all."""
        self.records = records
        self.kinds = kinds
        self.states = 0
        self.phases = set()
        self._checked = set()
        self._ways = {}  # {(side, kept): what it may become by itself}
        self._hears = {}  # {(side, kept, message): what it becomes}
        self._said = {}  # {(side, kept): all that it may have said}
        self._ends = far_apart.met(settings, length)
        begun = tuple(end.frozen() for end in self._ends)
        for side in (0, 1):
            self._said[side, begun[side][0]] = frozenset(self._sayings(side, begun[side]))
        todo = deque([begun])
        seen = {begun}
        while todo:
            state = todo.popleft()
            self.states += 1
            self._check(state)
            for following in self._following(state):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)

    def _following(self, state):
        for side in (0, 1):
            kept = state[side]
            found = self._by_itself(side, kept)
            for message in self._said[1 - side, state[1 - side][0]]:
                found = found | {self._hear(side, kept, message)}
            for following in found:
                yield (following, state[1]) if side == 0 else (state[0], following)

    def _by_itself(self, side, kept):
        """What it may become by what is done there, or by a power cut."""
        if (side, kept) not in self._ways:
            end = self._ends[side].thawed(kept)
            found = [kept[:-1] + (False,)]
            records = self._decisions(end)
            if end.standing.count >= self.records:
                records = []
            elif end.friend.due:
                end.friend.go_on()
                found.append(self._frozen(side, kept))
            for record in records:
                end = self._ends[side].thawed(kept)
                end.friend.do(record)
                found.append(self._frozen(side, kept))
            self._ways[side, kept] = frozenset(found)
        return self._ways[side, kept]

    def _decisions(self, end):
        records = far_apart.decisions(end)
        if self.kinds is None:
            return records
        found = {record[0]: record for record in records if record[0] in self.kinds}
        return list(found.values())

    def _hear(self, side, kept, message):
        """What it becomes by a message; nothing honest is refused."""
        if (side, kept, message) not in self._hears:
            end = self._ends[side].thawed(kept)
            before = end.standing.count
            heard = end.friend.hear(message)
            assert end.standing.count - before == (heard.record is not None)
            self._hears[side, kept, message] = self._frozen(side, kept)
        return self._hears[side, kept, message]

    def _frozen(self, side, before):
        """What it keeps now; notes what it may say from now on."""
        kept = self._ends[side].frozen()
        if (side, kept[0]) not in self._said:
            said = self._said[side, before[0]] | frozenset(self._sayings(side, kept))
            self._said[side, kept[0]] = said
        return kept

    def _sayings(self, side, kept):
        """What it can say of the last record, and of where it stands."""
        end = self._ends[side].thawed(kept)
        where = end.friend.where()
        yield from where
        yield from (message.replace("at ", "ok ") for message in where)
        if end.standing.count > 1:
            yield from end.friend.latest()

    def _check(self, state):
        first, second = (logged(kept[0]) for kept in state)
        least = min(len(first), len(second))
        assert first[:least] == second[:least], "one log begins as the other"
        assert abs(len(first) - len(second)) <= 1
        for side in (0, 1):
            if (side, state[side][0], state[1 - side][0]) not in self._checked:
                self._checked.add((side, state[side][0], state[1 - side][0]))
                self._check_bound(side, state)
        self._check_that_it_goes_on(state)

    def _check_bound(self, side, state):
        """Who could know a roll cannot do anything any more but make it."""
        end = self._ends[side].thawed(state[side])
        end.friend.level = True
        self.phases.add((end.match.phase, end.standing.rolling))
        told = [bead_in(message) for message in self._said[1 - side, state[1 - side][0]]]
        known = end.match.notes[actions.BEAD + 1 - side][2:]
        if end.standing.rolling or known in [bead and beads.before(bead) for bead in told]:
            for record in _DECISIONS + (actions.take_back(1, side),):
                assert end.friend.refusal(record, side)

    def _check_that_it_goes_on(self, state):
        """If all that was said is lost, and the wire works from now on, somebody can act.

        For that a board that waits says where it is, and no other.
        """
        ends = [end.thawed(kept) for end, kept in zip(self._ends, state)]
        settle(ends)
        assert ends[0].standing.digest == ends[1].standing.digest
        assert ends[0].match.state()[1:] == ends[1].match.state()[1:]
        if ends[0].match.phase != MATCH_OVER:
            acts = [end for end in ends if far_apart.decisions(end) or end.friend.due]
            assert len(acts) == 1 and acts[0].side == ends[0].friend.writer


def test_all_decisions_for_some_records():
    explored = Explored(far_apart.agreed(length=0), 6)
    assert explored.states > 150
    assert (TAKING_BACK, False) in explored.phases and (DOUBLED, False) in explored.phases
    assert (OPENING, True) in explored.phases


def test_rolls_and_plays_until_new_strings_are_begun_again_and_again():
    explored = Explored(far_apart.agreed(), 30, (actions.NOTE, actions.PLAY))
    assert explored.states > 120 and (TO_ROLL, True) in explored.phases


def test_the_cube_and_resignations_through_some_games():
    kinds = (actions.NOTE, actions.PLAY, actions.DOUBLE, actions.TAKE, actions.BEAVER)
    settings = far_apart.agreed(length=0, beavers=2)
    explored = Explored(settings, 14, kinds + (actions.DROP, actions.RACCOON))
    assert (RACCOONED, False) in explored.phases
    kinds = (actions.NOTE, actions.RESIGN, actions.ACCEPT, actions.REFUSE, actions.GAME)
    explored = Explored(far_apart.agreed(length=3), 16, kinds)
    assert (MATCH_OVER, False) in explored.phases


def settle(ends):
    """Who waits says where he is, and all that follows from it comes, until all is quiet."""
    waiting = [end for end in ends if not end.friend.level]
    wire = [(1 - end.side, message) for end in waiting for message in end.friend.where()]
    for _ in range(20):
        if not wire:
            return
        side, message = wire.pop(0)
        wire += [(1 - side, sent) for sent in ends[side].friend.hear(message).to_send]
    raise AssertionError("they talk without end")


def logged(records):
    """The records of a log that the other board has as well."""
    noted = {}
    found = []
    for record in records[1:]:
        kind = actions.kind_of(record)
        if kind == actions.SETTINGS:
            continue
        if kind == actions.NOTE:
            topic = actions.topic_of(record)
            if topic == actions.STANDING or noted.get(topic) == record:
                continue
            noted[topic] = record
        found.append(record)
    return found


def bead_in(message):
    """The bead in a message, or b""."""
    words = message.split(" ")
    record = bytes.fromhex(words[3]) if words[0] == "act" else b""
    if record[:1] != bytes((actions.NOTE,)) or actions.topic_of(record) == actions.CLOCK:
        return b""
    return actions.body_of(record)[2:]
