"""The page: one file, no scripts, readable on a phone and without a network."""

import math
from pathlib import Path

import jinja2
import markupsafe

from picogammon.app.advice import equities, tutor
from picogammon.engine.review import Side
from tools.report import charts, drawing
from tools.report.judging import reasons, worst

_FOLDER = Path(__file__).parent


def render(title, about, names, games, engine, judge):
    """The page's text: judging.Games of the players called `names`, under a `title`.

    `about`: {what: text} for the head. `engine` gives the reasons; `judge`: its name.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = equities.points
    environment.filters["lost"] = lambda value: equities.decimal(value, 3)
    environment.filters["word"] = tutor.name_of
    return environment.get_template("page.html").render(
        title=title,
        about=about,
        names=names,
        games=games,
        judge=judge,
        totals=_totals(games),
        worst=[(*one, reasons(one[2], engine)) for one in worst(games)],
        dice=[dice_of(games, side) for side in (0, 1)],
        background=_safe(drawing.BACKGROUND),
        board=lambda line, decision=None: _board(line, decision, names),
        course=lambda game: _safe(charts.course(game)),
        rated=_rated,
    )


def _safe(markup):
    """Markup of our own making."""
    return markupsafe.Markup(markup)


def _board(line, decision, names):
    """The board before a line; before its dice were rolled, where a cube `decision` came first."""
    moment = line.moment
    if decision and decision.grade.cube:
        moment = moment._replace(dice=None)
    who = "" if line.side is None else f" of {names[line.side]}"
    label = markupsafe.escape(f"The board before move {line.row}{who}")
    return _safe(drawing.board(moment, line.side, label))


def _totals(games):
    """(rated PR, decisions, lost, luck) of each player over all games."""
    totals = []
    for i in (0, 1):
        whole = Side()
        for game in games:
            whole.add(game.sides[i])
        totals.append((_rated(whole), whole.decisions, whole.lost, whole.luck))
    return totals


def _rated(side):
    return "nothing to decide" if side.pr is None else equities.rated(side.pr)


def dice_of(games, side):
    """What a player rolled, the opening rolls apart: `faces` (six counts), `rolls`, `doubles`, and
    `odds`, how often fair dice fall at least as unevenly, in percent (None: no rolls)."""
    faces, rolls, doubles = [0] * 6, 0, 0
    for game in games:
        for line in game.lines:
            if line.side == side and line.luck is not None:
                rolls += 1
                doubles += line.moment.dice[0] == line.moment.dice[1]
                for die in line.moment.dice:
                    faces[die - 1] += 1
    odds = None
    if rolls:
        mean = rolls / 3
        odds = 100 * _tail(sum((count - mean) ** 2 for count in faces) / mean)
    return {"faces": faces, "rolls": rolls, "doubles": doubles, "odds": odds}


def _tail(chi_square):
    """How often chi-square with five degrees of freedom is at least that (Abramowitz and Stegun,
    26.4.4)."""
    root = math.sqrt(chi_square)
    density = math.exp(-chi_square / 2) * math.sqrt(2 / math.pi)
    return math.erfc(root / math.sqrt(2)) + density * (root + root**3 / 3)
