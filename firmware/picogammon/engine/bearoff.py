"""How many rolls a side needs to bear off when no opponent stands in its way.

A side is a bytearray of 25: the checkers on each point as that side counts them, and a mark at
CHANGED. The result is `left`, an array of ROLLS words: left[n] is the chance, in 1/32768, that the
side is not yet done after n rolls. The tables, computed by tools/trainer/bearoff.py, are sections
of the weights' file; their words have 16 bits, little-endian, and begin at a word's boundary.

NEAR   for each home board of up to five checkers: left[1] to left[8], exactly
HOME   for each home board of more checkers: mean rolls in 1/256 << 4 | shape
ROLL   what mean and shape stand for: for means of 0, 1/2, 1 .. 16 rolls and each of 16 shapes, from
       slow and regular to quick and irregular, 14 words of left, from the first that can be less
       than 1; between two means, left is interpolated
RACE   a net for all other positions: mean and shape, for all checkers and for the first one off
SOON   for each way of having up to three checkers outside the home board, all others in it: the
       chances, bytes in 1/255, that no checker is off after 1, 2 and 3 rolls

Home boards are numbered by rank: with s(j) checkers on the points 1 to j, the sum over j = 1..6 of
C(s(j) + j - 1, j). So boards with few checkers come first; there are 54,264 in all.

bearoff_kernel has the functions; race_net_kernel has the net for the chip, race_net_twin elsewhere.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from array import array

    Side = bytearray
    Table = bytes | memoryview  # a section of the weights
    Chances = array[int]  # `left`
    Words = array[int]

ROLLS = const(48)
SIDE = const(25)
CHANGED = const(0)  # index in a side: 1 from a change by read_sides until the caller puts 0 there
WORDS = const(52)  # length of the array("I") that `net` works in; the last four are its result
FEW = const(3)  # most checkers outside the home board that SOON has
NEAR_HOMES = const(462)
HOMES = const(54264)
SHAPES = const(16)
# Sizes of the sections.
NEAR_BYTES = const(462 * 8 * 2)
HOME_BYTES = const((54264 - 462) * 2)
ROLL_BYTES = const(33 * 16 * 14 * 2)
RACE_BYTES = const(504 + 24 * 4 * 48)
SOON_BYTES = const(1330 * 3)
