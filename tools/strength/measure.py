"""Measures a level: its plays, its cube decisions, its judgement of positions."""

from functools import lru_cache, partial
from math import sqrt

from picogammon.engine import numbers
from picogammon.rules.position import BAR
from tools import jobs
from tools.fast_engine import quick
from tools.strength import reference, rolled_out
from tools.strength.intervals import mean, mean_interval

_LINES = 25  # in a job
_POSITIONS = 250
ON_BAR = ("nobody", "one", "two or more")


def level(pool, name, halves, progress):
    """Returns all measurements of a level, as plain data. `halves`: of Sage's rollouts."""

    def found(of, size=_LINES):
        lines, _ = _SETS[of]
        slices = [(name, of, at, at + size) for at in range(0, len(lines()), size)]
        parts = dict(jobs.shown(pool, progress, f"{name}: {of}", losses_on, slices))
        return [one for i in range(len(slices)) for one in parts[i]]

    result = {
        "level": name,
        "plays": play_summary(found("plays")),
        "cube": cube_summary(found("cube")),
    }
    if engine(name).knows:
        result["positions"] = position_summary(found("positions", _POSITIONS))
    result["rolled_out"] = {half: rolled_out_summary(found(half), half) for half in halves}
    result["pr"] = result["plays"]["all"]["meq"] / 2
    result["band"] = numbers.band(round(100 * result["pr"]))
    return result


def play_summary(losses):
    """Returns the means of losses on the lines of plays_2ply.jsonl, of all and by category."""
    lines = reference.plays()
    of = {"all": range(len(lines))}
    for i, line in enumerate(lines):
        of.setdefault(line["cat"], []).append(i)
    summary = {}
    for name, chosen in of.items():
        theirs = [reference.zero_ply_play_loss(lines[i]) for i in chosen]
        summary[name] = _beside([losses[i] for i in chosen], theirs)
        summary[name]["any_play"] = mean([reference.any_play_loss(lines[i]) for i in chosen])
    return summary


def rolled_out_summary(choices, half):
    """Returns the means of (loss, True if it was rolled out) on a half, of all and by bar."""
    lines = rolled_out.plays(half)
    summary = {}
    for name, wanted in (("all", (True, False)), ("bar", (True,)), ("no bar", (False,))):
        of = [i for i, line in enumerate(lines) if rolled_out.has_bar(line) in wanted]
        ours = [choices[i][0] for i in of]
        theirs = [rolled_out.loss(lines[i], rolled_out.zero_ply_choice(lines[i])) for i in of]
        summary[name] = _beside(ours, theirs)
        summary[name]["rolled_out"] = mean([choices[i][1] for i in of])
    return summary


def cube_summary(losses):
    """Returns the means of (doubling, taking) losses on the lines of cube_actions.jsonl, of all,
    money and match.
    """
    lines = reference.cubes()
    summary = {}
    for which, decision in enumerate(("doubling", "taking")):
        summary[decision] = {}
        for stakes in ("all", "money", "match"):
            chosen = [i for i, line in enumerate(lines) if stakes in ("all", line["kind"])]
            ours = [losses[i][which] for i in chosen]
            theirs = [reference.zero_ply_cube_loss(lines[i])[which] for i in chosen]
            meq, half = mean_interval(ours)
            summary[decision][stakes] = {
                "decisions": len(ours),
                "meq": meq,
                "interval": half,
                "gnubg_0ply": mean(theirs),
            }
    return summary


def position_summary(errors):
    """Returns root mean squares and means of errors on the lines of positions_2ply.jsonl, in
    points, by the number of the roller's checkers on the bar.
    """
    of = by_checkers_on_bar(zip(reference.positions_judged(), errors))
    return {
        name: {"positions": len(some), "rms": root_mean_square(some), "bias": mean(some)}
        for name, some in of.items()
    }


def by_checkers_on_bar(lines_and_errors):
    """Returns {name of ON_BAR: errors} of lines of positions_2ply.jsonl."""
    of = {name: [] for name in ON_BAR}
    for (pos, _), error in lines_and_errors:
        of[ON_BAR[min(pos[BAR], 2)]].append(error)
    return of


def root_mean_square(errors):
    """Returns the root of the mean square of errors."""
    return sqrt(mean([error * error for error in errors]))


# The lines of each set, and the loss that an Engine has on a line.
_SETS = {
    "plays": (reference.plays, reference.play_loss),
    "cube": (reference.cubes, reference.cube_loss),
    "positions": (reference.positions_judged, reference.position_error),
    rolled_out.TUNING: (partial(rolled_out.plays, rolled_out.TUNING), rolled_out.choice_loss),
    rolled_out.REPORT: (partial(rolled_out.plays, rolled_out.REPORT), rolled_out.choice_loss),
}


def losses_on(name, of, first=0, after=None):
    """The job: returns a level's losses on the lines first .. after - 1 of a set."""
    lines, loss = _SETS[of]
    asked = engine(name)
    return [loss(line, asked) for line in lines()[first:after]]


@lru_cache(maxsize=4)
def engine(name):
    """Returns the Engine of that level, compiled where it has a net."""
    return quick.make(name)


def _beside(ours, theirs):
    meq, half = mean_interval(ours)
    their_meq, their_half = mean_interval(theirs)
    pairs = [our - their for our, their in zip(ours, theirs, strict=True)]
    difference, difference_half = mean_interval(pairs)
    return {
        "decisions": len(ours),
        "meq": meq,
        "interval": half,
        "gnubg_0ply": their_meq,
        "gnubg_0ply_interval": their_half,
        "difference": difference,
        "difference_interval": difference_half,
    }
