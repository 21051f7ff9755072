"""The position for others: as a QR code, and as players' programs read it."""

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.rules import gnu_id, position_code, xgid
from picogammon.rules.errors import RulesError


def pages(a_match):
    """Pages of a match's situation; a finished game has fewer of them."""
    now = a_match.situation()
    texts = [
        ("XGID", [_text(xgid.to_xgid, now)]),
        ("GNU Position ID", [_text(gnu_id.position_id, now.position)]),
        ("GNU Match ID", [_text(gnu_id.match_id, now)]),
    ]
    try:
        code = qr.modules(position_code.to_code(now))
    except RulesError:
        return texts
    return [views.CodeView(code, ["Position", "Take a photo", "< > text"])] + texts


def _text(write, what):
    try:
        return write(what)
    except RulesError as error:
        return "None: %s." % error
