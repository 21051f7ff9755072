"""The page's chips behave as their data sheets say, whatever driver talks to them."""

import pytest

_SETUP = "0xae 0x20 0 0xa1 0xc8 0xa8 63 0x8d 0x14 0xaf"


@pytest.fixture(scope="module")
def page(chromium, standin_address):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(standin_address + "boards.json")  # same origin, nothing running
    yield page
    context.close()


def _ssd1306(page, *transmissions):
    """The GDDRAM after the transmissions (bytes each), and the lit dots as a set of (x, y)."""
    ram, lit = page.evaluate(
        """async (all) => {
            const { SSD1306 } = await import("/ssd1306.js");
            const chip = new SSD1306();
            for (const one of all) chip.take(Uint8Array.from(one));
            const lit = [];
            for (let y = 0; y < 64; y++) {
                for (let x = 0; x < 128; x++) if (chip.lit(x, y)) lit.push([x, y]);
            }
            return [chip.gddram(), lit];
        }""",
        [list(one) for one in transmissions],
    )
    return bytes(ram), {tuple(dot) for dot in lit}


def _commands(text):
    return bytes([0x00] + [int(number, 0) for number in text.split()])


def _written(ram):
    return {at: byte for at, byte in enumerate(ram) if byte}


def test_horizontal_addressing_fills_a_window_row_by_row(page):
    window = _commands("0x21 10 12 0x22 3 4")
    ram, lit = _ssd1306(page, _commands(_SETUP), window, b"\x40\x01\x02\x03\x04\x05\x06\x07")
    row3, row4 = 3 * 128, 4 * 128
    # The seventh byte comes back to the window's first column.
    assert _written(ram) == {
        row3 + 10: 7, row3 + 11: 2, row3 + 12: 3, row4 + 10: 4, row4 + 11: 5, row4 + 12: 6
    }  # fmt: skip
    assert {(10, 24), (10, 25), (10, 26), (11, 25)} <= lit


def test_vertical_addressing_fills_a_window_column_by_column(page):
    window = _commands("0x20 1 0x21 10 12 0x22 3 4")
    ram, _ = _ssd1306(page, _commands(_SETUP), window, b"\x40\x01\x02\x03")
    assert _written(ram) == {3 * 128 + 10: 1, 4 * 128 + 10: 2, 3 * 128 + 11: 3}


def test_page_addressing_stays_in_its_page(page):
    place = _commands("0x20 2 0xb5 0x0e 0x17")  # page 5, column 0x7e
    ram, _ = _ssd1306(page, _commands(_SETUP), place, b"\x40\x01\x02\x03")
    assert _written(ram) == {5 * 128 + 126: 1, 5 * 128 + 127: 2, 5 * 128: 3}


def test_a_commands_arguments_may_come_one_transmission_each(page):
    parts = [bytes((0x80, byte)) for byte in (0x21, 10, 12, 0x22, 3, 4)]
    ram, _ = _ssd1306(page, _commands(_SETUP), *parts, b"\x40\x01")
    assert _written(ram) == {3 * 128 + 10: 1}


def test_a_control_byte_with_co_set_is_for_one_byte(page):
    mixed = bytes((0x80, 0xB2, 0x80, 0x05, 0x80, 0x10, 0xC0, 0xAA, 0x80, 0xA7, 0x40, 0x55))
    ram, _ = _ssd1306(page, _commands(_SETUP + " 0x20 2"), mixed)
    assert _written(ram) == {2 * 128 + 5: 0xAA, 2 * 128 + 6: 0x55}


@pytest.mark.parametrize(
    "commands, dot",
    [
        ("", (0, 0)),
        ("0xc0", (0, 63)),  # rows the other way round
        ("0x45", (0, 59)),  # display begins with line 5
        ("0xd3 5", (0, 59)),  # moved up by 5
    ],
)
def test_where_the_first_dot_shows(page, commands, dot):
    _, lit = _ssd1306(page, _commands(_SETUP), _commands(commands), b"\x40\x01")
    assert lit == {dot}


def test_columns_the_other_way_round_count_for_what_is_written_afterwards(page):
    _, lit = _ssd1306(page, _commands(_SETUP), b"\x40\x01", _commands("0xa0"), b"\x40\x01")
    assert lit == {(0, 0), (126, 0)}


def test_inverse_all_on_and_off(page):
    first = (_commands(_SETUP), b"\x40\x01")
    assert len(_ssd1306(page, *first, _commands("0xa7"))[1]) == 8191
    assert len(_ssd1306(page, *first, _commands("0xa5"))[1]) == 8192
    assert _ssd1306(page, *first, _commands("0xae"))[1] == set()


def test_without_its_charge_pump_the_panel_stays_dark(page):
    assert _ssd1306(page, _commands("0xaf"), b"\x40\xff")[1] == set()


def _strip(page, order, *transmissions):
    return page.evaluate(
        """async ([order, all]) => {
            const { Strip } = await import("/strip.js");
            const strip = new Strip(3, order);
            for (const one of all) strip.take(Uint8Array.from(one));
            return strip.lights;
        }""",
        [order, [list(one) for one in transmissions]],
    )


def test_a_strip_takes_its_colours_in_its_own_order(page):
    wire = bytes(range(1, 10))
    assert _strip(page, "GRB", wire) == [[2, 1, 3], [5, 4, 6], [8, 7, 9]]
    assert _strip(page, "RGB", wire) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert _strip(page, "GRBW", bytes(range(1, 13))) == [[2, 1, 3], [6, 5, 7], [10, 9, 11]]


def test_lights_that_a_transmission_does_not_reach_keep_their_colour(page):
    assert _strip(page, "RGB", bytes(range(1, 10)), b"\x0a\x0b\x0c\x0d") == [
        [10, 11, 12],
        [4, 5, 6],
        [7, 8, 9],
    ]


def test_what_a_strip_is_too_short_for_is_lost(page):
    assert _strip(page, "RGB", bytes(range(1, 16))) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def _contacts(page, *happenings):
    """What the firmware hears of a page's buttons, as [pin, level, when]: a timer is never early.

    A happening is (now, the pin that moves, to which level, and when): without a pin, time passes.
    """
    return page.evaluate(
        """async (happenings) => {
            const { Contacts } = await import("/contacts.js");
            let now = 0;
            let timers = [];
            const heard = [];
            const contacts = new Contacts(
                (pin, level) => heard.push([pin, level === contacts.read(pin) ? level : -1, now]),
                () => now,
                (act, ms) => timers.push({ act, due: now + ms }),
            );
            for (const [time, pin, level, at] of happenings) {
                now = time;
                const ready = timers.filter(({ due }) => due <= now);
                timers = timers.filter(({ due }) => due > now);
                for (const { act } of ready) act();
                if (pin !== undefined) contacts.move(pin, level, at);
            }
            return heard;
        }""",
        happenings,
    )


def _times(*times):
    return [(time,) for time in times]


def test_an_edge_is_told_as_it_comes(page):
    moves = (1000, 3, 0, 1000), (1150, 3, 1, 1150)
    assert _contacts(page, *moves) == [[3, 0, 1000], [3, 1, 1150]]


def test_a_press_that_is_told_late_is_as_long_as_it_was_and_never_longer(page):
    """The firmware, which was not late, must not take it for one that has been held since."""
    moves = (1900, 3, 0, 1000), (1905, 3, 1, 1150)
    assert _contacts(page, *moves, *_times(2049, 2050)) == [[3, 0, 1900], [3, 1, 2050]]
    begun = (1000, 3, 0, 1000), (1900, 3, 1, 1150)  # only its end was late
    assert _contacts(page, *begun) == [[3, 0, 1000], [3, 1, 1900]]


def test_after_a_late_press_the_next_is_in_time_again(page):
    moves = (1900, 3, 0, 1000), (1901, 3, 1, 1150), (2050,), (3000, 3, 0, 3000)
    assert _contacts(page, *moves)[-1] == [3, 0, 3000]


def test_presses_of_two_buttons_keep_their_order(page):
    late = (1900, 2, 0, 1000), (1901, 2, 1, 1700), (1902, 3, 0, 1710)
    heard = [[2, 0, 1900], [2, 1, 2600], [3, 0, 2610]]
    assert _contacts(page, *late, *_times(2600, 2609, 2610)) == heard
    quick = (1000, 2, 0, 1000), (1001, 2, 1, 1001), (1002, 3, 0, 1002), (1003, 3, 1, 1003)
    heard = [[2, 0, 1000], [2, 1, 1100], [3, 0, 1100], [3, 1, 1200]]
    assert _contacts(page, *quick, *_times(1100, 1200)) == heard


def test_two_buttons_can_be_held_at_once(page):
    moves = (1000, 2, 0, 1000), (1010, 3, 0, 1010)
    assert _contacts(page, *moves) == [[2, 0, 1000], [3, 0, 1010]]


def test_a_short_press_lasts_for_a_moment(page):
    moves = (1000, 3, 0, 1000), (1001, 3, 1, 1001), (1002, 3, 0, 1002)
    assert _contacts(page, *moves, *_times(1050)) == [[3, 0, 1000]]
    late = _times(1140, 1239, 1240)  # a timer that was late makes none of them shorter
    assert _contacts(page, *moves, *late) == [[3, 0, 1000], [3, 1, 1140], [3, 0, 1240]]


def test_no_edge_comes_from_the_future(page):
    assert _contacts(page, (1000, 3, 0, 5000)) == [[3, 0, 1000]]


def _matrix(page, *happenings):
    """What a firmware reads that scans a page's matrix of two rows by two columns.

    `happenings`: [time, name, level] moves a button, [time] is a scan: the buttons that it found.
    """
    return page.evaluate(
        """async (happenings) => {
            const { Matrix } = await import("/matrix.js");
            let now = 0;
            const timers = [];
            const matrix = new Matrix(() => now, (act) => timers.push(act));
            const scan = () => [1, 2].flatMap((row) => {
                matrix.drive(row, 0);
                const found = [8, 9].filter((column) => !matrix.read(column));
                matrix.drive(row, 1);
                return found.map((column) => `${row}-${column}`);
            });
            const found = [];
            for (const [time, name, level] of happenings) {
                now = time;
                if (name) matrix.move(name, level);
                else found.push(scan().join(" "));
                for (const act of timers.splice(0)) act();
            }
            return found;
        }""",
        happenings,
    )


def test_a_click_on_a_place_lasts_until_it_was_seen_for_a_moment(page):
    click = [1000, "2-9", 0], [1001, "2-9", 1]
    assert _matrix(page, *click, [5000], [5099], [5101], [5102]) == ["2-9", "2-9", "2-9", ""]


def test_clicks_on_two_places_never_close_both(page):
    clicks = [1000, "1-8", 0], [1001, "1-8", 1], [1002, "2-9", 0], [1003, "2-9", 1]
    scans = [[time] for time in (1010, 1110, 1111, 1211, 1212, 1312, 1313)]
    assert _matrix(page, *clicks, *scans) == ["1-8", "1-8", "", "", "2-9", "2-9", ""]


def test_a_place_is_held_as_long_as_a_finger_stays(page):
    held = [1000, "1-9", 0], [1001], [1900], [2000, "1-9", 1], [2001]
    assert _matrix(page, *held) == ["1-9", "1-9", ""]
