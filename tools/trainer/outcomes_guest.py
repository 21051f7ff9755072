"""Runs inside GNU Backgammon: what gnubg thinks of positions, cubeless and without look-ahead.

Reads positions of 26 bytes from the open file OUTCOMES_FROM (its number), each as the one who has
just played sees it; writes his five chances, in 1/65535, to OUTCOMES_TO.

guests.py starts this: it can use nothing but Python and the module that gnubg brings.
"""

import os
import struct

import gnubg

_BAR = 25
_SIZE = 26
_POSITION = struct.Struct("26b")
_CHANCES = struct.Struct("<5H")
_CERTAIN = 65535
_OWNED = 0  # with a cube that somebody owns gammons count: Jacoby has no say


def _boards(pos):
    """The checkers of who has just played and of who is to roll, as gnubg wants them."""
    played = tuple(max(pos[place], 0) for place in range(1, _SIZE))
    rolling = tuple(max(-pos[_BAR - place], 0) for place in range(1, _SIZE))
    return played, rolling


def main():
    """Answers until the positions end."""
    gnubg.command("set threads 2")  # with one, each question sleeps
    cube = gnubg.cubeinfo(1, _OWNED, 0, 0, (0, 0), 0)
    context = gnubg.evalcontext(0, 0, 1, 1, 0.0)
    with (
        os.fdopen(int(os.environ["OUTCOMES_FROM"]), "rb") as asked,
        os.fdopen(int(os.environ["OUTCOMES_TO"]), "wb") as out,
    ):
        while data := asked.read(_SIZE):
            win, *gammons, _ = gnubg.evaluate(_boards(_POSITION.unpack(data)), cube, context)
            chances = (1 - win, *gammons[2:], *gammons[:2])
            out.write(_CHANCES.pack(*(int(min(max(x, 0), 1) * _CERTAIN + 0.5) for x in chances)))


main()
os._exit(0)  # gnubg, when it ends its threads, may wait for ever
