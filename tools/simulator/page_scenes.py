"""More `scenes`: menus, messages, texts, names, codes and results."""

from picogammon.app.display import qr
from picogammon.app.display import view as views
from picogammon.app.modes import codes
from picogammon.engine.engine import Thought

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def _menu(view, selected):
    items = [
        ("Start", ""),
        ("Length", "money"),
        ("Grandmother", "human"),
        ("Blue", "novice"),
        ("Jacoby", "off"),
        ("Beavers", "and raccoons"),
        ("Automatic doubles", "2"),
        ("Take-backs", "free"),
    ]
    view.page = views.MenuView("New match", items, selected)
    view.keys = ["up", "down", "change", "back"]
    return view


def _short_menu(view):
    _menu(view, 1)
    view.page.title = "Light"
    view.page.items = view.page.items[:3]
    return view


def _message(view):
    lines = [
        "The end of the file was damaged. It was kept aside; the match goes on from Amber's roll."
    ]
    view.page = views.MessageView("Saved match", lines)
    view.keys = ["", "", "ok", ""]
    return view


def _question(view):
    _message(view)
    view.page.title = "Resign"
    view.page.lines = ["Give up a gammon?", "Blue gets 4 points."]
    view.keys = ["", "", "yes", "no"]
    return view


def _text(view):
    view.page = views.TextView("XGID", [_XGID])
    view.keys = ["<", ">", "OK", "back"]
    return view


def _name(view):
    view.page = views.NameView("Name (hold OK when done)", "Grandm", 6, views.LETTERS.index("o"))
    view.keys = ["<", ">", "set", "del"]
    return view


def _seal(view):
    beside = ["Sealed dice", "Write this down:", "0123 4567 89AB CDEF", "< > whole seal"]
    return _code(view, "SHA256:" + "0123456789ABCDEF" * 4, beside)


def _position_code(view):
    text = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
    return _code(view, text, ["Position", "Take a photo", "< > text"])


def _code(view, text, lines):
    view.page = views.CodeView(Thought(qr.slices(text)).finish(), lines)
    view.keys = ["", "", "OK", "BACK"]
    return view


def _result(view):
    view.page = views.ResultView("Amber wins a gammon", ["4 points (cube 2)"])
    view.scores = [11, 7]
    view.length = 15
    view.keys = ["review", "", "next", "board"]
    return view


def _match_over(view):
    _result(view)
    view.page.title = "Grandmother wins the match"
    view.names = ["Grandmother", "Bo"]
    view.page.lines = ["3 points", "match to 25"]
    view.scores = [25, 0]
    return view


def _no_code(view):
    view.page = views.TextView(*codes.NO_CODE)
    view.keys = ["<", ">", "OK", "BACK"]
    return view


CODES = ("seal", "position_code")  # a low display has no room for these
SCENES = (
    ("menu_top", lambda view: _menu(view, 0)),
    ("menu_middle", lambda view: _menu(view, 4)),
    ("menu_end", lambda view: _menu(view, 7)),
    ("menu_short", _short_menu),
    ("message", _message),
    ("question", _question),
    ("text", _text),
    ("name", _name),
    ("seal", _seal),
    ("position_code", _position_code),
    ("no_code", _no_code),
    ("result", _result),
    ("match_over", _match_over),
)
