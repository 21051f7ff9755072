"""A wrong answer while a board is set up: BACK asks the same question again, and keeps the rest."""

from fakes.builds import Build, along, by_chance
from fakes.maker import Maker, starts_right
from reading import glass

HOST_ONLY = True

_BACK = 3
_NO_ANSWERS = ("", "-", "+", "KEEP", "BACK")  # what changes a value, or ends it all


class Clumsy(Maker):
    """Gives every answer that there is to each question, takes it back, and then answers it."""

    def answer(self):
        yield from self.settle()
        asked = self._asked()
        for button in self._answers():
            for pressed in (button, _BACK):
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
