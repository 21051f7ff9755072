"""What a level loses against GNU Backgammon's judgement: `python -m tools.strength [LEVEL]`.

Plays: the mean loss in mEq a decision over host_tests/data/plays_2ply.jsonl, by kind of position,
beside a player who takes any legal play. Cube: over host_tests/data/cube_actions.jsonl.
"""

import json
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_DATA = _ROOT / "host_tests" / "data"
sys.path[:0] = [str(_ROOT / "host_tests" / "shim"), str(_ROOT / "firmware")]

from picogammon.engine.levels import UnknownLevel, make  # noqa: E402
from picogammon.rules import actions, gnu_id, steps  # noqa: E402
from picogammon.rules import position as positions  # noqa: E402
from picogammon.rules.match import Match  # noqa: E402
from picogammon.rules.situation import Situation  # noqa: E402


def play_losses(engine):
    """{category: ([loss of the engine's play, ...], [mean loss of any play, ...])} in mEq."""
    losses = {}
    for line in _lines("plays_2ply.jsonl"):
        pos = positions.of(line["pos"])
        answer = _ask(engine, Situation(position=pos, dice=tuple(line["dice"])))
        for a_step in actions.steps_of(answer):
            steps.make(pos, a_step)
        best = line["moves"][0][1]
        by_result = {move[0]: 1000 * (best - move[1]) for move in line["moves"]}
        own, anyone = losses.setdefault(line["cat"], ([], []))
        own.append(by_result[gnu_id.position_id(pos)])
        anyone.append(_mean(by_result.values()))
    return losses


def cube_losses(engine):
    """([loss of doubling or not, ...], [loss of taking or dropping, ...]) in mEq."""
    doubling = []
    answering = []
    for line in _lines("cube_actions.jsonl"):
        if line["best"] == "CRAW":
            continue
        situation = _cube_situation(line)
        doubled = _ask(engine, situation) == actions.double()
        doubling.append(1000 * line["loss_double" if doubled else "loss_nd"])
        situation.doubled = True
        dropped = _ask(engine, situation) == actions.drop()
        answering.append(1000 * line["loss_drop" if dropped else "loss_take"])
    return doubling, answering


def _cube_situation(line):
    match = line["kind"] == "match"
    return Situation(
        position=positions.of(line["pos"]),
        cube=line["cube"],
        owner=None if line["owner"] == "centre" else 0,
        scores=(line["me"], line["opp"]) if match else (0, 0),
        length=line["len"] if match else 0,
    )


def _ask(engine, situation):
    return engine.begin(Match.from_situation(situation)).finish()


def _lines(name):
    with open(_DATA / name) as lines:
        for line in lines:
            yield json.loads(line)


def _mean(values):
    return sum(values) / len(values)


def main(args):
    """Prints the table; returns the exit status."""
    try:
        engine = make(args[0] if args else "novice")
    except UnknownLevel as error:
        print(error, file=sys.stderr)
        return 2
    by_category = play_losses(engine)
    print("mEq lost a play     level  any play  decisions")
    for name, (own, anyone) in sorted(by_category.items()):
        print(f"{name:18} {_mean(own):6.1f} {_mean(anyone):9.1f} {len(own):10}")
    own = [loss for losses, _ in by_category.values() for loss in losses]
    anyone = [loss for _, losses in by_category.values() for loss in losses]
    print(f"{'all':18} {_mean(own):6.1f} {_mean(anyone):9.1f} {len(own):10}")
    doubling, answering = cube_losses(engine)
    print(f"{'doubling':18} {_mean(doubling):6.1f} {'':9} {len(doubling):10}")
    print(f"{'taking':18} {_mean(answering):6.1f} {'':9} {len(answering):10}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
