"""What is measured of a level: its plays, its cube decisions, its judgement of positions.

Each measurement is cut into jobs; what a job gives is plain data.
"""

from functools import lru_cache
from math import sqrt

from picogammon.engine import numbers
from picogammon.rules.position import BAR
from tools import jobs
from tools.strength import quick, reference, rolled_out
from tools.strength.intervals import mean, mean_interval, paired

_LINES = 25  # in a job
_POSITIONS = 250
ON_BAR = ("nobody", "one", "two or more")


def level(client, name, halves, shown):
    """All that is known about a level, as plain data. `halves`: of what Sage has rolled out."""
    result = {
        "level": name,
        "plays": plays(client, name, shown),
        "cube": cubes(client, name, shown),
    }
    if engine(name).knows:
        result["positions"] = positions(client, name, shown)
    result["rolled_out"] = {half: rolled_out_plays(client, name, half, shown) for half in halves}
    result["pr"] = result["plays"]["all"]["meq"] / 2
    result["band"] = numbers.band(round(100 * result["pr"]))
    return result


def plays(client, name, shown):
    """The mean losses on plays_2ply.jsonl, of all and by category, beside gnubg 0-ply's."""
    lines = reference.plays()
    parts = jobs.run(client, play_losses, _slices(len(lines), name), shown, f"{name}: plays")
    return play_summary([loss for part in parts for loss in part])


def play_summary(losses):
    """The mean of the losses on the lines of plays_2ply.jsonl, of all and by category."""
    lines = reference.plays()
    of = {"all": range(len(lines))}
    for i, line in enumerate(lines):
        of.setdefault(line["cat"], []).append(i)
    return {name: _beside_zero_ply([(losses[i], lines[i]) for i in of[name]]) for name in of}


def rolled_out_plays(client, name, half, shown):
    """The mean losses on a half of plays_rolled_out.jsonl, of all and by bar."""
    jobs_of_lines = [(*job, half) for job in _slices(len(rolled_out.plays(half)), name)]
    parts = jobs.run(client, rolled_out_losses, jobs_of_lines, shown, f"{name}: rolled out")
    return rolled_out_summary([choice for part in parts for choice in part], half)


def rolled_out_summary(choices, half):
    """What the (loss, whether it was rolled out) on the lines of a half come to."""
    lines = rolled_out.plays(half)
    summary = {}
    for name, wanted in (("all", (True, False)), ("bar", (True,)), ("no bar", (False,))):
        of = [i for i, line in enumerate(lines) if rolled_out.has_bar(line) in wanted]
        ours = [choices[i][0] for i in of]
        theirs = [rolled_out.loss(lines[i], rolled_out.zero_ply_choice(lines[i])) for i in of]
        summary[name] = _beside(ours, theirs)
        summary[name]["rolled_out"] = mean([choices[i][1] for i in of])
    return summary


def cubes(client, name, shown):
    """The mean losses on cube_actions.jsonl: doubling and taking; of all, money and match."""
    lines = reference.cubes()
    parts = jobs.run(client, cube_losses, _slices(len(lines), name), shown, f"{name}: cube")
    return cube_summary([losses for part in parts for losses in part])


def cube_summary(losses):
    """The means of (doubling, taking) losses on the lines of cube_actions.jsonl."""
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


def positions(client, name, shown):
    """The errors on positions_2ply.jsonl, by how many checkers who is to roll has on the bar."""
    slices = _slices(len(reference.positions_judged()), name, _POSITIONS)
    parts = jobs.run(client, position_errors, slices, shown, f"{name}: positions")
    return position_summary([error for part in parts for error in part])


def position_summary(errors):
    """Root mean squares and means of errors on the lines of positions_2ply.jsonl, in points."""
    of = by_checkers_on_bar(zip(reference.positions_judged(), errors))
    return {
        name: {"positions": len(some), "rms": root_mean_square(some), "bias": mean(some)}
        for name, some in of.items()
    }


def by_checkers_on_bar(lines_and_errors):
    """{name of ON_BAR: errors} of lines of positions_2ply.jsonl."""
    of = {name: [] for name in ON_BAR}
    for (pos, _), error in lines_and_errors:
        of[ON_BAR[min(pos[BAR], 2)]].append(error)
    return of


def root_mean_square(errors):
    """How large errors are, those to either side alike."""
    return sqrt(mean([error * error for error in errors]))


def play_losses(name, first, after):
    """The job: what a level loses on the lines first .. after - 1 of plays_2ply.jsonl."""
    asked = engine(name)
    return [reference.play_loss(line, asked) for line in reference.plays()[first:after]]


def rolled_out_losses(name, first, after, half):
    """The job: the same on a half of plays_rolled_out.jsonl, (loss, whether rolled out) each."""
    found = []
    for line in rolled_out.plays(half)[first:after]:
        move = rolled_out.choice(line, engine(name))
        found.append((rolled_out.loss(line, move), rolled_out.is_rolled_out(move)))
    return found


def cube_losses(name, first, after):
    """The job: the same on cube_actions.jsonl, (doubling, taking) each."""
    asked = engine(name)
    return [reference.cube_loss(line, asked) for line in reference.cubes()[first:after]]


def position_errors(name, first, after):
    """The job: by how much a level errs on the lines first .. after - 1 of positions_2ply.jsonl."""
    judge = engine(name)
    lines = reference.positions_judged()[first:after]
    return [reference.position_error(line, judge) for line in lines]


@lru_cache(maxsize=4)
def engine(name):
    """The Engine of that level, as quick as it can be made."""
    return quick.make(name)


def _slices(count, name, size=_LINES):
    return [(name, at, min(at + size, count)) for at in range(0, count, size)]


def _beside_zero_ply(losses_and_lines):
    ours = [loss for loss, _ in losses_and_lines]
    theirs = [reference.zero_ply_play_loss(line) for _, line in losses_and_lines]
    any_play = mean([reference.any_play_loss(line) for _, line in losses_and_lines])
    return dict(_beside(ours, theirs), any_play=any_play)


def _beside(ours, theirs):
    meq, half = mean_interval(ours)
    their_meq, their_half = mean_interval(theirs)
    difference, difference_half = paired(ours, theirs)
    return {
        "decisions": len(ours),
        "meq": meq,
        "interval": half,
        "gnubg_0ply": their_meq,
        "gnubg_0ply_interval": their_half,
        "difference": difference,
        "difference_interval": difference_half,
    }
