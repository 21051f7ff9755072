"""Menus, and the editor of a name."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.mode import Mode
from picogammon.ground import BACK, NEXT, OK, PREV
from picogammon.rules.settings import MAX_NAME

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.app.modes.mode import Stack, Then


class Item:
    """A line of a menu: a label, perhaps with a value, and the effect of OK.

    - `label`: the text on the left.
    - `choose(now)`: called when OK is pressed on an item without `change`.
    - `value()`: returns the text on the right; None for no such text.
    - `change(by)`: sets the next value (`by` 1) or the previous one (-1). OK takes hold of the
      item, then NEXT and PREV change its value.
    - `switch`: True if OK alone sets the next value.
    - `number`: (value, function that sets the value, maximum) for a number that can be typed;
      otherwise None.
    """

    def __init__(
        self,
        label: str,
        choose: "Then | None" = None,
        value: "Callable[[], str] | None" = None,
        change: "Callable[[int], Any] | None" = None,
        switch: bool = False,
        number: "tuple[int, Callable[[int], Any], int] | None" = None,
    ) -> None:
        self.label = label
        self.choose = choose
        self.value = value
        self.change = change
        self.switch = switch
        self.number = number


class Menu(Mode):
    """A titled list of Items to choose from, which a subclass returns from `items`.

    `items` is called for a new menu and after every change of a value. `at`: the index of the
    chosen line. `held`: True while PREV and NEXT change the value of that line.
    """

    title = "Menu"

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        self.at = 0
        self._first: int | None = None  # the line on the first row after a touch
        self.held = False
        self._typed = False  # True while more digits of a number may come
        self.lines = self.items()

    @property
    def typing(self) -> str:
        return "digits" if self.lines[self.at].number else ""

    def type(self, letter: str) -> None:
        number = self.lines[self.at].number
        if number and "0" <= letter <= "9":
            value, put, most = number
            digit = int(letter)
            more = 10 * value + digit
            self._typed = self._typed and more <= most
            if not self._typed and digit > most:
                return
            put(more if self._typed else digit)
            self._typed = True
            self.refresh()

    def items(self) -> list[Item]:
        """Returns the Items for the present state."""
        return []

    def press(self, button: int, now: int) -> None:
        item = self.lines[self.at]
        self._typed = False
        if self.held:
            self._press_held(item, button)
        elif button in (PREV, NEXT):
            self.at = (self.at + (1 if button == NEXT else -1)) % len(self.lines)
            self._first = None
        elif button == BACK:
            self.navigator.leave(self)
        elif item.change is None:
            item.choose(now)
        elif item.switch:
            self._change(item, 1)
        else:
            self.held = True

    def touch(self, line: int, now: int) -> None:
        """Presses OK on the visible line with the index `line`, without scrolling the list."""
        self._first = self.first_row()
        if line != self.at:
            self.held = False  # its value stays as it is now
        self.at = line
        self.press(OK, now)

    def first_row(self) -> int:
        """Returns the index of the line that the first row of the display shows."""
        rows = self.navigator.display.menu_rows
        return views.first_row(self.at, len(self.lines), rows, self._first)

    def _press_held(self, item: Item, button: int) -> None:
        if button in (OK, BACK):
            self.held = False
        else:
            self._change(item, 1 if button == NEXT else -1)

    def _change(self, item: Item, by: int) -> None:
        item.change(by)
        self.refresh()

    def refresh(self) -> None:
        """Rebuilds the items; the chosen line stays chosen, even among lines with equal labels."""
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
        shown = []
        for i in range(len(self.lines)):
            item = self.lines[i]
            value = item.value() if item.value else ""
            if self.held and i == self.at:
                value = "< %s >" % value
            shown.append((item.label, value))
        view.page = views.MenuView(self.title, shown, self.at, first=self._first)
        if self.held:
            view.keys = ["-", "+", "OK", ""]
            return
        item = self.lines[self.at]
        view.keys = ["UP", "DOWN", "OK" if item.change is None else "CHANGE", "BACK"]


class Choice(Menu):
    """A menu of the given Items, which do not change."""

    def __init__(self, navigator: "Stack", title: str, lines: list[Item]) -> None:
        self.title = title
        self._given = lines
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        return self._given


class Ask(Choice):
    """A menu that confirms an act which one side alone cannot undo; its first line is "No".

    `yes`: the label of the other line, which calls `on_yes(now)`. A touch only chooses a line and
    OK confirms, so that a repeated touch does not answer yes.
    """

    def __init__(self, navigator: "Stack", question: str, yes: str, on_yes: "Then") -> None:
        def answer(then: "Then | None" = None) -> "Then":
            def choose(now: int) -> None:
                navigator.leave(self)
                if then:
                    then(now)

            return choose

        lines = [Item("No", answer()), Item(yes, answer(on_yes))]
        Choice.__init__(self, navigator, question, lines)

    def touch(self, line: int, now: int) -> None:
        self.at = line


class NameEditor(Mode):
    """The editor of a name: PREV and NEXT choose a character, OK adds it, BACK deletes the last.

    A long OK ends and calls `done(name, now)`. BACK leaves the editor once the text is empty.
    """

    typing = "letters"

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
            if len(self.text) < MAX_NAME:
                self.text += views.LETTERS[self.letter]
        elif button == BACK:
            if not self.text:
                self.navigator.leave(self)
            self.text = self.text[:-1]
        else:
            self.letter = (self.letter + (1 if button == NEXT else -1)) % len(views.LETTERS)

    def type(self, letter: str) -> None:
        if letter in views.LETTERS and len(self.text) < MAX_NAME:
            self.text += letter

    def hold_ok(self, now: int) -> bool:
        """Closes the editor and calls `done` with the text; an empty text keeps the old name."""
        self.navigator.leave(self)
        name = self.text.strip()
        if name:
            self.done(name, now)
        return True

    def show(self, view: views.View) -> None:
        self.show_below(view)
        view.page = views.NameView(self.title, self.text, len(self.text), self.letter)
        view.keys = ["<", ">", "SET", "DEL" if self.text else "BACK"]
