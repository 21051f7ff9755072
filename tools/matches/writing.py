"""Writes a match log as a .mat file, in the manner of Jellyfish and GNU Backgammon.

What the format has no words for is in the file's head, in lines of our own that are comments to
other programs: `; [Picogammon "game 2 action 14: resign gammon"]` was done after 14 actions of game
2. The reader puts it back.
"""

from array import array

from picogammon.engine import levels
from picogammon.rules import actions, plays
from picogammon.rules import position as positions
from picogammon.rules.actions import record_text
from picogammon.rules.match import GAME_OVER, MATCH_OVER, RESIGNED, Match
from picogammon.rules.plays import Plays
from picogammon.rules.situation import opening, unpack_checkpoint
from tools.matches import OWN, MatError, Written, counted, log

_LEFT = 28  # letters of the left column, after `  1) `
_WINS = ("      ", " " * 34)  # before the words, for either side
_GAP = 3  # spaces between the columns at least
_DOUBLES, _BEAVERS = "Doubles", "Beavers"
_OFFERS = {actions.DOUBLE: (_DOUBLES, 2), actions.BEAVER: (_BEAVERS, 4)}
_OFFERS[actions.RACCOON] = _OFFERS[actions.BEAVER]  # GNU Backgammon has no other word for it
_ANSWERS = {actions.TAKE: "Takes", actions.DROP: "Drops"}
_PLAYS = Plays()
_HIGHEST_CUBE = 64  # that GNU Backgammon 1.07 can have in a match


def write(records, about=None, names=None):
    """Returns the Written of a match log's records.

    `about`: {tag: text} for the head, as Event and EventDate (YYYY.MM.DD). `names`: both, if they
    are longer than a board's. Raises MatError if nothing can be written.
    """
    records = list(records)
    games = log.played(records)
    own, notes, body = [], [], []
    following = actions.game(opening(games[0].settings))
    for number, game in enumerate(games, 1):
        if _is_set_up(game):
            text = "game %d began from a position set up by hand, so it is left out"
            notes.append(text % number)
            following = None
            continue
        page = _Page(number, game)
        if game.records[0] != following:
            own.append(f"game {number} action 0: {record_text(game.records[0])}")
        if not names and game.settings.names != games[-1].settings.names:
            changed = record_text(actions.settings(game.settings))
            own.append(f"game {number} action 0: {changed}")
        body += page.lines(names or game.settings.names)
        own += page.own
        notes += page.notes
        following = page.following
    if not body:
        raise MatError("what was played began from a position set up by hand; .mat cannot say that")
    if log.PLAYED_ON in log.without_origin(records):
        notes.append("it came to the board from a backup or a file, and was continued there")
    settings = games[-1].settings
    about, names = about or {}, names or settings.names
    if '"' in "".join(list(about.values()) + list(names)):
        notes.append("the head has ' in place of \"")
    own += _sealed(log.sealed(records))
    head = _head(settings, about, names) + [f'; [{OWN} "{words}"]' for words in own]
    head += [f"; {note}" for note in notes]
    text = "\n".join(head + ["", f" {settings.length} point match"] + body + [""])
    return Written(text, notes)


def _is_set_up(game):
    """True if a game begins from a set-up position; another score alone does not count."""
    start = unpack_checkpoint(game.records[0][1:])
    return start.pack() != opening(game.settings, start.scores, start.crawford).pack()


def _head(settings, about, names):
    """Returns the lines before the match, with the tags of XG."""
    tags = [("Site", about.get("Site", OWN))]
    tags += [(f"Player {i + 1}", names[i] + _level(settings.players[i])) for i in (0, 1)]
    # Sorted: MicroPython keeps no order of a dict.
    tags += [(tag, about[tag]) for tag in sorted(about) if tag != "Site"]
    tags.append(("Variation", positions.VARIANTS[settings.variant][3]))
    if settings.length:
        tags.append(("Crawford", _switch(settings.crawford)))
    else:
        tags.append(("Jacoby", _switch(settings.jacoby)))
        tags.append(("Beaver", _switch(settings.beavers)))
    tags.append(("CubeLimit", 1 << settings.max_cube if settings.cube_on else 1))
    tags = [(tag, str(text).replace('"', "'")) for tag, text in tags]  # " would end the text
    tags.append((OWN, f"settings {settings.text()}"))
    return [f'; [{tag} "{" ".join(text.split())}"]' for tag, text in tags]


def _level(player):
    """Returns the computer's level, as ` (expert)`, or '' for a person."""
    names = levels.levels()
    return f" ({names[player - 1]})" if 0 < player <= len(names) else ""


def _sealed(sealed):
    """Returns the words of sealed dice in a list, as far as they are public, or []."""
    if sealed is None:
        return []
    secret = f" secret {sealed.secret}" if sealed.secret else ""
    return [f"sealed {sealed.seal} number {sealed.number} first {sealed.first}{secret}"]


def _switch(on):
    return "On" if on else "Off"


class _Page:
    """One game in words. `following`: the GAME record of the next one, or None."""

    def __init__(self, number, game):
        self.own = []
        self.notes = []
        self.following = None
        self._number = number
        self._cells = []  # (side, text)
        self._wins = []
        self._high = False  # True if the cube is too high for others
        self._unplayed = None  # (record, count) of a last roll that has one play at most
        # In a game without a play GNU Backgammon forgets who rolled, and who won.
        self._moved = any(actions.kind_of(record) == actions.PLAY for record in game.records)
        self._match = Match(game.settings)
        self._match.apply(game.records[0], True)
        self._scores = tuple(self._match.scores)
        for count, record in enumerate(game.records[1:]):
            self._write(record, count)
        if self._unplayed and self._moved:
            # GNU Backgammon would play it.
            self._cells.pop()
            self._say(*self._unplayed)
        if self._match.phase == GAME_OVER:
            self.following = self._match.next_game()
        if self._high:
            text = "game %d has a cube above 64, which crashes GNU Backgammon 1.07 in a match"
            self.notes.append(text % number)
        if game.taken_back:
            text = "game %d: %d take-backs are left out, with what they undid"
            self.notes.append(text % (number, game.taken_back))
        rolls = [record for record in game.records if actions.kind_of(record) == actions.ROLL]
        by_hand = sum([actions.by_hand(roll) for roll in rolls])
        if by_hand:
            text = "game %d: the file does not mark the rolls entered by hand (%d)"
            self.notes.append(text % (number, by_hand))

    def lines(self, names):
        """Returns the game's lines, from `Game N` to who won."""
        first, second = [f"{name} : {score}" for name, score in zip(names, self._scores)]
        rows = []
        for side, text in self._cells:
            if side == 0 or not rows or rows[-1][1]:
                rows.append(["", ""])
            rows[-1][side] = text
        lines = ["", f" Game {self._number}", f" {first:<{_LEFT}}{' ' * _GAP}{second}"]
        for number, (left, right) in enumerate(rows, 1):
            gap = " " * max(0, _GAP - max(0, _LEFT - len(left))) if left else ""
            # Without a right column GNU Backgammon would read that of the row before.
            lines.append(f"{number:3}) {left:<{_LEFT}}{gap}{right}")
        return lines + self._wins

    def _write(self, record, count):
        match = self._match
        kind = actions.kind_of(record)
        side, cube, before = match.decider, match.cube, match.position
        match.apply(record, True)
        self._high = self._high or match.settings.length and match.cube > _HIGHEST_CUBE
        if kind in (actions.ROLL, actions.PLAY):
            self._unplayed = (record, count) if kind == actions.ROLL and _forced(match) else None
        if not self._moved:
            self._say(record, count)
        elif kind == actions.ROLL and match.dice:
            self._cells.append((match.turn, f"{plays.roll_text(match.dice)}:"))
        elif kind == actions.PLAY:
            played = _play(before, actions.steps_of(record))
            self._cells[-1] = (side, f"{self._cells[-1][1]} {played}")
        elif kind in _OFFERS:
            word, times = _OFFERS[kind]
            self._cells.append((side, f" {word} => {cube * times}"))
        elif kind in _ANSWERS:
            if kind == actions.DROP:
                self._drop_beaver()
            self._cells.append((side, f" {_ANSWERS[kind]}"))
        elif match.result is None:  # equal dice in the opening, a resignation, its refusal
            self._say(record, count)
        if match.result:
            self._end(match.result)

    def _drop_beaver(self):
        """Renames a dropped beaver to a double: GNU Backgammon 1.07 would mix up the next game."""
        for i in range(len(self._cells) - 1, -1, -1):
            side, text = self._cells[i]
            if _BEAVERS not in text:
                break
            self._cells[i] = (side, text.replace(_BEAVERS, _DOUBLES))

    def _say(self, record, count):
        self.own.append(f"game {self._number} action {count}: {record_text(record)}")

    def _end(self, result):
        if result.how == RESIGNED and self._moved:
            offer = self.own[-1].rpartition(" ")[2]
            if offer == actions.MULTIPLES[result.multiple]:
                self.own.pop()  # the points say as much
        points = counted(result.points, "point")
        match = " and the match" if self._match.phase == MATCH_OVER else ""
        self._wins.append(f"{_WINS[result.winner]}Wins {points}{match}")


def _forced(match):
    """True if the dice have one play at most."""
    return bool(match.dice) and _PLAYS.generate(match.position, *match.dice) < 2


def _play(pos, play):
    """Returns a play step by step with its hits, as Jellyfish writes it: 25 is the bar."""
    after = array("b", pos)
    words = []
    for a_step in play:
        hit = plays.make(after, a_step)
        words.append(f"{plays.source(a_step)}/{plays.target(a_step)}{'*' if hit else ''}")
    return " ".join(words) or "Cannot Move"
