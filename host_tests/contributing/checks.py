"""What came of the walks in CONTRIBUTING.md and docs/porting.md: test_contributing.py runs this in
that copy.
"""

from functools import partial

from fakes import own_data
from fakes.power import Power
from fakes.sitting import Sitting, two_people
from fakes.wires import SH1106Display
from picogammon.app.session.players import Computer
from picogammon.board_data import Laid
from picogammon.devices.wiring import Wiring
from picogammon.engine import levels
from picogammon.rules.settings import unpack
from tools.boards import __main__ as boards
from tools.boards import check
from tools.boards.loading import FOLDER, load_board
from tools.strength import quick
from tools.virtual_board import board_data


def test_add_a_menu_item():
    """On a whole board: it is in the menu, and tells the cube as it stands."""
    told = []

    def script(power):
        yield 100
        power.match.cube = 4
        yield from power.press("hold-OK")
        labels = [label for label, _ in power.view.page.items]
        yield from power.press("NEXT " * labels.index("The stake") + "OK")
        told.append((power.view.page.title, power.view.page.lines))

    assert Power().run(script) == "off"
    assert told == [("The stake", ["A single game wins 4."])]


def test_add_a_level():
    """It is chosen from the menu, and plays."""
    names = levels.levels()
    assert names[-2:] == ("grandmaster", "patient")
    computers = [(name, Computer(partial(quick.make, name))) for name in names]
    sitting = Sitting([(1, 6), (3, 1)], two_people(3), computers)
    sitting.press("hold-OK")
    sitting.choose("This match")
    sitting.choose("Blue")
    sitting.choose("patient")
    sitting.press("BACK OK")
    while sitting.match.turn != 0:
        sitting.wait(100)
    assert sitting.log()[-1].startswith("play 13/7 8/7")


def test_add_a_setting():
    """It is agreed on from the menu, kept in the log, and told in words; older records go on."""
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Holland rule")
    sitting.choose("Start")
    (settings,) = [words for words in sitting.log() if words.startswith("settings ")]
    assert " holland=1 " in settings
    assert Sitting([], journal=sitting.journal).match.settings.holland is True
    older = unpack(b"\x05\x05\0\0\x0a\x01\0\0\x03AnnBob")
    assert not older.holland
    assert older.changed_rule(older.copy(holland=True)) == "holland"


class _Tall(SH1106Display):
    """An SH1107 with its 128 rows."""

    columns = 128
    operands = dict(SH1106Display.operands)
    operands[0xDC] = 1

    def __init__(self):
        SH1106Display.__init__(self, height=128)

    def command(self, code, operands):
        if 0xB0 <= code <= 0xBF:
            self.page = code & 15
        elif code != 0x20:  # a page at a time: so it does from power-on
            SH1106Display.command(self, code, operands)

    def advance(self):
        self.column = min(self.column + 1, 127)

    def noise(self):
        return any(self._unsent)

    def glass(self):
        return bytes(self.memory)


def test_add_a_display():
    """A whole board with one is lit with what it has drawn, and its data are right."""
    seen = []

    def script(power):
        yield 500
        seen.append(power.display.on and power.display.glass())
        assert seen[0] == bytes(power.board.panel.canvas.buffer) and not power.display.lit_noise
        yield from power.press("hold-OK")
        yield 300
        seen.append(power.display.glass())
        assert seen[1] == bytes(power.board.panel.canvas.buffer)

    power = Power()
    power.display = power.bus.display = _Tall()
    tall = {"OLED_DRIVER": "sh1107", "OLED_HEIGHT": 128}
    power.data_on_flash = lambda: Laid(own_data, tall)
    assert power.run(script) == "off" and power.crash_log() == ""
    assert len(seen) == 2 and len(seen[0]) == 2048 and seen[0] != seen[1]
    assert not check.problems({**vars(load_board("pico")), **tall})


def test_add_a_board():
    """Its data are whole, its page says what they say, and the virtual board can show it."""
    desk = load_board("desk")
    assert Wiring(desk.WIRING, desk.LIGHTS_PER_POINT).places[24] == bytes((0,))
    assert boards.main(["--check"]) == 0
    page = (FOLDER / "desk" / "README.md").read_text()
    assert "points 24 to 1." in page and "| Piezo |" not in page
    shown = board_data.read(FOLDER / "desk" / "board_config.py")
    assert shown["title"] == "My desk's Pico" and shown["piezo"] is None
    assert shown["oled"]["height"] == 32 and "an SSD1306 of 128 x 32 at" in page
