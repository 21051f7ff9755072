"""Makes host_tests/data/cube_outcomes.jsonl: gnubg's own 0-ply outcomes of cube_actions.jsonl.

Runs inside GNU Backgammon, from the repository's folder:

    taskset -c 0 gnubg -t -q -r -p host_tests/reference/outcomes_0ply.py
"""

import json

import gnubg  # the program's own module: there is none to install

DATA = "host_tests/data/"
ONE = 65536

gnubg.command("new game")
rules = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)
look = {"cubeful": 0, "plies": 0, "deterministic": 1, "noise": 0.0}
with open(DATA + "cube_actions.jsonl") as lines, open(DATA + "cube_outcomes.jsonl", "w") as out:
    for line in lines:
        question = json.loads(line)
        board = gnubg.positionfromid(question["posid"])
        chances = gnubg.evaluate(board, rules, look)[:5]
        outcome = [round(chance * ONE) for chance in chances]
        out.write(json.dumps({"id": question["id"], "outcome": outcome}) + "\n")
