"""Plays the cells of a file, action by action, through the rules.

A game stops where the rules do not allow it, and the next one begins with its score.
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
from tools.matches import MatError, counted, lines

# A line of our own in the head: `action` was done after `count` actions of a game.
Aside = namedtuple("Aside", ("line", "count", "action"))

_UNKNOWN = ("", "?", "??", "???", "????")
_SIMPLE = {lines.TAKES: actions.take, lines.DROPS: actions.drop}
_ENDS = (lines.WINS, lines.WON)


class _Stopped(MatError):
    """A game that cannot be played on."""


class Player:
    """A match while it is played. `records`: a board's log of it; `notes`, `faults`, `ends`: as in
    a MatchFile; `first_fault`: a MatError or None.

    `columns`: as in lines.Lines.
    """

    def __init__(self, settings, columns):
        self.records = []
        self.notes = []
        self.faults = []
        self.ends = []
        self.first_fault = None
        self._settings = settings
        self._columns = columns
        self._match = None
        self._last = None  # the number of the game before
        self._had_crawford = False
        self._in_doubt = False  # True if the file may count another score
        self._played_at = None  # the line of the last action

    def play(self, game, names, scores, asides, gainer):
        """Plays a lines.Game. Raises MatError if our own lines in the head do not fit.

        `asides`: those of this game; `gainer`: the side with more points in the next game, or None.
        """
        self._line = game.names[1]  # of the words that are being played
        self._number = game.number
        self._gainer = gainer
        self._asides = sorted(asides, key=lambda aside: aside.count)  # that are still to come
        self._count = 0  # actions in this game
        self._open = None  # (reason, line): only the game's end may follow
        self._passed = False  # a roll without a play, and there is none
        self._resigned = None  # (cell, side or None)
        self._over = False  # the file has said who won
        self._stopped = False
        self._end_told = ""  # for `ends`
        try:
            self._begin(game, names, scores)
        except _Stopped as error:
            self._stopped = True
            self._fault(f"{error.reason}; the game is left out")
        for cell in game.cells:
            self._follow(cell)
        self._finish()

    def _follow(self, cell):
        """Does what a cell says, as far as the rules allow it."""
        self._line = cell.line
        if cell.word == lines.ASIDE:
            self._fault(cell.value)
            return
        if not self._stopped:
            try:
                self._act(cell)
                return
            except _Stopped as error:
                self._stopped = self._in_doubt = True
                self._line = error.line
                self.first_fault = self.first_fault or error
                if self._match.result:
                    self._fault(error.reason)
                    self._end_told = ""
                else:
                    what = "the rest of the game" if self._count else "the game"
                    self._fault(f"{error.reason}; {what} is left out")
                    self._end_told = "the rest of the file cannot be played"
        if cell.word in _ENDS and self._match.result is None:
            self._end_told = f"the file gives {counted(cell.value, 'point')}"
            side = self._winner(cell.side)
            if side is not None:
                self._end_told += f" to {self._called(side)}"

    def _finish(self):
        if self._asides and not self._stopped:
            raise MatError(f"game {self._number} has no such action", self._asides[0].line)
        if self._resigned and not (self._over or self._stopped):
            cell, side = self._resigned
            if cell.value and side is not None:
                points = cell.value * self._match.cube
                self._follow(lines.Cell(cell.line, None, lines.WINS, points))
            else:
                who = self._called(side)
                self._note(
                    f"{who} resigned, and the file does not say for how many points", cell.line
                )
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
            raise _Stopped(*self._open)
        self._pass()
        if cell.word == lines.ROLL:
            self._answer_beaver()
            self._roll(cell)
        elif cell.word == lines.BLANK:
            self._open = ("the dice are unknown here, but the game continues", cell.line)
        elif cell.word == lines.RESIGNS:
            self._resign(cell)
        else:
            self._check_side(cell.side)
            self._do(self._cube_action(cell))

    def _winner(self, column):
        """Returns the side that wins by the file, or None; `column`: that of its line."""
        if self._columns and column is not None:
            return column
        if self._gainer is not None:
            return self._gainer
        if self._resigned and self._resigned[1] is not None:
            return 1 - self._resigned[1]
        return self._match.result.winner if self._match.result else column

    def _fault(self, reason):
        self.first_fault = self.first_fault or MatError(reason, self._line)
        self._note(reason, self._line)
        self.faults.append(self.notes[-1])

    def _note(self, text, line=None):
        at = f"game {self._number}, line {line}" if line else f"game {self._number}"
        self.notes.append(f"{at}: {text}")

    # The beginning of a game.

    def _begin(self, game, names, scores):
        settings = self._settings.copy(names=names)
        if self._match is None:
            self._match = Match(settings)
            self.records.append(actions.settings(settings))
        own = [one for one in self._asides if actions.kind_of(one.action) == actions.GAME]
        if own:
            self._asides.remove(own[0])
            self._apply(own[0].action, own[0].line)
        else:
            record = self._start(game, scores)
            if record:
                self._apply(record)
        if self._match.settings.names != settings.names:
            self._apply(actions.settings(settings))
        if tuple(self._match.scores) != scores:
            both = tuple(scores) + tuple(self._match.scores)
            text = "the score is %d-%d here, but the head makes it %d-%d" % both
            raise MatError(text, self._line)
        self._last = game.number
        self._had_crawford = self._had_crawford or self._match.crawford
        self._in_doubt = False
        self._catch_up()

    def _start(self, game, scores):
        """Returns the GAME record of a game, or None for the first one of a match."""
        over = self._match.phase in (GAME_OVER, MATCH_OVER)
        try:
            if over and game.number == self._last + 1:
                made = tuple(self._match.scores)
                if made == scores:
                    return self._match.next_game()
                if not self._in_doubt:
                    both = "the score is %d-%d here, but the games make it %d-%d" % (scores + made)
                    self._fault(f"{both}; the file's score counts")
            record = actions.game(opening(self._settings, scores, self._is_crawford(game, scores)))
        except (Refusal, RulesError) as error:
            self._stop(str(error))
        first = len(self.records) == 1
        return None if first and record == actions.game(opening(self._settings)) else record

    def _is_crawford(self, game, scores):
        """True if a game may be Crawford's, as far as the file says."""
        short = self._settings.length - 1
        return (
            self._settings.crawford
            and not self._had_crawford
            and max(scores) == short > min(scores)
            and not any(cell.word == lines.DOUBLES for cell in game.cells)
        )

    # The actions of a cell.

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
                self._open = ("the play is missing here, but the game continues", cell.line)
            else:
                self._passed = True
            return
        try:
            self._do(actions.play(parse_play(text, position, first, second)))
        except RulesError as error:
            illegal = text.lower().startswith("illegal")  # in other programs' words
            reason = "the file says that this play was illegal" if illegal else error
            self._stop(f"{roll_text(cell.value[:2])}: {reason}")

    def _resign(self, cell):
        """Notes a resignation. The points come with the win, and perhaps in the winner's column."""
        self._open = ("a player resigns here, but the game continues", cell.line)
        side = self._match.decider if cell.side in (None, self._match.decider) else None
        self._resigned = (cell, side)
        self._end_told = f"{self._called(side)} resigned"

    def _called(self, side):
        return "a player" if side is None else self._match.settings.names[side]

    def _cube_action(self, cell):
        match = self._match
        if cell.word in _SIMPLE:
            return _SIMPLE[cell.word]()
        if match.phase == BEAVERED:
            action, times = actions.raccoon(), 4
        elif cell.word == lines.BEAVERS or match.phase == DOUBLED:
            action, times = actions.beaver(), 4
        else:
            action, times = actions.double(), 2
        shows = match.cube * times
        if cell.value not in (None, shows):
            self._fault(f"the cube comes to {shows}, not {cell.value}")
        return action

    def _pass(self):
        """Plays a roll that has no play: GNU Backgammon does not write it."""
        if self._passed:
            self._passed = False
            self._do(actions.play())

    def _answer_beaver(self):
        """Takes a beaver: GNU Backgammon does not write it."""
        if self._match.phase in (BEAVERED, RACCOONED):
            self._do(actions.take())

    def _end(self, points, side):
        """Ends the game with `points` for `side`, which may be None."""
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
                who, won = self._called(side), counted(points, "point")
                self._note(
                    f"{who} won {won} when the rules allow no win (the other side resigned out of "
                    "turn, or lost on time); the game stops there, and the next begins with the "
                    "file's score",
                    self._line,
                )
                self._end_told = f"resigned, and the file gives {who} {won}"
            else:
                self._stop(FIRST[match.phase])
        self._over = True
        if match.result:
            self._end_told = ""
            self._check_result(match.result, points, side)

    def _bear_off(self, side):
        """Plays the last roll if the file hides its play, and the roller, who is said to have won,
        can bear off all checkers."""
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
        # After the last play of a row, a win is always in the other column.
        if side not in (None, result.winner) and self._line != self._played_at:
            self._in_doubt = True
            self._fault(f"{self._called(result.winner)} has won this game")
            return
        if points == result.points:
            return
        multiple = multiple_of(match.position, match.settings.checkers)
        if result.how == RESIGNED:
            multiple = self._multiple(points)
        if match.settings.jacoby and result.how != DROPPED and points == multiple * match.cube:
            self._in_doubt = True
            counts = f"but by the Jacoby rule the win counts {result.points}"
            self._note(f"the file says {points} points, {counts}")
            return
        needed = match.settings.length - match.scores[result.winner] + result.points
        if match.phase == MATCH_OVER and needed <= points < result.points:
            wins = f"a win of {result.points}, which end the match"
            self._note(f"the file gives {points} points for {wins}")
            return
        self._in_doubt = True
        if result.how == RESIGNED:
            has = f"no win with the cube at {match.cube} has {counted(points, 'point')}"
            self._note(f"{has}; it counts {result.points}")
        else:
            self._fault(f"this win is worth {result.points}, not {points}")

    def _multiple(self, points):
        """Returns the multiple of a resignation for `points`, or the multiple that the winner needs
        if no win has that many points."""
        match = self._match
        needed = match.settings.length - match.scores[1 - match.turn]
        for worth in (points, needed):
            for multiple in (actions.SINGLE, actions.GAMMON, actions.BACKGAMMON):
                if multiple * match.cube >= worth > 0:
                    return multiple
        return actions.BACKGAMMON

    def _check_position(self, board):
        """Stops unless the position is `board`, or if that is None."""
        match = self._match
        if match.result:
            return
        left = positions.swapped(match.position) if match.turn else match.position
        if board is None or notation.to_xgid(Situation(left)).split(":")[0] != "XGID=" + board:
            self._stop("the game continues from a position set up by hand")

    def _check_side(self, side):
        decider = self._match.decider
        if side is not None and decider is not None and side != decider:
            other = self._called(side)
            self._stop(f"this is {other}'s column, but {self._called(decider)} is to act")

    def _do(self, action):
        """Applies an action of this game, and our own lines for the moment after it."""
        self._apply(action)
        self._played_at = self._line
        self._count += 1
        self._catch_up()

    def _catch_up(self):
        while self._asides and self._asides[0].count == self._count:
            aside = self._asides.pop(0)
            self._apply(aside.action, aside.line)
            self._count += 1

    def _apply(self, action, own=None):
        """Applies an action; `own`: the line of the head that has it, if it is one of ours."""
        try:
            self._match.apply(action)
        except Refusal as refusal:
            if own:
                raise MatError(str(refusal), own) from None
            self._stop(str(refusal))
        self.records.append(action)

    def _stop(self, reason):
        raise _Stopped(reason, self._line)
