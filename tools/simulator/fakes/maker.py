"""A maker who sets a board up: knows how it was wired, sees lights and OLED, and presses buttons.

He reads the OLED only where it shows what the board means; else he knows by the lights which
question it is.
"""

from fakes.power import Power
from fakes.wires import SH1106Display, SSD1306Display

_LIT_MS = 60  # a frame of lights later


class Build:
    """How a board was wired. `lights[point]`: its lights on the strip, from the rim inwards.

    `order`: of a light's bytes; `pins`: PREV, NEXT, OK, BACK; `driver`, `address`, `flip`,
    `mirror`, `status`: the OLED's; `each`: lights a point; `home_left`: where the home is.
    """

    def __init__(self, lights, order="GRB", pins=(0, 1, 2, 3), **oled):
        self.lights = lights
        self.order = order
        self.pins = pins
        self.driver = oled.get("driver", "ssd1306")
        self.address = oled.get("address", 0x3C)
        self.flip = oled.get("flip", False)
        self.mirror = oled.get("mirror", False)
        self.status = oled.get("status")
        self.home_left = oled.get("home_left", False)

    def power(self):
        """A Power with such a board."""
        power = Power()
        display = (SSD1306Display if self.driver == "ssd1306" else SH1106Display)(self.address)
        display.strict = False
        display.status = self.status
        power.display = power.bus.display = display
        return power


def along(points, each=1, first=0, pace=None, outward=()):
    """{point: its lights, rim first} of a strip that passes these points in turn."""
    lights = {}
    for i in range(len(points)):
        own = list(range(first + i * (pace or each), first + i * (pace or each) + each))
        lights[points[i]] = own[::-1] if points[i] in outward else own
    return lights


class Maker:
    """At a Power whose board was built like that. `presses`: how many he needed."""

    def __init__(self, power, build):
        self.power = power
        self.build = build
        self.presses = 0

    def press(self, button):
        """A script's part."""
        self.presses += 1
        self.power.switches.down.add(self.build.pins[button])
        yield 60
        self.power.switches.down.discard(self.build.pins[button])
        yield 60 + _LIT_MS

    def choose(self, *labels):
        """A script's part: these lines of the menu, one after another."""
        power = self.power
        power.switches.down.add(self.build.pins[2])
        yield 700
        power.switches.down.clear()
        yield 100
        for label in labels:
            for _ in range(25):
                menu = power.view.page
                if menu.items[menu.selected][0] == label:
                    break
                yield from self.press(1)
            yield from self.press(2)

    def asked(self):
        """The button that is asked for."""
        return self.power.view.keys.index("PRESS")

    def hold(self, ms):
        """A script's part: a button is held since power-on, for so long."""
        yield ms
        self.power.switches.down.clear()
        yield 200

    @property
    def page(self):
        """What the board says, as one text."""
        page = self.power.view.page
        return " ".join([page.title.strip()] + list(page.lines))

    def sees(self):
        """Whether the glass shows, as a frame, what the board draws; upside down or mirrored as it
        may be."""
        display = self.power.display
        return display.on and display.glass() == self.power.board.workshop.pixels

    def reads(self):
        """Whether it is the right way up as well."""
        display = self.power.display
        build = self.build
        turned = display.upside_down == build.flip
        return self.sees() and turned and display.mirrored == (build.flip != build.mirror)

    def lit(self):
        """The lights that are lit, as a list."""
        rgb = self.power.rgb
        return [i for i in range(len(rgb) // 3) if any(rgb[3 * i : 3 * i + 3])]

    def colour(self):
        """Which of R, G, B the first light that is lit shows alone."""
        at = self.lit()[0]
        wire = self.power.rgb[3 * at : 3 * at + 3]
        return self.build.order[[i for i in range(3) if wire[i]][0]]

    def point_of(self, light):
        """(point, how far from the rim) of a light; (None, 0) for one of no point."""
        for point in self.build.lights:
            if light in self.build.lights[point]:
                return point, list(self.build.lights[point]).index(light)
        return None, 0

    def set_up(self):
        """A script's part: answers all questions, up to the restart."""
        for _ in range(2000):
            workshop = self.power.board.workshop
            if workshop is None or workshop.over:
                return
            yield from self.answer()
        raise AssertionError("no end of questions: " + self.page)

    def answer(self):
        """A script's part: what is asked now."""
        title = self.page.split(":")[0]
        part = getattr(self, "_" + title.split(" ")[0].lower(), None)
        parts = {
            "1": self._buttons,
            "2": self._oled,
            "3": self._turned,
            "4": self._colours,
            "5": self._home,
            "6": self._strip,
            "7": self._ways,
            "8": self._ok,
            "9": self._ok,
            "10": self._seat,
        }
        yield from parts.get(title, part or self._ok)()

    def _buttons(self):
        yield 100
        yield from self.press(len(self.lit()) - 1)

    def _oled(self):
        yield 300
        yield from self.press(2 if self.sees() else 1)

    def _turned(self):
        yield 300
        yield from self.press(2 if self.reads() else 1)

    def _colours(self):
        yield from self.press("RGB".index(self.colour()))

    def _home(self):
        yield from self.press(0 if self.build.home_left else 1)

    def _seat(self):
        yield from self.press(0)

    def _ok(self):
        yield from self.press(2)

    def _strip(self):
        if "Does it walk" in self.page:
            yield from self._watch()
            return
        shown = self.page.split("< ")[1].split(" >")[0]
        if shown == "end of lights":
            yield from self.press(2)
            return
        point, _ = self.point_of(self.lit()[0])
        wanted = "no point" if point is None else "point %d" % point
        if shown == wanted:
            yield from self.press(2)
        else:
            yield from self.press(self._nearer(wanted))

    def _nearer(self, wanted):
        """Whether PREV or NEXT is the shorter way to what is wanted."""
        step = self.power.board.workshop.wizard.step
        names = [step.name_of(option) for option in step.options]
        ahead = (names.index(wanted) - step.chosen) % len(names)
        return 1 if 2 * ahead <= len(names) else 0

    def _watch(self):
        """Looks at the light that walks until it is wrong somewhere, or all was seen."""
        seen = []
        while True:
            page = self.page
            now = int(page.split("Now: point ")[1])
            yield _LIT_MS
            if self.page != page:
                continue
            if sorted(self.build.lights.get(now, ())) != self.lit():
                yield from self.press(1)
                return
            if now in seen and now != seen[-1]:
                yield from self.press(2)
                return
            if now not in seen:
                seen.append(now)
            yield 150

    def _ways(self):
        if "Do all" in self.page:
            yield from self._watch_ways()
            return
        _, at = self.point_of(self.lit()[0])
        yield from self.press(1 if at else 0)

    def _watch_ways(self):
        each = len(self.build.lights[1])
        for _ in range(3 * each):
            yield 150
            if len({self.point_of(light)[1] for light in self.lit()}) > 1:
                yield from self.press(1)
                return
        yield from self.press(2)


def start_position(power, build):
    """What is wrong with the lights of a board that has begun a game, in words, or ''."""
    colours = {}
    for point in range(1, 25):
        owner = {1: 1, 6: 0, 8: 0, 12: 1, 13: 0, 17: 1, 19: 1, 24: 0}.get(point)
        for light in build.lights[point]:
            wire = power.rgb[3 * light : 3 * light + 3]
            rgb = tuple(wire[build.order.index(colour)] for colour in "RGB")
            if owner is None and any(rgb):
                return "point %d is lit" % point
            if owner is not None and any(rgb):
                warm = rgb[0] > rgb[2]
                colours.setdefault(owner, set()).add(warm)
        if owner is not None and not any(power.rgb[3 * build.lights[point][0] :][:3]):
            return "point %d is dark at the rim" % point
    return "" if colours == {0: {True}, 1: {False}} else "wrong colours"


def sets_up(build, power=None):
    """The Maker who set such a board up, and found a right start position after that."""
    power = power or build.power()
    maker = Maker(power, build)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.switches.down.add(build.pins[0])
    assert power.run(script) == "reset", maker.page
    starts_right(power, build)
    return maker


def starts_right(power, build):
    """Switches it on: lights, OLED and buttons are as they shall be."""

    def look(power):
        yield 3000
        assert start_position(power, build) == ""
        assert power.display.glass() == bytes(power.board.panel.canvas.buffer)
        assert power.display.upside_down == build.flip
        yield from Maker(power, build).press(2)
        yield 500
        assert power.board.session.last_roll

    assert power.run(look) == "off", power.crash_log()
    assert power.crash_log() == ""


def self_test(build, answers):
    """What a self-test says at its end, `answers(maker)` being a script's part for each page."""
    power = build.power()
    maker = Maker(power, build)
    said = []

    def script(power):
        yield 500
        yield from maker.choose("The board itself", "Test the board")
        for _ in range(100):
            if maker.page.startswith("Tested"):
                break
            yield from answers(maker)
        said.append(power.view.page.lines)
        yield from maker.press(2)

    assert power.run(script) == "reset"
    return said[0]
