"""A match: the player on turn, the legal actions, the effect of each action, and the score.

The state of a match follows from its log. `Match.apply` takes one action at a time and refuses an
action that the rules do not allow. A take-back removes the last actions of the running game and
rebuilds the state. The dice stay: later rolls must repeat them.

`replay`, `games` and `moments` rebuild a match from its log. They yield the same Match object each
time, so use the match before you request the next one.

    >>> match = Match(Settings(length=1))
    >>> match.apply(actions.roll(3, 1))
    >>> match.turn, match.dice
    (0, (3, 1))
"""

from array import array
from collections import namedtuple
from micropython import const
from struct import pack, unpack_from

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.actions import GameRecords, Refusal, Rolls, sides_to_ask
from picogammon.rules.plays import after_checked, after_logged, target
from picogammon.rules.position import RulesError
from picogammon.rules.settings import ASK, OFF, Settings, unpack_settings
from picogammon.rules.situation import Checkpoint, Situation, opening, unpack_checkpoint

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import NamedTuple

_PLACES = const(26)
_TURNS_A_MOMENT = const(8)
_NUMBERS = "<6B2I"  # the format of the numbers that follow the position in a moment
_MOMENT = const(40)  # bytes
_NOBODY = const(2)  # a moment's owner of a centred cube

# The phases of a match.
OPENING = const(0)
TO_ROLL = const(1)
TO_PLAY = const(2)
DOUBLED = const(3)
BEAVERED = const(4)
RACCOONED = const(5)
RESIGNING = const(6)
TAKING_BACK = const(7)
GAME_OVER = const(8)
MATCH_OVER = const(9)

# By phase: the task that comes first.
FIRST = (
    "the opening roll decides who goes first",
    "roll the dice first",
    "play your dice first",
    "answer the double first",
    "answer the beaver first",
    "answer the raccoon first",
    "answer the resignation first",
    "answer the take-back first",
    "the game is over",
    "the match is over",
)
_TOO_LATE = "double before you roll"
# By kind of action: the name of its method, the phases that allow it (None: all), and the refusal
# of an answer if there is no question. A table of names, not of methods, stays in an image's flash.
_KINDS: "tuple[tuple[str, tuple[int, ...] | None, str], ...]" = (
    ("", None, ""),  # no kind has this number
    ("_change_settings", None, ""),  # SETTINGS
    ("_begin", None, ""),  # GAME
    ("_roll", (OPENING, TO_ROLL, TO_PLAY), ""),  # ROLL
    ("_play", (TO_PLAY,), ""),  # PLAY
    ("_double", (TO_ROLL,), ""),  # DOUBLE
    ("_take", (DOUBLED, BEAVERED, RACCOONED), "there is no double to take"),  # TAKE
    ("_drop", (DOUBLED, BEAVERED, RACCOONED), "there is no double to drop"),  # DROP
    ("_beaver", (DOUBLED,), "there is no double to beaver"),  # BEAVER
    ("_raccoon", (BEAVERED,), "there is no beaver to raccoon"),  # RACCOON
    ("_resign", (TO_ROLL, TO_PLAY), ""),  # RESIGN
    ("_accept", (RESIGNING, TAKING_BACK), "there is nothing to accept"),  # ACCEPT
    ("_refuse", (RESIGNING, TAKING_BACK), "there is nothing to refuse"),  # REFUSE
    ("_take_back", None, ""),  # TAKE_BACK
    ("_note", None, ""),  # NOTE
)
# How a game ended.
BORNE_OFF = const(0)
DROPPED = const(1)
RESIGNED = const(2)

# A game's end. `multiple`: 1 for a single game, 2 a gammon, 3 a backgammon, as it counts. `points`:
# multiple times the cube. `how`: BORNE_OFF, DROPPED or RESIGNED.
if _TYPE_CHECKING:
    Result = NamedTuple(
        "Result", [("winner", int), ("multiple", int), ("points", int), ("how", int)]
    )
else:
    Result = namedtuple("Result", ("winner", "multiple", "points", "how"))


def _refuse_if(reason: str | None) -> None:
    if reason:
        raise Refusal(reason)


class Match:
    """A match in progress. A new match waits for the opening roll of its first game.

    Read these attributes, but do not change them:

    `phase`: OPENING ... MATCH_OVER. `turn`: the side on turn (0, 1), or None in the opening.
    `position`: array('b', 26) as `turn` sees it, or as player 0 does in the opening.
    `dice`: the dice (d1, d2) to be played, or None.
    `cube`, `owner`: the cube's value and owner (None for the middle). A double, a beaver or a
    raccoon counts in `cube` only after the answer, so a drop loses `cube` points.
    `scores`: [points of player 0, of player 1]. `crawford`: True in the Crawford game.
    `automatic`: the number of automatic doubles so far.
    `resigned`: the multiple on offer (1, 2, 3) while the phase is RESIGNING.
    `asked`: while TAKING_BACK, the number of turns to take back (LAST: only the last decision).
    `result`: a Result once the game is over.
    `notes`: {topic: body} of the last NOTE on each topic.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = Settings() if settings is None else settings.copy()
        self.notes: "dict[int, bytes]" = {}
        start = opening(self.settings)
        self._start(start, actions.game(start))

    @property
    def decider(self) -> int | None:
        """The side that has to act, or None if both sides can act (opening roll, next game)."""
        phase = self.phase
        if phase in (TO_ROLL, TO_PLAY, BEAVERED):
            return self.turn
        if phase in (DOUBLED, RACCOONED, RESIGNING):
            return 1 - self.turn
        if phase == TAKING_BACK:
            return self._asking[0]
        return None

    def apply(self, action: bytes, trusted: bool = False) -> None:
        """Changes the match by `action`, or raises Refusal and changes nothing.

        `trusted`: True for an action from a log; a play is then not checked against all rules.
        """
        try:
            kind = actions.check(action)
            do, phases, no_question = _KINDS[kind]
            if phases is not None and self.phase not in phases:
                if no_question and self.phase < GAME_OVER:
                    raise Refusal(no_question)
                late = kind == actions.DOUBLE and self.phase == TO_PLAY
                raise Refusal(_TOO_LATE if late else FIRST[self.phase])
            if kind == actions.PLAY:
                self._play(action, trusted)
            else:
                getattr(self, do)(action)
        except RulesError as error:
            raise Refusal(str(error)) from None

    def can_correct_dice(self) -> bool:
        """True if the dice may be corrected: a player entered them, and no decision followed."""
        if self.phase != TO_PLAY or not self._rolls.last_by_hand():
            return False
        return actions.kind_of(self._game.last()[1]) == actions.ROLL

    def next_dice(self) -> tuple[int, int] | None:
        """Returns the dice that the next roll must repeat after a take-back, or None."""
        return self._rolls.following() if self.phase in (OPENING, TO_ROLL) else None

    def rolls_made(self) -> int:
        """Returns the number of rolls in this game, without those that were taken back."""
        return self._rolls.made

    def records(self, turns: int = 0) -> "Iterator[bytes]":
        """Yields the running game's records, its GAME first, without records that were taken back.

        `turns`: leaves out the records that a take-back of this number of turns would remove.
        """
        return self._game.records(self._game.turn_start(turns) if turns else None)

    def latest(self, turns: int) -> "Iterator[bytes]":
        """Yields the records that taking back `turns` turns (LAST: one decision) would remove."""
        return self._game.records(None, self._game.turn_start(turns))

    def turns_back(self) -> int:
        """Returns the number of turns that can be taken back now."""
        off = self.settings.take_back == OFF or self.phase == TAKING_BACK
        return 0 if off else self.decided_turns()

    def decided_turns(self) -> int:
        """Returns the number of turns in this game with at least one decision."""
        return len(self._game.marks)

    def last_in_turn(self) -> bool:
        """True if a take-back can undo the last decision and keep one before it in its turn."""
        return self.turns_back() > 0 and self._game.turn_start(0) > self._game.turn_start(1)

    def opened_with_dice(self) -> bool:
        """True if the dice to be played are the opening roll, one die of each side."""
        return self._drawn and self.dice is not None and len(self._game.marks) == self._decided

    def turns_back_to(self, side: int) -> int:
        """Returns how many turns a take-back of `side`'s last decision undoes; 0 if impossible."""
        return self._game.turns_back_to(side) if self.turns_back() else 0

    def can_double(self) -> bool:
        """True if the player on turn may double now."""
        return self.phase == TO_ROLL and self._why_no_double() is None

    def offers_double(self) -> bool:
        """True if the player on turn may double and the cube is live for that side (rule R26)."""
        return self.no_double() is None

    def no_double(self) -> str | None:
        """Returns the reason not to offer a double (not allowed now, or a dead cube), or None."""
        if self.phase != TO_ROLL:
            return _TOO_LATE
        length = self.settings.length
        why = self._why_no_double()
        if not why and length and self.scores[self.turn or 0] + self.cube >= length:
            why = "the cube is dead for you"
        return why

    def can_beaver(self) -> bool:
        """True if the doubled side may beaver now (rule R28)."""
        return self.phase == DOUBLED and self._why_no_beaver() is None

    def can_raccoon(self) -> bool:
        """True if the beavered side may raccoon now (rule R28)."""
        return self.phase == BEAVERED and self._why_no_raccoon() is None

    def helped(self) -> bool:
        """True if hints and the tutor are allowed now; they always are after a game (rule R34)."""
        return not self.settings.no_hints or self.result is not None

    def before(self, turns: int) -> "Match":
        """Returns a separate match in the state that a take-back of `turns` would restore."""
        past = Match(self.settings)
        past._game = self._game
        past._rolls.kept = self._rolls.kept[:]
        past._rebuild(self._game.turn_start(turns))
        return past

    def situation(self) -> Situation:
        """Returns the present state as a Situation. Before the opening roll its `turn` is 0."""
        phase = self._before if self.phase == TAKING_BACK else self.phase
        raccooned = phase == RACCOONED
        beavered = raccooned or phase == BEAVERED
        return Situation(
            position=array("b", self.position),
            turn=self.turn or 0,
            dice=self.dice,
            doubled=beavered or phase == DOUBLED,
            cube=self.cube // (4 if raccooned else 2 if beavered else 1),
            owner=self._doubled_as if beavered else self.owner,
            scores=self.scores,
            length=self.settings.length,
            crawford=self.crawford,
            crawford_rule=self.settings.crawford,
            jacoby=self.settings.jacoby and not self.settings.length,
            beavers=0 if self.settings.length else self.settings.beavers,
            cube_on=self.settings.cube_on,
            max_cube=self.settings.max_cube,
            variant=self.settings.variant,
            beavered=beavered,
            raccooned=raccooned,
            over=self.result is not None,
        )

    def checkpoint(self) -> Checkpoint:
        """Returns a Checkpoint that starts a game from here, without dice or a pending offer."""
        now = self.situation()
        return Checkpoint(
            now.scores, now.crawford, self.turn, now.cube, now.owner, self.automatic, now.position
        )

    def state(self) -> tuple[object, ...]:
        """Returns the whole state; equal matches have equal states."""
        return (
            self.settings.pack(),
            (self.phase, self._before, self._asking, self.asked),
            (self.turn, self.decider, self.dice, self.result),
            bytes(self.position),
            (self.cube, self.owner, self._doubled_as, tuple(self.scores), self.crawford),
            (self.automatic, self.resigned, self._decided),
            (bytes(self._game.buffer), tuple(self._game.marks)),
            (bytes(self._rolls.kept), self._rolls.made),
            tuple(sorted(self.notes.items())),
        )

    def next_game(self) -> bytes:
        """Returns the GAME record of the next game; raises Refusal if there can be none now."""
        if self.phase != GAME_OVER:
            over = self.phase == MATCH_OVER
            raise Refusal("the match is over" if over else "the game is not over")
        crawford = self.settings.next_is_crawford(self._scores_before, self.scores)
        return actions.game(opening(self.settings, self.scores, crawford))

    # The effect of each action. A method checks everything before it changes anything.

    def _change_settings(self, action: bytes) -> None:
        settings = unpack_settings(action[1:])
        rule = self.settings.changed_rule(settings)
        if rule is not None:
            raise Refusal("%s cannot change during a match" % rule)
        self.settings = settings

    def _note(self, action: bytes) -> None:
        self.notes[actions.topic_of(action)] = actions.body_of(action)

    def _begin(self, action: bytes) -> None:
        start = unpack_checkpoint(action[1:])
        start.check(self.settings)
        self._start(start, action)

    def _start(self, start: Checkpoint, action: bytes) -> None:
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
        self.result: Result | None = None
        self._asking: tuple[int, ...] = ()  # sides that have not agreed to a take-back yet
        self._before: int | None = None  # the phase that a request to take back interrupted
        self._drawn = start.turn is None
        self._doubled_as: int | None = None  # the cube's owner before a beavered double
        self._decided = False  # True after the first decision of this turn
        self._rolls = Rolls()
        self._game = GameRecords()
        self._game.append(action)

    def _roll(self, action: bytes) -> None:
        if self.phase == TO_PLAY:
            if not (actions.by_hand(action) and self.can_correct_dice()):
                raise Refusal(FIRST[TO_PLAY])
            self._rebuild(self._game.last()[0])
        else:
            self._rolls.check(action, self.phase == OPENING)
        self._rolls.add(action)
        self._game.append(action)
        self.dice = first, second = actions.dice_of(action)
        if self.phase == OPENING:
            if first == second:
                self.dice = None
                settings = self.settings
                doubles = settings.cube_on and not settings.length
                if doubles and self.automatic < settings.automatic and self._cube_reaches(2):
                    self.automatic += 1
                    self.cube *= 2
                return
            self.turn = 0 if first > second else 1
            if self.turn:
                positions.swap(self.position)
        self.phase = TO_PLAY

    def _play(self, action: bytes, trusted: bool) -> None:
        play = actions.steps_of(action)
        if trusted:
            after = after_logged(self.position, play, self.dice)
        else:
            after = after_checked(self.position, play, self.dice)
        self._decide(action, not play)
        self.position = after
        self.dice = None
        self._decided = False
        bears_off = play and target(play[-1]) == 0
        if bears_off and not positions.left(after):
            won = positions.multiple_of(after, self.settings.checkers)
            self._end(self.turn, self.settings.counted(won, self.owner), BORNE_OFF)
        else:
            positions.swap(after)
            self.turn = 1 - self.turn
            self.phase = TO_ROLL

    def _double(self, action: bytes) -> None:
        _refuse_if(self._why_no_double())
        self._decide(action)
        self.phase = DOUBLED

    def _take(self, action: bytes) -> None:
        self._decide(action)
        if self.phase == DOUBLED:
            self.owner = 1 - self.turn
        self.cube *= 2
        self.phase = TO_ROLL

    def _drop(self, action: bytes) -> None:
        self._decide(action)
        self._end(1 - self.decider, 1, DROPPED)

    def _beaver(self, action: bytes) -> None:
        _refuse_if(self._why_no_beaver())
        self._decide(action)
        self._doubled_as = self.owner
        self.owner = 1 - self.turn
        self.cube *= 2
        self.phase = BEAVERED

    def _raccoon(self, action: bytes) -> None:
        _refuse_if(self._why_no_raccoon())
        self._decide(action)
        self.cube *= 2
        self.phase = RACCOONED

    def _resign(self, action: bytes) -> None:
        self._decide(action)
        self.resigned = actions.multiple_of(action)
        self.phase = RESIGNING

    def _accept(self, action: bytes) -> None:
        if self.phase == TAKING_BACK:
            self._asking = self._asking[1:]
            if not self._asking:
                self._rebuild(self._game.turn_start(self.asked))
            return
        self._decide(action)
        multiple = self.settings.counted(self.resigned, self.owner)
        self._end(1 - self.turn, multiple, RESIGNED)

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
        decided = len(self._game.marks)
        if self.phase == TAKING_BACK:
            raise Refusal(FIRST[TAKING_BACK])
        if self.settings.take_back == OFF:
            raise Refusal("this match has no take-backs")
        if not decided:
            raise Refusal("there is nothing to take back in this game")
        if turns > decided:
            raise Refusal("only %d can be taken back in this game" % decided)
        if self.settings.take_back == ASK:
            past = self.before(turns)
            asker = actions.asker_of(action)
            self._asking = sides_to_ask(self.latest(turns), past.turn, past.decider, asker)
            self._before = self.phase
            self.asked = turns
            self.phase = TAKING_BACK
        else:
            self._rebuild(self._game.turn_start(turns))

    # The reasons why the cube cannot be turned now (R24, R26, R28); None if it can.

    def _why_no_double(self) -> str | None:
        settings = self.settings
        if not settings.cube_on:
            return "there is no cube in this match"
        if settings.length == 1:
            return "no doubles in a one-point match"
        if self.crawford:
            return "no doubles in the Crawford game"
        if self.owner == 1 - self.turn:
            return "the opponent owns the cube"
        return self._why_not_turned(2)

    def _why_no_beaver(self) -> str | None:
        settings = self.settings
        if settings.length or not settings.beavers:
            return "this match has no beavers"
        return self._why_not_turned(4)  # a beaver makes the stake four times as high

    def _why_no_raccoon(self) -> str | None:
        if self.settings.beavers < 2:
            return "this match has no raccoons"
        return self._why_not_turned(4)  # the cube already counts the first double

    def _why_not_turned(self, times: int) -> str | None:
        return None if self._cube_reaches(times) else "the cube is at its limit"

    def _cube_reaches(self, times: int) -> bool:
        return self.cube * times <= 1 << self.settings.max_cube

    def _decide(self, action: bytes, passed: bool = False) -> None:
        if not self._decided:
            if len(self._game.marks) % _TURNS_A_MOMENT == 0:
                self._game.moments.extend(self._moment())
            self._game.mark(self.turn, passed)
            self._decided = True
        self._game.append(action)

    def _end(self, winner: int, multiple: int, how: int) -> None:
        self.result = Result(winner, multiple, multiple * self.cube, how)
        self.scores[winner] += multiple * self.cube
        self.dice = None
        self.resigned = 0
        self.phase = MATCH_OVER if self.settings.is_over(self.scores) else GAME_OVER

    def _rebuild(self, end: int) -> None:
        """Restores the state before the record at offset `end`; new rolls repeat the old dice."""
        game = self._game
        rolls = self._rolls
        rolls.made = 0
        self._begin(next(game.records()))
        self._rolls = rolls
        self._jump(game, end)
        for record in game.records(end, len(self._game.buffer)):
            self.apply(record, True)

    def _moment(self) -> bytes:
        """Returns the present state as bytes. Call this before a turn's first decision."""
        first, second = self.dice or (0, 0)
        owner = _NOBODY if self.owner is None else self.owner
        numbers = self.phase, self.turn, first, second, owner, self.automatic
        return bytes(self.position) + pack(_NUMBERS, *numbers, self.cube, self._rolls.made)

    def _jump(self, game: GameRecords, end: int) -> None:
        """Restores the latest state in `game.moments` at or before offset `end`, if any exists."""
        moments = game.moments
        for at in range(len(moments) - _MOMENT, -1, -_MOMENT):
            before = game.upto(at // _MOMENT * _TURNS_A_MOMENT, at)
            if len(before.buffer) <= end:
                self.position = array("b", moments[at : at + _PLACES])
                numbers = unpack_from(_NUMBERS, moments, at + _PLACES)
                self.phase, self.turn, first, second, owner, self.automatic = numbers[:6]
                self.dice = (first, second) if first else None
                self.owner = None if owner == _NOBODY else owner
                self.cube, self._rolls.made = numbers[6:]
                self._game = before
                return


def match_from_settings(record: bytes) -> Match:
    """Returns a new match; raises Refusal if `record` is not a SETTINGS record."""
    if actions.kind_of(record) != actions.SETTINGS:
        raise Refusal("the log has no settings")
    try:
        return Match(unpack_settings(record[1:]))
    except RulesError as error:
        raise Refusal(str(error)) from None


def replay(records: "Iterable[bytes]", match: Match | None = None) -> "Iterator[Match]":
    """Yields the match after each record of a log; raises Refusal at a record that is not allowed.

    `match`: the match before the first record, or None if the records begin with SETTINGS.
    """
    for record in records:
        if match is None:
            match = match_from_settings(record)
        else:
            match.apply(record, True)
        yield match


def moments(records: "Iterable[bytes]", settings: Settings) -> "Iterator[tuple[Match, bytes]]":
    """Yields (match before the record, record) for each record of a game; may raise Refusal."""
    match = Match(settings)
    for record in records:
        yield match, record
        match.apply(record, True)


def games(records: "Iterable[bytes | None]", last: bool = True) -> "Iterator[Match | None]":
    """Replays `records`, and yields the match as it is at the end of each game.

    Skips a game without actions. `last`: True to include the last game, even if it is not over. At
    a None in `records`, yields None, so that the caller can pause. Can raise Refusal.
    """
    match = None
    for record in records:
        if record is None:
            yield None
        elif match is None:
            match = match_from_settings(record)
        else:
            if actions.kind_of(record) == actions.GAME and _is_played(match):
                yield match
            match.apply(record, True)
    if last and match is not None and _is_played(match):
        yield match


def _is_played(match: Match) -> bool:
    records = match.records()
    next(records)
    return next(records, None) is not None


def match_of(situation: Situation, settings: Settings | None = None) -> Match:
    """Returns a new match in this `situation`; raises Refusal if no match can reach it.

    Names, players, the take-back rule and the variant come from `settings`. If a side has too many
    checkers for the variant, the match is backgammon instead.
    """
    crawford = bool(situation.crawford and situation.length != 1)
    pos = situation.position
    try:
        if settings is None:
            settings = Settings(crawford=situation.crawford_rule, variant=situation.variant)
        elif max(positions.left(pos), positions.opponent_left(pos)) > settings.checkers:
            settings = settings.copy(variant=positions.BACKGAMMON)
        holder = settings.holder
        if situation.cube == 1 and situation.owner is not None:  # only a handicap explains this
            holder = situation.owner + 1
        match = Match(
            settings.copy(
                length=situation.length,
                crawford=settings.crawford or crawford,
                jacoby=bool(situation.jacoby),
                beavers=situation.beavers,
                cube_on=bool(situation.cube_on),
                max_cube=situation.max_cube,
                holder=holder,
            )
        )
        cube, owner = situation.cube, situation.owner
        start = Checkpoint(situation.scores, crawford, situation.turn, cube, owner, 0, pos)
        match.apply(actions.game(start))
        if situation.doubled:
            match.apply(actions.double())
            if situation.beavered:
                match.apply(actions.beaver())
            if situation.raccooned:
                match.apply(actions.raccoon())
        elif situation.dice:
            match.apply(actions.roll(*situation.dice))
    except RulesError as error:
        raise Refusal(str(error)) from None
    return match
