"""The running game of a match: what each action does to it, and which actions are refused and why.

Everything follows from the game's checkpoint and the actions since. A take-back shortens that line
of actions and derives everything again; the dice that were rolled stay.
"""

from array import array
from micropython import const

from picogammon.rules import actions, consent, doubling, scoring
from picogammon.rules import position as positions
from picogammon.rules import settings as agreed
from picogammon.rules.checkpoint import Checkpoint, opening
from picogammon.rules.checkpoint import unpack as unpack_checkpoint
from picogammon.rules.errors import RulesError
from picogammon.rules.log import Line, Refusal, Rolls, check_rules, checked, played
from picogammon.rules.phases import (
    BEAVERED,
    DOUBLED,
    FIRST,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    refusal,
)
from picogammon.rules.settings import ASK, OFF
from picogammon.rules.steps import target

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    # Position, phase, turn and dice as bytes; the cube; its owner; automatic doubles; rolls made.
    Moment = tuple[bytes, int, int | None, int, int]

_PLACES = const(26)
_TURNS_A_MOMENT = const(4)


class Game:
    """What actions do to a match. `Match` adds the questions that one can ask of it."""

    def __init__(self, settings: agreed.Settings, checkpoint: Checkpoint) -> None:
        self.settings = settings
        self.notes: "dict[int, bytes]" = {}
        self._begin(actions.game(checkpoint))

    @property
    def decider(self) -> int | None:
        """The side that has to act; None if either may (opening roll, next game)."""
        phase = self.phase
        if phase in (TO_ROLL, TO_PLAY, BEAVERED):
            return self.turn
        if phase in (DOUBLED, RACCOONED, RESIGNING):
            return 1 - self.turn
        if phase == TAKING_BACK:
            return self._asking[0]
        return None

    def apply(self, action: bytes, trusted: bool = False) -> None:
        """Does the action (a record). Raises Refusal and changes nothing if it is not allowed now.

        The refusal's message is for the player. `trusted`: the action was legal when it was
        written, so the legality of a play is not worked out again.
        """
        try:
            kind = actions.check(action)
            reason = refusal(kind, self.phase)
            if reason:
                raise Refusal(reason)
            if kind == actions.PLAY:
                self._play(action, trusted)
            elif kind == actions.GAME:
                self._begin(action)
            else:
                _DO[kind](self, action)
        except RulesError as error:
            raise Refusal(str(error)) from None

    def can_correct_dice(self) -> bool:
        """True if real dice may be entered anew: nothing has been done with them yet."""
        if self.phase != TO_PLAY or not self._rolls.last_by_hand():
            return False
        return actions.kind_of(self._line.last()[1]) == actions.ROLL

    def next_dice(self) -> tuple[int, int] | None:
        """The dice that the next roll must show, because it was rolled before a take-back.

        None if the roll is free, or if no roll is due.
        """
        return self._rolls.following() if self.phase in (OPENING, TO_ROLL) else None

    def rolls_made(self) -> int:
        """The number of rolls of this game that stand; after a take-back, fewer than were made."""
        return self._rolls.made

    def records(self, turns: int = 0) -> "Iterator[bytes]":
        """Yields the running game's records, GAME first, without those that were taken back.

        `turns`: only the records that a take-back of that many turns would leave (0..turns_back()).
        """
        return self._line.records(self._line.turn_start(turns) if turns else None)

    def latest(self, turns: int) -> "Iterator[bytes]":
        """Yields the records since that many turns ago (LAST, or 1..decided_turns())."""
        return self._line.records(None, self._line.turn_start(turns))

    def turns_back(self) -> int:
        """The number of turns that can be taken back now."""
        off = self.settings.take_back == OFF or self.phase == TAKING_BACK
        return 0 if off else self.decided_turns()

    def decided_turns(self) -> int:
        """The number of turns in this game in which something was decided."""
        return len(self._line.marks)

    def last_in_turn(self) -> bool:
        """True if the last decision can be taken back alone: it was not the first of its turn."""
        return self.turns_back() > 0 and self._line.turn_start(0) > self._line.turn_start(1)

    def opened_with_dice(self) -> bool:
        """True if the dice to be played are the opening roll, one die of each side."""
        return self._drawn and self.dice is not None and len(self._line.marks) == self._decided

    def turns_back_to(self, side: int) -> int:
        """The turns to take back so that `side` decides its own last turn anew; 0 if it has none.

        A turn in which the side could only pass is not a decision.
        """
        return self._line.turns_back_to(side) if self.turns_back() else 0

    # What each action does. Everything is checked before anything is changed.

    def _change_settings(self, action: bytes) -> None:
        settings = agreed.unpack(action[1:])
        check_rules(self.settings, settings)
        self.settings = settings

    def _note(self, action: bytes) -> None:
        self.notes[actions.topic_of(action)] = actions.body_of(action)

    def _begin(self, action: bytes) -> None:
        start = unpack_checkpoint(action[1:])
        start.fits(self.settings)
        self._scores_before = start.scores
        self.phase = OPENING if start.turn is None else TO_ROLL
        self.turn = start.turn
        self.position = start.position
        self.dice: tuple[int, int] | None = None
        self.cube = start.cube
        self.owner = start.owner
        self.scores = list(start.scores)
        self.crawford = start.crawford
        self.automatic = start.automatic
        self.resigned = 0
        self.asked = 0
        self.result: scoring.Result | None = None
        self._asking: tuple[int, ...] = ()  # sides that still have to agree to a take-back
        self._before: int | None = None  # phase that a request to take back interrupted
        self._drawn = start.turn is None
        self._doubled_as: int | None = None  # owner of the cube before a double that was beavered
        self._decided = False  # True after the first decision of this turn
        self._rolls = Rolls()
        self._line = Line()
        self._line.append(action)
        self._moments: "list[Moment]" = []  # results of `_moment`, one for every few decided turns

    def _roll(self, action: bytes) -> None:
        if self.phase == TO_PLAY:
            self._undo_roll(action)
        else:
            self._rolls.check(action, self.phase == OPENING)
        self._rolls.add(action)
        self._line.append(action)
        first, second = actions.dice_of(action)
        if self.phase == TO_ROLL:
            self.dice = (first, second)
            self.phase = TO_PLAY
        elif first == second:
            self._double_automatically()
        else:
            self.turn = 0 if first > second else 1
            if self.turn:
                positions.swap(self.position)
            self.dice = (first, second)
            self.phase = TO_PLAY

    def _undo_roll(self, action: bytes) -> None:
        if not (actions.by_hand(action) and self.can_correct_dice()):
            raise Refusal(FIRST[TO_PLAY])
        self._derive(self._line.last()[0])

    def _double_automatically(self) -> None:
        settings = self.settings
        if settings.length or not settings.cube_on or self.automatic >= settings.automatic:
            return
        if doubling.reaches(self, 2):
            self.automatic += 1
            self.cube *= 2

    def _play(self, action: bytes, trusted: bool) -> None:
        play = actions.steps_of(action)
        if trusted:
            after = played(self.position, play, self.dice)
        else:
            after = checked(self.position, play, self.dice)
        self._decide(action, not play)
        self.position = after
        self.dice = None
        self._decided = False
        bears_off = play and target(play[-1]) == 0
        if bears_off and not positions.left(after):
            won = scoring.multiple_of(after, self.settings.checkers)
            self._end(self.turn, scoring.counted(won, self.settings, self.owner), scoring.BORNE_OFF)
        else:
            positions.swap(after)
            self.turn = 1 - self.turn
            self.phase = TO_ROLL

    def _double(self, action: bytes) -> None:
        reason = doubling.no_double(self)
        if reason:
            raise Refusal(reason)
        self._decide(action)
        self.phase = DOUBLED

    def _take(self, action: bytes) -> None:
        self._decide(action)
        if self.phase == DOUBLED:
            self.owner = 1 - self.turn
        self._turn_cube()

    def _drop(self, action: bytes) -> None:
        self._decide(action)
        self._end(1 - self.decider, 1, scoring.DROPPED)

    def _beaver(self, action: bytes) -> None:
        reason = doubling.no_beaver(self)
        if reason:
            raise Refusal(reason)
        self._decide(action)
        self._doubled_as = self.owner
        self.owner = 1 - self.turn
        self.cube *= 2
        self.phase = BEAVERED

    def _raccoon(self, action: bytes) -> None:
        reason = doubling.no_raccoon(self)
        if reason:
            raise Refusal(reason)
        self._decide(action)
        self.cube *= 2
        self.phase = RACCOONED

    def _turn_cube(self) -> None:
        self.cube *= 2
        self.phase = TO_ROLL

    def _resign(self, action: bytes) -> None:
        self._decide(action)
        self.resigned = actions.multiple_of(action)
        self.phase = RESIGNING

    def _accept(self, action: bytes) -> None:
        if self.phase == TAKING_BACK:
            self._asking = self._asking[1:]
            if not self._asking:
                self._go_back(self.asked)
            return
        self._decide(action)
        multiple = scoring.counted(self.resigned, self.settings, self.owner)
        self._end(1 - self.turn, multiple, scoring.RESIGNED)

    def _refuse(self, action: bytes) -> None:
        if self.phase == TAKING_BACK:
            self.phase = self._before
            self._before = None
            self._asking = ()
            self.asked = 0
            return
        self._decide(action)
        self.phase = TO_PLAY if self.dice else TO_ROLL
        self.resigned = 0

    def _take_back(self, action: bytes) -> None:
        turns = actions.turns_of(action)
        decided = len(self._line.marks)
        if self.phase == TAKING_BACK:
            raise Refusal(FIRST[TAKING_BACK])
        if self.settings.take_back == OFF:
            raise Refusal("this match is played without take-back")
        if not decided:
            raise Refusal("there is nothing to take back in this game")
        if turns > decided:
            raise Refusal("no more than %d can be taken back in this game" % decided)
        if self.settings.take_back == ASK:
            self._asking = self._asked(action, turns)
            self._before = self.phase
            self.asked = turns
            self.phase = TAKING_BACK
        else:
            self._go_back(turns)

    def _asked(self, action: bytes, turns: int) -> tuple[int, ...]:
        """The sides that have to agree to a TAKE_BACK."""
        past = Game(self.settings, opening(self.settings))
        past.return_to(self, turns)
        undone = self._line.records(None, self._line.turn_start(turns))
        return consent.asked(undone, past.turn, past.decider, actions.asker_of(action))

    # Helpers of the actions above.

    def _decide(self, action: bytes, passed: bool = False) -> None:
        """Adds a decision to the line, with a mark if it is the first of its turn."""
        if not self._decided:
            if len(self._line.marks) % _TURNS_A_MOMENT == 0:
                self._moments.append(self._moment())
            self._line.mark(self.turn, passed)
            self._decided = True
        self._line.append(action)

    def _end(self, winner: int, multiple: int, how: int) -> None:
        self.result = scoring.Result(winner, multiple, multiple * self.cube, how)
        self.scores[winner] += multiple * self.cube
        self.dice = None
        self.resigned = 0
        over = scoring.is_over(self.settings, self.scores)
        self.phase = MATCH_OVER if over else GAME_OVER

    def _go_back(self, turns: int) -> None:
        self._derive(self._line.turn_start(turns))

    def return_to(self, other: "Game", turns: int) -> None:
        """Becomes what `other` was that many turns ago; `other` stays as it is."""
        self._line = other._line
        self._moments = other._moments
        self._rolls.kept = other._rolls.kept[:]
        self._go_back(turns)

    def _derive(self, end: int) -> None:
        """Returns to where the line ends at the offset `end`; keeps the dice that were rolled."""
        line = self._line
        rolls = self._rolls
        moments = self._moments
        rolls.made = 0
        self._begin(next(line.records()))
        self._rolls = rolls
        self._jump(line, moments, end)
        for record in line.records(end, len(self._line.buffer)):
            self.apply(record, True)

    def _moment(self) -> "Moment":
        """The state at an undecided turn, so that a take-back need not replay the whole game."""
        # Packed, because a long game has many moments.
        rest = bytes((self.phase, self.turn) + (self.dice or ()))
        few = bytes(self.position) + rest
        return few, self.cube, self.owner, self.automatic, self._rolls.made

    def _jump(self, line: Line, moments: "list[Moment]", end: int) -> None:
        """Goes from the game's start to the last moment before the offset `end` of its line."""
        for number in range(len(moments) - 1, -1, -1):
            before = line.upto(number * _TURNS_A_MOMENT)
            if len(before.buffer) <= end:
                few, self.cube, self.owner, self.automatic, self._rolls.made = moments[number]
                self.position = array("b", few[:_PLACES])
                self.phase, self.turn = few[_PLACES : _PLACES + 2]
                dice = few[_PLACES + 2 :]
                self.dice = (dice[0], dice[1]) if dice else None
                self._line = before
                self._moments = moments[:number]
                return


_DO = {
    actions.SETTINGS: Game._change_settings,
    actions.ROLL: Game._roll,
    actions.DOUBLE: Game._double,
    actions.TAKE: Game._take,
    actions.DROP: Game._drop,
    actions.BEAVER: Game._beaver,
    actions.RACCOON: Game._raccoon,
    actions.RESIGN: Game._resign,
    actions.ACCEPT: Game._accept,
    actions.REFUSE: Game._refuse,
    actions.TAKE_BACK: Game._take_back,
    actions.NOTE: Game._note,
}
