"""`python -m tools.positions ID`: one position in every format; ID is an XGID, an OGID, GNU
Backgammon's Position ID and Match ID with a colon between them, or what a board's QR code says.
`make position` is the same.
"""

import sys

from picogammon.rules import gnu_id, position_code, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.notation import NotationError
from tools.positions import ogid


def main(arguments=None):
    """Prints the texts; returns the exit status, 1 where the ID is none, 2 without one."""
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        found = _read(given[0].strip())
    except RulesError as error:
        print(error, file=sys.stderr)
        return 1
    for name, write in (("XGID", xgid.to_xgid), ("OGID", _ogid), ("GNU ID", gnu_id.gnubg_id)):
        try:
            print(write(found))
        except RulesError as error:
            print(f"no {name}: {error}")
    return 0


def _read(text):
    upper = text.upper()
    if upper.startswith(ogid.PREFIX):
        return ogid.from_ogid(text)
    if upper.startswith(position_code.PREFIX):
        return position_code.from_text(text)
    colons = text.count(":")
    if not upper.startswith("XGID=") and colons == 1:
        return gnu_id.from_gnubg_id(text)
    if upper.startswith("XGID=") or len(text.split(":")[0]) == 26:
        return xgid.from_xgid(text)
    if not colons:
        raise NotationError(
            "a position is an XGID, an OGID, a code of the board's, or GNU Backgammon's Position ID"
            " and Match ID with a colon between"
        )
    return ogid.from_ogid(text)


def _ogid(situation):
    return ogid.PREFIX + ogid.to_ogid(situation)


if __name__ == "__main__":
    sys.exit(main())
