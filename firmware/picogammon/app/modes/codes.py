"""QR codes with text pages after them, for a position and for the seal of sealed dice.

Sealed dice are rolled from a secret of the board and a number that the other side chooses. The
seal, shown before the match, is the SHA-256 digest of the secret.
"""

from micropython import const

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.modes.menu import NameEditor
from picogammon.app.modes.mode import Message, Pages
from picogammon.app.session.seal import hex_text, keep_secret, seal_note, seal_of
from picogammon.engine.engine import Thought
from picogammon.ground import NEXT, OK, PREV
from picogammon.rules import actions
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.modes.mode import Stack
    from picogammon.rules.settings import Settings

NO_CODE = ("No room for a QR code", ["Copy its text instead:", "the next page has it."])
_LEAST = const(6)  # digits: 20 bits that the board could not foresee
_DIGITS = views.LETTERS.index("0")


class CodePages(Pages):
    """Pages that begin with the QR code of `text`, shown next to `lines`.

    A low display has no room for a QR code, so its first page says where the text is.
    """

    def __init__(
        self, navigator: "Stack", text: str, lines: "Sequence[str]", pages: "list[Any]"
    ) -> None:
        """`pages`: the pages after the QR code, as for Pages; one of them contains `text`."""
        self._code = views.CodeView((), lines)
        self._work = None
        first: "Any" = NO_CODE
        if not navigator.display.low:
            self._work = Thought(qr.slices(text))
            first = self._code
        Pages.__init__(self, navigator, [first] + pages)

    @property
    def busy(self) -> bool:
        return self._work is not None and not self._work.done

    def tick(self, now: int) -> None:
        if self.busy and self._work.step():
            self._code.code = self._work.answer
            self.navigator.changed = True


def position_pages(navigator: "Stack") -> Pages:
    """Returns Pages with the match's situation as XGID, GNU Position ID and GNU Match ID.

    A QR code precedes these pages, except for a finished game, which has no code.
    """
    from picogammon.rules import notation  # saves memory if only a seal is shown

    situation = navigator.session.match.situation()
    texts = [
        ("XGID", [_text(notation.to_xgid, situation)]),
        ("GNU Position ID", [_text(notation.position_id, situation.position)]),
        ("GNU Match ID", [_text(notation.match_id, situation)]),
    ]
    try:
        code = notation.to_code(situation)
    except RulesError:
        return Pages(navigator, texts)
    return CodePages(navigator, code, ["Position", "Take a photo", "< > text"], texts)


def _text(write: "Callable[[Any], str]", what: "Any") -> str:
    try:
        return write(what)
    except RulesError as error:
        return "None: %s." % error


def begin_sealed(
    navigator: "Stack", settings: "Settings", first: tuple[bytes, ...], now: int
) -> None:
    """Draws a secret and opens its seal, as the first step to a match with sealed dice.

    Opens a message instead if the board's dice fail. `settings`, `first`: as for Session.new_match.
    """
    box = navigator.session.dice.box
    secret = box.secret()
    if secret is None:
        navigator.open(Message(navigator, "No dice", [box.trouble]))
    else:
        navigator.open(Sealing(navigator, settings, first, hex_text(secret)))


class Sealing(CodePages):
    """The seal of a new secret, as pages; OK asks for the other side's number and begins the match.

    `settings`, `first`: as for Session.new_match. `secret`: in hexadecimal digits.
    """

    def __init__(
        self, navigator: "Stack", settings: "Settings", first: tuple[bytes, ...], secret: str
    ) -> None:
        self._match = settings, first
        self._secret = secret
        seal = seal_of(secret)
        CodePages.__init__(self, navigator, _code_text(seal), _beside(seal), [_seal_page(seal)])
        if navigator.tell:
            navigator.tell("sealed dice, SHA-256 " + hex_text(seal))

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.navigator.open(NumberEditor(self.navigator, self._begin))
        else:
            CodePages.press(self, button, now)

    def _begin(self, number: str, now: int) -> None:
        session = self.session
        settings, first = self._match
        try:
            keep_secret(session.dice.seal_store, self._secret)
        except OSError:
            lines = ["The secret could not be saved, so no match was started."]
            self.navigator.open(Message(self.navigator, "Not saved", lines))
            return
        games = [record for record in first if actions.kind_of(record) == actions.GAME]
        scores: "dict[str, Any]" = {"scores": games[0][1:7]} if games else {}
        note = seal_note(seal_of(self._secret), number, **scores)
        self.navigator.begin(now, session.new_match, settings, first + (note,))


class NumberEditor(NameEditor):
    """The editor in which the other side enters its number for sealed dice, digit by digit.

    `done(number, now)`: called with the number, a text of six digits or more.
    """

    typing = "number"

    def __init__(self, navigator: "Stack", done: "Callable[[str, int], Any]") -> None:
        NameEditor.__init__(self, navigator, "Your number (hold OK: done)", "", done)
        self.letter = _DIGITS

    def press(self, button: int, now: int) -> None:
        if button in (PREV, NEXT):
            by = 1 if button == NEXT else -1
            self.letter = _DIGITS + (self.letter - _DIGITS + by) % 10
        else:
            NameEditor.press(self, button, now)

    def type(self, letter: str) -> None:
        if "0" <= letter <= "9":
            NameEditor.type(self, letter)

    def hold_ok(self, now: int) -> bool:
        if len(self.text) >= _LEAST:
            return NameEditor.hold_ok(self, now)
        lines = ["Enter %d digits or more: roll dice or choose them." % _LEAST]
        self.navigator.open(Message(self.navigator, "Too short", lines))
        return True


class SealPages(CodePages):
    """Pages about the running match's sealed dice: the seal (QR code and text), number and secret.

    Until the secret is revealed, its page says when that will be.
    """

    def __init__(self, navigator: "Stack") -> None:
        sealed = navigator.session.dice.sealed
        pages = [_seal_page(sealed.seal), ("Your number", [sealed.number])]
        if navigator.session.revealed:
            lines = ["It is lost: the rolls", "cannot be checked."]
            if sealed.secret:
                lines = [sealed.secret, "", "It lets anyone", "check every roll."]
            pages.append(("The secret", lines))
        else:
            length = navigator.session.match.settings.length
            when = "after the match." if length else "when you start a new match."
            pages.append(("The secret", ["Revealed " + when]))
        beside = _beside(sealed.seal)
        CodePages.__init__(self, navigator, _code_text(sealed.seal), beside, pages)


def _seal_page(digest: bytes) -> tuple[str, list[str]]:
    text = hex_text(digest)
    lines = ["SHA-256 of the secret"] + [text[i : i + 16] for i in range(0, len(text), 16)]
    return "Sealed dice", lines


def _beside(digest: bytes) -> list[str]:
    """Returns the lines next to the seal's QR code, with as many digits as `make verify` needs."""
    text = hex_text(digest)
    digits = " ".join([text[i : i + 4] for i in range(0, 16, 4)])
    return ["Sealed dice", "Write this down:", digits, "< > whole seal"]


def _code_text(digest: bytes) -> str:
    return "SHA256:" + hex_text(digest)
