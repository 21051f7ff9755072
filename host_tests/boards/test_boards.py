"""The boards' data: read without being run, held to what a computer and its parts allow, and what
is made from them is up to date."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.boards import __main__ as tool
from tools.boards import check, checking, constants, loading, supply, table
from tools.boards.headers import PICO, RASPBERRY_PI
from tools.boards.loading import BoardError, load_board

HOST_ONLY = True

_MATRIX = {"PLACE_ROW_PINS": (0, 1, 2, 3, 6), "PLACE_COLUMN_PINS": (16, 17, 18, 19, 20, 21)}


def _data(**changes):
    return {**vars(load_board("pico")), **changes}


@pytest.mark.parametrize("name", loading.names())
def test_every_board_has_good_data_and_what_is_made_from_them_is_up_to_date(name):
    board = load_board(name)
    assert board.NAME == name
    folder = loading.FOLDER / name
    made = tool.made(board, folder)
    assert folder / "wiring.svg" in made
    assert "wiring.svg)" in tool.page_of(folder).read_text(encoding="utf-8")
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tools.boards"


@pytest.mark.parametrize("name", loading.names())
def test_every_board_reads_as_python_reads_it_and_is_written_the_same(name):
    text = (loading.FOLDER / name / "board_config.py").read_text()
    config = vars(load_board(name))
    assert constants.read(text) == config
    written = constants.write(config)
    assert constants.read(written) == config
    found = {}
    exec(written, found)
    assert config.items() <= found.items()


_VALUES = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.none(), st.sampled_from(("in out", "GRB", "é"))),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


@given(_VALUES)
def test_what_is_written_reads_the_same(value):
    assert constants.read(constants.write({"WIRING": value})) == {"WIRING": value}


def test_a_text_with_quotes_is_not_written():
    with pytest.raises(ValueError, match="NAME must be a text without quotes"):
        constants.write({"NAME": 'a"; import os'})


@given(st.text(alphabet="AB=(),'\"#\n 10x_-[]\\\r", max_size=30))
def test_a_text_is_read_as_python_reads_it_or_refused_with_its_line(text):
    try:
        found = constants.read(text)
    except ValueError as wrong:
        assert str(wrong).startswith("line ")
    else:
        by_python = {}
        exec(text, by_python)
        assert found == {
            name: _tuples(value)
            for name, value in by_python.items()
            if name not in ("__builtins__", "__doc__")
        }


def _tuples(value):
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def _refused():
    """Yields (the board or None, lines, the message) of each case in refused.txt."""
    board = None
    text = Path(__file__).with_name("refused.txt").read_text(encoding="utf-8")
    for case in text.strip().split("\n\n")[1:]:
        if case.startswith("== "):
            board = (case.split() if " of " in case else [None])[-1]
            continue
        lines = case.split("\n")
        given = [line[2:] for line in lines if line.startswith("|")]
        yield board, given, "\n".join(line for line in lines if not line.startswith("|"))


@pytest.mark.parametrize(("name", "lines", "said"), list(_refused()))
def test_check_board_says_what_is_wrong_and_where(tmp_path, capsys, name, lines, said):
    folder = tmp_path / (name or "x")
    folder.mkdir()
    config = folder / "board_config.py"
    before = (loading.FOLDER / name / config.name).read_text().splitlines() if name else []
    changed = {line.split(" = ")[0] for line in lines}
    kept = [line for line in before if line.split(" = ")[0] not in changed]
    config.write_text("\n".join([*kept, *lines]))
    assert checking.main([str(folder)]) == 1
    head = f"1 thing is wrong with {config}:\n  - " if name else f"{config}, "
    parts = [re.escape(part) for part in f"{head}{said}\n".split("…")]
    assert re.fullmatch(".*".join(parts), capsys.readouterr().err)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"A = 1\r\nB = x\r\n", ", line 2: B must be a whole number, a text in quotes, "),
        (b"A = 1" + b"0" * 5000, ", line 1: A must be a whole number, a text in quotes, "),
        (b"NAME = 'x'\n# \xe9t\xe9", ", line 2: this is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbfNAME = 'x'", ", line 1: save the file as UTF-8 without a byte order mark"),
        ("NAME = 'x'".encode("utf-16"), ", line 1: this is not UTF-8; save the file as UTF-8"),
        (b"NAME = 'x'\0", ", line 1: save the file as UTF-8"),
        (b"NAME = 'x'", ":\n  - BUTTON_PINS is missing: boards/pico/board_config.py shows each"),
        (None, " cannot be read: Is a directory"),
    ],
)
def test_a_file_that_is_no_data_is_told_with_its_path_and_line(tmp_path, source, said, capsys):
    config = tmp_path / "x" / "board_config.py"
    config.parent.mkdir()
    if source is None:
        config.mkdir()
    else:
        config.write_bytes(source)
    assert checking.main([str(tmp_path / "x")]) == 1
    assert f"{config}{said}" in capsys.readouterr().err


def test_what_names_no_board_is_answered_with_the_boards_there_are(tmp_path, capsys):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for name in ("", "pica", "x" * 300, "a\nb", str(loop)):
        assert checking.main([name]) == 1
        assert capsys.readouterr().err.startswith(f"There is no board {name!r}. There are: ")
    for name in ("..", "../boards/pico", "/etc"):
        with pytest.raises(BoardError, match="There are: " + ", ".join(loading.names())):
            load_board(name)


def _own(tmp_path, name):
    """A folder with the data of a board of that name, and nothing else."""
    folder = tmp_path / "own"
    folder.mkdir()
    data = (loading.FOLDER / "pico" / "board_config.py").read_text()
    (folder / "board_config.py").write_text(data.replace('"pico"', f'"{name}"'))
    return folder


def test_the_name_is_the_folders(tmp_path):
    _own(tmp_path, "copy")
    with pytest.raises(BoardError, match="NAME is 'copy' in the folder 'own'"):
        load_board("own", tmp_path)


def test_check_board_says_what_it_would_be(capsys):
    assert checking.main(["pico_five"]) == 0
    said = capsys.readouterr().out
    assert "140 on GP28 (pin 34), 5 per point" in said
    assert "places   can be pressed: rows GP6, GP7, " in said
    assert said.endswith("Nothing is wrong with boards/pico_five/board_config.py.\n")
    strong = load_board("pico_five")
    strong.SUPPLY_MA = 2000
    said = checking.summary(strong)
    assert "500 mA: this board needs a separate supply" in said and "a fuse of 2 A, " in said


def test_check_board_tells_a_page_or_picture_that_is_not_there_or_cannot_be_read(tmp_path, capsys):
    own = _own(tmp_path, "own")
    assert checking.main([str(own)]) == 0
    assert f"{own} has no README.md" in capsys.readouterr().out
    page = own / "README.md"
    for content, said in (
        (b"\xff\xfe", "README.md cannot be read: "),
        (table.BEGIN.encode(), "there is no <!-- Until here. -->"),
    ):
        page.write_bytes(content)
        assert checking.main([str(own)]) == 1
        assert said in capsys.readouterr().err
    page.write_text((loading.FOLDER / "pico" / "README.md").read_text())
    (own / "wiring.svg").mkdir()
    assert checking.main([str(own)]) == 1
    assert "wiring.svg cannot be read: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "changes",
    [{"PIEZO_PIN": None}, _MATRIX, {**_MATRIX, "PLACE_COLUMN_PINS": (16, 18, 17, 19, 21, 20)}],
    ids=["no sound", "a button for each place", "its columns in another order"],
)
def test_what_a_board_may_do_otherwise(changes):
    assert check.problems(_data(**changes)) == []


def test_a_misspelt_constant_is_recognised():
    data = _data(STRIP_PINS=28)
    del data["STRIP_PIN"]
    assert check.problems(data)[1] == "STRIP_PINS means nothing here: is STRIP_PIN meant?"


_ALL = {
    **vars(load_board("pico_five")),
    **{"HOME_LEFT": False, "OLED_MIRROR": False, "OLED_HEIGHT": 64, "COMPUTER": "pico"},
    "STRIP_TIMING": (350, 900, 800, 450),
}
_ODD = (None, True, -1, 0.5, "", "GP4", b"4", [4], ([4], 1), ((1, [24]),), {}, object())
_ODD += (float("nan"), -(10**30), 10**5000, "a\nb", 'a"', "a\\", "long " * 20)


def _fits(name, value):
    if value is None:
        return name == "PIEZO_PIN"
    if value is True:
        return name in ("OLED_FLIP", "OLED_MIRROR", "HOME_LEFT")
    return value == "GP4" and name in ("NAME", "TITLE")


@pytest.mark.parametrize("name", sorted(_ALL))
def test_nonsense_for_any_constant_is_told_and_raises_nothing(name):
    assert check.problems(_ALL) == []
    for value in _ODD:
        told = check.problems({**_ALL, name: value})
        assert all("\n" not in sentence and len(sentence) < 400 for sentence in told)
        assert bool(told) is not _fits(name, value), value


@pytest.mark.parametrize(
    ("header", "gpios", "places", "grounds", "volts"),
    [
        (
            PICO,
            [*range(23), 26, 27, 28],
            {0: 1, 5: 7, 15: 20, 16: 21, 22: 29, 26: 31, 28: 34},
            [3, 8, 13, 18, 23, 28, 38],
            (40, 36),
        ),
        (
            RASPBERRY_PI,
            [*range(2, 28)],
            {2: 3, 3: 5, 4: 7, 17: 11, 18: 12, 10: 19, 13: 33, 26: 37, 21: 40},
            [6, 9, 14, 20, 25, 30, 34, 39],
            (2, 1),
        ),
    ],
    ids=["Pico", "Raspberry Pi"],
)
def test_pins_are_where_the_data_sheet_has_them(header, gpios, places, grounds, volts):
    assert len(header.names) == 40 and sorted(header.gpio) == gpios
    assert {gpio: header.gpio[gpio] for gpio in places} == places
    assert [n for n, name in enumerate(header.names, 1) if name == "GND"] == grounds
    assert (header.volts_5, header.volts_3) == volts


def test_i2c_is_where_the_data_sheet_of_the_pico_has_it():
    assert PICO.i2c_pins(0) == [(0, 1), (4, 5), (8, 9), (12, 13), (16, 17), (20, 21)]
    assert PICO.i2c_pins(1) == [(2, 3), (6, 7), (10, 11), (14, 15), (18, 19), (26, 27)]


def test_what_all_but_the_strip_takes_goes_by_the_oled():
    assert [supply.others_ma(oled) for oled in ("0.96", "1.3", "2.42")] == [100, 100, 250]
    assert table.oleds(None) in (loading.FOLDER / "pico/README.md").read_text(encoding="utf-8")
    for name in loading.names():
        assert load_board(name).OTHERS_MA >= supply.others_ma("1.3")
