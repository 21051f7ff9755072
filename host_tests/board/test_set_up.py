"""The set-up by presses alone: however a board was wired, with wrong answers and pulled plugs."""

from fakes.builds import Build, along, by_chance
from fakes.maker import Maker, sets_up, starts_right
from fakes.nor_flash import NorFlash
from picogammon.app.workshop import SET_UP
from picogammon.devices.ring import SECTORS
from picogammon.ground.presses import BACK, NEXT, OK
from reading import glass

HOST_ONLY = True

_BOARDS = 48


def test_boards_that_were_wired_by_chance():
    """`make soak ARGS=wirings` has thousands."""
    for number in range(_BOARDS):
        build = by_chance(number)
        try:
            sets_up(build)
        except Exception as trouble:
            raise AssertionError("board %d, %r" % (number, build)) from trouble


def test_the_usual_ways_to_lay_a_strip_take_few_presses():
    lower, upper = list(range(1, 13)), list(range(13, 25))
    for points, each, most in (
        (upper + lower, 1, 35),
        (lower[::-1] + upper[::-1], 1, 35),
        (lower[::-1] + upper, 1, 35),
        (lower + upper[::-1], 1, 25),
        (list(range(7, 25)) + list(range(1, 7)), 1, 30),
        (upper + lower[::-1], 5, 42),
    ):
        maker = sets_up(Build(along(points, each), home_left=True))
        assert maker.presses <= most, (points, maker.presses)


def test_a_corner_with_lights_of_its_own_takes_few_presses():
    lights = along(range(1, 13))
    lights.update(along(range(13, 25), first=15))
    assert sets_up(Build(lights)).presses <= 30


def test_a_low_oled_is_set_up_on_a_board_whose_data_have_another():
    for build in (
        Build(along(range(1, 25)), height=32, flip=True),
        Build(along(range(1, 25), 3, outward=(5,)), height=32, status=0x43, home_left=True, seat=1),
    ):
        assert sets_up(build).presses < 60


def test_an_sh1106_with_its_first_columns_on_the_glass_is_set_up():
    for status, flip, mirror in ((0x48, False, False), (None, True, False), (0x48, True, True)):
        more = {"driver": "sh1106_0", "status": status, "flip": flip, "mirror": mirror}
        assert sets_up(Build(along(range(1, 25)), **more)).presses < 60


def test_after_the_last_kind_of_oled_the_set_up_says_so_and_goes_on():
    build = Build(along(range(1, 25)))
    power = build.power()
    maker = Maker(power, build)
    seen = []

    def press(button):
        yield from maker.press(button)
        seen.append(power.view.page.lines[1:])

    def script(power):
        power.board.open_workshop(SET_UP, power.now)
        while maker.question() != "2":
            yield from maker.answer()
        for _ in range(8):
            yield from press(NEXT)
        for button in (BACK, NEXT, OK):
            yield from press(button)

    assert power.run(script) == "off"
    kinds = [lines[-1] for lines in seen[:3]]
    assert kinds == ["sh1106 0x3c 128 x 64", "sh1106_0 0x3c 128 x 64", "ssd1306 0x3c 128 x 32"]
    last = ["No other kind is known.", "Go on with the first?", "ssd1306 0x3c 128 x 64"]
    assert seen[3:8] == [last] * 5
    back, again, following = seen[8:]
    assert (back[-1], again) == (kinds[-1], last)
    assert following == ["the right way up?"]


def test_an_oled_that_tells_which_it_is_or_is_as_its_data_say_shows_the_first_question():
    for driver, status, address in (
        ("ssd1306", 0x43, 0x3D),
        ("sh1106", 0x48, 0x3C),
        ("ssd1306", None, 0x3C),
    ):
        asked = []
        whole = along(range(1, 25))
        build = Build(whole, driver=driver, status=status, address=address)
        sets_up(build, look=asked.append)
        assert asked[0] == ["1: buttons", "From the left, press", "the first button: PREV"]


_BACK_KEY = 3
_NO_ANSWERS = ("", "-", "+", "KEEP", "BACK")  # what changes a value, or ends it all


class Clumsy(Maker):
    """Gives every answer that there is to each question, takes it back, and then answers it."""

    def answer(self):
        yield from self.settle()
        asked = self._asked()
        for button in self._answers():
            for pressed in (button, _BACK_KEY):
                yield from self.press(pressed)
                yield from self.settle()
            assert self._asked() == asked, (button, asked, self._asked())
        yield from Maker.answer(self)

    def _answers(self):
        what = self.question()
        if what == "1":  # nobody knows yet which button is BACK
            return []
        if what in ("2", "3"):
            return [1, 2]
        labels = glass.keys(self.frame())
        return [i for i in range(3) if labels[i] not in _NO_ANSWERS]

    def _asked(self):
        what = self.question()
        walks = self._says("Does the light walk") or self._says("Do all lights go")
        return what, [row for row in self._rows if "Now:" not in row], walks or self.lit()


def _turns(build):
    """How many points are on the strip far from the one before them."""
    firsts = [min(build.lights[point]) for point in range(1, 25)]
    return sum(abs(b - a) > 5 * len(build.lights[1]) for a, b in zip(firsts, firsts[1:]))


def _sets_up_clumsily(build):
    power = build.power()
    maker = Clumsy(power, build)

    def script(power):
        yield from maker.hold(4000)
        yield from maker.set_up()

    power.pace = 12
    power.switches.down.add(build.pins[0])
    assert power.run(script) == "reset", maker.page
    starts_right(power, build)


def test_every_answer_of_the_set_up_is_taken_back_by_one_press():
    _sets_up_clumsily(Build(along(range(1, 25))))
    lights = along([*range(24, 12, -1), *range(1, 13)], 3, outward=range(1, 25, 2))
    lights[25] = [72, 73, 74]
    _sets_up_clumsily(Build(lights, "BGR", (3, 1, 0, 2), driver="sh1106", address=0x3D, flip=True))


def test_answers_about_a_strip_in_no_order_are_taken_back_one_by_one():
    build = next(
        build
        for build in map(by_chance, range(500))
        if len(build.lights[1]) > 1 and _turns(build) > 8
    )
    _sets_up_clumsily(build)


def test_a_button_that_is_held_too_long_answers_one_question():
    build = Build(along(range(1, 25)))
    maker = Maker(build.power(), build)

    def script(power):
        yield from maker.hold(4000)
        while maker.question() != "4":
            yield from maker.answer()
            yield from maker.settle()
        power.switches.down.add(build.pins[0])
        yield 2000
        power.switches.down.clear()
        yield from maker.settle()
        assert "2 of 3: which colour" in maker.page

    maker.power.switches.down.add(build.pins[0])
    assert maker.power.run(script) == "off"


_SH1106 = Build(along(range(1, 25)), "RBG", (1, 0, 3, 2), driver="sh1106", address=0x3D)
_KEPT = "board.bin"
_BYTES = 13  # from a cut within a write to the next


def _begun(power, build, goes_on, then=None):
    """How the set-up ended that went on as long as `goes_on(question)`."""
    maker = Maker(power, build)

    def script(power):
        yield from maker.hold(4000)
        while True:
            yield from maker.settle()
            if not goes_on(maker.question()):
                break
            yield from maker.answer()
        if then:
            then(power.disk)
            yield from maker.answer()

    power.pace = 12
    power.switches.down.add(build.pins[0])
    ended = power.run(script)
    power.cut()
    return ended


def _boots_as_it_came(power):
    def look(power):
        yield 500
        assert power.view.page is None and power.board.workshop is None

    assert power.run(look) == "off"


def _files_kept(power):
    return {name: bytes(content) for name, content in power.disk.files.items()}


def test_at_any_question_nothing_was_kept():
    for number in (2, 11):
        build = by_chance(number)
        power = build.power()
        _boots_as_it_came(power)
        before = _files_kept(power)
        questions = []
        sets_up(build, build.power(), questions.append)
        for last in range(0, len(questions), 7):
            left = [last]

            def goes_on(question, left=left):
                left[0] -= 1
                return left[0] >= 0

            assert _begun(power, build, goes_on) == "off"
            assert _files_kept(power) == before, questions[last]
        _boots_as_it_came(power)
        sets_up(build, power)


def test_at_any_write_the_board_is_as_it_was_or_as_it_was_set_up():
    done = set()
    for cut in range(0, 10_000, _BYTES):
        power = _SH1106.power()

        def pull(disk, cut=cut):
            disk.cut = disk.steps + cut

        _begun(power, _SH1106, lambda question: question != "Done", pull)
        cut_off = power.disk.steps >= power.disk.cut
        power.disk.cut = None
        kept = _KEPT in power.disk.files
        done.add(kept)
        if not kept:
            _boots_as_it_came(power)
        else:
            starts_right(power, _SH1106)
        if not cut_off:
            break
    assert kept and done == {False, True}


_OWN = Build(along(range(1, 25)))
_OTHER = Build(along(range(24, 0, -1)), "BGR", (3, 1, 0, 2), driver="sh1106", address=0x3D)


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
    power.flash = NorFlash(SECTORS)
    starts_right(power, _OTHER)


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
        assert maker.page.endswith("are all lights now? Mixed: buy WS2812B.")

    power.switches.down.add(0)
    assert power.run(script) == "off"
