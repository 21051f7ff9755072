"""A report in words, numbers and drawings, on CPython and on the page's MicroPython.

Each game, or a part of its lines, becomes what JSON can hold, so games and parts can be judged at
the same time.
"""

import math
from collections import namedtuple

from picogammon.app.advice import wording
from picogammon.engine import levels, numbers
from picogammon.engine.cube import THEIRS
from picogammon.engine.engine import Thought
from picogammon.engine.numbers import LOSE_GAMMON, ONE, WIN, WIN_GAMMON
from picogammon.engine.review import DOUBTFUL, MISTAKE
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import Refusal
from picogammon.rules.plays import Plays, format_play, roll_text, source, target
from picogammon.rules.position import RulesError
from tools.players import deeper
from tools.report import drawing
from tools.report.judging import Judging, reasons

# The `name`, our `level` that would judge itself, or None, and a `caution` about errors, or "".
Judge = namedtuple("Judge", ("name", "level", "caution"))
_CAUTION = (
    "This judge is quick, and not the last word: over five matches its PR differed from that of "
    "GNU Backgammon, two rolls ahead, by 1.2 on average, and was too high for the best players."
)
# See tools/players/deeper.py.
TWO_ROLLS = Judge(
    "Picogammon, two rolls ahead with the cube",
    deeper.LEVEL,
    "Of 200 decisions that GNU Backgammon judged as well, two rolls ahead, 4 are in another class.",
)
_WORST = 5  # decisions
_DECIDED = ONE // 2000  # a game is, with less of a chance
_ERRORS = ("Blunder", "Mistake", "Doubtful")
_COUNTS = ("plays", "play_loss", "cubes", "cube_loss", "luck") + _ERRORS
_JUDGED = 900  # thousandths of the work on a game: the rest is to say why


def ours(level):
    """Returns the Judge that is one of our levels."""
    return Judge("Picogammon's %s level" % level, level, _CAUTION)


def tell(played, number, engine, names=None, end="", part=0, parts=1):
    """Yields the thousandths that are done, returns a report's dict of a tools.matches.log.Played.

    `number`: the game's, from 1. `names`: the players' full names. `end`: see Judging.game. Of each
    `parts` lines only the one numbered `part` is judged; `joined` makes a game of all parts.
    """
    names = names or played.settings.names
    judging = Judging(played, engine, part, parts)
    while not judging.step():
        yield judging.progress * _JUDGED // 1000
    game = judging.game(end)
    plays = Plays()
    lines = []
    for i, line in enumerate(game.lines):
        if i % parts != part:
            lines.append(None)
            continue
        decisions = []
        for decision in line.decisions:
            why = []
            if decision.grade.loss >= DOUBTFUL:
                thought = Thought(reasons(decision, plays, engine))
                while not thought.step():
                    yield _JUDGED + (1000 - _JUDGED) * i // len(game.lines)
                why = thought.answer
            decisions.append(_decision(decision, why))
        lines.append(line_told(line, number, names, decisions))
        if max([0] + [one["loss"] for one in decisions]) >= DOUBTFUL:
            lines[-1]["error"] = "g%d-%d" % (number, i)
        yield _JUDGED + (1000 - _JUDGED) * i // len(game.lines)
    return {
        "number": number,
        "scores": list(game.scores),
        "after": list(game.after),
        "result": game.result,
        "counts": [_counted(game.lines, side) for side in (0, 1)],
        "dice": [dice_of(game.lines, side) for side in (0, 1)],
        "worst": _errors(number, filter(None, lines)),
        "lines": lines,
    }


def joined(parts):
    """Returns a game of all its parts, as `tell` returns them."""
    worst = [one for part in parts for one in part["worst"]]
    return dict(
        parts[0],
        counts=[_sum([part["counts"][side] for part in parts]) for side in (0, 1)],
        dice=[_columns([part["dice"][side] for part in parts]) for side in (0, 1)],
        worst=_costliest(worst, [0]) + _costliest(worst, [1]),
        lines=[line for lines in zip(*[part["lines"] for part in parts]) for line in lines if line],
    )


def line_told(line, number, names, decisions):
    """Returns a report's dict of a Line; `decisions`: those of its decisions."""
    side = line.side
    name = "" if side is None else names[side]
    what = roll_text(line.moment.dice) if line.moment.dice else line.text
    luck = line.luck
    is_decided = luck is not None and not _DECIDED < line.chance < ONE - _DECIDED
    if is_decided and not float(wording.decimal(abs(luck), 3)):
        luck = None  # whatever falls then
    return {
        "row": line.row,
        "who": None if side is None else {"side": side, "name": name},
        "text": line.text,
        "luck": None if luck is None else _signed(luck),
        "chance": line.chance,
        "decisions": decisions,
        "error": "",  # where to jump to
        "label": "Game %d, move %d: the board before %s %s" % (number, line.row, name, what),
        "board": drawing.board(line.moment, side, _arrows(line)),
    }


def _arrows(line):
    """Returns [(from, to, True for the best play)] of an erroneous play's checkers and the best
    play's; places as the player counts them."""
    found = []
    for grade in [one.grade for one in line.decisions]:
        if grade.loss and not grade.cube:
            for action in (grade.action, grade.best):
                for step in actions.steps_of(action):
                    arrow = source(step), target(step), action == grade.best
                    if arrow not in found:
                        found.append(arrow)
    return found


def _decision(decision, why):
    """Returns a report's dict of a decision.

    `text`: a cube action in words; `done`: the same if its line has other actions; `rows`: what is
    compared, each [words, True if it was done, numbers…]; `cube`: the chances.
    """
    grade = decision.grade
    cube = grade.cube
    question = decision.question
    rolled = actions.kind_of(grade.action) == actions.ROLL
    found = {
        "side": grade.side,
        "loss": grade.loss,
        "word": wording.name_of(grade.loss),
        "lost": wording.decimal(grade.loss, 3),
        "text": decision.done if cube else "",
        "done": decision.done if rolled else "",
        "best": decision.best.lower() if cube else "",
        "why": "; ".join(why),
        "cube": "",
        "xgid": _xgid(question.situation),
    }
    if cube:
        done = decision.done
        if actions.kind_of(grade.action) == actions.DOUBLE:
            done = wording.doubled_word(cube, question)
        found["rows"] = [
            [words, words == done, _signed(worth)]
            for words, worth in wording.cube_lines(cube, question)
        ]
        won, gammons, lost = [cube.outcome[slot] for slot in (WIN, WIN_GAMMON, LOSE_GAMMON)]
        if question.phase in THEIRS:
            won, gammons, lost = ONE - won, lost, gammons
        chances = [_percent(chance) for chance in (won, gammons, lost)]
        found["cube"] = "Wins %s %%, gammons %s %%; loses %s %% gammons" % tuple(chances)
        return found
    pos = question.situation.position
    made = format_play(pos, actions.steps_of(grade.action))
    found["rows"] = []
    for play in decision.plays:
        text = format_play(pos, play.steps)
        row = [text, text == made, _signed(play.equity)]
        row.append(_signed(play.equity - decision.plays[0].equity) if found["rows"] else "")
        row += [_percent(play.outcome[slot]) for slot in (WIN, WIN_GAMMON, LOSE_GAMMON)]
        found["rows"].append(row)
    return found


def _xgid(situation):
    """Returns the XGID, or "" if the situation has none."""
    try:
        return notation.to_xgid(situation)
    except RulesError:
        return ""


def _signed(equity):
    """Returns points with a sign; the minus is as long as the plus."""
    return wording.points(equity).replace("-", "−")


def _percent(chance):
    return wording.decimal(100 * chance, 1)


def _counted(lines, side):
    """Returns a player's counts in a game by the names of _COUNTS; equities in 1/65536."""
    found = dict.fromkeys(_COUNTS, 0)
    for line in lines:
        if line.luck is not None and line.side == side:
            found["luck"] += line.luck
        for grade in [one.grade for one in line.decisions if one.grade.side == side]:
            kind = "cube" if grade.cube else "play"
            found[kind + "s"] += 1
            found[kind + "_loss"] += grade.loss
            if grade.loss >= DOUBTFUL:
                found[wording.name_of(grade.loss)] += 1
    return found


def whole(match, played, games, by):
    """Returns a report's dict of a MatchFile and its games, as `played` and as `tell` returned the
    first of them. `by`: the Judge. Raises Refusal if nothing was played."""
    if not played:
        raise Refusal("nobody has moved yet")
    settings = played[-1].settings
    names = match.names or settings.names
    length = "match to %d" % settings.length if settings.length else "for money"
    length += ", " + positions.name_of(settings.variant) if settings.variant else ""
    counts = [_sum([game["counts"][side] for game in games]) for side in (0, 1)]
    computers = [_computer(played, side) for side in (0, 1)]
    judges = [by.level is not None and one == by.level for one in computers]
    people = [side for side in (0, 1) if computers[side] is None] or [0, 1]
    left = len(played) - len(games)
    page = {
        "title": "%s against %s, %s" % (names[0], names[1], length),
        "result": _result(names, settings, games[-1]["after"]),
        "left": "Game %d of %d: the others are being judged." % (1, len(played)) if left else "",
        "about": [{"what": what, "text": match.about[what]} for what in sorted(match.about)],
        "judge": by.name,
        "caution": by.caution,
        "notes": match.notes,
        "names": list(names),
        "rows": _rows(counts, judges),
        "errors": [line["error"] for game in games for line in game["lines"] if line["error"]],
        "worst": _costliest([one for game in games for one in game["worst"]], people),
        "games": [
            dict(
                game,
                rows=_rows(game["counts"], judges, False),
                chances=drawing.chances(*course(game["lines"])),
            )
            for game in games
        ],
        "dice": [_dice(names[side], [game["dice"][side] for game in games]) for side in (0, 1)],
    }
    if computers != [None, None]:
        page["rows"].insert(0, ["Level", [one or "person" for one in computers]])
    return page


def _result(names, settings, after):
    """Returns who has won or leads, with the score."""
    best = max(after)
    score = "%d–%d" % tuple(sorted(settings.shown(after), reverse=True))
    if settings.is_over(after):
        return "%s wins %s" % (names[after.index(best)], score)
    if after[0] == after[1]:
        return "The score is %s" % score
    return "%s leads %s" % (names[after.index(best)], score)


def _computer(played, side):
    """Returns the level that played a side in all games, "program", or None for a person."""
    found = [one.settings.players[side] for one in played]
    if not found[0] or found != found[:1] * len(found):
        return None
    names = levels.levels()
    return names[found[0] - 1] if found[0] <= len(names) else "program"


def _sum(counts):
    return {what: sum([one[what] for one in counts]) for what in _COUNTS}


def _columns(rows):
    return [sum(column) for column in zip(*rows)]


def _rows(counts, judges, all_of_them=True):
    """Returns rows about both players: [what, [of each]]."""
    columns = []
    for one, judge in zip(counts, judges):
        lost, many = one["play_loss"] + one["cube_loss"], one["plays"] + one["cubes"]
        pr = numbers.pr(lost, many) if many else None
        band = "" if pr is None else numbers.band(pr, many)
        rated = _pr(lost, many) + (band and ", " + band)
        errors = " / ".join([str(one[word]) for word in _ERRORS])
        columns.append(
            [
                ("PR", "– (this level is the judge)" if judge else rated),
                ("Checker play (decisions)", _split(one["play_loss"], one["plays"], judge)),
                ("Cube (decisions)", _split(one["cube_loss"], one["cubes"], judge)),
                ("Blunders / mistakes / doubtful", "–" if judge else errors),
                ("Equity lost", "–" if judge else wording.decimal(lost, 3)),
                ("Luck", _signed(one["luck"])),
            ]
        )
    rows = [[what, [first, second]] for (what, first), (_, second) in zip(*columns)]
    return rows if all_of_them else [rows[0]] + rows[3:]


def _pr(lost, many):
    return wording.pr_number(numbers.pr(lost, many)) if many else "nothing to decide"


def _split(lost, many, judge):
    return "–" if judge or not many else "%s (%d)" % (_pr(lost, many), many)


def _errors(number, lines):
    """Returns the costliest errors of each player in a game."""
    found = []
    for line in lines:
        for one in line["decisions"]:
            if one["loss"] >= DOUBTFUL:
                told = {what: one[what] for what in ("side", "loss", "word", "lost")}
                told.update({what: line[what] for what in ("row", "error", "label", "board")})
                told.update(game=number, text=one["text"] or line["text"])
                found.append(dict(told, best=one["best"] or one["rows"][0][0]))
    return _costliest(found, [0]) + _costliest(found, [1])


def _costliest(found, sides):
    """Returns the costliest errors of these players, the worst first, equal ones by game, player
    and row."""
    keys = [(-one["loss"], one["game"], one["side"], one["row"], i) for i, one in enumerate(found)]
    order = sorted([key for key in keys if key[2] in sides])
    return [found[key[-1]] for key in order[:_WORST]]


def course(lines):
    """Returns (player 0's percentages of winning before each roll; for each player the numbers of
    the rolls, from 0, with a mistake or a blunder)."""
    rolls = [line for line in lines if line["chance"] is not None]
    errors = ([], [])
    for i, line in enumerate(rolls):
        for side in (0, 1):
            losses = [one["loss"] for one in line["decisions"] if one["side"] == side]
            if losses and max(losses) >= MISTAKE:
                errors[side].append(i)
    chances = [(100 * line["chance"] + ONE // 2) // ONE for line in rolls]
    return [100 - x if line["who"]["side"] else x for x, line in zip(chances, rolls)], errors


def dice_of(lines, side):
    """Returns a player's counts of the six faces and of doubles, without the opening roll."""
    faces, doubles = [0] * 6, 0
    for line in lines:
        if line.side == side and line.luck is not None:
            doubles += line.moment.dice[0] == line.moment.dice[1]
            for die in line.moment.dice:
                faces[die - 1] += 1
    return faces + [doubles]


def _dice(name, games):
    """Returns a player's `faces`, `doubles` and `rolls` of all games, and a sentence about them."""
    counts = _columns(games)
    faces, doubles = counts[:6], counts[6]
    rolls = sum(faces) // 2
    words = ""
    if rolls:
        mean = rolls / 3
        words = (
            "%s of each face and %s doubles are expected. Fair dice are at least this "
            "uneven in %.0f of 100 matches of this length."
        ) % (
            _tenths(rolls, 3),
            _tenths(rolls, 6),
            100 * _tail(sum([(count - mean) ** 2 for count in faces]) / mean),
        )
    return {"name": name, "faces": faces, "doubles": doubles, "rolls": rolls, "words": words}


def _tenths(number, divisor):
    """Returns a quotient with one decimal; integers round alike on every Python."""
    tenths = (20 * number + divisor) // (2 * divisor)
    return "%d.%d" % (tenths // 10, tenths % 10)


def _tail(chi_square):
    """Returns the probability that chi-square with five degrees of freedom is at least that.

    The formula is Abramowitz and Stegun's 26.4.4.
    """
    root = math.sqrt(chi_square)
    density = math.exp(-chi_square / 2) * math.sqrt(2 / math.pi)
    return math.erfc(root / math.sqrt(2)) + density * (root + root**3 / 3)
