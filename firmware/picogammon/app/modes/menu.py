"""Menus, and the editor of a name."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.mode import Mode
from picogammon.ground import BACK, NEXT, OK, PREV
from picogammon.rules.settings import MAX_NAME

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.modes.mode import Stack, Then


class Item:
    """A line of a menu, with the text `label` on the left.

    - `choose(now)`: called when OK is pressed on an item without `change`.
    - `value()`: returns the text on the right. `value` is None if there is no such text.
    - `change(by)`: moves the value forward by `by` choices. OK selects the line; NEXT then calls
      change(1), and PREV calls change(-1).
    - `switch`: True if OK itself calls change(1), as for a value with two choices.
    - `number`: (value, maximum) if a player can type the value in digits, otherwise None.
    """

    def __init__(
        self,
        label: str,
        choose: "Then | None" = None,
        value: "Callable[[], str] | None" = None,
        change: "Callable[[int], Any] | None" = None,
        switch: bool = False,
        number: "tuple[int, int] | None" = None,
    ) -> None:
        self.label = label
        self.choose = choose
        self.value = value
        self.change = change
        self.switch = switch
        self.number = number


def pick(
    label: str,
    owner: object,
    name: str,
    words: "Sequence[str]",
    values: "Sequence[Any] | None" = None,
) -> Item:
    """Returns an item that sets the attribute `name` of `owner` to one of `values`.

    `words`: the text shown for each value, in the same order. `values`: None for 0, 1, 2, ...
    """

    def at() -> int:
        value = getattr(owner, name)
        return values.index(value) if values else int(value)

    def change(by: int) -> None:
        to = (at() + by) % len(words)
        setattr(owner, name, values[to] if values else to)

    return Item(label, None, lambda: words[at()], change, len(words) == 2)


def points_item(label: str, scores: list[int], side: int, most: int, wraps: bool) -> Item:
    """Returns an item that sets scores[side] (0 to `most`). `wraps`: True if 0 follows `most`."""

    def change(by: int) -> None:
        points = scores[side] + by
        scores[side] = points % (most + 1) if wraps else max(0, min(most, points))

    number = scores[side], most
    return Item(label, None, lambda: "%d pt" % scores[side], change, number=number)


class Menu(Mode):
    """A list of Items below a title. A subclass returns the Items from its method `items`.

    A menu calls `items` at first, and again after every change of a value. `at`: the index of the
    line with the cursor. `held`: True while PREV and NEXT change the value of that line. `closes`:
    True if the menu closes when OK chooses a line.
    """

    title = "Menu"
    closes = False

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        self.at = 0
        # After a touch: the index of the first visible line. None: `at` determines that line.
        self._first: int | None = None
        self.held = False
        self._typed = False  # True while more digits of a number may come
        self.lines = self.items()

    @property
    def typing(self) -> str:  # type: ignore[override]  # an attribute in Mode
        return "digits" if self.lines[self.at].number else ""

    def type(self, letter: str) -> None:
        item = self.lines[self.at]
        if item.number and "0" <= letter <= "9":
            value, most = item.number
            digit = int(letter)
            more = 10 * value + digit
            self._typed = self._typed and more <= most
            if not self._typed and digit > most:
                return
            self._change(item, (more if self._typed else digit) - value)
            self._typed = True

    def items(self) -> list[Item]:
        return []

    def press(self, button: int, now: int) -> None:
        item = self.lines[self.at]
        by = 1 if button == NEXT else -1
        self._typed = False
        if self.held and button in (OK, BACK):
            self.held = False
        elif self.held:
            self._change(item, by)
        elif button in (PREV, NEXT):
            self.at = (self.at + by) % len(self.lines)
            self._first = None
        elif button == BACK:
            self.navigator.leave(self)
        elif item.change is None:
            if self.closes:
                self.navigator.leave(self)
            item.choose(now)
        elif item.switch:
            self._change(item, 1)
        else:
            self.held = True

    def touch(self, line: int, now: int) -> None:
        """Moves the cursor to the visible line `line` without scrolling, then acts like OK."""
        self._first = self.first_row()
        if line != self.at:
            self.held = False  # the value of the line that was held stays as it is now
        self.at = line
        self.press(OK, now)

    def first_row(self) -> int:
        """Returns the index of the first visible line."""
        rows = self.navigator.display.menu_rows
        return views.first_row(self.at, len(self.lines), rows, self._first)

    def _change(self, item: Item, by: int) -> None:
        item.change(by)
        self.refresh()

    def refresh(self) -> None:
        """Rebuilds the lines; the cursor stays on its line, even if others have the same label."""
        was = self.at
        label = self.lines[was].label
        before = len([line for line in self.lines[: self.at] if line.label == label])
        self.lines = self.items()
        same = [i for i in range(len(self.lines)) if self.lines[i].label == label]
        if before < len(same):
            self.at = same[before]
        self.at = min(self.at, len(self.lines) - 1)
        if self._first is not None:
            self._first += self.at - was

    def show(self, view: views.View) -> None:
        self.show_below(view)
        shown = [(item.label, item.value() if item.value else "") for item in self.lines]
        chosen = self.lines[self.at]
        view.keys = ["UP", "DOWN", "OK" if chosen.change is None else "CHANGE", "BACK"]
        if self.held:
            shown[self.at] = chosen.label, "< %s >" % shown[self.at][1]
            view.keys = ["-", "+", "OK", ""]
        view.page = views.MenuView(self.title, shown, self.at, first=self._first)


class Choice(Menu):
    """A menu of the given Items, which do not change."""

    def __init__(
        self, navigator: "Stack", title: str, lines: list[Item], closes: bool = False
    ) -> None:
        self.title = title
        self._given = lines
        self.closes = closes
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        return self._given


class Ask(Choice):
    """A menu that asks a player to confirm an act that the player alone cannot undo.

    First line: "No". Second line: the label `yes`, which calls `on_yes(now)`. A touch only moves
    the cursor, and only OK answers, so that a second touch by accident does not answer yes.
    """

    def __init__(self, navigator: "Stack", question: str, yes: str, on_yes: "Then") -> None:
        lines = [Item("No", lambda now: None), Item(yes, on_yes)]
        Choice.__init__(self, navigator, question, lines, True)

    def touch(self, line: int, now: int) -> None:
        self.at = line


class NameEditor(Mode):
    """A mode to enter a name in the characters `letters`; a long OK calls `done(name, now)`."""

    typing = "letters"
    letters = views.LETTERS

    def __init__(
        self, navigator: "Stack", title: str, name: str, done: "Callable[[str, int], Any]"
    ) -> None:
        Mode.__init__(self, navigator)
        self.title = title
        self.text = name
        self.done = done
        self.letter = 0

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self._add(self.letters[self.letter])
        elif button == BACK:
            if not self.text:
                self.navigator.leave(self)
            self.text = self.text[:-1]
        else:
            self.letter = (self.letter + (1 if button == NEXT else -1)) % len(self.letters)

    def type(self, letter: str) -> None:
        if letter in self.letters:
            self._add(letter)

    def _add(self, letter: str) -> None:
        if len(self.text) < MAX_NAME:
            self.text += letter

    def hold_ok(self, now: int) -> bool:
        self.navigator.leave(self)
        name = self.text.strip()
        if name:
            self.done(name, now)
        return True

    def show(self, view: views.View) -> None:
        self.show_below(view)
        letter = views.LETTERS.index(self.letters[self.letter])
        view.page = views.NameView(self.title, self.text, len(self.text), letter)
        view.keys = ["<", ">", "SET", "DEL" if self.text else "BACK"]
