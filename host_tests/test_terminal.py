"""What comes from files, boards and engines steers no terminal."""

import ast
import io

import pytest
from rich.table import Table

from tools import ROOT, terminal
from tools.duel.__main__ import main as duel
from tools.matches.__main__ import main as matches
from tools.positions.__main__ import main as positions

_HOSTILE = "\x1b]0;gone\x07\x1b[2J\x9b31mAnn\x08\u202e\ud83d"
_HARMLESS = "\\x1b]0;gone\\x07\\x1b[2J\\x9b31mAnn\\x08\\u202e\\ud83d"
_FOLDERS = (
    "boards dice duel emulator flash hardware matches opponent positions report review ubgi"
    " virtual_board"
)
_ON_ITS_OWN = {
    "tools/flash/start.py",  # nothing is installed yet
    "tools/ubgi/guest.py",  # runs on MicroPython
    "tools/virtual_board/page/serve.py",  # lies in the built page, without the tools
}


def test_what_steers_is_shown_and_letters_stay():
    assert terminal.clean(_HOSTILE) == _HARMLESS
    for text in ("Ann – Bôb\t5-3\n", "红方", "\U0001f3b2 \u200d", "é\u0301"):
        assert terminal.clean(text) == text


def test_tables_are_clean_as_well():
    shown = io.StringIO()
    table = Table("name", title=_HOSTILE)
    table.add_row(_HOSTILE)
    console = terminal.console(file=shown, width=200)
    console.print(table)
    console.print(_HOSTILE)
    assert shown.getvalue().count("\\x1b[2J") == 3 and "\x1b" not in shown.getvalue()


def _bare(source):
    """Whether a module prints, or makes a Console, by itself."""
    tree = ast.parse(source)
    known = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "tools.terminal"
        for name in node.names
    }
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return "rich.console" in source or "print" in called and "print" not in known


def test_a_module_that_prints_by_itself_is_found():
    assert _bare("print(1)") and _bare("from rich.console import Console")
    assert not _bare("from tools.terminal import print\nprint(1)") and not _bare("x = 1")


def test_tools_print_by_way_of_it():
    paths = [
        path for folder in _FOLDERS.split() for path in (ROOT / "tools" / folder).rglob("*.py")
    ]
    assert len(paths) > 50
    names = {str(path.relative_to(ROOT)) for path in paths if _bare(path.read_text())}
    assert names == _ON_ITS_OWN


def test_names_in_a_file_a_boards_lines_an_id_and_an_engine(tmp_path, capsys):
    match = tmp_path / "match.mat"
    hostile = _HOSTILE[:-1]
    match.write_text(
        " 1 point match\n\n Game 1\n %s : 0   Bob : 0\n  1) 31: 8/5 6/5   \n" % hostile, "utf-8"
    )
    missing = str(tmp_path / ("\x1b[2J" + "none"))
    for run, given in (
        (matches, ["read", str(match)]),
        (positions, [hostile]),
        (positions, ["OGID=6:j:N0N:31:" + hostile]),
        (matches, ["read", missing]),
        (duel, [missing, "club", "--games", "2"]),
    ):
        run(given)
        said = "".join(capsys.readouterr())
        assert said and "\x1b" not in said and "\x9b" not in said, (run, given)


@pytest.mark.parametrize("say", [print, terminal.print])
def test_it_prints_as_the_built_in_does(say, capsys):
    say("a", 1)
    say()
    assert capsys.readouterr().out == "a 1\n\n"
