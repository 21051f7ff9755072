"""Does every roll of a match with sealed dice follow from what was sealed before it, and from the
other side's number? `make verify` and the page ask here.
"""

from collections import namedtuple

from picogammon.app.session.seal import hex_text, seal_of, sealed_roll
from picogammon.rules import actions
from picogammon.rules.match import moments
from picogammon.rules.plays import roll_text
from tools.matches.log import games

# A roll as a file has it. `game` and `count` from 1; `who` rolled, '' in the opening; `dice` as the
# file says, `due` as they follow from what was sealed.
Roll = namedtuple("Roll", ("game", "count", "who", "dice", "due"))
# `yes`: whether all rolls are as they were sealed; `lines`: what to tell, which roll differs first.
Verdict = namedtuple("Verdict", ("yes", "lines"))


_CODE = "SHA256:"  # what a board's QR code says before the seal
_NOT_SEALED = (
    "this match was not played with sealed dice, or the file does not say so: "
    "choose Sealed dice under New match, and save the match with save-match or the page"
)
_LEAST = 16  # digits of a seal: fewer are soon found again, so they seal nothing
_TOO_FEW = (
    "{} digits of a seal prove nothing: another secret with those digits is soon found. "
    "Give its first {} digits at least"
)
_GIVEN = "It has the seal that you gave:"
_COMPARE = "Compare the seal with what the board showed before the match:"
_NUMBER_GIVEN = "Number: {}. It is the one that you gave."
_COMPARE_NUMBER = "Number: {}. Compare it with the one that was given before the match."


class VerifyError(Exception):
    """Nobody can tell whether the dice are as sealed; the message says why."""


def rolls(records, first, due_of):
    """Every Roll of a match. `first`: the number of its first game; `due_of(game, count)`: the roll
    that was due."""
    for number, game in enumerate(games(records), first):
        count = 0
        for match, record in moments(game.records, game.settings):
            if actions.kind_of(record) == actions.ROLL:
                count += 1
                who = "" if match.turn is None else game.settings.names[match.turn]
                due = due_of(number, count)
                yield Roll(number, count, who, actions.dice_of(record), due)


def is_as_due(roll):
    """Whether a roll is the one that was due; the two dice of a turn may come in either order."""
    return roll.dice == roll.due or bool(roll.who) and sorted(roll.dice) == sorted(roll.due)


def check(records, said, shown="", number="", secret=""):
    """The Verdict on a match's records and its matches.Sealed, which may be None.

    `shown`: the seal, or its first 16 digits, as the board showed it or its code said it; `number`:
    the other side's, as it was given; `secret`: where the file does not have it. Raises
    VerifyError, or Refusal where the records are no match.
    """
    shown = _typed(shown).replace(_CODE, "")
    if said is None:
        raise VerifyError(_NOT_SEALED)
    if 0 < len(shown) < _LEAST:
        raise VerifyError(_TOO_FEW.format(len(shown), _LEAST))
    if not said.seal.startswith(shown):
        raise VerifyError(f"this is another match: its seal is {said.seal}")
    number = _typed(number)
    if number not in ("", said.number):
        raise VerifyError(f"NO: the number in the file is {said.number}, not {number}")
    secret = _typed(secret) or said.secret
    if not secret:
        raise VerifyError(
            "the secret is not in the file. A board reveals it after the match: save the "
            "match again then, or give the secret as well"
        )
    if hex_text(seal_of(secret)) != said.seal:
        raise VerifyError("NO: the secret is not the one that was sealed")
    made = list(
        rolls(records, said.first, lambda game, roll: sealed_roll(secret, said.number, game, roll))
    )
    wrong = [_differs(roll) for roll in made if not is_as_due(roll)]
    if wrong:
        summary = f"NO: {len(wrong)} of {len(made)} rolls are not as they were sealed"
        return Verdict(False, wrong + [summary])
    lines = [
        f"YES: all {len(made)} rolls follow from the seal and the number in the file.",
        _GIVEN if shown else _COMPARE,
        said.seal,
        (_NUMBER_GIVEN if number else _COMPARE_NUMBER).format(said.number),
    ]
    return Verdict(True, lines)


def _typed(digits):
    """Hexadecimal digits as somebody has typed them, as they are sealed."""
    return "".join(digits.split()).upper()


def _differs(roll):
    dice, due = ["%d-%d" % both for both in (roll.dice, roll.due)]
    if roll.who:  # in the opening it matters who rolled which
        dice, due = [roll_text(both, "-") for both in (roll.dice, roll.due)]
    who = f" ({roll.who})" if roll.who else ""
    return f"game {roll.game}, roll {roll.count}{who}: {dice} in the file, {due} was sealed"
