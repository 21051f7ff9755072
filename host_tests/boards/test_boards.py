"""The boards: their data hold together, and what is made from them says the same."""

import re
from itertools import combinations
from types import SimpleNamespace

import pytest

from tools import ROOT
from tools.boards import __main__ as tool
from tools.boards import (
    check,
    checking,
    feed,
    loading,
    perfboard,
    picture,
    summary,
    supply,
    table,
)
from tools.boards.headers import PICO, RASPBERRY_PI
from tools.boards.loading import BoardError, load_board

HOST_ONLY = True


_MATRIX = {"PLACE_ROW_PINS": (0, 1, 2, 3, 6), "PLACE_COLUMN_PINS": (16, 17, 18, 19, 20, 21)}


def _data(**changes):
    data = dict(vars(load_board("pico")))
    data.update(changes)
    return data


@pytest.mark.parametrize("name", loading.names())
def test_every_board_has_good_data_and_a_readme(name):
    board = load_board(name)
    assert board.NAME == name
    assert (loading.FOLDER / name / "README.md").is_file()


@pytest.mark.parametrize("name", loading.names())
def test_what_is_made_from_the_data_is_up_to_date(name):
    for path, text in tool.made(load_board(name), loading.FOLDER / name).items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m tools.boards"


@pytest.mark.parametrize("name", loading.names())
def test_every_board_has_a_table_and_a_picture(name):
    made = tool.made(load_board(name), loading.FOLDER / name)
    assert sorted(path.name for path in made) == ["README.md", "wiring.svg"]


@pytest.mark.parametrize("name", loading.pico_names())
def test_a_usb_port_is_asked_for_what_the_board_may_draw_and_gives(name):
    header = (ROOT / "tools/image/definition/usb/tusb_config.h").read_text()
    asked = int(re.search(r"define USBD_MAX_POWER_MA \((\d+)\)", header)[1])
    assert asked == min(load_board(name).SUPPLY_MA, 500)


def test_an_unknown_board_is_refused_with_the_names_there_are():
    names = ", ".join(loading.names())
    with pytest.raises(BoardError, match=f"no board 'pica'.* There are: {names}"):
        load_board("pica")


@pytest.mark.parametrize("name", ["", "..", "../boards/pico", "/etc"])
def test_a_name_is_no_path(name):
    with pytest.raises(BoardError, match="There are:"):
        load_board(name)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"NAME = ", ", line 1: NAME must be a whole number, a text in quotes, "),
        (
            b"import machine",
            ", line 1: only comments and constants may stand here, as NAME = value ",
        ),
        (b"raise SystemExit(0)", ", line 1: only comments and constants may stand here"),
        (b"NAME = 'x'\nSTRIP_PIN = 1 / 0", ", line 2: STRIP_PIN must be a whole number"),
        (b"NAME = 'x'\n# \xe9t\xe9", ", line 2: this is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbfNAME = 'x'", ", line 1: save the file as UTF-8 without a byte order mark"),
        ("NAME = 'x'".encode("utf-16"), ", line 1: this is not UTF-8; save the file as UTF-8"),
        (b"NAME = 'x'\0", ", line 1: save the file as UTF-8"),
        (b"NAME = 'x'", ":\n  - BUTTON_PINS is missing: boards/pico/board_config.py shows each"),
        (b"", ":\n  - BUTTON_PINS is missing: "),
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
    with pytest.raises(BoardError) as told:
        load_board("x", tmp_path)
    assert f"{config}{said}" in str(told.value)
    assert checking.main([str(tmp_path / "x")]) == 1
    assert capsys.readouterr().err == f"{told.value}\n"


def test_a_name_that_no_folder_can_have_is_answered_with_the_boards_there_are(tmp_path, capsys):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for name in ("", "x" * 300, "a\nb", str(loop)):
        assert checking.main([name]) == 1
        assert capsys.readouterr().err.startswith(f"There is no board {name!r}. There are: ")


def test_the_name_is_the_folders(tmp_path):
    (tmp_path / "copy").mkdir()
    original = loading.FOLDER / "pico" / "board_config.py"
    (tmp_path / "copy" / "board_config.py").write_text(original.read_text())
    with pytest.raises(BoardError, match="NAME is 'pico' in the folder 'copy'"):
        load_board("copy", tmp_path)


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
        ({"OTHERS_MA": 0}, "OTHERS_MA must be 40 to 500, not 0: the Pico takes 40"),
        ({"SUPPLY_MA": 0}, "SUPPLY_MA must be 1 to 10,000, not 0"),
        ({"SUPPLY_MA": -500}, "SUPPLY_MA must be 1 to 10,000, not -500"),
        ({"SUPPLY_MA": 50_000}, "SUPPLY_MA must be 1 to 10,000, not 50,000: one fuse"),
        ({"SUPPLY_MA": 120}, "20 mA is not enough for 24 lights"),
        ({"LIGHTS_PER_POINT": 6}, "LIGHTS_PER_POINT must be 1 to 5"),
        ({"WIRING": ((1, 12),)}, "never passes point 13"),
        ({"WIRING": (1, 24)}, "or with one run ((1, 24),); 1 is no run"),
        ({"WIRING": "(1, 24)"}, "WIRING must list runs in brackets, like ((1, 12), (13, 24)), or"),
        ({"WIRING": ((1, [24]),)}, "; (1, [24]) is no run"),
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
        ({**_MATRIX, "PLACE_ROW_PINS": (0, 1, 2, 3, 4)}, "GP4 is used twice: I2C_SDA_PIN and"),
        ({**_MATRIX, "PLACE_ROW_PINS": (0, 1, 2, 3, 20)}, "and PLACE_COLUMN_PINS"),
        ({"STRIP_PINS": 3}, "STRIP_PINS means nothing here"),
    ],
)
def test_what_is_wrong_is_said(changes, part):
    problems = check.problems(_data(**changes))
    assert len(problems) == 1 and part in problems[0]


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


def test_a_misspelt_constant_is_recognised():
    data = _data(STRIP_PINS=28)
    del data["STRIP_PIN"]
    assert check.problems(data)[1] == "STRIP_PINS means nothing here: is STRIP_PIN meant?"


def test_no_sound_is_allowed():
    assert check.problems(_data(PIEZO_PIN=None)) == []


def test_a_button_for_each_place_is_allowed():
    assert check.problems(_data(**_MATRIX)) == []


def test_pins_are_where_the_pico_has_them():
    assert len(PICO.names) == 40
    assert sorted(PICO.gpio) == [*range(23), 26, 27, 28]
    for gpio, pin in ((0, 1), (5, 7), (15, 20), (16, 21), (22, 29), (26, 31), (28, 34)):
        assert PICO.gpio[gpio] == pin
    assert [n for n, name in enumerate(PICO.names, 1) if name == "GND"] == [
        *(3, 8, 13, 18),
        *(23, 28, 38),
    ]
    assert PICO.number("VBUS") == 40 and PICO.number("3V3") == 36
    assert PICO.i2c_pins(0) == [(0, 1), (4, 5), (8, 9), (12, 13), (16, 17), (20, 21)]
    assert PICO.i2c_pins(1) == [(2, 3), (6, 7), (10, 11), (14, 15), (18, 19), (26, 27)]


def test_the_table_names_every_used_pin_with_its_number():
    board = load_board("pico")
    text = table.text(board)
    for gpio in (board.STRIP_PIN, board.I2C_SDA_PIN, board.I2C_SCL_PIN, *board.BUTTON_PINS):
        assert f"| GP{gpio} | {PICO.gpio[gpio]} |" in text


def test_the_table_says_which_places_are_between_which_pins():
    board = load_board("pico_five")
    text = table.text(board)
    for row, which in ((0, "points 1 to 6"), (3, "points 19 to 24"), (4, "dice, cube")):
        gpio = board.PLACE_ROW_PINS[row]
        assert re.search(rf"\| row {row + 1} \| GP{gpio} \| {PICO.gpio[gpio]} \| .*{which}", text)
    assert f"| column 6 | GP{board.PLACE_COLUMN_PINS[5]} |" in text


def test_the_table_says_the_way_of_any_strip():
    board = load_board("pico")
    board.LIGHTS_PER_POINT = 5
    board.WIRING = ((24, 13, "in out"), ("bar", 1), ("gap", 1), (12, 12), (1, 11))
    text = table.text(board)
    assert "126 lights, 5 a point" in text
    assert (
        "points 24 to 13 (in out), then the 2nd player's bar, then 1 unused light, then point 12, "
        "then points 1 to 11." in text
    )


def test_changed_data_change_table_and_picture():
    board = load_board("pico")
    before = table.text(board), picture.svg(board)
    board.PIEZO_PIN = None
    after = table.text(board), picture.svg(board)
    assert "Piezo" in before[0] and "Piezo" in before[1]
    assert "Piezo" not in after[0] and "Piezo" not in after[1]


def test_a_readme_without_marks_is_told():
    with pytest.raises(ValueError, match="marks are missing"):
        table.put_into("# A board\n", load_board("pico"))


def test_check_board_says_what_it_would_be(capsys):
    assert checking.main(["pico_five"]) == 0
    said = capsys.readouterr().out
    assert "140 on GP28 (pin 34), 5 a point" in said
    assert "places   can be pressed: rows GP6, GP7, " in said
    assert said.endswith("Nothing is wrong with boards/pico_five/board_config.py.\n")


def test_columns_whose_taps_would_be_lost_are_refused_and_their_order_is_free():
    five = vars(load_board("pico_five"))
    assert check.problems({**five, "PLACE_COLUMN_PINS": (16, 18, 17, 19, 21, 20)}) == []
    (problem,) = check.problems({**five, "PLACE_COLUMN_PINS": (16, 17, 18, 19, 20, 22)})
    assert problem.startswith(
        "PLACE_COLUMN_PINS must be six pins beside one another, like 16 to 21"
    )


def test_a_page_or_picture_that_cannot_be_read_is_told(tmp_path, capsys):
    data = (loading.FOLDER / "pico" / "board_config.py").read_text().replace('"pico"', '"own"')
    own = tmp_path / "own"
    own.mkdir()
    (own / "board_config.py").write_text(data)
    (own / "README.md").write_bytes(b"\xff\xfe")
    assert checking.main([str(own)]) == 1
    assert "README.md cannot be read: " in capsys.readouterr().err
    (own / "README.md").write_text((loading.FOLDER / "pico" / "README.md").read_text())
    (own / "wiring.svg").mkdir()
    assert checking.main([str(own)]) == 1
    assert "wiring.svg cannot be read: " in capsys.readouterr().err


def test_check_board_says_that_a_supply_is_wanted():
    board = load_board("pico_five")
    board.SUPPLY_MA = 2000
    assert "500 mA: this board wants a supply of its own" in summary.text(board)


def _supplied(name, milliamps):
    board = load_board(name)
    board.SUPPLY_MA = milliamps
    return board


def test_a_stronger_supply_is_drawn_with_its_fuse_and_wires_and_vbus_is_left_alone():
    board = _supplied("pico_five", 6000)
    said = table.text(board)
    assert "| Supply | 5V | VSYS | 39 | through a Schottky diode 1N5817" in said
    assert "a fuse of 7.5 A beside it, wires of 1.5 mm² (AWG 16)" in said
    assert "the joints nearest to lights 48 and 94, and its end" in said
    assert "VBUS |" not in said
    drawn = picture.svg(board)
    for part in ("Supply 5 V, 6 A", "fuse 7.5 A", "AWG 16", "VBUS stays free", "470 µF"):
        assert part in drawn
    assert "VSYS (pin 39)" in drawn and "VBUS (pin 40)" not in drawn


def test_a_plug_is_loaded_with_no_more_than_usb_allows():
    for name in loading.pico_names():
        drawn, said = picture.svg(load_board(name)), table.text(load_board(name))
        assert "10 µF" in drawn and "10 µF" in said
        assert "fuse" not in drawn + said and "1000 µF" not in drawn + said
        for part in ("74AHCT125", "100 nF", "330 Ω", "first light", "VBUS (pin 40)"):
            assert part in drawn


@pytest.mark.parametrize("name", loading.names())
def test_the_piezo_s_resistor_is_drawn(name):
    board = load_board(name)
    assert picture.svg(board).count("100 Ω</text>") == (board.PIEZO_PIN is not None)
    board.PIEZO_PIN = None
    assert "100 Ω" not in picture.svg(board)


def _joined(holes, wires):
    """The sets of names (of {name: hole}) that wires join, each a colour and its corners."""
    groups = [{hole} for hole in set(holes.values())]
    for _colour, *corners in wires:
        passed = set()
        for (x, y), (far_x, far_y) in zip(corners, corners[1:]):
            assert x == far_x or y == far_y
            passed |= {
                (column, row)
                for column in range(min(x, far_x), max(x, far_x) + 1)
                for row in range(min(y, far_y), max(y, far_y) + 1)
            }
        met = [group for group in groups if group & passed]
        groups = [group for group in groups if not group & passed]
        groups.append(passed.union(*met))
    return {
        frozenset(name for name, hole in holes.items() if hole in group) for group in groups
    } - {frozenset()}


def test_the_level_shifter_on_perfboard_is_wired_as_its_table_says():
    holes = perfboard.LEGS | perfboard.WIRES
    assert len(set(holes.values())) == len(holes)
    for column, row in holes.values():
        assert 1 <= column <= perfboard.COLUMNS and 1 <= row <= perfboard.ROWS
    assert max(perfboard.COLUMNS, perfboard.ROWS) * 2.54 <= 30  # what is bought
    grounds = {f"U{pin}" for pin in (1, 4, 5, 7, 9, 10, 12, 13)}
    assert _joined(holes, perfboard.BARE) == {
        frozenset(net)
        for net in (
            {"U14", "C1", "from 5 V", "to the strip's 5V"},
            {*grounds, "C2", "from GND", "to the strip's GND"},
            {"U2", "from the data pin"},
            {"U3", "R1"},
            {"R2", "to the strip's DIN"},
            *({f"U{pin}"} for pin in (6, 8, 11)),
        )
    }


def test_where_5v_and_gnd_come_to_the_strip_is_drawn_along_it():
    numbers = re.findall(r">(\d+)</text>", "".join(feed.feeds_drawn([1, 48, 94, 141])))
    assert numbers == ["1", "48", "94", "140"]
    once, four_times = (picture.svg(_supplied("pico_five", ma)) for ma in (300, 6000))
    assert "5V, GND" in four_times and "5V, GND" not in once


@pytest.mark.parametrize(
    ("milliamps", "fuse", "feeds"), [(1000, 1, 2), (1500, 2, 2), (3000, 3, 3), (9000, 10, 4)]
)
def test_fuse_and_feeds_grow_with_the_supply(milliamps, fuse, feeds):
    found = supply.supply_of(_supplied("pico_five", milliamps))
    assert (found.own, found.fuse, len(found.feeds)) == (True, fuse, feeds)
    assert found.fuse * 1000 >= milliamps and found.loss <= 350


def test_a_table_compares_supplies_up_to_the_one_with_which_nothing_is_dimmed():
    board = load_board("pico")
    assert [each.ma for each in supply.compared(board)] == [500, 1000, 2000]
    assert supply.white_ma(board) + board.OTHERS_MA <= 2000
    assert [each.ma for each in supply.compared(load_board("pico_five"))][-1] == 10_000
    made = table.losses(load_board("pico_five"))
    assert (
        "| 6 A, supply | 7.5 A | 1.5 mm² (AWG 16) | 0.14 V | its beginning, the joints nearest to "
        "lights 48 and 94, and its end | 0.16 V | over 2 V |" in made
    )
    for name in ("pico", "pico_five"):
        assert table.losses(load_board(name)) in (loading.FOLDER / name / "README.md").read_text()


def test_what_all_but_the_strip_takes_goes_by_the_oled_and_pages_say_so():
    assert [supply.others_ma(oled) for oled in ("0.96", "1.3", "2.42")] == [100, 100, 250]
    assert table.oleds(None) in (loading.FOLDER / "pico/README.md").read_text(encoding="utf-8")
    for name in loading.names():
        assert load_board(name).OTHERS_MA >= supply.others_ma("1.3")
    (problem,) = check.problems(_data(OTHERS_MA=39))
    least, most = min(supply.OLEDS_MA.values()), max(supply.OLEDS_MA.values())
    assert problem.endswith(f"the Pico takes 40, an OLED {least} to {most} more")


def test_twenty_eight_pieces_lose_four_times_less_when_fed_at_both_ends():
    one, both = supply.loss(400, 27, 0), supply.loss(400, 27, 1)
    assert (round(one), round(both)) == (391, 98)


def test_check_board_of_a_folder_without_a_page(tmp_path, capsys):
    (tmp_path / "bare").mkdir()
    data = (loading.FOLDER / "pico" / "board_config.py").read_text()
    (tmp_path / "bare" / "board_config.py").write_text(data.replace('"pico"', '"bare"'))
    bare = tmp_path / "bare"
    assert checking.main([str(bare)]) == 0
    assert f"{bare} has no README.md" in capsys.readouterr().out
    (bare / "README.md").write_text(table.BEGIN)
    assert checking.main([str(bare)]) == 1
    assert "there is no <!-- Until here. -->" in capsys.readouterr().err


def _pi(**changes):
    return {**vars(load_board("raspberry_pi")), **changes}


def test_the_header_of_a_raspberry_pi_is_as_its_data_sheet_has_it():
    header = RASPBERRY_PI
    assert len(header.names) == 40 and sorted(header.gpio) == list(range(2, 28))
    numbers = {2: 3, 3: 5, 4: 7, 17: 11, 18: 12, 10: 19, 13: 33, 26: 37, 21: 40}
    assert {gpio: header.gpio[gpio] for gpio in numbers} == numbers
    grounds = [n for n, name in enumerate(header.names, 1) if name == "GND"]
    assert grounds == [6, 9, 14, 20, 25, 30, 34, 39]
    assert (header.volts_5, header.volts_3) == (2, 1)
    assert [header.row(n) for n in (1, 2, 39, 40)] == [0, 0, 19, 19]


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
    (problem,) = check.problems(_pi(**changes))
    assert problem.startswith(said)


def _segments(svg):
    """{(along, level): [(start, end, the pin's end)]} of all lines that wires are drawn with."""
    found = {}
    for points in re.findall(r'<polyline points="([^"]+)"', svg):
        way = [tuple(map(float, point.split(","))) for point in points.split()]
        for (x, y), (other_x, other_y) in zip(way, way[1:]):
            key, ends = (("x", y), (x, other_x)) if y == other_y else (("y", x), (y, other_y))
            found.setdefault(key, []).append((*sorted(ends), way[-1]))
    return found


@pytest.mark.parametrize("changes", [{}, {"I2C_ID": 1, "I2C_SDA_PIN": 26, "I2C_SCL_PIN": 27}])
@pytest.mark.parametrize("name", loading.pico_names())
def test_no_wire_is_drawn_on_another_one(name, changes):
    drawn = picture.svg(SimpleNamespace(**{**vars(load_board(name)), **changes}))
    for lines in _segments(drawn).values():
        for (start, end, pin), (other_start, other_end, other) in combinations(lines, 2):
            assert pin == other or min(end, other_end) <= max(start, other_start)
