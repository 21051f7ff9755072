"""A QR code, as of a position, and the pages that belong to it.

It is worked out in slices, and fills its page when it is done.
"""

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.modes.base import Pages
from picogammon.engine.engine import Thought
from picogammon.rules.errors import RulesError

NO_ROOM = ("No room for a QR code", ["Copy its text instead:", "the next page has it."])


class CodePages(Pages):
    """Pages of which the first has the QR code of `text`, and `lines` beside it.

    A low display has no room for a code, and says so.
    """

    def __init__(self, navigator, text, lines, pages):
        """`pages`: the other pages, as for Pages; one of them has what the code says, as text."""
        self._code = views.CodeView((), lines)
        self._work = None
        first = NO_ROOM
        if not navigator.display.low:
            self._work = Thought(qr.slices(text))
            first = self._code
        Pages.__init__(self, navigator, [first] + pages)

    @property
    def busy(self):
        return self._work is not None and not self._work.done

    def tick(self, now):
        if self.busy and self._work.step():
            self._code.code = self._work.answer
            self.navigator.redraw()


def position_pages(navigator):
    """The Pages of the match's situation in the forms of players' programs.

    A finished game has no code.
    """
    # Saves memory where only a seal is shown.
    from picogammon.rules import gnu_id, position_code, xgid

    situation = navigator.session.match.situation()
    texts = [
        ("XGID", [_text(xgid.to_xgid, situation)]),
        ("GNU Position ID", [_text(gnu_id.position_id, situation.position)]),
        ("GNU Match ID", [_text(gnu_id.match_id, situation)]),
    ]
    try:
        code = position_code.to_code(situation)
    except RulesError:
        return Pages(navigator, texts)
    return CodePages(navigator, code, ["Position", "Take a photo", "< > text"], texts)


def _text(write, what):
    try:
        return write(what)
    except RulesError as error:
        return "None: %s." % error
