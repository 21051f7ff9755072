"""QR codes and the pages of text after them, for a position and for the seal of sealed dice.

The rolls of sealed dice follow from a secret of the board and from a number that a player chooses.
The seal, which the board shows before the match, is the SHA-256 digest of the secret.
"""

from micropython import const

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.modes.menu import NameEditor
from picogammon.app.modes.mode import Pages
from picogammon.app.session.seal import hex_text, keep_secret, scores_at_start, seal_note, seal_of
from picogammon.ground import OK
from picogammon.rules.match import Match
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.app.modes.mode import Stack
    from picogammon.engine.engine import Slices
    from picogammon.rules.settings import Settings

NO_CODE = ("No room for a QR code", ["Copy its text instead:", "the next page has it."])
_LEAST = const(6)  # digits: 20 bits that the board could not foresee


class CodePages(Pages):
    """A page with the QR code of `text` next to `lines`, followed by `pages`."""

    def __init__(
        self, navigator: "Stack", text: str, lines: "Sequence[str]", pages: "list[Any]"
    ) -> None:
        self._code = views.CodeView((), lines)
        first: "Any" = NO_CODE
        if not navigator.display.low:
            self.work = self._draw(text)
            first = self._code
        Pages.__init__(self, navigator, [first] + pages)

    def _draw(self, text: str) -> "Slices[None]":
        self._code.code = yield from qr.slices(text)


def position_pages(navigator: "Stack") -> Pages:
    """Returns pages with the XGID and GNU IDs; a QR code comes first unless the game is over."""
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


def begin_sealed(navigator: "Stack", settings: "Settings", first: tuple[bytes, ...]) -> None:
    """Makes a random secret; opens a Sealing that begins a match with the records `first`."""
    box = navigator.session.dice.box
    secret = box.secret()
    if secret is None:
        navigator.say("No dice", box.trouble)
    else:
        navigator.open(Sealing(navigator, settings, first, hex_text(secret)))


class _SealCode(CodePages):
    """A page with the QR code and first digits of `seal`, a page with all digits, then `pages`."""

    def __init__(self, navigator: "Stack", seal: bytes, pages: "list[Any]") -> None:
        text = hex_text(seal)
        # `make verify` needs only this many digits.
        digits = " ".join([text[i : i + 4] for i in range(0, 16, 4)])
        beside = ["Sealed dice", "Write this down:", digits, "< > whole seal"]
        lines = ["SHA-256 of the secret"] + [text[i : i + 16] for i in range(0, len(text), 16)]
        CodePages.__init__(
            self, navigator, "SHA256:" + text, beside, [("Sealed dice", lines)] + pages
        )


class Sealing(_SealCode):
    """Pages with the seal of a new secret; OK asks for a player's number, then begins the match.

    `first`: the records that begin the match. `secret`: hexadecimal digits. `coming`: the match
    that will begin; the lights already show it.
    """

    def __init__(
        self, navigator: "Stack", settings: "Settings", first: tuple[bytes, ...], secret: str
    ) -> None:
        self._first = first
        self._secret = secret
        self.coming = Match(settings)
        for record in first:
            self.coming.apply(record)
        self._seal = seal_of(secret)
        _SealCode.__init__(self, navigator, self._seal, [])
        if navigator.tell:
            navigator.tell("sealed dice, SHA-256 " + hex_text(self._seal))

    def show_below(self, view: views.View) -> None:
        """Shows the board of the match that will begin."""
        _SealCode.show_below(self, view)
        views.show_match(view, self.coming)

    def press(self, button: int, now: int) -> None:
        if button == OK:
            title = "Your number (hold OK: done)"
            self.navigator.open(NumberEditor(self.navigator, title, "", self._begin))
        else:
            _SealCode.press(self, button, now)

    def _begin(self, number: str, now: int) -> None:
        session = self.session
        try:
            keep_secret(session.dice.seal_store, self._secret)
        except OSError:
            text = "The secret could not be saved, so no match was started."
            self.navigator.say("Not saved", text)
            return
        note = seal_note(self._seal, number, 1, scores_at_start(self.coming))
        self.navigator.begin(now, session.new_match, self.coming.settings, self._first + (note,))


class NumberEditor(NameEditor):
    """The editor in which a player enters a number for sealed dice, digit by digit."""

    typing = "number"
    letters = "0123456789"

    def hold_ok(self, now: int) -> bool:
        if len(self.text) >= _LEAST:
            return NameEditor.hold_ok(self, now)
        text = "Enter %d digits or more: roll dice or choose them." % _LEAST
        self.navigator.say("Too short", text)
        return True


def seal_pages(navigator: "Stack") -> Pages:
    """Returns pages with the seal, the player's number and the secret (if already revealed)."""
    session = navigator.session
    sealed = session.dice.sealed
    lines = ["Revealed when you start a new match."]
    if session.match.settings.length:
        lines = ["Revealed after the match."]
    if session.revealed and sealed.secret:
        lines = [sealed.secret, "", "It lets anyone", "check every roll."]
    elif session.revealed:
        lines = ["It is lost: the rolls", "cannot be checked."]
    pages = [("Your number", [sealed.number]), ("The secret", lines)]
    return _SealCode(navigator, sealed.seal, pages)
