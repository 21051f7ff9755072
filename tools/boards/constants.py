"""Reads a board's data without running them, and writes them.

The page runs this too, on the data of any board.
"""

_WORDS = {"True": True, "False": False, "None": None}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
_CLOSING = {"(": ")", "[": "]"}
_DEEPEST = 4
_STATEMENT = "only comments and constants may stand here, as NAME = value without a space before it"
_KINDS = "a whole number, a text in quotes, True, False or None"
_VALUE = "{name} must be " + _KINDS + ", or some of these in brackets"
_INSIDE = (
    "each value in the brackets of {name} must be " + _KINDS + "; is a bracket left open above?"
)
_OPEN = "in {name} a comma or {closing} is missing on this line"
_TEXT = "a text must end with its quote on the same line, and have no backslash in it"
_GROUPS = (
    ("", "NAME TITLE COMPUTER"),
    (
        "The strip, and what it draws",
        "STRIP_PIN STRIP_ORDER STRIP_TIMING STRIP_MA_PER_CHANNEL STRIP_IDLE_MA",
    ),
    ("What all together may draw, and all but the strip", "SUPPLY_MA OTHERS_MA"),
    ("Which light is where, from the strip's data input", "LIGHTS_PER_POINT WIRING HOME_LEFT"),
    ("The display", "OLED_DRIVER OLED_ADDRESS OLED_HEIGHT OLED_FLIP OLED_MIRROR"),
    ("Its bus", "I2C_ID I2C_SDA_PIN I2C_SCL_PIN I2C_FREQUENCY"),
    ("PREV, NEXT, OK, BACK", "BUTTON_PINS"),
    ("A button for each place", "PLACE_ROW_PINS PLACE_COLUMN_PINS"),
    ("The piezo", "PIEZO_PIN"),
)
NAMES = " ".join([names for _, names in _GROUPS]).split()
_HEAD = '"""A board\'s data: pins, wiring and current. The page wrote them."""'


def read(text):
    """Returns {name: value} of the constants of a board_config.py; lists become tuples.

    Raises ValueError for anything but a constant, with the line and what it may contain.
    """
    return _Reader(text.replace("\r\n", "\n").replace("\r", "\n")).constants()


def write(config):
    """Returns the text of a board_config.py. Raises ValueError if a value has quotes in it."""
    lines = [_HEAD]
    for title, names in _GROUPS:
        there = [name for name in names.split() if name in config]
        if there:
            lines += ["", "# " + title] if title else [""]
            lines += ["%s = %s" % (name, written(name, config[name])) for name in there]
    return "\n".join(lines) + "\n"


def written(name, value):
    """Returns a constant's value as a text. Raises ValueError if it has quotes in it."""
    if name == "OLED_ADDRESS":
        return "0x%02X" % value
    if isinstance(value, str):
        if [letter for letter in value if letter in '"\\' or ord(letter) < 32]:
            raise ValueError("%s must be a text without quotes" % name)
        return '"%s"' % value
    if isinstance(value, (tuple, list)):
        inside = [written("", item) for item in value]
        apart = ",\n    " if name == "WIRING" and len(inside) > 1 else ", "
        ends = ("(\n    ", ",\n)") if apart != ", " else ("(", ",)" if len(inside) == 1 else ")")
        return apart.join(inside).join(ends)
    return repr(value)


class _Reader:
    def __init__(self, text):
        self._text = text
        self._at = 0
        self._name = ""  # of the constant that is read

    def constants(self):
        found = {}
        while letter := self._next(True):
            if self._at and self._text[self._at - 1] != "\n":  # indented
                raise self._wrong(_STATEMENT)
            if letter in "\"'":
                self._string()  # the file's docstring
            else:
                self._name = self._word()
                if not self._name or self._name[0].isdigit() or self._next() != "=":
                    raise self._wrong(_STATEMENT)
                self._at += 1
                found[self._name] = self._value(0)
            if self._next() not in ("", "\n"):
                raise self._wrong(_VALUE if letter not in "\"'" else _STATEMENT)
        return found

    def _next(self, lines=False):
        """Returns the next letter after white space and comments, or ''."""
        text = self._text
        while self._at < len(text):
            letter = text[self._at]
            if letter == "#":
                while self._at < len(text) and text[self._at] != "\n":
                    self._at += 1
            elif letter in " \t" or lines and letter == "\n":
                self._at += 1
            else:
                return letter
        return ""

    def _word(self):
        begin = self._at
        while self._at < len(self._text) and self._text[self._at] in _LETTERS:
            self._at += 1
        return self._text[begin : self._at]

    def _value(self, depth):
        letter = self._next(depth > 0)
        wrong = self._wrong(_INSIDE if depth else _VALUE)
        if letter and letter in "\"'":
            return self._string()
        if letter in _CLOSING and depth < _DEEPEST:
            return self._tuple(_CLOSING[letter], depth)
        sign = -1 if letter == "-" else 1
        if sign < 0:
            self._at += 1
        word = self._word()
        if word in _WORDS and sign > 0:
            return _WORDS[word]
        try:
            return sign * _number(word)
        except ValueError:
            raise wrong from None

    def _tuple(self, closing, depth):
        self._at += 1
        items = []
        comma = True
        wrong = None
        while self._next(True) != closing:
            if not comma:
                raise wrong
            items.append(self._value(depth + 1))
            wrong = self._wrong(_OPEN, closing)  # on the line where the item ends
            comma = self._next(True) == ","
            if comma:
                self._at += 1
        self._at += 1
        return items[0] if closing == ")" and len(items) == 1 and not comma else tuple(items)

    def _string(self):
        wrong = self._wrong(_TEXT)
        quote = self._text[self._at]
        if self._text[self._at : self._at + 3] == quote * 3:
            quote *= 3
        begin = self._at + len(quote)
        end = self._text.find(quote, begin)
        value = self._text[begin:end]
        if end < 0 or "\\" in value or "\n" in value and len(quote) == 1:
            raise wrong
        self._at = end + len(quote)
        return value

    def _wrong(self, said, closing=""):
        line = self._text[: self._at].count("\n") + 1
        return ValueError("line %d: " % line + said.format(name=self._name, closing=closing))


def _number(word):
    """Returns a whole number. Raises ValueError for a word that is none in Python."""
    digits = word.replace("_", "")
    if word[:2].lower() == "0x":
        return int(digits, 16)
    if "__" in word or "_" in (word[:1], word[-1:]):
        raise ValueError
    if digits[:1] == "0" and digits.strip("0"):  # 08 is none
        raise ValueError
    return int(digits)
