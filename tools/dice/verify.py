"""Does every roll of a match with sealed dice follow from what was sealed before it, and from the
other side's number? docs/dice.md says how rolls follow.

Exit status: 0 yes; 1 no, or it cannot be told, and why; 2 for arguments that make no sense.
"""

import sys

from tools.command import tool
from tools.dice.sealed import VerifyError, check
from tools.files import FileError
from tools.matches import MatError, check_sound, opening
from tools.terminal import print


def _options(parser):
    parser.add_argument("match", help="a .mat file, or a board's match.log")
    parser.add_argument(
        "--seal",
        default="",
        help="the seal that the board showed before the match, 16 digits or more",
    )
    parser.add_argument("--number", default="", help="the number given before the match")
    parser.add_argument(
        "--secret", default="", help="the secret that the board showed after the match"
    )


@tool(_options, FileError, VerifyError)
def main(options):
    """Prints yes, or what differs."""
    found = opening.match(options.match)
    try:
        check_sound(found)
        verdict = check(found.records, found.sealed, options.seal, options.number, options.secret)
    except (MatError, VerifyError) as trouble:
        raise VerifyError(f"{options.match}: {trouble}") from None
    for line in verdict.lines:
        print(line)
    return 0 if verdict.yes else 1


if __name__ == "__main__":
    sys.exit(main())
