"""Transcripts of the rules alone: sections of host_tests/transcripts/rules_*.txt.

The line below a section's title says what its steps are about:

    match length=5       actions of the log, after one another; the settings are those of the log
    hand 8:1 6:1 4:-1    rolls in a position, and steps made with them
    texts                positions, situations, plays and records, read from text and written again

Where the rules refuse something the lines below the step say why, and `match` makes sure that
nothing has changed.
"""

from binascii import hexlify, unhexlify

from picogammon.rules import actions, notation
from picogammon.rules import plays as play_rules
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal, record_text
from picogammon.rules.match import Match, match_of
from picogammon.rules.plays import Plays
from picogammon.rules.position import RulesError
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from reading import plays, records
from reading.replay import replay
from rulebook import after, legal, position, text
from transcript import action_of, answered, options

_PHASES = (
    "opening roll",
    "%s to roll",
    "%s to play",
    "%s to answer a double",
    "%s to answer a beaver",
    "%s to answer a raccoon",
    "%s to answer a resignation",
    "%s to answer a take-back",
    "game over",
    "match over",
)
_SIDES = ("Amber", "Blue")
_MULTIPLES = ("", "single game", "gammon", "backgammon")
_HOW = ("borne off", "dropped", "resigned")
_MAY = ("can_double", "offers_double", "can_beaver", "can_raccoon")
_ROLLS = [(first, second) for first in range(1, 7) for second in range(1, first + 1)]
_PLAYS = Plays()


def run(lines):
    """Does what a section says; returns its lines with what is shown now."""
    kind, _, given = lines[1].partition(" ")
    return answered(lines, {"match": _Actions, "hand": _Steps, "texts": _Texts}[kind](given).do)


def _board(pos):
    """The places of a position where checkers are, as `rulebook.position` reads them."""
    return " ".join(["%d:%d" % pair for pair in enumerate(pos) if pair[1]]) or "empty"


class _Actions:
    """`show=may,back,next,board,log` adds what may be doubled now, how many turns can be taken
    back, the dice that the next roll must show, the checkers, and the records of this game.

    A step has actions with `; ` between them. `next game` begins that; in `game` a position is
    written like 6:2,24:-2; `again` goes on from the situation alone.
    """

    def __init__(self, given):
        words = given.split()
        self._parts = words.pop()[5:].split(",") if given.find("show=") >= 0 else []
        self._match = Match(records.parse_settings(words))
        self._log = [actions.settings(self._match.settings)]
        self._seen = self._look()

    def do(self, step):
        refused = []
        for words in step.split("; "):
            before = self._match.state()
            try:
                self._apply(words)
            except (RulesError, Refusal) as error:
                assert self._match.state() == before, words
                refused.append("%s: %s" % (words, error))
        if self._log:
            assert replay(self._log).state() == self._match.state(), step
        was, self._seen = self._seen, self._look()
        changed = [text for text in self._seen if text not in was]
        return refused + (["  ".join(changed)] if changed else [])

    def _apply(self, words):
        match = self._match
        if words == "again":
            self._match, self._log = match_of(match.situation(), match.settings), []
            return
        action = match.next_game() if words == "next game" else action_of(words, match)
        match.apply(action)
        if self._log:
            self._log.append(action)

    def _look(self):
        match = self._match
        decider = "nobody" if match.decider is None else _SIDES[match.decider]
        phase = _PHASES[match.phase]
        owner = "in the middle" if match.owner is None else "of " + _SIDES[match.owner]
        crawford = ", Crawford game" if match.crawford else ""
        seen = [phase % decider if "%" in phase else phase]
        seen.append("dice %d-%d" % match.dice if match.dice else "no dice")
        seen.append("cube %d %s" % (match.cube, owner))
        seen.append("score %d-%d" % tuple(match.scores) + crawford)
        if match.result:
            won = match.result
            words = _SIDES[won.winner], won.points, _MULTIPLES[won.multiple], _HOW[won.how]
            seen.append("%s wins %d: %s, %s" % words)
        if "may" in self._parts:
            seen.append("may: " + (", ".join([m for m in _MAY if getattr(match, m)()]) or "none"))
        if "back" in self._parts:
            turns = match.turns_back(), match.turns_back_to(0), match.turns_back_to(1)
            seen.append("back %d, to Amber %d, to Blue %d" % turns)
            seen.append("last in turn" if match.last_in_turn() else "first in turn")
        if "next" in self._parts:
            dice = match.next_dice()
            seen.append("next %d-%d" % dice if dice else "next any")
        if "board" in self._parts:
            seen.append("board " + _board(match.position))
        if "log" in self._parts:
            log = [record_text(record) for record in match.records()]
            seen.append("log " + "; ".join(log[1:]))
        return seen


class _Steps:
    """`6-4`: all plays of a roll, and the steps with which a hand may begin; `6-4 24/18 6/off(4)`:
    a hand makes these steps; `rolls`: those that cannot be played, and those that bear off."""

    def __init__(self, given):
        self._pos = positions.start() if given == "start" else position(given)

    def do(self, step):
        if step == "rolls":
            return self._rolls()
        dice, *ways = step.split()
        first, second = int(dice[0]), int(dice[2])
        hand = play_rules.Hand(self._pos, (first, second))
        if not ways:
            return self._plays(first, second) + [_left(hand)]
        for way in ways:
            if way == "undo":
                hand.undo()
                continue
            start, _, end = way.partition("/")
            start = 25 if start == "bar" else int(start)
            die = int(end[4]) if end[3:4] == "(" else start - (0 if end == "off" else int(end))
            try:
                hand.make(play_rules.step(start, die))
            except RulesError as error:
                return ["%s: %s" % (way, error)]
        hits = self._pos[0] - hand.position[0]
        return ["board " + _board(hand.position) + ", %d hit" % hits, _left(hand)]

    def _plays(self, first, second):
        """All plays, each of which is what its steps make of the position by another way."""
        results = legal(self._pos, first, second)
        found = []
        for i in range(_PLAYS.generate(self._pos, first, second)):
            steps = _PLAYS.steps(i)
            assert (
                after(self._pos, " ".join([text(step).split(" ")[0] for step in steps])) in results
            )
            found.append(play_rules.format_play(self._pos, steps))
        return ["plays " + " | ".join(found)] if found else ["no play"]

    def _rolls(self):
        none, off = [], []
        for roll in _ROLLS:
            results = legal(self._pos, *roll)
            if not results:
                none.append("%d-%d" % roll)
            if [1 for made in results if positions.left(made) < positions.left(self._pos)]:
                off.append("%d-%d" % roll)
        return ["no play by " + (" ".join(none) or "none"), "off by " + (" ".join(off) or "none")]


def _left(hand):
    if hand.complete:
        unused = " ".join(["%d" % die for die in hand.dice])
        return "complete" + (", %s unused" % unused if unused else "")
    return "next " + ", ".join([text(step) for step in hand.legal()])


# What a text need not say of a situation.
_PLAIN = Situation()
_FIELDS = "turn dice doubled beavered raccooned cube owner scores length crawford".split()
_FIELDS += "jacoby beavers cube_on max_cube variant".split()
_START = "-b----E-C---eE---c-e----B-"
_USUAL = Settings().text().split()[:-4]
_USUAL = [word for word in _USUAL if not word.startswith("crawford")]
_USUAL.append("position=" + ",".join(["%d" % count for count in positions.start()]))


class _Texts:
    """What is read of a text, and the text that is written of it where that is another.

    `xgid`, in which START stands for the letters of the start; `id`, a GNU ID; `match_id`; `board`
    and `situation`, and their IDs; `play 3-1 8/5 6/5 of 8:3 6:5`; `record`; `bytes` of one.
    """

    def __init__(self, given):
        assert not given

    def do(self, step):
        kind, _, text = step.partition(" ")
        try:
            return [getattr(self, "_" + kind)(text)]
        except (RulesError, Refusal) as error:
            return ["refused: %s" % error]

    def _xgid(self, text):
        text = text.replace("START", _START)
        return _told(notation.from_xgid(text), text, notation.to_xgid)

    def _id(self, text):
        return _told(notation.from_gnubg_id(text), text, notation.gnubg_id)

    def _match_id(self, text):
        return _told(notation.from_match_id(text), text, notation.match_id)

    def _board(self, text):
        pos = position(text)
        pips = positions.pips(pos), positions.opponent_pips(pos)
        return "%s, %d and %d pips" % ((notation.position_id(pos),) + pips)

    def _situation(self, text):
        given = options(text)
        for name in given:
            values = [int(one) for one in given[name].split(",")] if given[name] != "none" else None
            given[name] = values if name in ("dice", "scores") else values and values[0]
        situation = Situation(**given)
        xgid = notation.to_xgid(situation).replace(_START, "START")
        return xgid + " " + notation.match_id(situation)

    def _play(self, text):
        dice, _, rest = text.partition(" ")
        text, _, points = rest.partition("of ")
        pos = position(points) if points else positions.start()
        play = plays.parse_play(text, pos, int(dice[0]), int(dice[2]))
        written = play_rules.format_play(pos, play)
        return (play_rules.format_steps(play) or "none") + " is " + written

    def _record(self, text):
        record = records.parse(text)
        if record[0] in (actions.SETTINGS, actions.GAME):
            words = record_text(record).split()
            return " ".join([word for word in words if word not in _USUAL])
        return "%s %s" % (hexlify(record).decode(), record_text(record).rstrip())

    def _bytes(self, text):
        return record_text(unhexlify(text))


def _told(situation, read, write):
    """What is unusual in a situation; and the text of it where that is another."""
    found = []
    for name in _FIELDS:
        value = getattr(situation, name)
        if value != getattr(_PLAIN, name):
            found.append("%s %s" % (name, value))
    if situation.position != positions.start():
        found.append(_board(situation.position))
    written = write(situation).replace(_START, "START")
    read = read.replace(_START, "START")
    return ", ".join(found or ["as usual"]) + ("" if written == read else " = " + written)
