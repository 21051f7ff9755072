"""Reads stored matches from their logs, one game at a time."""

from micropython import const

from picogammon.app.session.session import Play
from picogammon.rules import actions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import Match, match_from_settings, replay
from picogammon.rules.position import RulesError
from picogammon.rules.settings import unpack_settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from picogammon.devices.match_log import MatchLog
    from picogammon.engine.engine import Slices
    from picogammon.rules.settings import Settings


_SLICE = const(8)  # records in a slice of work, which takes some 6 ms


def last_game(log: "MatchLog") -> "Slices[Match | None]":
    """Opens `log`; returns the Match after the last valid record of the last game, or None."""
    match = None
    try:
        for so_far in replay(log.open(actions.GAME, actions.SETTINGS)):
            match = so_far
            yield
    except Refusal:
        pass
    return match


def standing(log: "MatchLog") -> "Slices[tuple[Settings, tuple[int, int], bool] | None]":
    """Returns (settings, score, sound) of the match in `log`, or None if `log` has no match.

    Skips the plays, so the score includes the last game only if the log contains a SCORE note for
    this game. `sound`: False if a record is damaged.
    """
    settled = game = said = first = None
    sound = True
    kinds = actions.SETTINGS, actions.GAME, actions.TAKE_BACK, actions.NOTE
    for found, undamaged in log.skim(*kinds):
        sound = undamaged
        first = found[0] if found else None
        for record, _ in reversed(found):
            kind = actions.kind_of(record)
            if kind == actions.SETTINGS:
                settled = settled or record
            elif kind == actions.GAME:
                game = game or record
            elif not game and not said:
                if kind == actions.TAKE_BACK or actions.topic_of(record) == actions.SCORE:
                    said = record
        yield
    if first is None or actions.kind_of(first[0]) != actions.SETTINGS or first[1] != log.start:
        return None
    if said and actions.kind_of(said) == actions.NOTE:
        game = said
    try:
        settings = unpack_settings(settled[1:])
    except RulesError:
        return None
    return settings, actions.scores_of(game) if game else (0, 0), sound


def to_keep(log: "MatchLog", closing: "Iterable[bytes]") -> "Iterator[bytes]":
    """Yields the records for a copy of an open `log`, then `closing`, the copy's last records.

    Adds missing SETTINGS records before GAME records, so that each game can be read alone.
    """
    settled = last = None
    for record, _, _ in log.records_from(*log.start):
        kind = actions.kind_of(record)
        if kind == actions.SETTINGS:
            settled = record
        elif kind == actions.GAME and last is not settled and settled:
            yield settled
        last = record
        yield record
    yield from closing


class Recording:
    """A stored match, which is read from its open `log` one game at a time."""

    def __init__(self, log: "MatchLog") -> None:
        self.match: Match = None  # at the end of the game that was read last
        self.number = 0  # of that game, from 1
        self.whole = True  # False while the game is only partly read
        self.more = True  # False if no game follows
        self._log = log
        # For each known game: (offset, CRC there, the SETTINGS record before it or None).
        self._starts: list[tuple[int, int, bytes | None]] = [log.start + (None,)]

    def read(self, number: int) -> "Iterator[None]":
        """Reads game `number` (from 1) in slices; all games before it must have been read already.

        After the first slice of work, `match` contains the beginning of the game. The match ends
        before an invalid record.
        """
        offset, crc, settled = self._starts[number - 1]
        match = following = None
        played = 0  # records of the game
        try:
            if settled is not None:
                match = match_from_settings(settled)
            for record, end, here in self._log.records_from(offset, crc):
                kind = actions.kind_of(record)
                if match is None:
                    settled = record
                    match = match_from_settings(record)
                elif kind == actions.GAME and played:
                    following = offset, crc, settled
                    break
                else:
                    match.apply(record, True)
                    if kind == actions.SETTINGS:
                        settled = record
                    else:
                        played += 1
                offset, crc = end, here
                if played % _SLICE == 1:
                    if played == 1:
                        self.match, self.number, self.more = match, number, True
                        self.whole = False
                    yield
        except Refusal:
            pass
        self.match = match or Match()
        self.number = number
        self.whole, self.more = True, following is not None
        if following and number == len(self._starts):
            self._starts.append(following)


class Cursor:
    """A playback of one recorded game, from stop to stop.

    A stop is a roll with its play, or one other record, such as a cube action.
    """

    def __init__(self, recording: Recording) -> None:
        """Begins at the start of the game that `recording` read last."""
        game = recording.match
        self.number = recording.number  # of the game
        self.match = Match(game.settings)
        self.at = -1  # becomes the number of stops passed
        self._records = game.records()
        self.following = next(self._records)  # the next record; None at the game's end
        self.step()

    def is_mid(self) -> bool:
        """True between a roll and its play."""
        if self.following is None or actions.kind_of(self.last) != actions.ROLL:
            return False
        return actions.kind_of(self.following) == actions.PLAY

    def forward(self) -> None:
        """Moves to the next stop."""
        self.step()
        if self.is_mid():
            self.step()

    def step(self) -> None:
        """Applies the next record."""
        match = self.match
        record = self.last = self.following  # at first the GAME record
        self.side = match.decider  # the side that acts; None for an opening roll
        self.play = Play(match, record) if actions.kind_of(record) == actions.PLAY else None
        match.apply(record, True)
        self.following = next(self._records, None)
        if not self.is_mid():
            self.at += 1
