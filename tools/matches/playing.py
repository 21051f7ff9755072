"""Plays what a file's cells say, action by action, through the rules."""

from collections import namedtuple

from picogammon.rules import actions, scoring
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.errors import RulesError
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNING,
    TO_PLAY,
    TO_ROLL,
    Match,
    Refusal,
)
from picogammon.rules.phases import FIRST
from picogammon.rules.steps import Hand
from reading.plays import parse_play
from tools.matches import MatError, lines

# What our own lines in the head say: `action` was done after `count` actions of a game.
Aside = namedtuple("Aside", ("line", "count", "action"))

_UNKNOWN = ("", "?", "??", "???", "????")
_SIMPLE = {lines.TAKES: actions.take, lines.DROPS: actions.drop}
_GAVE_UP = (
    "game %d: %s won %s without a move that the rules allow then (given up out of turn, or "
    "on time), so the game stops there, and the next begins with its score"
)
_CAPPED = "game %d: the file gives %d points for a win of %d, which end the match"

_JACOBY = "game %d: the file says %d points, but by the Jacoby rule the win counts %d"


class Player:
    """A match as it is played. `records`: what a board's log would hold, settings first."""

    def __init__(self, settings, notes):
        self.records = []
        self._settings = settings
        self._notes = notes
        self._match = None
        self._line = None  # where the words stand that are being played
        self._number = 0
        self._count = 0  # actions in this game
        self._asides = []
        self._open = None  # the line of a roll without a play: nothing but the game's end follows
        self._passed = False  # a roll without a play, and there is none
        self._over = False  # the file has said who won

    def begin(self, game, names, scores, asides):
        """Begins a lines.Game under the players' names, at the scores. Raises MatError."""
        self._line = game.names[1]
        self._asides = sorted(asides, key=lambda aside: aside.count)
        settings = self._settings.copy(names=names)
        if self._match is None:
            self._match = Match(settings)
            self.records.append(actions.settings(settings))
        record = self._start(game, scores)
        if record:
            self._apply(record)
        if self._match.settings.names != settings.names:
            self._apply(actions.settings(settings))
        if tuple(self._match.scores) != scores:
            both = tuple(scores) + tuple(self._match.scores)
            self._stop("the score is %d-%d here, but the games make it %d-%d" % both)
        self._number = game.number
        self._count = 0
        self._open = None
        self._passed = False
        self._over = False
        self._catch_up()

    def act(self, cell):
        """Does what a cell says; raises MatError where the rules do not allow it."""
        self._line = cell.line
        if cell.word == lines.LOSES:
            return  # the winner's column says as much
        if self._over or (self._match.result and cell.word != lines.WINS):
            self._stop("the game is over")
        if cell.word == lines.WINS:
            self._end(cell.value, cell.side)
            return
        if self._open:
            raise MatError("there is no play here, and the game goes on", self._open)
        self._pass()
        if cell.word == lines.ROLL:
            self._answer_beaver()
        if cell.word == lines.ROLL:
            self._roll(cell)
            return
        self._check_side(cell.side)
        if cell.word == lines.RESIGNS:
            self._open = cell.line  # the points come with the win
        else:
            self._do(self._cube_action(cell))

    def finish(self):
        """The file has no more of this game. Raises MatError where it should have."""
        if self._asides:
            raise MatError(f"game {self._number} has no such action", self._asides[0].line)

    # How a game begins.

    def _start(self, game, scores):
        """The GAME record that the game begins with; None for the first of a match."""
        for aside in self._asides:
            if actions.kind_of(aside.action) == actions.GAME:
                self._asides.remove(aside)
                self._line = aside.line
                return aside.action
        first = len(self.records) == 1
        over = self._match.phase in (GAME_OVER, MATCH_OVER)
        try:
            if over and game.number == self._number + 1:
                return self._match.next_game()
            record = actions.game(Checkpoint(scores, self._is_crawford(game, scores)))
        except (Refusal, RulesError) as error:
            raise MatError(str(error), self._line) from None
        return None if first and record == actions.game(Checkpoint()) else record

    def _is_crawford(self, game, scores):
        """Whether a game may be Crawford's of which nobody knows what came before it."""
        settings = self._settings
        short = settings.length - 1
        if not settings.crawford or short < 1 or max(scores) != short or min(scores) == short:
            return False
        return not any(cell.word == lines.DOUBLES for cell in game.cells)

    # What a cell does.

    def _roll(self, cell):
        first, second, text = cell.value
        if self._match.phase == OPENING:
            if cell.side is None:
                self._stop("it cannot be told in whose column this stands")
            if first == second:
                self._stop("nobody begins with %d-%d" % (first, second))
            if (first > second) != (cell.side == lines.LEFT):
                first, second = second, first
        else:
            self._check_side(cell.side)
        self._do(actions.roll(first, second))
        position = self._match.position
        if text in _UNKNOWN:
            if Hand(position, (first, second)).legal():
                self._open = cell.line
            else:
                self._passed = True
            return
        try:
            self._do(actions.play(parse_play(text, position, first, second)))
        except RulesError as error:
            self._stop("%d%d: %s" % (cell.value[0], cell.value[1], error))

    def _cube_action(self, cell):
        match = self._match
        if cell.word in _SIMPLE:
            return _SIMPLE[cell.word]()
        beavers = cell.word == lines.BEAVERS
        if match.phase == BEAVERED:
            action = actions.raccoon()
        elif beavers or match.phase == DOUBLED:
            action = actions.beaver()
        else:
            action = actions.double()
        shows = match.cube * (2 if action == actions.double() else 4)
        if cell.value not in (None, shows):
            self._stop(f"the cube would come to {shows}, not {cell.value}")
        return action

    def _pass(self):
        """GNU Backgammon says no word where nothing can be played, nor where it does not matter."""
        if self._passed:
            self._passed = False
            self._do(actions.play())

    def _answer_beaver(self):
        """GNU Backgammon says no word when a beaver is taken: the game goes on."""
        if self._match.phase in (BEAVERED, RACCOONED):
            self._do(actions.take())

    def _end(self, points, side):
        """Somebody won so many points; `side` may be None."""
        match = self._match
        if match.result is None:
            self._answer_beaver()
            if side == match.turn:
                self._pass()
            if match.phase == RESIGNING:
                self._do(actions.accept())
            elif match.phase in (TO_ROLL, TO_PLAY) and side in (None, 1 - match.turn):
                self._do(actions.resign(self._multiple(points)))
                self._do(actions.accept())
            elif match.phase in (OPENING, TO_ROLL, TO_PLAY) and side is not None:
                self._multiple(points)
                won = "1 point" if points == 1 else f"{points} points"
                self._notes.append(_GAVE_UP % (self._number, match.settings.names[side], won))
            else:
                self._stop(FIRST[match.phase])
        self._over = True
        if match.result:
            self._check_result(match.result, points, side)

    def _check_result(self, result, points, side):
        match = self._match
        if side not in (None, result.winner):
            self._stop(f"{match.settings.names[result.winner]} has won this game")
        if points == result.points:
            return
        cubeless = scoring.multiple_of(match.position) * match.cube
        if match.settings.jacoby and result.how == scoring.BORNE_OFF and points == cubeless:
            self._notes.append(_JACOBY % (self._number, points, result.points))
            return
        needed = match.settings.length - match.scores[result.winner] + result.points
        if match.phase != MATCH_OVER or points != needed:
            self._stop(f"this win is worth {result.points}, not {points}")
        self._notes.append(_CAPPED % (self._number, points, result.points))

    def _multiple(self, points):
        multiple, rest = divmod(points, self._match.cube)
        if rest or multiple not in (actions.SINGLE, actions.GAMMON, actions.BACKGAMMON):
            self._stop(f"nobody wins {points} points with the cube at {self._match.cube}")
        return multiple

    def _check_side(self, side):
        decider = self._match.decider
        if side is not None and decider is not None and side != decider:
            names = self._match.settings.names
            self._stop(f"this is {names[side]}'s column, but it is for {names[decider]} to act")

    # Helpers of these.

    def _do(self, action):
        """An action of this game, and what our own lines say of the moment after it."""
        self._apply(action)
        self._count += 1
        self._catch_up()

    def _catch_up(self):
        while self._asides and self._asides[0].count == self._count:
            aside = self._asides.pop(0)
            line, self._line = self._line, aside.line
            self._apply(aside.action)
            self._count += 1
            self._line = line

    def _apply(self, action):
        try:
            self._match.apply(action)
        except Refusal as refusal:
            self._stop(str(refusal))
        self.records.append(action)

    def _stop(self, reason):
        raise MatError(reason, self._line)
