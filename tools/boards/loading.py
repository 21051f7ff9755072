"""Finding a board by its name and reading its data; what is wrong with either is said."""

from pathlib import Path
from types import SimpleNamespace

from tools.boards import check, constants
from tools.boards.headers import header_of
from tools.typed import typed

FOLDER = Path(__file__).resolve().parents[2] / "boards"


class BoardError(Exception):
    """There is no such board, or its data are wrong; the text says which, and what to do."""


def names(folder=FOLDER):
    """The names of all boards, sorted."""
    return sorted(path.parent.name for path in Path(folder).glob("*/board_config.py"))


def load_board(name, folder=FOLDER):
    """The data of boards/<name>/board_config.py, its constants as attributes, checked.

    Raises BoardError: for an unknown name it names the boards there are, for bad data every
    mistake.
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
    """What a file says. Raises OSError, ValueError."""
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
    """The same for a board that firmware is made for. Raises BoardError for another computer's."""
    board = load_board(name)
    if not chip_of(board):
        raise BoardError(
            f"boards/{name} is not for a Pico: on a {board.TITLE} "
            f"{typed('play', f'BOARD={name}')} starts it."
        )
    return board


def chip_of(board):
    """The chips.Chip that a board's firmware is made for; None for a computer's board."""
    return header_of(vars(board)).chip


def pico_names():
    """The names of all boards that firmware is made for, sorted; of one with wrong data as well."""
    return [name for name in names() if _is_for_pico(name)]


def _is_for_pico(name):
    try:
        return chip_of(load_board(name)) is not None
    except BoardError:  # whoever loads it is told
        return True


def shown(path):
    """A board's path as somebody in the repository's folder would type it."""
    root = FOLDER.parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path
