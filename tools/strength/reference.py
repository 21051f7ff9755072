"""The decisions that GNU Backgammon has judged (host_tests/data), and a player's losses on them.

All losses are in mEq: thousandths of a point. host_tests/data/README.md describes the sets.
"""

import json
import zipfile
from functools import lru_cache

from picogammon.engine import numbers
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import after_steps
from picogammon.rules.situation import Situation
from tools import ROOT

DATA = ROOT / "host_tests" / "data"
ARCHIVE = DATA / "measured.zip"
_TWO_PLY = 1  # the columns of a move in plays_2ply.jsonl: with the cube, and without
CUBELESS = 2
_ZERO_PLY = 3  # with the cube


def lines(name):
    """Returns the lines of a large measuring set, as data."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        return [json.loads(line) for line in archive.read(name).splitlines()]


@lru_cache(maxsize=None)
def plays():
    """Returns the lines of plays_2ply.jsonl: plays with a choice."""
    return lines("plays_2ply.jsonl")


@lru_cache(maxsize=None)
def cubes():
    """Returns the lines of cube_actions.jsonl, without those of Crawford games."""
    with open(DATA / "cube_actions.jsonl") as found:
        return [line for line in map(json.loads, found) if line["best"] != "CRAW"]


@lru_cache(maxsize=None)
def close_cubes():
    """Returns the lines of cubes_close.jsonl to tune on: those of games with an even number."""
    return [line for line in lines("cubes_close.jsonl") if line["game"] % 2 == 0]


@lru_cache(maxsize=None)
def positions_judged():
    """Returns the lines of positions_2ply.jsonl as (position, equity), as the roller sees both."""
    judged = []
    for posid, *outcome in lines("positions_2ply.jsonl"):
        played = notation.from_position_id(posid)
        judged.append((positions.swapped(played), -numbers.cubeless(outcome)))
    return judged


def play(engine, situation):
    """Returns the steps that an Engine plays if asked as a board asks; [] if nothing is legal."""
    return actions.steps_of(_ask(engine, situation))


def play_loss(line, engine):
    """Returns the loss of the engine's choice."""
    pos = positions.from_numbers(line["pos"])
    steps = play(engine, Situation(position=pos, dice=tuple(line["dice"])))
    played = notation.position_id(after_steps(pos, steps))
    return next(loss(line, move) for move in line["moves"] if move[0] == played)


def zero_ply_play_loss(line):
    """Returns the loss of gnubg's own choice without look-ahead."""
    return loss(line, max(line["moves"], key=lambda move: move[_ZERO_PLY]))


def any_play_loss(line):
    """Returns the mean loss of a random play."""
    return sum(loss(line, move) for move in line["moves"]) / len(line["moves"])


def cube_loss(line, engine):
    """Returns the losses of the engine's decisions (to double or not, to take or drop)."""
    situation = cube_situation(line)
    doubles = _ask(engine, situation) == actions.double()
    situation.doubled = True
    drops = _ask(engine, situation) == actions.drop()
    return _cube_loss(line, doubles, drops)


def close_cube_loss(line, engine):
    """Returns the losses on a line of cubes_close.jsonl, where the engine weighs both actions."""
    owner = line["owner"]
    situation = Situation(
        position=positions.from_numbers(line["pos"]),
        cube=1 if owner is None else 2,
        owner=owner,
        scores=line["scores"],
        length=line["length"],
    )
    cube = Thought(engine.weigh(Question(match_of(situation)))).finish()
    nd, doubled = line["nd"], min(line["dt"], 1)
    chosen = doubled if cube.doubled > cube.nd else nd
    answered = line["dt"] if cube.dt <= cube.dp else 1
    return 1000 * (max(nd, doubled) - chosen), 1000 * (answered - doubled)


def position_error(line, engine):
    """Returns by how many points the engine overrates a position of positions_judged."""
    pos, equity = line
    value = Thought(engine.value(Situation(position=pos))).finish()
    return (value.cubeless - equity) / numbers.ONE


def zero_ply_cube_loss(line):
    """Returns the losses of gnubg without look-ahead, which said ND, DT, DP or TG.

    After ND, its answer to a double counts as right.
    """
    said = line["zero_ply"]
    drops = line["best"] in ("DP", "TG") or not line["take"] if said == "ND" else said != "DT"
    return _cube_loss(line, said in ("DT", "DP"), drops)


def cube_situation(line):
    """Returns the Situation before the roll of a line of cube_actions.jsonl."""
    match = line["kind"] == "match"
    return Situation(
        position=positions.from_numbers(line["pos"]),
        cube=line["cube"],
        owner=None if line["owner"] == "centre" else 0,
        scores=(line["me"], line["opp"]) if match else (0, 0),
        length=line["len"] if match else 0,
    )


def loss(line, move):
    """Returns the loss of a move of a line of plays_2ply.jsonl."""
    return 1000 * (line["moves"][0][_TWO_PLY] - move[_TWO_PLY])


def _cube_loss(line, doubles, drops):
    return (
        1000 * line["loss_double" if doubles else "loss_nd"],
        1000 * line["loss_drop" if drops else "loss_take"],
    )


def _ask(engine, situation):
    return engine.begin(match_of(situation)).finish()
