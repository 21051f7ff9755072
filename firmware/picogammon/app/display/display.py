"""How large the display is, and what has room on it: all that lays screens out asks it."""

from micropython import const

WIDTH = const(128)  # columns, of every controller here
_USUAL = const(64)
# In pixels: of the keys, and of what a title takes. A low display has both in small letters.
_KEYS = const(9)
_LOW_KEYS = const(7)
_LOW_TITLE = const(6)


class Display:
    """A display of 128 columns and `height` rows of pixels, a multiple of eight.

    | attribute | holds |
    | --- | --- |
    | low | True with fewer than 64 rows: small letters, and no counts on the board's screen |
    | keys_top | the topmost row of the keys, which go down to the lowest |
    | menu_top, menu_step, menu_rows | where a menu begins, pixels an item, items at once |
    | text_top, text_step, text_rows | where a text begins, pixels a row, rows at once |
    | message_top, message_step, message_rows | likewise for the rows of a short message |
    """

    def __init__(self, height=_USUAL):
        self.height = height
        self.low = low = height < _USUAL
        self.keys_top = top = height - (_LOW_KEYS if low else _KEYS)
        self.menu_top, self.menu_step = (_LOW_TITLE, 9) if low else (11, 11)
        self.text_top, self.text_step = (_LOW_TITLE, 9) if low else (10, 9)
        self.message_top, self.message_step = (_LOW_TITLE, 9) if low else (13, 10)
        self.menu_rows = (top - self.menu_top) // self.menu_step
        self.text_rows = (top - self.text_top) // self.text_step
        self.message_rows = (top - self.message_top) // self.message_step


USUAL = Display()
