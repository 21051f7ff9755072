"""The message screen shows every text whole: refusals and the app's other texts."""

import ast
import pathlib
from types import SimpleNamespace

import picogammon
from fakes.ruler import check
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.display.view import View
from picogammon.app.modes.mode import Message

HOST_ONLY = True
_ROOT = pathlib.Path(picogammon.__file__).parent
_NAME = "W" * 12
_NUMBER = 16777215
# Files with texts for players: refusals of rules, settings and set-ups, and the app's own words.
# Errors of XGIDs and the like go to programs over the link.
_SHOWN = (
    "app/advice/wording.py",
    "app/session",
    "app/modes",
    "devices/entropy.py",
    "devices/match_log.py",
    "devices/ring.py",
    "engine/levels.py",
    "engine/weights.py",
    "rules/actions.py",
    "rules/match.py",
    "rules/plays.py",
    "rules/position.py",
    "rules/settings.py",
    "rules/situation.py",
)


def _texts():
    """Yields (file name, text) for each text in the firmware that can become a message."""
    for shown in _SHOWN:
        path = _ROOT / shown
        for file in [path] if path.suffix else sorted(path.glob("*.py")):
            tree = ast.parse(file.read_text())
            docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and id(node) not in docstrings:
                    if isinstance(node.value, str) and len(node.value) > 12:
                        yield file.name, node.value


def test_every_message_is_seen_whole():
    view = View()
    nothing = SimpleNamespace(show=lambda view: None)
    texts = sorted(set(_texts()))
    assert len(texts) > 100
    for display in (USUAL, Display(32)):
        view.display = display
        navigator = SimpleNamespace(
            session=SimpleNamespace(players=None), display=display, below=lambda mode: nothing
        )
        for _, text in texts:
            widest = text.replace("%s", _NAME).replace("%d", str(_NUMBER)).replace("%r", _NAME)
            message = Message(navigator, "No", [widest.replace("%%", "%")])
            assert display.low or not message.hidden, text
            if not message.hidden:  # else people scroll
                message.show(view)
                check(view)
