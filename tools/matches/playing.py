"""Plays what a file's cells say, action by action, through the rules.

Where they do not allow what a game says, the game stops, and the next one begins with its score.
"""

from collections import namedtuple

from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    DROPPED,
    FIRST,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RACCOONED,
    RESIGNED,
    RESIGNING,
    TO_PLAY,
    TO_ROLL,
    Match,
    Refusal,
)
from picogammon.rules.plays import Hand, roll_text
from picogammon.rules.position import BAR, RulesError, multiple_of
from picogammon.rules.situation import Situation, opening
from reading.plays import parse_play
from tools.matches import MatError, lines

# What our own lines in the head say: `action` was done after `count` actions of a game.
Aside = namedtuple("Aside", ("line", "count", "action"))

_UNKNOWN = ("", "?", "??", "???", "????")
_SIMPLE = {lines.TAKES: actions.take, lines.DROPS: actions.drop}
_ENDS = (lines.WINS, lines.WON)
_GAVE_UP = (
    "game %d, line %d: %s won %s when the rules allow no win (the other side resigned out of turn, "
    "or lost on time); the game stops there, and the next begins with the file's score"
)
_UNTOLD = "game %d, line %d: %s resigned, and the file does not say for how many points"
_CAPPED = "game %d: the file gives %d points for a win of %d, which end the match"
_NO_WIN = "game %d: no win with the cube at %d has %s; it counts %d"
_JACOBY = "game %d: the file says %d points, but by the Jacoby rule the win counts %d"
_FAULT = "game %d, line %d: %s"
_STOPS = "%s; the rest of the game is left out"
_LEFT_OUT = "%s; the game is left out"
_SET_UP = "the game continues from a position set up by hand"
_NO_PLAY = "the play is missing here, but the game continues"
_GOES_ON = "a player resigns here, but the game continues"
_NO_DICE = "the dice are unknown here, but the game continues"
_OTHER_SCORE = "the score is %d-%d here, but the games make it %d-%d; the file's score counts"


class OwnError(MatError):
    """What our own writer says in the head does not fit the games."""


class Player:
    """A match as it is played. `records`: what a board's log would hold, settings first; `notes`,
    `faults` and `ends` as a MatchFile has them."""

    def __init__(self, settings):
        self.records = []
        self.notes = []
        self.faults = []
        self.ends = []
        self.first_fault = None  # a MatError
        self._settings = settings
        self._match = None
        self._line = None  # where the words stand that are being played
        self._number = 0
        self._last = None  # the number of the last game that was begun
        self._had_crawford = False
        self._in_doubt = False  # whether the file may well count another score than we do
        self._count = 0  # actions in this game
        self._played_at = None  # the line of the last one
        self._asides = []
        self._played = 0  # of them
        self._open = None  # (line, reason): nothing but the game's end may follow
        self._passed = False  # a roll without a play, and there is none
        self._resigned = None  # (cell, side or None): somebody gives up
        self._over = False  # the file has said who won
        self._gainer = None  # whose points the next game's score has more of
        self._columns = True  # whether a win's column tells the winner
        self._stopped = None  # the MatError after which nothing more of the game is played
        self._end_told = ""  # for `ends`

    def begin(self, game, names, scores, asides):
        """Begins a lines.Game under the players' names, at the scores. Raises OwnError."""
        self._line = game.names[1]
        self._number = game.number
        self._asides = sorted(asides, key=lambda aside: aside.count)
        self._played = self._count = 0
        self._open = self._stopped = self._resigned = None
        self._passed = self._over = False
        self._end_told = ""
        try:
            self._begin(game, names, scores)
        except OwnError:
            raise
        except MatError as error:
            self._stopped = error
            self._fault(_LEFT_OUT % error.reason)

    def _begin(self, game, names, scores):
        settings = self._settings.copy(names=names)
        if self._match is None:
            self._match = Match(settings)
            self.records.append(actions.settings(settings))
        record, own = self._start(game, scores)
        try:
            if record:
                self._apply(record)
        except MatError as error:
            if own:
                raise OwnError(error.reason, own) from None
            raise
        if self._match.settings.names != settings.names:
            self._apply(actions.settings(settings))
        if tuple(self._match.scores) != scores:
            both = tuple(scores) + tuple(self._match.scores)
            raise OwnError(
                "the score is %d-%d here, but the head makes it %d-%d" % both, self._line
            )
        self._last = game.number
        self._had_crawford = self._had_crawford or self._match.crawford
        self._in_doubt = False
        self._catch_up()

    def expect(self, gainer, columns):
        """Says who gains by the game, as the next one's score has it, or None; `columns`: whether
        the column of a win tells the winner."""
        self._gainer, self._columns = gainer, columns

    def act(self, cell):
        """Does what a cell says, as far as the rules allow it. Raises OwnError."""
        self._line = cell.line
        if cell.word == lines.ASIDE:
            self._fault(cell.value)
        elif self._stopped:
            self._tell_end(cell)
        else:
            try:
                self._act(cell)
            except OwnError:
                raise
            except MatError as error:
                self._stopped = error
                self._in_doubt = True
                self._line = error.line
                self.first_fault = self.first_fault or error
                over = self._match.result is not None
                told = _STOPS if self._count else _LEFT_OUT
                self._fault(error.reason if over else told % error.reason)
                self._end_told = "" if over else "the rest of the file cannot be played"
                self._tell_end(cell)

    def finish(self):
        """The file has no more of this game. Raises OwnError where it should have."""
        if self._played < len(self._asides) and not self._stopped:
            raise OwnError(f"game {self._number} has no such action", self._next_aside().line)
        if self._resigned and not (self._over or self._stopped):
            cell, side = self._resigned
            if cell.value and side is not None:
                points = cell.value * self._match.cube
                self.act(lines.Cell(cell.line, None, lines.WINS, points))
            else:
                self.notes.append(_UNTOLD % (self._number, cell.line, self._called(side)))
        if self._count:
            self.ends.append(self._end_told)

    def _act(self, cell):
        if cell.word == lines.LOSES:
            return  # the winner's column says as much
        if cell.word == lines.BROKEN:
            self._stop(cell.value)
        if cell.word == lines.SET_UP:
            self._check_position(cell.value)
            return
        if self._over or (self._match.result and cell.word not in _ENDS):
            self._stop("the game is over")
        if cell.word == lines.WON and self._match.result:
            self._over = True
            return
        if cell.word in _ENDS:
            self._end(cell.value, self._winner(cell.side))
            return
        if self._open:
            raise MatError(self._open[1], self._open[0])
        self._pass()
        if cell.word == lines.ROLL:
            self._answer_beaver()
            self._roll(cell)
        elif cell.word == lines.BLANK:
            self._open = (cell.line, _NO_DICE)
        elif cell.word == lines.RESIGNS:
            self._resign(cell)
        else:
            self._check_side(cell.side)
            self._do(self._cube_action(cell))

    def _tell_end(self, cell):
        """Who won, as the file has it, where the rules do not say so."""
        if cell.word in _ENDS and self._match.result is None:
            self._end_told = f"the file gives {_points(cell.value)}"
            side = self._winner(cell.side)
            if side is not None:
                self._end_told += f" to {self._match.settings.names[side]}"

    def _winner(self, column):
        """The side that the file gives the game to, or None; `column`: that of its line."""
        if self._columns and column is not None:
            return column
        if self._gainer is not None:
            return self._gainer
        if self._resigned and self._resigned[1] is not None:
            return 1 - self._resigned[1]
        return self._match.result.winner if self._match.result else column

    def _fault(self, reason):
        self.first_fault = self.first_fault or MatError(reason, self._line)
        told = _FAULT % (self._number, self._line, reason)
        self.faults.append(told)
        self.notes.append(told)

    # How a game begins.

    def _start(self, game, scores):
        """(the GAME record that the game begins with, None for the first of a match; the line of
        our own that says so, or None)."""
        for aside in self._asides:
            if actions.kind_of(aside.action) == actions.GAME:
                self._asides.remove(aside)
                return aside.action, aside.line
        first = len(self.records) == 1
        over = self._match.phase in (GAME_OVER, MATCH_OVER)
        try:
            if over and game.number == self._last + 1:
                made = tuple(self._match.scores)
                if made == scores:
                    return self._match.next_game(), None
                if not self._in_doubt:
                    self._fault(_OTHER_SCORE % (scores + made))
            crawford = self._is_crawford(game, scores)
            record = actions.game(opening(self._settings, scores, crawford))
        except (Refusal, RulesError) as error:
            raise MatError(str(error), self._line) from None
        return (None if first and record == actions.game(opening(self._settings)) else record), None

    def _is_crawford(self, game, scores):
        """Whether a game may be Crawford's of which nobody knows what came before it."""
        settings = self._settings
        short = settings.length - 1
        if not settings.crawford or self._had_crawford or short < 1:
            return False
        if max(scores) != short or min(scores) == short:
            return False
        return not any(cell.word == lines.DOUBLES for cell in game.cells)

    # What a cell does.

    def _roll(self, cell):
        first, second, text = cell.value
        if self._match.phase == OPENING:
            if cell.side is None:
                self._stop("it is unclear whose column this is")
            if first == second:
                self._stop("%d-%d cannot start a game" % (first, second))
            if (first > second) != (cell.side == lines.LEFT):
                first, second = second, first
        else:
            self._check_side(cell.side)
        self._do(actions.roll(first, second))
        position = self._match.position
        if text in _UNKNOWN:
            if Hand(position, (first, second)).legal():
                self._open = (cell.line, _NO_PLAY)
            else:
                self._passed = True
            return
        try:
            self._do(actions.play(parse_play(text, position, first, second)))
        except RulesError as error:
            illegal = text.lower().startswith("illegal")  # as other programs say it
            reason = "the file says that this play was illegal" if illegal else error
            self._stop(f"{roll_text(cell.value[:2])}: {reason}")

    def _resign(self, cell):
        """Somebody gives up; the points come with the win. Some programs write it to the winner."""
        self._open = (cell.line, _GOES_ON)
        side = self._match.decider if cell.side in (None, self._match.decider) else None
        self._resigned = (cell, side)
        self._end_told = f"{self._called(side)} resigned"

    def _called(self, side):
        return "a player" if side is None else self._match.settings.names[side]

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
            self._fault(f"the cube comes to {shows}, not {cell.value}")
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
            self._bear_off(side)
        if match.result is None:
            if match.phase == RESIGNING:
                self._do(actions.accept())
            elif match.phase == DOUBLED and side != match.decider:
                self._do(actions.drop())
            elif match.phase in (TO_ROLL, TO_PLAY) and side in (None, 1 - match.turn):
                self._do(actions.resign(self._multiple(points)))
                self._do(actions.accept())
            elif match.phase in (OPENING, TO_ROLL, TO_PLAY) and side is not None:
                self._in_doubt = True
                told = (match.settings.names[side], _points(points))
                self.notes.append(_GAVE_UP % ((self._number, self._line) + told))
                self._end_told = "resigned, and the file gives %s %s" % told
            else:
                self._stop(FIRST[match.phase])
        self._over = True
        if match.result:
            self._end_told = ""
            self._check_result(match.result, points, side)

    def _bear_off(self, side):
        """Plays a last roll whose play the file hides, where the roller, who is said to have won,
        can bear off all that is left."""
        match = self._match
        known = self._columns or self._gainer is not None
        if match.phase != TO_PLAY or known and side not in (None, match.turn):
            return
        left = ["%d/off" % i for i in range(1, BAR + 1) for _ in range(match.position[i])]
        try:
            self._do(actions.play(parse_play(" ".join(left), match.position, *match.dice)))
        except RulesError:
            pass

    def _check_result(self, result, points, side):
        match = self._match
        # Behind the last play of a row, a win is in the other column, whoever won.
        if side not in (None, result.winner) and self._line != self._played_at:
            self._in_doubt = True
            self._fault(f"{match.settings.names[result.winner]} has won this game")
            return
        if points == result.points:
            return
        multiple = multiple_of(match.position, match.settings.checkers)
        if result.how == RESIGNED:
            multiple = self._multiple(points)
        if match.settings.jacoby and result.how != DROPPED and points == multiple * match.cube:
            self._in_doubt = True
            self.notes.append(_JACOBY % (self._number, points, result.points))
            return
        needed = match.settings.length - match.scores[result.winner] + result.points
        if match.phase == MATCH_OVER and needed <= points < result.points:
            self.notes.append(_CAPPED % (self._number, points, result.points))
            return
        self._in_doubt = True
        if result.how == RESIGNED:
            self.notes.append(_NO_WIN % (self._number, match.cube, _points(points), result.points))
        else:
            self._fault(f"this win is worth {result.points}, not {points}")

    def _multiple(self, points):
        """Returns the multiple of the stake that a resignation for `points` gives up: if no win has
        that many points, the multiple that the winner needs."""
        match = self._match
        needed = match.settings.length - match.scores[1 - match.turn]
        for worth in (points, needed):
            for multiple in (actions.SINGLE, actions.GAMMON, actions.BACKGAMMON):
                if multiple * match.cube >= worth > 0:
                    return multiple
        return actions.BACKGAMMON

    def _check_position(self, board):
        """Stops unless the checkers are where the file says, which is None where they are not."""
        match = self._match
        if match.result:
            return
        left = positions.swapped(match.position) if match.turn else match.position
        if board is None or notation.to_xgid(Situation(left)).split(":")[0] != "XGID=" + board:
            self._stop(_SET_UP)

    def _check_side(self, side):
        decider = self._match.decider
        if side is not None and decider is not None and side != decider:
            names = self._match.settings.names
            self._stop(f"this is {names[side]}'s column, but {names[decider]} is to act")

    # Helpers of these.

    def _do(self, action):
        """An action of this game, and what our own lines say of the moment after it."""
        self._apply(action)
        self._played_at = self._line
        self._count += 1
        self._catch_up()

    def _catch_up(self):
        while self._played < len(self._asides) and self._next_aside().count == self._count:
            aside = self._next_aside()
            try:
                self._apply(aside.action)
            except MatError as error:
                raise OwnError(error.reason, aside.line) from None
            self._played += 1
            self._count += 1

    def _next_aside(self):
        return self._asides[self._played]

    def _apply(self, action):
        try:
            self._match.apply(action)
        except Refusal as refusal:
            self._stop(str(refusal))
        self.records.append(action)

    def _stop(self, reason):
        raise MatError(reason, self._line)


def _points(points):
    return "1 point" if points == 1 else f"{points} points"
