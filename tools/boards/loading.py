"""Finds a board by its name and reads its data, or says what is wrong with them."""

from pathlib import Path
from types import SimpleNamespace

from tools.boards import check, constants
from tools.boards.headers import header_of
from tools.typed import typed

FOLDER = Path(__file__).resolve().parents[2] / "boards"


class BoardError(Exception):
    """There is no such board, or its data are wrong; the text says what to do."""


def names(folder=FOLDER):
    """Returns the names of all boards, sorted."""
    return sorted(path.parent.name for path in Path(folder).glob("*/board_config.py"))


def load_board(name, folder=FOLDER):
    """Returns the checked constants of boards/<name>/board_config.py as attributes.

    Raises BoardError, with the names of all boards for an unknown name, or with every mistake.
    """
    if name not in names(folder):
        there = ", ".join(names(folder)) or "none"
        raise BoardError(f"There is no board {name!r}. There are: {there}.")
    path = Path(folder) / name / "board_config.py"
    try:
        content = constants.read(_text(path))
    except OSError as problem:
        raise BoardError(f"{shown(path)} cannot be read: {problem.strerror}") from None
    except ValueError as problem:
        raise BoardError(f"{shown(path)}, {problem}") from None
    config = {key: value for key, value in content.items() if not key.startswith("_")}
    problems = check.problems(config)
    if not problems and config["NAME"] != name:
        problems = [f"NAME is {config['NAME']!r} in the folder {name!r}"]
    if problems:
        count = "1 thing is" if len(problems) == 1 else f"{len(problems)} things are"
        listed = "\n".join(f"  - {problem}" for problem in problems)
        raise BoardError(f"{count} wrong with {shown(path)}:\n{listed}")
    return SimpleNamespace(**config)


def _text(path):
    """Returns a file's text. Raises OSError, ValueError."""
    content = path.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise ValueError(f"line {line}: this is not UTF-8; save the file as UTF-8") from None
    if text.startswith("\ufeff") or "\0" in text:
        raise ValueError("line 1: save the file as UTF-8 without a byte order mark")
    return text


def load_pico_board(name):
    """Returns load_board(name). Raises BoardError for a board without a Pico, too."""
    board = load_board(name)
    if not chip_of(board):
        raise BoardError(
            f"boards/{name} is not for a Pico: on a {board.TITLE} "
            f"{typed('play', f'BOARD={name}')} starts it."
        )
    return board


def chip_of(board):
    """Returns the chips.Chip of a board, or None for a computer's board."""
    return header_of(vars(board)).chip


def pico_names():
    """Returns the names of all Pico boards, sorted, and of those with wrong data."""
    return [name for name in names() if _is_for_pico(name)]


def _is_for_pico(name):
    try:
        return chip_of(load_board(name)) is not None
    except BoardError:  # load_board says what is wrong
        return True


def shown(path):
    """Returns a path as a maker in the repository's folder would type it."""
    root = FOLDER.parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path
