"""The decisions that GNU Backgammon has judged (host_tests/data), and what a player loses on them.

All losses are in mEq: thousandths of a point.
"""

import json
from functools import lru_cache

from picogammon.engine import numbers
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules.match import match_of
from picogammon.rules.plays import make
from picogammon.rules.situation import Situation
from tools import ROOT, measured

DATA = ROOT / "host_tests" / "data"
_TWO_PLY = 1  # the columns of a move in plays_2ply.jsonl: with the cube, and without
CUBELESS = 2
_ZERO_PLY = 3  # with the cube


@lru_cache(maxsize=None)
def plays():
    """The lines of plays_2ply.jsonl: plays with a choice."""
    return measured.lines("plays_2ply.jsonl")


@lru_cache(maxsize=None)
def cubes():
    """The lines of cube_actions.jsonl without Crawford games, where there is nothing to decide."""
    with open(DATA / "cube_actions.jsonl") as found:
        return [line for line in map(json.loads, found) if line["best"] != "CRAW"]


@lru_cache(maxsize=None)
def close_cubes():
    """The lines of cubes_close.jsonl to tune on: those of games with an even number."""
    return [line for line in measured.lines("cubes_close.jsonl") if line["game"] % 2 == 0]


@lru_cache(maxsize=None)
def positions_judged():
    """The lines of positions_2ply.jsonl: (position as who is to roll sees it, his equity)."""
    judged = []
    for posid, *outcome in measured.lines("positions_2ply.jsonl"):
        played = notation.from_position_id(posid)
        judged.append((positions.swapped(played), -numbers.cubeless(outcome)))
    return judged


def play(engine, situation):
    """The steps that an Engine plays, asked as the board asks it; [] where nothing is legal."""
    return actions.steps_of(_ask(engine, situation))


def play_loss(line, engine):
    """What the engine's choice loses."""
    pos = positions.from_numbers(line["pos"])
    steps = play(engine, Situation(position=pos, dice=tuple(line["dice"])))
    played = notation.position_id(after(pos, steps))
    return next(loss(line, move) for move in line["moves"] if move[0] == played)


def zero_ply_play_loss(line):
    """What gnubg's own choice without look-ahead loses."""
    return loss(line, max(line["moves"], key=lambda move: move[_ZERO_PLY]))


def any_play_loss(line):
    """What a play at random loses on the average."""
    return sum(loss(line, move) for move in line["moves"]) / len(line["moves"])


def cube_loss(line, engine):
    """(what doubling, or not, loses; what taking or dropping loses) as the engine decides."""
    situation = cube_situation(line)
    doubles = _ask(engine, situation) == actions.double()
    situation.doubled = True
    drops = _ask(engine, situation) == actions.drop()
    return _cube_loss(line, doubles, drops)


def close_cube_loss(line, engine):
    """The same on a line of cubes_close.jsonl, where the engine weighs both actions at once."""
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
    """By how many points the engine thinks a position of positions_judged worth too much."""
    pos, equity = line
    value = Thought(engine.value(Situation(position=pos))).finish()
    return (value.cubeless - equity) / numbers.ONE


def zero_ply_cube_loss(line):
    """The same of gnubg without look-ahead: it said ND, DT, DP or TG.

    ND does not say how it would have answered: that counts as right.
    """
    said = line["zero_ply"]
    drops = line["best"] in ("DP", "TG") or not line["take"] if said == "ND" else said != "DT"
    return _cube_loss(line, said in ("DT", "DP"), drops)


def cube_situation(line):
    """The Situation before the roll that a line of cube_actions.jsonl asks about."""
    match = line["kind"] == "match"
    return Situation(
        position=positions.from_numbers(line["pos"]),
        cube=line["cube"],
        owner=None if line["owner"] == "centre" else 0,
        scores=(line["me"], line["opp"]) if match else (0, 0),
        length=line["len"] if match else 0,
    )


def after(pos, play):
    """What the steps of a play make of pos."""
    pos = positions.from_numbers(pos)
    for a_step in play:
        make(pos, a_step)
    return pos


def loss(line, move):
    """What a move of a line of plays_2ply.jsonl loses."""
    return 1000 * (line["moves"][0][_TWO_PLY] - move[_TWO_PLY])


def _cube_loss(line, doubles, drops):
    return (
        1000 * line["loss_double" if doubles else "loss_nd"],
        1000 * line["loss_drop" if drops else "loss_take"],
    )


def _ask(engine, situation):
    return engine.begin(match_of(situation)).finish()
