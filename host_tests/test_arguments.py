"""What is wrong on a command line is said first: before a board is asked, an engine is started, or
anything is judged."""

import pytest

from tools.duel import __main__ as duel
from tools.opponent import __main__ as opponent
from tools.report import __main__ as report


@pytest.fixture(autouse=True)
def nothing_begins(monkeypatch):
    """Whatever takes long, or reaches a board, is a fault here."""

    def begun(*_, **__):
        raise AssertionError("it began before it had read all that it was told")

    for module, name in (
        (opponent, "find"),
        (opponent, "Port"),
        (duel, "find"),
        (report, "judge"),
    ):
        monkeypatch.setattr(module, name, begun)


def _refused(main, given, capsys):
    """What a tool says that refuses what it was given."""
    try:
        status = main([str(one) for one in given])
    except SystemExit as ended:
        status = ended.code
    told = capsys.readouterr()
    assert status in (1, 2) and not told.out and "Traceback" not in told.err
    return told.err


@pytest.mark.parametrize(
    "engine, more, said",
    [
        ("gnubg 9", (), "gnubg looks 0 to 7 ply ahead"),
        ("casual", ("--port", "{file}"), "is a file, not a serial port"),
        ("casual", ("--port", "virtual", "--page", "x"), "PAGE must be a number"),
        ("casual", ("--patience", "0"), "a time is seconds above 0, as 10, not '0'"),
        ("casual", ("--patience", "nan"), "not 'nan'"),
    ],
)
def test_opponent(engine, more, said, tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    given = [engine, *(one.format(file=file) for one in more)]
    assert said in _refused(opponent.main, given, capsys)


@pytest.mark.parametrize("option, least", [("--games", 2), ("--length", 0), ("--workers", 1)])
def test_duel(option, least, capsys):
    for number in (least - 1, "x"):
        said = _refused(duel.main, ["novice", "casual", f"{option}={number}"], capsys)
        assert f"a whole number from {least} on, not '{number}'" in said
    assert "goes to 1 to 64" in _refused(duel.main, ["novice", "casual", "--length=65"], capsys)


def test_report(tmp_path, capsys):
    match = tmp_path / "a.mat"
    match.write_text("1 point match\n\nGame 1\n A : 0  B : 0\n 1) 31: 8/5 6/5\n")
    out = tmp_path / "no" / "a.html"
    assert f"There is no folder {out.parent}." in _refused(
        report.main, [match, "--out", out], capsys
    )
