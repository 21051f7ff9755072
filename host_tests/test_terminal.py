"""What comes from files, boards and engines steers no terminal."""

import io

from rich.table import Table

from tools import terminal
from tools.duel.__main__ import main as duel
from tools.matches.__main__ import main as matches
from tools.positions.__main__ import main as positions

_HOSTILE = "\x1b]0;gone\x07\x1b[2J\x9b31mAnn\x08\u202e\ud83d"
_HARMLESS = "\\x1b]0;gone\\x07\\x1b[2J\\x9b31mAnn\\x08\\u202e\\ud83d"


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
