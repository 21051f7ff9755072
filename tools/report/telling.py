"""What a match's page says, all of it in words, numbers and drawings: page.py only puts it in its
place.

`make report` runs it, and the virtual board's MicroPython.
"""

import math
from collections import namedtuple

from picogammon.app.advice import equities, tutor
from picogammon.engine import levels, rating
from picogammon.engine.numbers import ONE
from picogammon.engine.review import DOUBTFUL, MISTAKE, Side
from picogammon.rules import position as positions
from picogammon.rules.match import Refusal
from picogammon.rules.plays import Plays
from tools.report import drawing
from tools.report.judging import Judging, Moment, arrows, game, reasons, worst

# Who judges: the `name`, and a `caution`, how far that is to be believed, or ''.
Judge = namedtuple("Judge", ("name", "caution"))
_CAUTION = (
    "This judge is quick, and not the last word: over five matches its PR differed from that of "
    "GNU Backgammon, two rolls ahead, by 1.2 on average, and was too high for the best players."
)
_OF_DEEPEST = (
    "Over five matches its PR differed from that of GNU Backgammon, two rolls ahead, by 0.3 on "
    "average."
)


class Report:
    """A match's report, made slice by slice. `progress`: thousandths that are done."""

    def __init__(self, played, match, engine, by, found=None):
        """`played`: the tools.matches.log.Played, one or more, of `match`, a MatchFile. `engine`
        judges, and `by`, a Judge, says who that is. `found`: what a Judging found of each game,
        where they are judged already. Raises Refusal where nothing was played."""
        if not played:
            raise Refusal("nobody has moved yet")
        settings = played[-1].settings
        self.progress = 0
        self.page = None  # what page.py shows, when all is done
        self._played = played
        self._by = by
        self._names = match.names or settings.names
        self._ends = list(match.ends) + [""] * (len(played) - len(match.ends))
        about = match.about
        length = "match to %d" % settings.length if settings.length else "for money"
        length += ", " + positions.name_of(settings.variant) if settings.variant else ""
        self._page = {
            "title": "%s against %s, %s" % (self._names[0], self._names[1], length),
            "about": [{"what": what, "text": about[what]} for what in sorted(about)],
            "judge": by.name,
            "caution": by.caution,
            "notes": match.notes,
            "errors": 0,
        }
        self._engine = engine
        self._plays = Plays()
        self._found = found or []
        self._work = self._all()

    def step(self):
        """Works for one slice, some milliseconds on a PC; returns whether all is done."""
        if self.page is None:
            try:
                next(self._work)
            except StopIteration:
                self.progress = 1000
                self.page = self._page
        return self.page is not None

    def summary(self, most):
        """The players and the `most` costliest decisions, of games that are judged, at once."""
        games = [game(*one) for one in zip(self._played, self._found, self._ends)]
        costly = [
            dict(self._worst(line, decision, ""), game=number)
            for number, line, decision in worst(games, most)
        ]
        return {"players": self._players(_summed(games)), "worst": costly}

    def _all(self):
        if not self._found:
            yield from self._judge()
        games = [game(*one) for one in zip(self._played, self._found, self._ends)]
        page = self._page
        page["players"] = self._players(_summed(games))
        page["worst"] = []
        for rank, (number, line, decision) in enumerate(worst(games), 1):
            whys = yield from self._why(decision)
            told = self._worst(line, decision, whys)
            told.update(rank=rank, game=number)
            page["worst"].append(told)
        page["games"] = []
        for number, one in enumerate(games, 1):
            told = self._game(number, one)
            page["games"].append(told)
            for line in one.lines:
                whys = []
                for decision in _errors(line):
                    found = yield from self._why(decision)
                    whys.append(found)
                told["lines"].append(self._line(line, whys))
                yield
        page["dice"] = [self._dice(games, side) for side in (0, 1)]

    def _judge(self):
        total = sum([len(one.records) for one in self._played])
        before = 0
        for one in self._played:
            judging = Judging(one, self._engine)
            while not judging.step():
                self.progress = (1000 * before + judging.progress * len(one.records)) // total
                yield
            before += len(one.records)
            self._found.append(judging.found)

    def _players(self, sides):
        return [
            {
                "side": i,
                "name": self._names[i],
                "pr": _rated(side.pr, self._judges(i)),
                "decisions": side.decisions,
                "lost": equities.decimal(side.lost, 3),
                "luck": _luck(side.luck),
            }
            for i, side in enumerate(sides)
        ]

    def _judges(self, side):
        """Whether in all games a player is the level that judges."""
        names = levels.levels()
        players = [one.settings.players[side] for one in self._played]
        return all(0 < at <= len(names) and ours(names[at - 1]) == self._by for at in players)

    def _worst(self, line, decision, whys):
        grade = decision.grade
        moment = line.moment
        if grade.cube:  # before the dice were rolled
            moment = Moment(moment.points, None, moment.cube, moment.owner, moment.each)
        return {
            "who": self._names[grade.side],
            "row": line.row,
            "text": "" if grade.cube else line.text,
            "judged": judged(decision),
            "why": whys,
            "label": self._label(line),
            "board": drawing.board(moment, line.side, [] if grade.cube else _arrows(line)),
        }

    def _game(self, number, one):
        return {
            "number": number,
            "scores": "%d–%d" % one.scores,
            "result": one.result,
            "players": self._players(one.sides),
            "first": self._names[0],
            "chances": drawing.chances(*course(one)),
            "lines": [],
        }

    def _why(self, decision):
        """Yields between slices, returns why it was an error, in words; "" where it was hardly one,
        or nobody knows."""
        if decision.grade.loss < DOUBTFUL:
            return ""
        # An engine from elsewhere would take minutes to count rolls.
        engine = self._engine if hasattr(self._engine, "judge_each") else None
        whys = yield from reasons(decision, self._plays, engine)
        what = "The cube" if decision.grade.cube else "The better play"
        return "%s: %s" % (what, "; ".join(whys)) if whys else ""

    def _line(self, line, whys):
        side = line.side
        return {
            "row": line.row,
            "who": None if side is None else {"side": side, "name": self._names[side]},
            "text": line.text,
            "luck": None if line.luck is None else _luck(line.luck),
            "errors": [judged(one) for one in _errors(line)],
            "whys": [why for why in whys if why],
            "error": self._numbered(line),
            "label": self._label(line),
            "board": drawing.board(line.moment, side, _arrows(line)),
        }

    def _numbered(self, line):
        """The number of an error in the match, from 1; None where it was hardly one, or none."""
        if max([0] + [one.grade.loss for one in line.decisions]) < DOUBTFUL:
            return None
        self._page["errors"] += 1
        return self._page["errors"]

    def _label(self, line):
        who = "" if line.side is None else " of " + self._names[line.side]
        return "The board before move %d%s" % (line.row, who)

    def _dice(self, games, side):
        found = dice_of(games, side)
        rolls, odds = found["rolls"], found.pop("odds")
        words = None
        if rolls:
            words = (
                "%s of each face and %s doubles are expected. Fair dice are at least this "
                "uneven in %.0f of 100 matches of this length."
            ) % (_tenths(rolls, 3), _tenths(rolls, 6), odds)
        return dict(found, side=side, name=self._names[side], words=words)


def _errors(line):
    """Its Decisions that lost anything."""
    return [one for one in line.decisions if one.grade.loss]


def _arrows(line):
    """Where checkers went and should have gone, of a play that lost anything."""
    return [arrow for one in _errors(line) for arrow in arrows(one)]


def ours(level):
    """The Judge where it is one of our levels."""
    deepest = level == levels.levels()[-1]
    return Judge("Picogammon's %s level" % level, _OF_DEEPEST if deepest else _CAUTION)


def _rated(pr, judges):
    """What a player's PR says, under its heading; nothing of who `judges` itself."""
    if pr is None:
        return "nothing to decide"
    return "%s, %s" % (equities.pr_number(pr), "by itself" if judges else rating.band(pr))


def _luck(equity):
    """What a roll was worth beside the average one, with a minus sign as losses have it."""
    return equities.points(equity).replace("-", "−")


def judged(decision):
    """What was `done`, the `word` for it, its `loss`, and what was `best`."""
    grade = decision.grade
    best = decision.best
    return {
        "word": tutor.name_of(grade.loss),
        "loss": equities.decimal(grade.loss, 3),
        "done": decision.done,
        "best": best if grade.cube is None else best.lower(),
    }


def _summed(games):
    """The review's Side of each player over all games."""
    totals = (Side(), Side())
    for one in games:
        for total, side in zip(totals, one.sides):
            total.add(side)
    return totals


def _tenths(number, divisor):
    """A quotient with one decimal, rounded by integers: floats are not, everywhere alike."""
    tenths = (20 * number + divisor) // (2 * divisor)
    return "%d.%d" % (tenths // 10, tenths % 10)


def course(one):
    """(player 0's chance of winning a judging.Game before each roll, in percent; the numbers of the
    rolls, from 0, at which each player made a mistake or a blunder)."""
    rolls = [line for line in one.lines if line.chance is not None]
    errors = ([], [])
    for i, line in enumerate(rolls):
        for side in (0, 1):
            losses = [d.grade.loss for d in line.decisions if d.grade.side == side]
            if losses and max(losses) >= MISTAKE:
                errors[side].append(i)
    chances = [(100 * line.chance + ONE // 2) // ONE for line in rolls]
    return [100 - x if line.side else x for x, line in zip(chances, rolls)], errors


def dice_of(games, side):
    """What a player rolled, the opening rolls apart: `faces` (six counts), `rolls`, `doubles`, and
    `odds`, how often fair dice fall at least as unevenly, in percent (None: no rolls)."""
    faces, rolls, doubles = [0] * 6, 0, 0
    for one in games:
        for line in one.lines:
            if line.side == side and line.luck is not None:
                rolls += 1
                doubles += line.moment.dice[0] == line.moment.dice[1]
                for die in line.moment.dice:
                    faces[die - 1] += 1
    odds = None
    if rolls:
        mean = rolls / 3
        odds = 100 * _tail(sum([(count - mean) ** 2 for count in faces]) / mean)
    return {"faces": faces, "rolls": rolls, "doubles": doubles, "odds": odds}


def _tail(chi_square):
    """How often chi-square with five degrees of freedom is at least that (Abramowitz and Stegun,
    26.4.4)."""
    root = math.sqrt(chi_square)
    density = math.exp(-chi_square / 2) * math.sqrt(2 / math.pi)
    return math.erfc(root / math.sqrt(2)) + density * (root + root**3 / 3)
