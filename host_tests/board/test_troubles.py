"""If something fails, the board says what, and play continues."""

from binascii import crc32
from json import dumps

from devices.rings import BEGIN, as_file, of_version
from fakes import own_data
from fakes.power import Power, messages, planted, ran, taps
from fakes.sitting import SeededDice
from fakes.wires import SSD1306Display
from picogammon import board_data
from picogammon.app.modes.navigator import Navigator
from picogammon.board_data import Laid
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, VERSION
from picogammon.ground import BACK
from picogammon.rules import match
from portable import sample
from reading import glass


def test_another_versions_matches_are_told_with_what_to_do():
    power = Power()
    Flash(power.flash, SECTORS).program(3, 0, of_version(as_file(BEGIN), VERSION - 1)[:36])
    said = messages(power)[0][1]
    assert said.endswith(
        "(another version of the firmware wrote these matches). It stays on the flash. "
        "To save new matches, erase the whole flash."
    )


def test_a_dead_file_system_is_said_and_the_board_plays_without():
    for errno, seed in ((2, 2), (5, 21), (19, 19)):  # fingers that ask no coach, who thinks long

        def script(power, seed=seed):
            yield 100
            yield from power.read()
            assert "The saved match cannot be read" in str(power.told), power.told
            yield from power.press("OK OK OK")
            yield from power.read()
            assert power.match.phase != match.OPENING
            fingers = SeededDice(seed)
            for _ in range(60):
                names = ("OK", "NEXT", "PREV", "hold-OK", "OK", "NEXT", "hold-BACK")
                yield from power.press(names[fingers.below(7)])

        power = Power(2)
        power.in_files = True
        ran(taps(25), power)
        kept = {path: bytes(data) for path, data in power.disk.files.items()}
        power.disk.fault = 0, errno, 1 << 30
        ran(script, power)
        assert power.disk.files == kept


_ODD = (None, True, -1, 0, 3, 10**9, 10**20, 1.5, "", "GRB", "GRBW", [], [1, 2, 3, 4], [[1, 24]])
_ODD += ([None] * 4, [0, 1, 2, 99], {})


def _store(blob):
    body = b"PGT\x01\x00\x00\x01\x00" + blob
    return bytearray(body + crc32(body).to_bytes(4, "little"))


def test_a_damaged_set_up_is_told():
    power = Power()
    power.disk.files["board.bin"] = bytearray(b"PGT\x01{} and a wrong sum")
    wanted = "board.bin was damaged; it is saved as board.bin.bad"
    assert messages(power) == [("The board's data", wanted)]


def _let_go(power):
    yield 11_000
    power.switches.down.discard(BACK)
    yield 1000


def test_each_constant_of_a_set_up_may_have_any_value_and_the_board_starts_and_can_undo_it():
    cases = [(name, value) for name in board_data.FOUND.split() for value in _ODD]
    for name, value in sample(cases, 31):
        power = Power()
        power.disk.files["board.bin"] = _store(dumps({name: value}).encode())

        assert power.run(taps(3)) == "off" and power.crash_log() == "", (name, value)
        power.switches.down.add(BACK)  # before the power comes
        assert power.run(_let_go) == "reset" and power.crash_log() == "", (name, value)
        assert "board.bin" not in power.disk.files, (name, value)


def test_lights_that_missed_a_frame_get_it_again_within_three_seconds():
    for what, held, let_go in (
        ("play", (), 0),
        ("a wish", (0,), 0),
        ("set-up", (0,), 4000),
        ("self-test", (0, 1), 4000),
        ("alarm", (), 0),
    ):

        def script(power, let_go=let_go):
            yield let_go
            if let_go:
                power.switches.down.clear()
            yield 5000 - let_go
            power.lit = power.rgb
            power.circuit.wire.sent.clear()
            yield 3300
            power.again = power.rgb

        power = Power()
        power.display.strict = False  # the set-up tries what it may be
        if what == "alarm":
            for _ in range(3):
                with planted(Navigator, "tick"):
                    assert power.run(taps(0)) == "reset"
        power.switches.down.update(held)
        assert power.run(script) == "off", power.crash_log()
        assert any(power.lit) and power.again == power.lit, what


def test_the_alarm_says_all_leaf_by_leaf_on_a_low_display():
    read = set()

    def script(power):
        yield 100
        power.alarm.view.page.lines.append("Hold BACK: set it aside, start a new one.")
        for _ in range(4):
            yield 3100
            read.update(glass.rows(power.display.glass()))

    power = Power()
    power.display = power.bus.display = SSD1306Display(height=32)
    power.data_on_flash = lambda: Laid(own_data, {"OLED_HEIGHT": 32})
    with planted(Navigator, "tick"):
        for _ in range(3):
            assert power.run(taps(0)) == "reset"
        assert power.run(script) == "off", power.crash_log()
    said = " ".join(sorted(read)).upper()
    for words in ("PICOGAMMON FAILED", "THE MATCH IS", "HOLD BACK: SET IT"):
        assert words in said
