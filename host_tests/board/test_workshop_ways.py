"""The ways into the workshop and out of it, and what is told where something is wrong."""

from fakes.builds import Build, along
from fakes.disk import files_on
from fakes.maker import Maker, self_test, sets_up, start_position, starts_right
from picogammon import board_data

HOST_ONLY = True

_OWN = Build(along(range(1, 25)))
_OTHER = Build(along(range(24, 0, -1)), "BGR", (3, 1, 0, 2), driver="sh1106", address=0x3D)
_KEPT = "board.bin"


def test_a_board_that_is_wired_in_another_way_and_set_up_anew_from_the_menu():
    power = _OTHER.power()
    sets_up(_OTHER, power)
    maker = Maker(power, _OTHER)

    def script(power):
        yield 500
        yield from maker.choose("Hardware set-up", "Set up the board")
        yield from maker.set_up()

    assert power.run(script) == "reset"
    assert maker.presses < 36, "what was set up before is offered first"
    for name in list(power.disk.files):
        if name.startswith(("match", "seen")):
            del power.disk.files[name]
    starts_right(power, _OTHER)


def test_nothing_is_kept_before_the_last_question():
    power = _OTHER.power()
    maker = Maker(power, _OTHER)

    def script(power):
        yield from maker.hold(4000)
        while not maker.page.startswith("Done"):
            yield from maker.answer()

    before = dict(power.disk.files)
    power.switches.down.add(0)
    assert power.run(script) == "off"
    assert _KEPT not in power.disk.files and _KEPT + ".new" not in power.disk.files
    assert {name for name in before if "settings" in name} <= set(power.disk.files)


def _held(power, build, ms, ends):
    """A button is held since power-on for so long."""

    def script(power):
        yield from Maker(power, build).hold(ms)
        yield 300

    power.switches.down.add(1)
    assert power.run(script) == ends, ms


def test_a_button_held_for_ten_seconds_undoes_it():
    power = _OTHER.power()
    sets_up(_OTHER, power)
    for ms in (2000, 16000):
        _held(power, _OTHER, ms, "off")
        assert _KEPT in power.disk.files and power.board.workshop is None
    _held(power, _OTHER, 11000, "reset")
    assert _KEPT not in power.disk.files
    _held(power, _OTHER, 5000, "off")
    assert power.board.workshop is not None


def test_a_button_that_is_stuck_is_no_wish():
    def script(power):
        yield 4000
        assert power.view.page is None or "set up" not in power.view.headline
        yield from maker.press(2)
        yield 100
        power.switches.down.clear()
        yield 300
        assert power.board.workshop is None

    power = _OWN.power()
    maker = Maker(power, _OWN)
    power.switches.down.add(1)
    assert power.run(script) == "off"


def test_the_menu_undoes_it_when_asked_twice():
    power = _OWN.power()
    sets_up(_OWN, power)
    maker = Maker(power, _OWN)

    def script(power):
        yield 500
        yield from maker.choose("Hardware set-up", "Undo the set-up")
        assert _KEPT in power.disk.files
        yield from maker.press(1)
        yield from maker.press(2)

    assert power.run(script) == "reset"
    assert _KEPT not in power.disk.files


def test_a_damaged_set_up_is_told_and_the_boards_own_data_are_used():
    power = _OWN.power()
    sets_up(_OWN, power)
    kept = bytearray(power.disk.files[_KEPT])
    kept[9] ^= 4
    power.disk.files[_KEPT] = kept

    def script(power):
        yield 1000
        assert power.view.page.title == "The board's data"
        assert "board.bin was damaged" in power.view.page.lines[0]
        assert start_position(Maker(power, _OWN)) == ""

    assert power.run(script) == "off"


def test_what_was_set_up_and_does_not_fit_the_board_is_told():
    power = _OWN.power()
    board_data.keep(files_on(power.disk), {"WIRING": [[1, 23]]})

    def script(power):
        yield 1000
        line = power.view.page.lines[0]
        assert line.startswith("What was set up: ValueError: the strip never passes point 24")
        assert start_position(Maker(power, _OWN)) == ""

    assert power.run(script) == "off"


def test_the_self_test_says_which_wire_to_look_at():
    def answers(maker):
        if maker.page.startswith("Buttons"):
            if maker.asked() == 1:
                yield 15100
            else:
                yield from maker.press(maker.asked())
        elif "dark or wrong" in maker.page:
            yield from maker.press(2)
        else:
            yield from maker.press(1)

    said = " ".join(self_test(_OWN, answers))
    for part in (
        "Not all lights red: look at GP28",
        "At point 1: dark? Solder before it.",
        "Display: look at SDA (GP4)",
        "NEXT: look at GP1 ",
    ):
        assert part in said, said
    assert "Piezo: look at GP15" in said


def test_a_strip_with_four_bytes_a_light_shows_a_mixture_where_all_ought_to_have_one_colour():
    power = _OWN.power()
    maker = Maker(power, _OWN)

    def script(power):
        yield from maker.hold(4000)
        while maker.question() != "4":
            yield from maker.answer()
            yield from maker.settle()
        sent = power.rgb
        assert len({sent[3 * i : 3 * i + 3] for i in range(24)}) == 1
        assert len({sent[4 * i : 4 * i + 4] for i in range(24)}) > 1
        assert maker.page.endswith("are all lights now? Mixed: RGBW, no use.")

    power.switches.down.add(0)
    assert power.run(script) == "off"
