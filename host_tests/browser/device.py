"""Modules of the page's MicroPython (tools/virtual_board/device) on CPython, and their texts."""

import importlib.util
import sys

from tools import ROOT


def module(name):
    path = ROOT / "tools" / "virtual_board" / "device" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


words = sys.modules["words"] = module("words")


def told(board):
    """Returns {part: texts} of a Sitting for a transcript; "heard": the announcements."""
    view = board.sees
    if not hasattr(board, "news"):
        board.news = words.News()
    heard = board.news.told(board)
    table = words.table(view)
    seats = words.seats(view, ["you", "expert"])
    return {
        "display": [words.said(view)],
        "heard": [heard] if heard else [],
        "controls": [f"{label} {number}" for label, number in words.controls(view)],
        "question": [words.question(view, board.navigator.refused).replace("\n", " / ")],
        "spots": [f"{name}: {text}" for name, text in words.places(view).items()],
        "sides": [words.side(view, 0), words.side(view, 1)],
        "seats": [" ".join(map(str, seat.values())) for seat in seats],
        "table": [f"{name}: {there}" for name, there in table.items()],
    }
