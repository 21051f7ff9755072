"""`python -m tools.dice.verify MATCH`: does every roll of a match with sealed dice follow from what
was sealed before it, and from the other side's number?

MATCH is a .mat file of ours, or the match.log that a board keeps. Exit status: 0 yes; 1 no, or it
cannot be told, and why; 2 for arguments that make no sense. docs/dice.md says how rolls follow.
"""

import argparse
import sys
from collections import namedtuple
from pathlib import Path

from picogammon.app.session import seal
from picogammon.rules import actions
from picogammon.rules.match import Match, Refusal
from tools.matches import MatError, reading
from tools.matches.log import games, records_of, sealed

# A roll as a file has it. `game` and `count` from 1; `who` rolled, '' in the opening; `dice` as the
# file says, `due` as they follow from what was sealed.
Roll = namedtuple("Roll", ("game", "count", "who", "dice", "due"))


class VerifyError(Exception):
    """Nobody can tell whether the dice are as sealed; the message says why."""


def rolls(records, said, secret):
    """Every Roll of a match. `said`: its matches.Sealed; `secret`: what was sealed."""
    for number, game in enumerate(games(records), said.first):
        match = Match(game.settings)
        count = 0
        for record in game.records:
            if actions.kind_of(record) == actions.ROLL:
                count += 1
                who = "" if match.turn is None else game.settings.names[match.turn]
                due = seal.roll(secret, said.number, number, count)
                yield Roll(number, count, who, actions.dice_of(record), due)
            match.apply(record, True)


def is_as_due(roll):
    """Whether a roll is the one that was due; the two dice of a turn may come in either order."""
    return roll.dice == roll.due or bool(roll.who) and roll.dice == roll.due[::-1]


def verify(path, shown="", secret=""):
    """(the seal, [Roll]) of a match's file. `shown`: the seal, or its beginning, as the board
    showed it; `secret`: where the file does not have it. Raises VerifyError, MatError, Refusal,
    OSError.
    """
    if path.suffix == ".log":
        records = records_of(path)
        said = sealed(records)
    else:
        found = reading.read(path.read_bytes())
        records, said = found.records, found.sealed
    if said is None:
        raise VerifyError("this match was not played with sealed dice, or the file does not say so")
    if not said.seal.startswith(shown.upper()):
        raise VerifyError(f"this is another match: its seal is {said.seal}")
    secret = (secret or said.secret).upper()
    if not secret:
        raise VerifyError(
            "the secret is not in the file. A board tells it when the match is over: save it again "
            "then, or give it with SECRET="
        )
    if seal.hex_text(seal.seal_of(secret)) != said.seal:
        raise VerifyError("NO: the secret is not the one that was sealed")
    return said, list(rolls(records, said, secret))


def main(arguments=None):
    """Says yes, or what differs; returns the exit status."""
    parser = argparse.ArgumentParser(prog="verify", description=__doc__.partition("\n\n")[0])
    parser.add_argument("match", type=Path, help="a .mat file, or a board's match.log")
    parser.add_argument("--seal", default="", help="what the board showed before the match")
    parser.add_argument("--secret", default="", help="what it showed after it")
    options = parser.parse_args(arguments)
    try:
        said, made = verify(options.match, options.seal, options.secret)
    except (OSError, MatError, Refusal, VerifyError) as trouble:
        print(f"{options.match}: {trouble}", file=sys.stderr)
        return 1
    wrong = [roll for roll in made if not is_as_due(roll)]
    for roll in wrong:
        dice, due = ["%d-%d" % pair for pair in (roll.dice, roll.due)]
        who = f" ({roll.who})" if roll.who else ""
        print(f"game {roll.game}, roll {roll.count}{who}: {dice} in the file, {due} was sealed")
    if wrong:
        print(f"NO: {len(wrong)} of {len(made)} rolls are not as they were sealed")
        return 1
    print(f"YES: all {len(made)} rolls follow from what was sealed, and from the number.")
    print(f"Number: {said.number}. Compare the seal with what the board showed before the match:")
    print(said.seal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
