"""A UBGI engine for tests: plays the first legal play, and is as odd as its arguments say.

usage: engine.py [bare|dies|mute|garbage|partial|illegal|wrong|endless|loud]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import tools  # noqa: E402, F401 (finds the firmware)
from picogammon.rules import notation  # noqa: E402
from picogammon.rules.plays import (
    Plays,  # noqa: E402
    format_steps,  # noqa: E402
)

_PLAIN = ("newsession", "newgame", "setscore", "setcube", "setturn", "setoffer")


def main(how):
    """Answers until quit."""
    plays = Plays()
    position = dice = None
    for line in sys.stdin:
        words = line.split()
        word = words[0] if words else ""
        if word == "ubgi":
            print("id name Odd\nid extends " + ("" if how == "bare" else "answer resign beavers"))
            print("ubgiok")
        elif word == "isready":
            print("readyok")
        elif word == "quit":
            return 0
        elif word == "position":
            position = notation.from_position_id(words[2])
        elif word == "dice":
            dice = int(words[1]), int(words[2])
        elif word == "go":
            if how == "loud":
                print("info role", words[2], "eq 0.1\neval eq 0.1")
            print(_oddly(how) or _decision(words[2], plays, position, dice), flush=True)
            if how == "loud":
                print("bestmoveid", notation.position_id(position))
        elif how == "bare" or word not in _PLAIN:
            print("error unknown_command", word)
        sys.stdout.flush()
    return 0


def _oddly(how):
    if how == "dies":
        print("it hurts", file=sys.stderr)
        sys.exit(3)
    if how == "mute":
        sys.stdin.read()  # until whoever asked goes away
    if how == "partial":
        print("bestmove 8/5", end="", flush=True)
        sys.exit(0)
    if how == "endless":
        while True:
            print("x" * 100_000, end="")
    return {"garbage": "\0\x01\x02", "illegal": "bestmove 24/1", "wrong": "bestcube maybe"}.get(how)


def _decision(role, plays, position, dice):
    if role == "chequer":
        count = plays.generate(position, *dice)
        return "bestmove " + (format_steps(plays.steps(0)) if count else "pass")
    return {
        "cube": "bestcube nodouble",
        "answer": "bestanswer take",
        "resign": "bestresign none",
    }[role]


if __name__ == "__main__":
    sys.exit(main((sys.argv + [""])[1]))
