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


def verify(path, shown="", number="", secret=""):
    """The sealed.Verdict on a match's file. Raises VerifyError, FileError."""
    found = opening.match(path)
    try:
        check_sound(found)
        return check(found.records, found.sealed, shown, number, secret)
    except (MatError, VerifyError) as trouble:
        raise VerifyError(f"{path}: {trouble}") from None


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
    """Says yes, or what differs."""
    verdict = verify(options.match, options.seal, options.number, options.secret)
    for line in verdict.lines:
        print(line)
    return 0 if verdict.yes else 1


if __name__ == "__main__":
    sys.exit(main())
