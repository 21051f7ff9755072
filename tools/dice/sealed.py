"""Checks that the rolls of a match with sealed dice follow from the seal and a number.

`make verify` and the page use this.
"""

from collections import namedtuple

from picogammon.app.session.seal import hex_text, seal_of, sealed_roll
from picogammon.rules import actions
from picogammon.rules.match import moments
from picogammon.rules.plays import roll_text
from tools.matches.log import games

# `yes`: True if all rolls are as sealed; `lines`: texts, with the rolls that differ first.
Verdict = namedtuple("Verdict", ("yes", "lines"))

_CODE = "SHA256:"  # before the seal in a board's QR code
_NOT_SEALED = (
    "this match was not played with sealed dice, or the file does not say so: "
    "choose Sealed dice under New match, and save the match with save-match or the page"
)
_LEAST = 16  # digits of a seal: another secret with fewer digits is soon found
_TOO_FEW = (
    "{} digits of a seal prove nothing: another secret with those digits is soon found. "
    "Give its first {} digits at least"
)
_GIVEN = "It has the seal that you gave:"
_COMPARE = "Compare the seal with what the board showed before the match:"
_NUMBER_GIVEN = "Number: {}. It is the one that you gave."
_COMPARE_NUMBER = "Number: {}. Compare it with the one that was given before the match."


class VerifyError(Exception):
    """The dice cannot be checked; the message says why."""


def check(records, said, shown="", number="", secret=""):
    """Returns the Verdict on a match's records and its matches.Sealed or None.

    `shown`: the seal or its first 16 digits, from the board or its code; `number`: the other
    side's; `secret`: if the file does not have it. Raises VerifyError, or Refusal if the records
    are no match.
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
    made = list(_compared(records, said, secret))
    wrong = list(filter(None, made))
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
    """Returns hexadecimal digits as they are sealed."""
    return "".join(digits.split()).upper()


def _compared(records, said, secret):
    """Yields for each roll how it differs from the sealed dice, or "" if it does not."""
    for number, game in enumerate(games(records), said.first):
        count = 0
        for match, record in moments(game.records, game.settings):
            if actions.kind_of(record) != actions.ROLL:
                continue
            count += 1
            both = actions.dice_of(record), sealed_roll(secret, said.number, number, count)
            if match.turn is None:  # the order says who rolled which
                who = ""
                dice, due = ["%d-%d" % pair for pair in both]
            else:
                who = f" ({game.settings.names[match.turn]})"
                dice, due = [roll_text(pair, "-") for pair in both]
            text = f"game {number}, roll {count}{who}: {dice} in the file, {due} was sealed"
            yield text if dice != due else ""
