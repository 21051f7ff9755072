"""`python -m tools.dice.verify MATCH`: does every roll of a match with sealed dice follow from what
was sealed before it, and from the other side's number?

MATCH is a .mat file of ours, or the match.log that a board keeps. Exit status: 0 yes; 1 no, or it
cannot be told, and why; 2 for arguments that make no sense. docs/dice.md says how rolls follow.
"""

import argparse
import sys

from tools.dice.sealed import VerifyError, check
from tools.files import FileError
from tools.matches import opening


def verify(path, shown="", secret=""):
    """The sealed.Verdict on a match's file. Raises VerifyError, FileError."""
    found = opening.match(path)
    try:
        return check(found.records, found.sealed, shown, secret)
    except VerifyError as trouble:
        raise VerifyError(f"{path}: {trouble}") from None


def main(arguments=None):
    """Says yes, or what differs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="verify", description=__doc__.partition("\n\n")[0])
    parser.add_argument("match", help="a .mat file, or a board's match.log")
    parser.add_argument("--seal", default="", help="what the board showed before the match")
    parser.add_argument("--secret", default="", help="what it showed after it")
    options = parser.parse_args(arguments)
    try:
        verdict = verify(options.match, options.seal, options.secret)
    except (FileError, VerifyError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    for line in verdict.lines:
        print(line)
    return 0 if verdict.yes else 1


if __name__ == "__main__":
    sys.exit(main())
