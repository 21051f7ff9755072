"""Makes the practice sets that come with the board: a table in the firmware.

What is found is kept in build/practice_sets; the same command goes on from there.
"""

import json
import random
import sys
from itertools import count as counted
from pathlib import Path

from picogammon.app.practice import sets
from picogammon.rules.situation import Situation
from tools import ROOT, files
from tools.command import least, tool
from tools.practice_sets import checking, drawing, table
from tools.practice_sets.judging import Judges
from tools.report.gnubg import GnubgError
from tools.terminal import print
from tools.trainer.records import made_of

FOLDER = ROOT / "build" / "practice_sets"
_WEIGHTS = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_CUBES = (sets.RACING_CUBES, sets.TAKES, sets.TOO_GOOD)
_GAMES = 6000  # more are not played for a set that does not fill
_OFTEN = 20  # games after which what was found is kept
_EACH = 2  # of a kind from one game
_AWAY = (2, 7)  # points to go, where a question is of a match


class Found:
    """What was found: `records` by kind, and `answers`, of which a set of cubes has as many of
    each; the number of the next `game`."""

    def __init__(self, wanted, seed):
        self.wanted = wanted
        self.seed = seed
        self.game = 0
        self.records = [[] for _ in sets.NAMES]
        self.answers = {}
        self._path = FOLDER / f"{made_of(seed, wanted, *_sources())}.json"

    def load(self):
        """Takes up what an earlier run has kept, unless the way it is made has changed since."""
        if not self._path.exists():
            return
        kept = json.loads(files.read(self._path))
        self.game = kept["game"]
        self.records = [[bytes.fromhex(one) for one in of] for of in kept["records"]]
        self.answers = kept["answers"]

    def keep(self):
        """Keeps it for the next run."""
        files.make_folder(FOLDER)
        told = {"game": self.game, "answers": self.answers}
        told["records"] = [[one.hex() for one in of] for of in self.records]
        part = self._path.with_suffix(".part")
        files.write(part, json.dumps(told).encode())
        part.replace(self._path)

    def lacks(self, number):
        """True if that set is not full."""
        return len(self.records[number]) < self.wanted

    def lacks_answer(self, number, answer):
        """True if that set of cubes has not enough questions with that answer."""
        ways = 4 if number == sets.RACING_CUBES else 2
        return self.lacks(number) and self.answers.get(f"{number} {answer}", 0) * ways < self.wanted

    @property
    def full(self):
        return not any(map(self.lacks, range(len(sets.NAMES))))

    def add(self, number, situation, answer=""):
        """Adds a question to a set that lacks it; whether it did. `answer`: a word for it, of a
        cube."""
        record = table.record_of(situation)
        if not self.lacks(number) or any(record[:11] == one[:11] for one in self.records[number]):
            return False
        if answer:
            key = f"{number} {answer}"
            self.answers[key] = self.answers.get(key, 0) + 1
        self.records[number].append(record)
        return True


def _sources():
    """What the sets depend on, as bytes: how they are made, and the engine's weights."""
    for path in (*sorted(Path(__file__).parent.glob("*.py")), _WEIGHTS):
        yield path.read_bytes()


def _openings(found, judges):
    for pos, roll in drawing.openings(found.seed, judges.grandmaster):
        if not found.lacks(sets.OPENINGS):
            return
        told = judges.play(pos, roll, opening=True)
        if told:
            found.add(*told)


def _game(found, judges, number):
    """Looks for questions in a game."""
    rng = random.Random(f"stakes {found.seed} {number}")
    had = {}

    def wanted(of, answer):
        return had.get(of, 0) < _EACH and found.lacks_answer(of, answer)

    for pos, roll in drawing.game(number, found.seed, judges.expert):
        if any(map(found.lacks, _CUBES)):
            told = judges.double(_stakes(pos, rng), wanted)
            if told:
                had[told[0]] = had.get(told[0], 0) + found.add(*told)
        told = judges.play(pos, roll)
        if told and had.get(told[0], 0) < _EACH:
            had[told[0]] = had.get(told[0], 0) + found.add(*told)


def _stakes(pos, rng):
    """A Situation before the roll, half of them for money; of some the cube was turned."""
    owner, cube = (0, 2) if rng.random() < 0.25 else (None, 1)
    length, scores = 0, (0, 0)
    away = [rng.randint(*_AWAY) for _ in range(2)]
    if rng.random() < 0.5:
        length = max(away)
        scores = [length - one for one in away]
    return Situation(position=pos, cube=cube, owner=owner, length=length, scores=scores)


def _options(parser):
    parser.add_argument("--each", type=least(1), default=44, help="questions of a set")
    parser.add_argument("--seed", type=least(0), default=1)
    parser.add_argument(
        "--check",
        type=least(1),
        help="instead: gnubg, 2-ply, judges so many of the table",
    )


@tool(
    _options,
    files.FileError,
    GnubgError,
    interrupted="Interrupted: the same command goes on from here.",
)
def main(wanted):
    """Fills the sets, writes the table, and says what is in it; or has it checked."""
    if wanted.check:
        checking.check(wanted.check, wanted.seed)
        return
    found = Found(wanted.each, wanted.seed)
    found.load()
    judges = Judges()
    if not found.game:
        _openings(found, judges)
    for number in counted(found.game):
        if found.full or number == _GAMES:
            break
        _game(found, judges, number)
        found.game = number + 1
        if number % _OFTEN == 0:
            found.keep()
            print(number, [len(of) for of in found.records], flush=True)
    found.keep()
    files.write(table.PATH, table.written(found.records).encode())
    _tell(found.records)


def _tell(records):
    """Prints what is in the table."""
    for name, of in zip(sets.NAMES, records):
        print(f"{name:16} {len(of)}")
    print(f"{table.PATH.name}: SHA-256 of its bytes {table.digest(records)}")


if __name__ == "__main__":
    sys.exit(main())
