"""Set-up and self-test on every runtime, places that can be pressed, and data that are undone."""

from fakes import own_data
from fakes.bench import Bench
from fakes.builds import Build, along
from fakes.disk import PlugPulled
from fakes.maker import Maker, self_test, sets_up
from fakes.power import Power
from picogammon import board_data
from picogammon.devices import matrix
from picogammon.ground.places import DICE
from picogammon.rules import match

_OWN = Build(along(range(1, 25)))


def test_a_board_that_is_wired_as_its_data_say_takes_few_presses():
    assert sets_up(_OWN).presses < 20


def test_a_plug_pulled_while_it_is_kept_or_undone_leaves_the_old_or_the_new():
    old, new = {"HOME_LEFT": False}, {"HOME_LEFT": True, "WIRING": [[1, 24, "in"]]}
    keep = (lambda host: board_data.keep(host.files, new), new)
    for act, after in (keep, (board_data.forget, {})):
        seen = []
        for cut in range(1000):
            power = Power()
            host, disk = Bench(power), power.disk
            board_data.keep(host.files, old)
            disk.cut = disk.steps + cut
            try:
                act(host)
                whole = True
            except PlugPulled:
                whole = False
            disk.cut = None
            found = board_data.set_up(host.files)
            assert found in ((old, None), (after, None)), (cut, found)
            seen.append(found[0] == after)
            if whole:
                break
        assert whole and seen[-1] and not seen[0]


def test_the_self_test_says_that_all_is_well():
    def answers(maker):
        if maker.page.startswith("Buttons"):
            yield from maker.press(maker.asked())
        else:
            yield from maker.press(2)

    assert self_test(_OWN, answers) == ["All is well."]


def test_the_self_test_names_the_first_dark_light():
    def answers(maker):
        if "first" in maker.page:
            if "point 7" in maker.page:
                yield from maker.press(2)
            else:
                yield from maker.press(0)
        elif "Now: point 9" in maker.page:
            yield from maker.press(1)
        elif "Does it walk" in maker.page:
            yield 50
        elif maker.page.startswith("Buttons"):
            yield from maker.press(maker.asked())
        else:
            yield from maker.press(2)

    (fault,) = self_test(_OWN, answers)
    assert fault.startswith("At point 7: dark? Solder before it.")


_FILE = "board_config.py"
_UNDONE = _FILE + ".bad"
_TEXT = b"NAME = 'another'\n"
_LONG_MS = 11000


def _wrong(**changes):
    """A board whose flash has data that differ from the image's own in these."""
    power = Power(4)
    power.disk.files[_FILE] = bytearray(_TEXT)
    laid = board_data.Laid(own_data, changes)
    power.data_on_flash = lambda: laid if _FILE in power.disk.files else own_data
    return power


def _held(power, button, ms):
    """How a start ends at which a button of the image's own is held for so long."""

    def script(power):
        yield ms
        power.switches.down.discard(button)
        yield 300

    power.switches.down.add(button)
    return power.run(script)


def _plays(power):
    """True if a press of the image's own OK rolls the dice."""
    seen = []

    def script(power):
        yield 300
        yield from power.press("OK")
        yield 3000
        seen.append(bool(power.board.session.last_roll))

    assert power.run(script) == "off"
    return seen[0]


_PLAUSIBLE = (
    {"BUTTON_PINS": (16, 17, 18, 19)},
    {"BUTTON_PINS": (16, 0, 1, 19), "STRIP_PIN": 2},
    {"BUTTON_PINS": (16, 17, 18, 19), "STRIP_PIN": 20, "I2C_SDA_PIN": 8, "I2C_SCL_PIN": 9},
    {"STRIP_PIN": 22, "OLED_ADDRESS": 0x3D, "PIEZO_PIN": None},
)


def test_a_button_held_for_ten_seconds_undoes_them_wherever_they_look_for_it():
    for changes in _PLAUSIBLE:
        power = _wrong(**changes)
        assert _held(power, 3, _LONG_MS) == "reset", changes
        assert _FILE not in power.disk.files, changes
        assert bytes(power.disk.files[_UNDONE]) == _TEXT, "somebody may have written them by hand"
        assert _plays(power), changes
        assert power.crash_log() == ""


def test_a_pin_of_theirs_that_is_low_for_ever_hinders_nothing():
    power = _wrong(BUTTON_PINS=(16, 17, 18, 19))
    power.switches.down.add(17)
    assert _held(power, 3, _LONG_MS) == "reset"
    assert _FILE not in power.disk.files


def test_a_button_that_they_do_not_know_undoes_and_does_nothing_else():
    for ms in (2000, 5000, 16000):
        power = _wrong(BUTTON_PINS=(16, 17, 18, 19))
        assert _held(power, 3, ms) == "off", ms
        assert _FILE in power.disk.files and power.board.workshop is None, ms


def test_a_pin_that_they_use_for_something_else_is_no_button():
    power = _wrong(BUTTON_PINS=(16, 17, 18, 19), PIEZO_PIN=3)
    assert _held(power, 3, _LONG_MS) == "off"
    assert _FILE in power.disk.files


def test_nothing_is_undone_where_there_are_no_others():
    class Without(Bench):
        def load_data(self, own=False):
            raise ImportError("no module named 'board_config'")

    power = _wrong()
    assert not board_data.forget(Without(power))
    assert bytes(power.disk.files[_FILE]) == _TEXT and _UNDONE not in power.disk.files


def test_the_menu_restarts_it_for_another_image_and_says_what_to_do():
    power = Power(4)
    said = []

    def bootloader():
        said.append(power.display.glass())
        power.circuit.reset()

    def script(power):
        yield 500
        before = power.display.glass()
        yield from power.press("OK hold-OK")
        yield from power.choose("Hardware set-up")
        yield from power.choose("Update")
        power.circuit.bootloader = bootloader
        yield from power.press("BACK")
        assert said == []
        yield from power.choose("Update")
        said.append(before)
        yield from power.press("NEXT OK")

    assert power.run(script) == "reset"
    assert len(said) == 2 and said[0] != said[1]
    assert power.crash_log() == ""


def test_a_place_is_pressed_beside_the_four_buttons():
    build = Build(along(range(1, 25)), places=(range(5), range(6)))
    power = build.power()
    maker = Maker(power, build)

    def script(power):
        yield 100
        while power.match.phase == match.OPENING:
            yield from maker.touch(matrix.BUTTONS.index(bytes((DICE,))))
        yield from power.press("hold-OK")
        assert power.view.page is not None
        yield from maker.touch(matrix.BUTTONS.index(bytes((24,))))  # means nothing in a menu
        yield from power.press("hold-OK")
        assert power.view.page is None

    assert power.run(script) == "off"


def test_the_menu_undoes_them_as_well():
    power = _wrong(STRIP_PIN=22)

    def script(power):
        yield 500
        yield from power.press("hold-OK")
        yield from power.choose("Hardware set-up")
        yield from power.choose("Undo the set-up")
        yield from power.press("NEXT OK")

    assert power.run(script) == "reset"
    assert _FILE not in power.disk.files
