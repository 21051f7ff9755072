"""One position in every format. Exit status: 1 where the ID is none, 2 without one."""

import sys

from picogammon.rules import gnu_id, position_code, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.notation import NotationError
from tools.command import tool
from tools.positions import ogid
from tools.terminal import print


def main(given=None, command=None):
    """Prints the texts, as a tool does (tools/command.py)."""
    given = sys.argv[1:] if given is None else given
    if given[:1] not in (["-h"], ["--help"]):
        given = ["--", *given]  # an XGID may begin with a dash
    return _tell(given, command)


def _options(parser):
    parser.add_argument(
        "id",
        help="an XGID, an OGID, what a board's QR code says, or GNU Backgammon's Position ID and "
        "Match ID with a colon between them",
    )


@tool(_options, RulesError)
def _tell(options):
    found = _read(options.id.strip())
    for name, write in (("XGID", xgid.to_xgid), ("OGID", _ogid), ("GNU ID", gnu_id.gnubg_id)):
        try:
            print(write(found))
        except RulesError as error:
            print(f"no {name}: {error}")


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
