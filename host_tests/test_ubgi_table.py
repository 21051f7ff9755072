"""The page's table of UBGI's commands is the protocol's own."""

from tools.ubgi import table

HOST_ONLY = True


def test_the_table_is_made_from_the_commands():
    assert table.main(["--check"]) == 0, "run python -m tools.ubgi.table"


def test_each_row_has_a_line_an_answer_and_a_meaning():
    rows = table.rows()
    assert [len(row) for row in rows] == [3] * len(table.COMMANDS)
    for word, (line, answer, meaning) in zip(table.COMMANDS, rows):
        assert line.startswith(f"`{'XGID=' if word == 'xgid' else word}"), line
        assert answer and meaning


def test_a_row_that_changed_makes_it_stale(monkeypatch, tmp_path):
    stale = tmp_path / "ubgi.md"
    stale.write_text(table.PAGE.read_text().replace("`readyok`", "`ready`"))
    monkeypatch.setattr(table, "PAGE", stale)
    assert table.main(["--check"]) == 1
    assert table.main([]) == 0 and table.main(["--check"]) == 0
