"""Two boards far apart: what each keeps, power cuts, and a wire that loses messages.

A board is no more than its log and its seeds here: after each cut it is made from them again.
"""

from fakes.memory import MemoryJournal, MemoryStore
from picogammon.app.session import friend, greeting, resume
from picogammon.app.session.beads import Strings
from picogammon.app.session.players import FRIEND
from picogammon.rules import actions, steps
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
)
from picogammon.rules.settings import ASK, Settings


class Cut(Exception):
    """The power went."""


def agreed(**fields):
    """The settings of a match between two boards."""
    fields.setdefault("length", 1)
    fields.setdefault("take_back", ASK)
    return Settings(names=("Anna", "Bert"), **fields)


class End:
    """A board's end. `friend`: its Friend, while it has power.

    `mark`: the first byte of its seeds; `cut_in`: how many more records it writes before the power
    goes, or None; `unsaved`: True if flash is full.
    """

    def __init__(self, side, seed, length):
        self.side = self.mark = side
        self.players = (0, FRIEND) if side == 0 else (FRIEND, 0)
        self.length = length
        self.journal = MemoryJournal()
        self.store = MemoryStore()
        self.friend = None
        self.cut_in = None
        self.unsaved = False
        self._drawn = seed

    def draw(self):
        """A seed that no other board has."""
        self._drawn += 1
        return bytes([self.mark]) + self._drawn.to_bytes(15, "big")

    def strings(self):
        return Strings(self.store, self.draw, self.length)

    def begin(self, settings, anchors):
        """Begins the log."""
        self.journal.restart(
            [actions.settings(settings.copy(players=self.players)), greeting.first_game(settings)]
            + friend.beginning(settings, anchors)
        )
        self.power_on()

    def power_on(self):
        """Makes all from what was kept."""
        match, trouble = resume.take_up(self.journal)
        assert trouble is None, trouble
        standing = friend.standing_of(self.journal.records)
        strings = self.strings()
        bead = match.notes[actions.BEAD + self.side][2:]
        strings.take_up(bead_of(match, self.side), bead)
        self.friend = friend.Friend(self.side, match, standing, strings, self._commit, self.length)

    def _commit(self, record):
        match = self.friend.match
        match.apply(record)
        records = (record,)
        if actions.kind_of(record) == actions.GAME:
            match.apply(self.friend.standing.note())
            records = resume.beginning(match)
        for written in records:
            if self.cut_in == 0:
                raise Cut
            self.cut_in = self.cut_in and self.cut_in - 1
            self.journal.append(written)
        if self.cut_in == 0:
            raise Cut
        return not self.unsaved

    # What a Wire asks of an end; each returns the messages to send.

    def hear(self, message):
        return self.friend.hear(message).to_send

    def where(self):
        return self.friend.where()

    def acts(self, decide):
        """Does what is due, or what a person decides: `decide(end, records)`."""
        if self.friend.due:
            return self.friend.go_on()
        records = decisions(self)
        return self.friend.do(decide(self, records)) if records else []

    @property
    def match(self):
        return self.friend.match

    @property
    def standing(self):
        return self.friend.standing

    def frozen(self):
        """All that it keeps, how far the seeds are drawn, and whether it has heard the other."""
        return tuple(self.journal.records), self.store.blob, self._drawn, self.friend.level

    def thawed(self, frozen):
        """Makes all from what `frozen` returned."""
        records, self.store.blob, self._drawn, level = frozen
        self.journal = MemoryJournal(records)
        self.power_on()
        self.friend.level = level
        return self


def bead_of(match, side):
    """The number of a side's last bead."""
    return int.from_bytes(match.notes[actions.BEAD + side][:2], "big")


def met(settings=None, length=64, seed=7):
    """Two Ends that have agreed on a match."""
    settings = agreed() if settings is None else settings
    ends = [End(0, seed, length), End(1, seed, length)]
    first, second = [end.strings().anchor() for end in ends]
    invitation = greeting.Invitation(settings, first)
    heard, anchor = greeting.invited(invitation.where()[0])
    ends[1].begin(heard, (anchor, second))
    heard, anchor = invitation.hear(greeting.agreement(heard, second))
    ends[0].begin(heard, (first, anchor))
    return ends


def decisions(end, takes_back=True):
    """The records that a person at this end may write now; none where he has no decision."""
    own = end.friend
    match = end.match
    if own.writer != end.side or not own.level or own.due:
        return []
    found = []
    phase = match.phase
    if phase in (OPENING, TO_ROLL):
        found.append(own.to_roll())
    if phase == TO_ROLL and match.can_double():
        found.append(actions.double())
    if phase == TO_PLAY:
        found += plays(match)
    if phase in (TO_ROLL, TO_PLAY):
        found += [actions.resign(multiple) for multiple in (1, 3)]
    if phase in (DOUBLED, BEAVERED, RACCOONED):
        found += [actions.take(), actions.drop()]
    if match.can_beaver():
        found.append(actions.beaver())
    if match.can_raccoon():
        found.append(actions.raccoon())
    if phase in (RESIGNING, TAKING_BACK):
        found += [actions.accept(), actions.refuse()]
    if phase == GAME_OVER:
        found.append(match.next_game())
    if takes_back and match.turns_back() and phase != MATCH_OVER:
        for turns in range(actions.LAST, match.turns_back() + 1):
            found.append(actions.take_back(turns, end.side))
    return found


def plays(match):
    """Two plays: of the first legal steps, and of the last."""
    found = []
    for which in (0, -1):
        hand = steps.Hand(match.position, match.dice)
        while not hand.complete:
            hand.make(hand.legal()[which])
        play = actions.play(hand.steps)
        if play not in found:
            found.append(play)
    return found


class Wire:
    """Between two Ends: it loses messages, brings them twice, and late; and the power goes.

    Of an End it uses `hear`, `where`, `acts`, `cut_in` and `power_on`.
    `chance`: a SeededDice. `cuts` of the power and messages `lost` are counted.
    """

    def __init__(self, ends, chance, bad=4, decide=None):
        """`bad`: one of so many messages is lost, and of others comes twice; 0: none.

        `decide(end, records)`: the record that a person writes, of `decisions`.
        """
        self.ends = ends
        self.cuts = 0
        self.lost = 0
        self._chance = chance
        self._bad = bad
        self._decide = decide or self._any_of
        self._under_way = []  # (side that hears it, message)

    def round(self):
        """A while: messages come, boards go on, a person acts, boards say where they are."""
        for _ in range(len(self._under_way)):
            at = self._below(len(self._under_way)) if self._bad else 0
            side, message = self._under_way.pop(at)
            self._powered(side, lambda end, message=message: end.hear(message))
        for side in (0, 1):
            self._powered(side, lambda end: end.acts(self._decide))
        for side in (0, 1):
            self._powered(side, lambda end: end.where())

    def _powered(self, side, action):
        """Does something at a board, which the power may cut short."""
        end = self.ends[side]
        if self._bad and self._below(20) == 0:
            end.cut_in = self._below(3)
        try:
            for message in action(end):
                self._send(1 - side, message)
        except Cut:
            self.cuts += 1
            end.cut_in = None
            end.power_on()
        end.cut_in = None

    def _send(self, side, message):
        fate = self._below(self._bad) if self._bad else 1
        if fate == 0:
            self.lost += 1
            return
        self._under_way.append((side, message))
        if fate == 2:
            self._under_way.append((side, message))

    def _any_of(self, end, records):
        return records[self._below(len(records))]

    def _below(self, limit):
        return self._chance.below(limit * 97) // 97


def hurry(end, records):
    """A decision by which a match ends: plays and rolls, and no game is given up."""
    return records[0]
