"""A maker who sets a board up, with only the wiring, the lights, the OLED and the buttons.

Until the OLED can be read, the number of lights identifies the question.
"""

from fakes.builds import PRESSED
from picogammon.app.display import screens
from picogammon.app.display.canvas import Canvas
from picogammon.devices.matrix import BUTTONS, COLUMNS
from picogammon.ground import opposite
from reading import glass

_MOMENT_MS = 75  # a frame of lights later
_LOOK_MS = 50  # within three of these the OLED's picture is complete
_PACE_MS = 12  # between two rounds of the board: short enough for a finger
_MOST_QUESTIONS = 1500
_START = {1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -3, 19: -5, 24: 2}


class Maker:
    """Sits at a Power whose board was built like `build`. Generators are parts of a script.

    `presses` counts; `look(rows)` is called for each question. `broken`: the places' buttons that
    do nothing; `joined`: the columns that close together.
    """

    def __init__(self, power, build, look=None):
        self.power = power
        self.build = build
        self.presses = 0
        self.broken = []
        self.joined = ()
        self._look = look
        self._rows = []

    def press(self, button):
        self.presses += 1
        self.power.switches.down.add(self.build.pins[button])
        yield 36
        self.power.switches.down.discard(self.build.pins[button])
        yield 48

    def touch(self, *buttons):
        """Presses these buttons of the matrix at once."""
        self.presses += 1
        also = [
            button - button % COLUMNS + column
            for button in buttons
            for column in self.joined
            if button % COLUMNS in self.joined
        ]
        buttons = [button for button in buttons if button not in self.broken]
        closed = {self.build.crossing(button) for button in buttons + also}
        self.power.crossings.down |= closed
        yield 120
        self.power.crossings.down -= closed
        yield 60

    def key(self, label):
        """Presses the button below this label."""
        for _ in range(10):
            labels = glass.keys(self.frame())
            if label in labels:
                break
            yield _LOOK_MS
        yield from self.press(labels.index(label))

    def hold(self, ms):
        """Releases the buttons that are held since power-on, after `ms`."""
        yield ms
        self.power.switches.down.clear()
        yield 200

    def frame(self):
        """Returns the OLED's frame as the maker sees it, or None if it is dark."""
        return glass.upright(self.power.display, self.build.flip, self.build.mirror)

    @property
    def page(self):
        """The OLED's rows as one text."""
        frame = self.frame()
        return " ".join(glass.rows(frame)) if frame else ""

    def asked(self):
        """Returns the button that the OLED asks for."""
        return glass.keys(self.frame()).index("PRESS")

    def place_asked(self):
        """Returns the places' button that the OLED asks for."""
        asked = glass.rows(self.frame())[1].lower()
        return [i for i, place in enumerate(BUTTONS) if asked == "press " + place_name(place)][0]

    def lit(self):
        """Returns the numbers of the lit lights."""
        rgb = self.power.rgb
        return sorted({i // 3 for i in range(len(rgb)) if rgb[i]})

    def colour(self, light):
        """Returns (red, green, blue) of a light."""
        wire = self.power.rgb[3 * light : 3 * light + 3]
        return tuple([wire[self.build.order.index(colour)] for colour in "RGB"])

    def place_of(self, light):
        """Returns (the board's name of the place, the lights up to the rim) of a light."""
        for place in self.build.lights:
            if light in self.build.lights[place]:
                return place_name(place), list(self.build.lights[place]).index(light)
        return "no point", 0

    def settle(self):
        """Looks until nothing changes for a moment, or for 15 moments."""
        seen = None
        still = 0
        for _ in range(15):
            yield _LOOK_MS
            now = self.power.display.on and self.power.display.glass(), self.power.rgb
            still = still + 1 if now == seen and now[0] else 0
            if still == 3:
                return
            seen = now

    def set_up(self, last=None):
        """Answers all questions, up to the restart or up to the question `last`."""
        for _ in range(_MOST_QUESTIONS):
            yield from self.settle()
            if self.question() == last:
                return
            yield from self.answer()
        raise AssertionError("no end of questions: " + self.page)

    def test(self, last="Tested"):
        """Finds nothing wrong in a self-test, up to a page with this title."""
        for _ in range(_MOST_QUESTIONS):
            yield from self.settle()
            page = self.page
            if page.startswith(last):
                return
            if page.startswith("Buttons"):
                yield from self.press(self.asked())
            elif page.startswith("Places"):
                yield from self.touch(self.place_asked())
                yield from self.settle()
                if self.page == page:
                    yield from self.key("NONE")
            elif glass.keys(self.frame())[2]:
                yield from self.press(2)
        raise AssertionError("no end of pages: " + self.page)

    def question(self):
        """Returns the number of the current question, or a word."""
        frame = self.frame()
        self._rows = glass.rows(frame) if frame else []
        title = self._rows[0].split(":")[0] if self._rows else ""
        if title.isdigit() and int(title) > 3 or title.isalpha():
            return title[0].upper() + title[1:].lower()
        return str(max(1, len(self.lit()) - 3))

    def answer(self):
        """Answers the current question."""
        yield from self.settle()
        what = self.question()
        if self._look:
            self._look(self._rows or [what])
        build = self.build
        label = {
            "5": ("RIGHT", "LEFT")[build.home_left],
            "7": "OK",
            "8": ("NO", "YES")[build.piezo],
            "9": ("AMBER", "BLUE")[build.seat],
        }.get(what)
        if label:
            yield from self.key(label)
            return
        yield from {
            "1": self._buttons,
            "2": self._oled,
            "3": self._turned,
            "4": self._colours,
            "6": self._strip,
            "Places": self._places,
            "Done": self._done,
        }[what]()

    def _says(self, text):
        return text.lower() in " ".join(self._rows).lower()  # small letters are capitals

    def _buttons(self):
        yield from self.press(len(self.lit()) - 1)

    def _oled(self):
        frame = self.frame()
        yield from self.press(2 if frame and glass.framed(frame) else 1)

    def _turned(self):
        yield from self.press(2 if self._says("the right way up") else 1)

    def _colours(self):
        red, green, _ = self.colour(self.lit()[0])
        yield from self.key("RED" if red else "GREEN" if green else "BLUE")

    def _strip(self):
        if self._says("Does one light walk"):
            yield from self.watch()
            return
        place, at = self.place_of(self.lit()[0])
        if self._says("How many lights"):
            wanted = str(len(self.build.lights[1]))
        elif self._says("Where is the light"):
            assert self._says("of %s that" % place), (place, self._rows)
            wanted = "in the middle" if at else "at the rim"
        elif self.lit()[0] > max([max(own) for own in self.build.lights.values()]):
            wanted = "end of the strip"
        else:
            wanted = place
        if self._rows[-1].lower() == "< %s >" % wanted:
            yield from self.key("OK")
        else:
            yield from self.key("-" if wanted == "no point" else "+")

    def watch(self):
        """Watches the walking light until it is wrong or has passed all places.

        Returns the names of the places that were right.
        """
        seen = []
        most = 1 if "at the rim" in self.page.lower() else None
        lights = self.build.lights
        due = {place_name(place): sorted(lights[place][:most]) for place in lights}
        before = None
        while True:
            frame = self.frame()
            now = (glass.rows(frame) or [""])[-1], self.lit()
            if now != before:  # it walks on
                before = now
                yield _MOMENT_MS
                continue
            name, lit = now[0][len("Now: ") :].lower(), now[1]
            again = name in seen and name != seen[-1]
            if due.get(name) != lit or again and len(seen) < len(due):
                yield from self.key("NO")
                return seen
            if again:
                yield from self.key("YES")
                return seen
            if name not in seen:
                seen.append(name)
            yield 3 * _MOMENT_MS

    def _places(self):
        for button, place in enumerate(BUTTONS):
            name = place_name(place)
            if self._rows[1].lower() == "press " + name:
                assert place not in self.build.lights or self.place_of(self.lit()[0])[0] == name
                yield from self.touch(button)

    def _done(self):
        trouble = start_position(self)
        assert not trouble, trouble
        yield from self.key("SAVE")


def place_name(place):
    """Returns the board's name of a place, or of what is pressed like a place."""
    return PRESSED.get(place) or "point %d" % place


def start_position(maker):
    """Returns in words what is wrong with the lights at a game's start, or ''."""
    build = maker.build
    due = {}
    for point in _START:
        for light in build.lights[opposite(point) if build.seat else point]:
            due[light] = int(_START[point] < 0)
    rims = {build.lights[point][0] for point in _START}
    for light in maker.lit():
        if light not in due:
            return "light %d, %s, is lit" % (light, maker.place_of(light)[0])
        red, _, blue = maker.colour(light)
        if (red > blue) == bool(due[light]):
            return "%s has the wrong colour" % maker.place_of(light)[0]
    dark = rims.difference(maker.lit())
    return "%s is dark at the rim" % maker.place_of(dark.pop())[0] if dark else ""


def sets_up(build, power=None, look=None):
    """Sets a board up and checks its start; returns the Maker."""
    power = power or build.power()
    maker = Maker(power, build, look)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.pace = _PACE_MS
    power.switches.down.add(build.pins[0])
    assert power.run(script) == "reset", maker.page
    starts_right(power, build)
    return maker


def starts_right(power, build):
    """Switches a board on and checks its lights, OLED and buttons."""
    maker = Maker(power, build)

    def look(power):
        yield 1000
        assert start_position(maker) == ""
        assert maker.frame() == _start_screen(power.board, build)
        assert glass.keys(maker.frame())[2] == "ROLL"
        yield from maker.key("ROLL")
        yield 200
        assert power.board.session.last_roll

    power.pace = _PACE_MS
    assert power.run(look) == "off", power.crash_log()
    assert power.crash_log() == ""


def _start_screen(board, build):
    """Returns the frame of the board's view for these seats."""
    view = board.navigator.view
    view.turned, view.home_left = build.seat == 1, build.home_left
    canvas = Canvas(view.display)
    screens.draw(view, canvas)
    return bytes(canvas.buffer)
