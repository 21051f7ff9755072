"""Two boards far apart, whole matches: whatever becomes of the messages, whoever's power goes, and
whatever a stranger says, their logs agree, and once the wire works the match ends."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from fakes import far_apart
from fakes.sitting import SeededDice
from picogammon.app.session.greeting import FriendError, hex_of
from picogammon.rules.match import MATCH_OVER

_SIDE = st.integers(0, 1)
_LOT = st.integers(0, (1 << 16) - 1)
_ROUNDS = 3000  # in which a match of one point ends over a good wire


class Apart(RuleBasedStateMachine):
    """`wire`: (side that hears it, message) of all that was ever said, and so may come again."""

    def __init__(self):
        super().__init__()
        self.ends = far_apart.met(far_apart.agreed(length=1), 8)
        self.wire = []
        self.digests = {}

    def powered(self, side, action):
        try:
            for message in action(self.ends[side]):
                self.wire.append((1 - side, message))
        except far_apart.Cut:
            self.ends[side].power_on()
        self.ends[side].cut_in = None

    @rule(side=_SIDE)
    def says_where(self, side):
        self.powered(side, lambda end: end.friend.where())

    @precondition(lambda self: self.wire)
    @rule(lot=st.integers(0, 5), old=_LOT)
    def comes(self, lot, old):
        """Mostly one of the last messages, or any."""
        at = len(self.wire) - 1 - lot if lot < 5 else old
        side, message = self.wire[at % len(self.wire)]
        self.powered(side, lambda end: end.friend.hear(message).to_send)

    @rule(side=_SIDE, lot=_LOT)
    def acts(self, side, lot):
        def action(end):
            if end.friend.due:
                return end.friend.go_on()
            records = far_apart.decisions(end)
            return end.friend.do(records[lot % len(records)]) if records else []

        self.powered(side, action)

    @rule(side=_SIDE, cut=st.integers(0, 6))
    def loses_power(self, side, cut):
        """At once, or (1..) with one of the next records that it writes."""
        if cut:
            self.ends[side].cut_in = cut - 1
        else:
            self.ends[side].power_on()

    @rule(side=_SIDE, record=st.binary(min_size=1, max_size=40), more=st.integers(-2, 2))
    def stranger_says(self, side, record, more):
        standing = self.ends[side].standing
        digest = (standing.before if more < 0 else standing.digest).hex()
        self.spoken(side, f"act {standing.count + more} {digest} {hex_of(record)}")

    @precondition(lambda self: self.wire)
    @rule(lot=_LOT, at=_LOT, letter=st.sampled_from("0123456789abcdef acto"))
    def stranger_spoils(self, lot, at, letter):
        side, message = self.wire[lot % len(self.wire)]
        at %= len(message)
        self.spoken(side, message[:at] + letter + message[at + 1 :])

    def spoken(self, side, message):
        """What is refused changes nothing. What is not may be what the other side could do."""
        end = self.ends[side]
        before = end.frozen(), end.match.state(), end.standing.digest
        try:
            end.friend.hear(message)
        except FriendError as refusal:
            assert str(refusal)
            assert (end.frozen(), end.match.state(), end.standing.digest) == before
        else:
            assert end.standing.count - len(before[0][0]) <= 1
            end.thawed(before[0])

    @invariant()
    def logs_agree(self):
        counts = []
        for end in self.ends:
            counts.append(end.standing.count)
            digest = self.digests.setdefault(end.standing.count, end.standing.digest)
            assert digest == end.standing.digest
        assert abs(counts[0] - counts[1]) <= 1

    def teardown(self):
        wire = far_apart.Wire(self.ends, SeededDice(1), 0, far_apart.hurry)
        for end in self.ends:
            end.cut_in = None
        for _ in range(_ROUNDS):
            if self.ends[0].match.phase == self.ends[1].match.phase == MATCH_OVER:
                break
            wire.round()
        self.logs_agree()
        first, second = self.ends
        assert first.match.phase == MATCH_OVER
        assert first.match.state()[1:] == second.match.state()[1:]


TestApart = Apart.TestCase
TestApart.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
