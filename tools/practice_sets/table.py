"""The table of the practice sets as the board has it: bytes in a module of the firmware."""

import hashlib
from binascii import a2b_base64

from picogammon.app.practice import sets
from picogammon.rules import gnu_id
from picogammon.rules.xgid import power_of_two
from tools import ROOT

PATH = ROOT / "firmware" / "picogammon" / "app" / "practice" / "sets_table.py"
_HEAD = '''\
"""The practice sets; made by `python -m tools practice-sets`. See sets.py."""

COUNTS = {counts}
DATA = (
{lines}
)
'''
_WIDTH = 94  # of what stands between quotes


def record_of(situation):
    """The record (sets.BYTES bytes) of a Situation with the learner as player 0."""
    key = a2b_base64(gnu_id.position_id(situation.position) + "==")
    if situation.doubled:
        question = sets.TAKE
    elif situation.dice:
        question = max(situation.dice) << 3 | min(situation.dice)
    else:
        question = sets.DOUBLE
    ours, theirs = [situation.length - score for score in situation.scores]
    owner = 0 if situation.owner is None else situation.owner + 1
    cube = power_of_two(situation.cube) << 2 | owner
    return key + bytes((question, ours << 4 | theirs, cube))


def written(records):
    """The module's text. `records`: a list of records for each of sets.NAMES."""
    data = b"".join(record for of in records for record in of)
    lines = [f'    b"{piece}"' for piece in _pieces(data)]
    return _HEAD.format(counts=tuple(map(len, records)), lines="\n".join(lines))


def digest(records):
    """The SHA-256 of all records, in hexadecimal digits."""
    return hashlib.sha256(b"".join(record for of in records for record in of)).hexdigest()


def _pieces(data):
    line = ""
    for byte in data:
        letter = chr(byte)
        plain = " " <= letter <= "~" and letter not in '"\\'
        letter = letter if plain else f"\\x{byte:02x}"
        if len(line) + len(letter) > _WIDTH - 4:
            yield line
            line = ""
        line += letter
    yield line
