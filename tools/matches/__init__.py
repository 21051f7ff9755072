"""Match files: Jellyfish's .mat, one reader (`reading.read`) and one writer (`writing.write`).

docs/match-files.md says which dialects are read, and what the format has no words for.
"""

from collections import namedtuple

OWN = "Picogammon"  # whose tags say what the format has no words for

# What a file holds. `records`: a match as a board's log keeps it (settings first, nothing taken
# back), as bytes. `names`: the players' names, in full. `about`: what the head says of event, date
# and place, {tag: text}. `notes`: what the reader had to say in other words, a text each.
# `sealed`: the Sealed of a match with sealed dice, or None.
MatchFile = namedtuple("MatchFile", ("records", "names", "about", "notes", "sealed"))

# What sealed dice follow from: `seal`, the SHA-256 of the secret as hexadecimal digits; `number`,
# the other side's; `secret`, '' as long as the match is not over; `first`, which game of the match
# is the first that is told.
Sealed = namedtuple("Sealed", ("seal", "number", "secret", "first"))

# A file as it is to be written: `text`, and in `notes` what the format has no words for and what
# became of it, a text each.
Written = namedtuple("Written", ("text", "notes"))


class MatError(Exception):
    """A file that is no match, or a match that no file can hold; the message says why.

    `line` is the number of the line that is wrong, from 1, or None where it is none in particular.
    """

    def __init__(self, reason, line=None):
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
