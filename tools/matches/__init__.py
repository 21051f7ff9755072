"""Match files: Jellyfish's .mat and GNU Backgammon's .sgf, one reader (`reading.read`), and one
writer of .mat (`writing.write`).

docs/match-files.md lists the dialects, and what the format has no words for.
"""

from collections import namedtuple

OWN = "Picogammon"  # the tag for what the format has no words for

# A file. `records`: a match as a board's log has it (settings first, nothing taken back), as bytes.
# `names`: the players' names, in full. `about`: event, date and place, {tag: text}. `notes`: the
# reader's remarks, a text each; `faults`: those on mistakes in the file. `ends`: for each game in
# which anything was done (log.games), how it ended by the file if the rules have no action for it,
# or ''. `sealed`: the Sealed of a match with sealed dice, or None.
MatchFile = namedtuple(
    "MatchFile", ("records", "names", "about", "notes", "faults", "ends", "sealed")
)

# What sealed dice follow from. `seal`: the SHA-256 of the secret as hexadecimal digits; `number`:
# the other side's; `secret`: '' until the match is over; `first`: the number of the first game in
# the file.
Sealed = namedtuple("Sealed", ("seal", "number", "secret", "first"))

# A file's `text`, and `notes`: what the format has no words for, and how it was replaced.
Written = namedtuple("Written", ("text", "notes"))


class MatError(Exception):
    """A file that is no match, or a match that no file can hold; the message says why.

    `line`: the number of the wrong line, from 1, or None; `reason`: the message without it.
    """

    def __init__(self, reason, line=None):
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


def check_sound(found):
    """Raises MatError if a MatchFile has mistakes."""
    if found.faults:
        raise MatError(found.faults[0])


def counted(number, what, ending="s"):
    """Returns a number of things in words: 1 point, 2 points."""
    return f"{number} {what}{'' if number == 1 else ending}"
