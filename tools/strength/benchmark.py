"""What a level loses on somebody's benchmark file, as GNU Backgammon's authors write them (.bm).

A line of plays is `m BEFORE die die AFTER loss AFTER loss ...`, the best play first. A position is
the ten bytes of a Position ID, each as two letters A to P. Other lines are passed over. What the
file does not list loses what the worst that it does list loses, so its number is a least.
"""

import binascii
import math
import sys

from picogammon.engine.levels import levels
from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from picogammon.rules.errors import RulesError
from picogammon.rules.movegen import Plays
from picogammon.rules.situation import Situation
from tools.command import tool
from tools.strength import reference
from tools.strength.intervals import mean_interval
from tools.strength.players import player
from tools.terminal import print

_LEVEL = "expert"
_LETTERS = bytes.maketrans(b"ABCDEFGHIJKLMNOP", b"0123456789abcdef")


class BenchmarkError(Exception):
    """The file is none, or has a line that cannot be read; the text says which."""


class Decision:
    """A roll to be played, and what its plays lose in points: {Position ID after it: loss}.

    The IDs are as he sees the position who has played.
    """

    def __init__(self, pos, dice, losses):
        self.pos = pos
        self.dice = dice
        self.losses = losses

    def loss(self, who):
        """(what the Player loses in points, whether the file lists that play)."""
        situation = Situation(position=self.pos, dice=self.dice, cube_on=False)
        played = gnu_id.position_id(reference.after(self.pos, who.play(situation)))
        listed = played in self.losses
        return self.losses[played] if listed else max(self.losses.values()), listed


def read(lines):
    """The Decisions of a file's lines. Raises BenchmarkError."""
    found = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] != "m":
            continue
        try:
            found.append(_decision(words[1:]))
        except (ValueError, RulesError) as trouble:
            raise BenchmarkError(f"Line {number}: {trouble}") from None
    if not found:
        raise BenchmarkError("There is no line that begins with m, which is a roll to be played.")
    return found


def _decision(words):
    if len(words) < 5 or len(words) % 2 == 0:
        raise ValueError("a position, two dice, then plays' positions, each with its loss")
    pos = _position(words[0])
    if not set(words[1:3]) <= set("123456"):
        raise ValueError(f"no dice: {' '.join(words[1:3])}")
    dice = int(words[1]), int(words[2])
    listed = [_position(word) for word in words[3::2]]
    losses = [0.0, *map(_loss, words[6::2])]
    legal = _results(pos, dice)
    # Some write a position as he sees it who has played, some as he does who rolls next.
    if gnu_id.position_id(listed[0]) not in legal:
        listed = [positions.swapped(one) for one in listed]
    ids = [gnu_id.position_id(one) for one in listed]
    if not legal.issuperset(ids):
        raise ValueError("a play that the roll does not allow")
    return Decision(pos, dice, dict(zip(ids, losses)))


def _results(pos, dice):
    """The Position IDs of all that the roll can make of a position."""
    plays = Plays()
    after = positions.empty()
    found = set()
    for i in range(plays.generate(pos, *dice)):
        plays.result(i, pos, after)
        found.add(gnu_id.position_id(after))
    return found


def _loss(word):
    try:
        loss = abs(float(word))
    except ValueError:
        loss = math.nan
    if not math.isfinite(loss):
        raise ValueError(f"no loss in points: {word}")
    return loss


def _position(letters):
    """The position of twenty letters."""
    try:
        key = binascii.unhexlify(letters.encode().translate(_LETTERS))
        if len(key) != 10 or not letters.isupper():
            raise ValueError
    except ValueError:
        raise ValueError(f"no position, which is twenty letters A to P: {letters}") from None
    return gnu_id.from_position_id(binascii.b2a_base64(key).decode().rstrip("=\n"))


def _options(parser):
    parser.add_argument("file", help="a benchmark file, such as contact.bm")
    parser.add_argument("level", nargs="?", default=_LEVEL, choices=levels())
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th line only")


@tool(_options, BenchmarkError, OSError)
def main(wanted):
    """Prints the mean loss, with its interval."""
    with open(wanted.file, encoding="ascii", errors="replace") as lines:
        decisions = read(lines)[:: max(1, wanted.every)]
    who = player(wanted.level)
    lost = [one.loss(who) for one in decisions]
    meq, half = mean_interval([1000 * loss for loss, _ in lost])
    others = sum(not listed for _, listed in lost)
    said = f"{wanted.level}: {meq:.2f} ± {half:.2f} mEq of {len(lost)} rolls"
    print(said + (f"; {others} plays are not listed" if others else ""))


if __name__ == "__main__":
    sys.exit(main())
