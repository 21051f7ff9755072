"""The boards' data: read without being run, held to what a computer and its parts allow, and what
is made from them is up to date."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.boards import __main__ as tool
from tools.boards import check, checking, constants, loading, summary, supply, table
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
    made = tool.made(board, loading.FOLDER / name)
    assert sorted(path.name for path in made) == ["README.md", "wiring.svg"]
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


_STATEMENT = "only comments and constants may stand here, as NAME = value"
_MUST = (
    "A must be a whole number, a text in quotes, True, False or None, or some of these in brackets"
)
_INSIDE = "each value in the brackets of A must be a whole number"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    (
        ("import os", 1, _STATEMENT),
        ("A = 'x'\n\nA = os.system('ls')", 3, _MUST),
        ("A = 1 + 1", 1, _MUST),
        ("A = 0.5", 1, _MUST),
        ("A = {4}", 1, _MUST),
        ("A = ((1, 24)", 1, r"in A a comma or \) is missing"),
        ("A = (\n  1,\n  2\n\nB = 3", 3, r"in A a comma or \) is missing"),
        ("A = [1\n", 1, r"in A a comma or \] is missing"),
        ("A = (1,\n\nB = 3", 3, _INSIDE),
        ("A = (1 2)", 1, "in A a comma"),
        ('A = "a\\x41"', 1, "a text must end with its quote"),
        ('B = 1\nA = "open\nB = 2', 2, "a text must end with its quote"),
        ("A = (((((1,),),),),)", 1, _INSIDE),
        ("A =", 1, _MUST),
        ("1A = 3", 1, _STATEMENT),
        ("if A:\n  A = 3", 1, _STATEMENT),
        ("A = 08", 1, _MUST),
        ("A = 1__0", 1, _MUST),
        ("A = f'x'", 1, _MUST),
        ("A = 1" + "0" * 5000, 1, _MUST),
        ("A = 1\r\nB = x\r\n", 2, "B must be a whole number"),
    ),
)
def test_anything_but_a_constant_is_refused_with_its_line_and_what_may_stand_there(
    text, line, said
):
    with pytest.raises(ValueError, match=f"^line {line}: {said}"):
        constants.read(text)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"NAME = ", ", line 1: NAME must be a whole number, a text in quotes, "),
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
    assert "140 on GP28 (pin 34), 5 a point" in said
    assert "places   can be pressed: rows GP6, GP7, " in said
    assert said.endswith("Nothing is wrong with boards/pico_five/board_config.py.\n")
    strong = load_board("pico_five")
    strong.SUPPLY_MA = 2000
    assert "500 mA: this board wants a supply of its own" in summary.text(strong)


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
    ("changes", "part"),
    [
        ({"STRIP_PIN": 4}, "GP4 is used twice: STRIP_PIN and I2C_SDA_PIN"),
        ({"STRIP_PIN": 23}, "STRIP_PIN: the Pico has no pin GP23"),
        ({"STRIP_PIN": "28"}, "STRIP_PIN must be a whole number, not '28'"),
        ({"STRIP_ORDER": "GRBW"}, "buy one of WS2812B or SK6812 that says RGB"),
        ({"STRIP_MA_PER_CHANNEL": 0}, "STRIP_MA_PER_CHANNEL must be 5 to 60, not 0: WS2812B take"),
        ({"STRIP_MA_PER_CHANNEL": 2000}, "STRIP_MA_PER_CHANNEL must be 5 to 60, not 2,000"),
        ({"STRIP_IDLE_MA": 0}, "STRIP_IDLE_MA must be 1 to 5, not 0"),
        ({"OTHERS_MA": 39}, "the Pico takes 40, an OLED 30 to 190 more"),
        ({"SUPPLY_MA": -500}, "SUPPLY_MA must be 1 to 10,000, not -500"),
        ({"SUPPLY_MA": 50_000}, "SUPPLY_MA must be 1 to 10,000, not 50,000: one fuse"),
        ({"SUPPLY_MA": 120}, "20 mA is not enough for 24 lights"),
        ({"LIGHTS_PER_POINT": 6}, "LIGHTS_PER_POINT must be 1 to 5"),
        ({"WIRING": ((1, 12),)}, "never passes point 13"),
        ({"WIRING": (1, 24)}, "or with one run ((1, 24),); 1 is no run"),
        ({"WIRING": "(1, 24)"}, "WIRING must list runs in brackets, like ((1, 12), (13, 24)), or"),
        ({"WIRING": ((["bar"], 0), (1, 24))}, "; (['bar'], 0) is no run"),
        ({"WIRING": ((1, 24), ("gap", None))}, "; ('gap', None) is no run"),
        ({"WIRING": ((1, 24, "in", 2),)}, "; (1, 24, 'in', 2) is no run"),
        ({"WIRING": ((1, 24, "up"),)}, "(1, 24, 'up'): the way must be one of in, out, in out"),
        ({"BUTTON_PINS": (10, 11, 12)}, "four pins"),
        ({"BUTTON_PINS": (10, 11, 12, 12)}, "GP12 is used twice"),
        ({"PIEZO_PIN": 28}, "GP28 is used twice"),
        ({"I2C_ID": 2}, "I2C_ID must be 0 or 1"),
        ({"I2C_ID": 1}, "I2C1 can have SDA/SCL on 2/3, "),
        ({"I2C_SDA_PIN": 5, "I2C_SCL_PIN": 4}, "not 5/4"),
        ({"OLED_DRIVER": "ssd1331"}, "OLED_DRIVER must be ssd1306 or sh1106"),
        ({"OLED_ADDRESS": 0x80}, "not 0x80"),
        ({"I2C_FREQUENCY": 400}, "I2C_FREQUENCY"),
        ({"PLACE_ROW_PINS": (0, 1, 2, 3, 6)}, "PLACE_COLUMN_PINS must name 6 pins"),
        ({**_MATRIX, "PLACE_ROW_PINS": (0, 1, 2, 3)}, "PLACE_ROW_PINS must name 5 pins"),
        ({**_MATRIX, "PLACE_ROW_PINS": (0, 1, 2, 3, 20)}, "and PLACE_COLUMN_PINS"),
        (
            {**_MATRIX, "PLACE_COLUMN_PINS": (16, 17, 18, 19, 20, 22)},
            "PLACE_COLUMN_PINS must be six pins beside one another, like 16 to 21",
        ),
        ({"STRIP_PINS": 3}, "STRIP_PINS means nothing here"),
    ],
)
def test_what_is_wrong_is_said(changes, part):
    problems = check.problems(_data(**changes))
    assert len(problems) == 1 and part in problems[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"COMPUTER": "arduino"}, "COMPUTER must be one of pico, pico2, raspberry_pi, not "),
        ({"STRIP_PIN": 17}, "STRIP_PIN: GPIO17 cannot drive a strip; GPIO10, GPIO12, GPIO18, "),
        ({"PIEZO_PIN": 28}, "PIEZO_PIN: the Raspberry Pi has no pin GPIO28; free are GPIO4, "),
        ({"PIEZO_PIN": 18}, "GPIO18 is used twice: STRIP_PIN and PIEZO_PIN"),
        ({"I2C_ID": 0}, "I2C0 can have SDA/SCL on no pins here: take I2C1; not 2/3"),
    ],
)
def test_what_is_wrong_with_a_raspberry_pi_s_board_is_said(changes, said):
    (problem,) = check.problems({**vars(load_board("raspberry_pi")), **changes})
    assert problem.startswith(said)


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
