"""One position in every format. Exit status: 1 where the ID is none, 2 without one."""

import sys

from picogammon.rules import notation
from picogammon.rules.position import RulesError
from tools.command import tool
from tools.positions import pasted
from tools.positions.ogid import to_ogid
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
        "Match ID; other text around it is ignored",
    )


@tool(_options, RulesError)
def _tell(options):
    found = pasted.read(options.id)
    for name, write in (
        ("XGID", notation.to_xgid),
        ("OGID", to_ogid),
        ("GNU ID", notation.gnubg_id),
    ):
        try:
            print(write(found))
        except RulesError as error:
            print(f"no {name}: {error}")


if __name__ == "__main__":
    sys.exit(main())
