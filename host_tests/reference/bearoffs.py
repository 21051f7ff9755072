"""Makes build/cube_bearoffs.jsonl: cube decisions of bear-offs, as gnubg weighs them.

Runs inside GNU Backgammon, from the repository's folder:

    taskset -c 0 gnubg -t -q -r -p host_tests/reference/bearoffs.py

Each side has up to six checkers at home: for money gnubg's two-sided table knows these exactly, and
in a match its 3-ply look ends in chances from that table.
"""

import json
import random

import gnubg  # the program's own module: there is none to install

LINES = 2000
MATCHES = 600  # of these
LIKELY = (0.2, 0.97)  # chances to win worth a decision

gnubg.command("new game")
look = {"cubeful": 1, "plies": 0, "deterministic": 1, "noise": 0.0}
deep = dict(look, plies=3)


def home(draw):
    points = [0] * 25
    for _ in range(draw.randint(1, 6)):
        points[draw.randrange(6)] += 1
    return tuple(points)


def score(draw, number):
    """(length, mine, the other's): money after the matches."""
    if number >= MATCHES:
        return 0, 0, 0
    length = draw.choice((3, 4, 5, 7, 9, 11))
    return length, draw.randrange(length - 1), draw.randrange(length - 1)


def line(draw, number):
    """What is written of one decision, or None if there is nothing to be decided."""
    mine, theirs = home(draw), home(draw)
    length, me, other = score(draw, number)
    owned = draw.random() < 0.5
    cube = 2 if owned else 1
    if length and me + cube >= length:
        return None  # the cube is dead
    rules = gnubg.cubeinfo(cube, 0 if owned else -1, 0, length, (me, other), 0)
    board = (theirs, mine)
    if not LIKELY[0] < gnubg.evaluate(board, rules, look)[0] < LIKELY[1]:
        return None
    nd, dt, dp = gnubg.cfevaluate(board, rules, deep if length else look)[1:4]
    pos = [0] * 26
    for point in range(6):
        pos[1 + point] = mine[point]
        pos[24 - point] = -theirs[point]
    nd, dt = nd / dp, dt / dp
    best = max(nd, min(dt, 1))
    facts = {"kind": "match" if length else "money", "pos": pos, "cube": cube}
    facts["owner"] = "mover" if owned else "centre"
    if length:
        facts.update(len=length, me=me, opp=other)
    losses = {
        "loss_nd": best - nd,
        "loss_double": best - min(dt, 1),
        "loss_take": max(0, dt - 1),
        "loss_drop": max(0, 1 - dt),
    }
    for name, worth in dict(losses, nd=nd, dt=dt).items():
        facts[name] = round(worth, 5)
    return facts


draw = random.Random(20)
written = 0
with open("build/cube_bearoffs.jsonl", "w") as out:
    while written < LINES:
        facts = line(draw, written)
        if facts:
            out.write(json.dumps(facts, separators=(",", ":")) + "\n")
            written += 1
