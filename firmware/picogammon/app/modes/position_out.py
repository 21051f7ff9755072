"""The position for others: as a QR code, and as players' programs read it."""

from picogammon.app.modes.base import Pages
from picogammon.app.modes.code_pages import CodePages
from picogammon.rules import gnu_id, position_code, xgid
from picogammon.rules.errors import RulesError


def pages(navigator):
    """The Pages of the match's situation; a finished game has no code."""
    now = navigator.session.match.situation()
    texts = [
        ("XGID", [_text(xgid.to_xgid, now)]),
        ("GNU Position ID", [_text(gnu_id.position_id, now.position)]),
        ("GNU Match ID", [_text(gnu_id.match_id, now)]),
    ]
    try:
        code = position_code.to_code(now)
    except RulesError:
        return Pages(navigator, texts)
    return CodePages(navigator, code, ["Position", "Take a photo", "< > text"], texts)


def _text(write, what):
    try:
        return write(what)
    except RulesError as error:
        return "None: %s." % error
