"""Runs inside GNU Backgammon: its cubeless equity, without look-ahead (0-ply), of many positions.

A Position ID a line comes in by the file GUEST_ASKED, the player on roll last; a number a line goes
out to GUEST_SAID: what the player on roll has. rollouts.py starts this.
"""

import os

import gnubg  # the program's own module: there is none to install

gnubg.command("set threads 2")  # with one, each question sleeps
gnubg.command("new session")
rules = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)
look = {"cubeful": 0, "plies": 0, "deterministic": 1, "noise": 0.0}
with open(os.environ["GUEST_ASKED"]) as asked, open(os.environ["GUEST_SAID"], "w") as said:
    for line in asked:
        board = gnubg.positionfromid(line.strip())
        win, gammon, backgammon, lost, lost_backgammon = gnubg.evaluate(board, rules, look)[:5]
        equity = 2 * win - 1 + gammon + backgammon - lost - lost_backgammon
        said.write("%.5f\n" % equity)
