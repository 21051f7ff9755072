"""The view: what there is to see now, as plain data.

The app fills a `View`; `screens` turns it into pixels and `lights` into colours. Nothing in here
knows a rule, and nothing that draws knows the match. Points are numbered as player 0 counts them,
whoever is on roll.
"""

from array import array
from micropython import const

from picogammon.ground.places import PLACES

# View.marks, values
NO_MARK = const(0)
CAN_MOVE = const(1)
CURSOR = const(2)
LIFTED = const(3)
LANDING = const(4)
LANDING_CURSOR = const(5)
CAME_FROM = const(6)
WENT_TO = const(7)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-'&!"

_NO_MARKS = bytes((NO_MARK,)) * PLACES


class View:
    """The board, the keys, and the page over the board; the defaults are an empty board.

    | attribute | holds |
    | --- | --- |
    | page | what the OLED shows in place of the board: a MenuView, MessageView, TextView, |
    | | NameView, ResultView, CodeView or PlaysView; None: the board. The lights show it anyway |
    | checkers | array of 26: points 1..24 as player 0 sees them (own +, the other's -), |
    | | [25] player 0's bar, [0] -(player 1's bar); a half-built play included |
    | off | [player 0's, player 1's] checkers borne off |
    | marks | bytearray of 28, by place: 1..24, BAR_0, BAR_1, OFF_0, OFF_1; NO_MARK .. WENT_TO |
    | decider | who is to act: 0, 1 or None |
    | dice | two or four values, or () when none lie; four when a double was rolled |
    | dice_used | bit i is set when dice[i] is used up |
    | dice_side | who rolled: 0, 1, or None for an opening roll, player 0's die first |
    | version | the firmware's, where a game has not begun and no dice lie; else '' |
    | cube, owner, cube_on | its value, its owner (0, 1, None: centre), whether there is one |
    | offered_by | 0 or 1 while that side's double is on the table; `cube` is as before it |
    | scores, length | points won; match length, 0 = money |
    | crawford | whether this is the Crawford game |
    | clocks | None, or the tournament clock: (seconds left of player 0, of player 1, the side |
    | | whose time runs or None, seconds left of its delay) |
    | pips | [player 0's, player 1's] pip counts |
    | names | [player 0's, player 1's], 12 letters at most |
    | headline | what is going on, 20 letters at most |
    | keys | what PREV, NEXT, OK, BACK do now, 7 letters each at most, '' for nothing |
    | asleep | nothing was pressed for long |
    | calm | whether no light pulses or blinks |
    | large | whether the OLED shows one side's counts in large type, not the whole board |
    | turned | whether lights and OLED show the board to player 1, who sits below then |
    | home_left | whether the home boards lie at the left; the lights' wiring knows that itself |
    | palette, brightness | an index into lights.PALETTES; 0..4, the brightest |
    """

    def __init__(self):
        self.page = None
        self.checkers = array("b", bytes(26))
        self.off = [0, 0]
        self.marks = bytearray(PLACES)
        self.decider = None
        self.dice = ()
        self.dice_used = 0
        self.dice_side = None
        self.version = ""
        self.cube = 1
        self.owner = None
        self.cube_on = True
        self.offered_by = None
        self.scores = [0, 0]
        self.length = 0
        self.crawford = False
        self.clocks = None
        self.pips = [167, 167]
        self.names = ["Amber", "Blue"]
        self.headline = ""
        self.keys = ["", "", "", ""]
        self.asleep = False
        self.calm = False
        self.large = False
        self.turned = False
        self.home_left = False
        self.palette = 0
        self.brightness = 3

    def clear_marks(self):
        """Takes every mark away."""
        self.marks[:] = _NO_MARKS


class MenuView:
    """A menu: `items` are (label, value or '') each, `selected` one's index, -1 for none."""

    def __init__(self, title, items, selected=0):
        self.title = title
        self.items = items
        self.selected = selected


class MessageView:
    """A message: `lines`, which wrap. If they do not fit, the first `first` rows are scrolled
    away."""

    def __init__(self, title, lines, first=0):
        self.title = title
        self.lines = lines
        self.first = first


class TextView:
    """A text to read, from the left: `lines`, which wrap; the first `first` rows are scrolled
    away."""

    def __init__(self, title, lines, first=0):
        self.title = title
        self.lines = lines
        self.first = first


class NameView:
    """A name that is edited: its `text`, the place of the cursor, and the index of the letter of
    LETTERS that is chosen."""

    def __init__(self, title, text, cursor, letter):
        self.title = title
        self.text = text
        self.cursor = cursor
        self.letter = letter


class CodeView:
    """A QR code, its rows as qr.slices gives them, none before it is done; and a few `lines` beside
    it, which wrap."""

    def __init__(self, code, lines):
        self.code = code
        self.lines = lines


class ResultView:
    """Who won (`title`; `winner` is 0, 1 or None), and how much (`lines`)."""

    def __init__(self, title, lines, winner):
        self.title = title
        self.lines = lines
        self.winner = winner


class PlaysView:
    """Plays that are compared: `items` are (play, detail at the left, detail at the right) each,
    `selected` one's index. The title may be ''."""

    def __init__(self, title, items, selected=0):
        self.title = title
        self.items = items
        self.selected = selected
