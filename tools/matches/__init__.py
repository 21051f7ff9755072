"""Match files: Jellyfish's .mat and GNU Backgammon's .sgf, one reader (`reading.read`), and one
writer of .mat (`writing.write`).

docs/match-files.md says which dialects are read, and what the format has no words for.
"""

from collections import namedtuple

OWN = "Picogammon"  # whose tags say what the format has no words for

# What a file holds. `records`: a match as a board's log keeps it (settings first, nothing taken
# back), as bytes. `names`: the players' names, in full. `about`: what the head says of event, date
# and place, {tag: text}. `notes`: what the reader had to say in other words, a text each; `faults`:
# those of them that say what is wrong in the file. `ends`: of each game in which anything was done
# (log.games), how the file says that it ended where the rules have no action for it, or ''.
# `sealed`: the Sealed of a match with sealed dice, or None.
MatchFile = namedtuple(
    "MatchFile", ("records", "names", "about", "notes", "faults", "ends", "sealed")
)

# What sealed dice follow from: `seal`, the SHA-256 of the secret as hexadecimal digits; `number`,
# the other side's; `secret`, '' as long as the match is not over; `first`, which game of the match
# is the first that is told.
Sealed = namedtuple("Sealed", ("seal", "number", "secret", "first"))

# A file as it is to be written: `text`, and in `notes` what the format has no words for and what
# became of it, a text each.
Written = namedtuple("Written", ("text", "notes"))


def check_sound(found):
    """Raises MatError where a MatchFile is not all that its file says."""
    if found.faults:
        raise MatError(found.faults[0])


class MatError(Exception):
    """A file that is no match, or a match that no file can hold; the message says why.

    `line` is the number of the line that is wrong, from 1, or None where it is none in particular;
    `reason` the message without it.
    """

    def __init__(self, reason, line=None):
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason
