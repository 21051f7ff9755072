"""The hardware set-up by presses alone: random wiring, answers taken back, and power cuts."""

import os

from fakes import own_data
from fakes.bench import Bench
from fakes.builds import Build, along, by_chance
from fakes.disk import PlugPulled
from fakes.maker import Maker, sets_up, starts_right
from fakes.power import Power, ran, taps
from picogammon import board_data, workshop
from picogammon.app.workshop.strip import find_points
from picogammon.app.workshop.wizard import Wizard
from picogammon.ground import NEXT, OK, SHORT
from reading import glass

HOST_ONLY = True

_BOARDS = int(os.environ.get("SOAK") or 48)


def test_boards_that_were_wired_by_chance():
    for number in range(_BOARDS):
        build = by_chance(number)
        try:
            sets_up(build)
        except Exception as trouble:
            raise AssertionError("board %d, %r" % (number, build)) from trouble


_BACK_KEY = 3
_NO_ANSWERS = ("", "-", "+", "SAVE", "BACK")  # what changes a value, or ends it all


class Clumsy(Maker):
    """A Maker who gives and takes back every possible answer before giving the right one."""

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
        walks = self._says("Does one light walk")
        return what, [row for row in self._rows if "Now:" not in row], walks or self.lit()


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


def test_a_light_that_no_strip_has_is_not_lit():
    power = Power()
    bench = workshop.Bench(Bench(power), own_data, None, None, False)
    wizard = Wizard(bench, (find_points,), None, 0)
    wizard.press(NEXT, SHORT, 0)
    quarters = [f"point {point}" for point in (7, 13, 19)]
    ends = ["end of the strip", *["at the rim"] * 4]
    for answer in ("2", "point 1", *["no point"] * 20, "point 2", *quarters, *ends):
        while wizard.question.page().lines[-1] != f"< {answer} >":
            wizard.press(NEXT, SHORT, 0)
        wizard.press(OK, SHORT, 0)
        wizard.question.light(0)


def test_at_no_question_anything_was_kept():
    for number in (2, 11):
        build = by_chance(number)
        power = build.power()
        ran(taps(0), power)
        before = power.disk.copy().files
        asked = []

        def look(question, power=power, before=before, asked=asked):
            assert power.disk.files == before, question
            asked.append(question)

        sets_up(build, power, look)
        assert len(asked) > 20 and power.disk.files != before


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


def test_nothing_is_undone_where_there_are_no_other_data():
    class Without(Bench):
        def load_data(self, own=False):
            raise ImportError("no module named 'board_config'")

    power = Power()
    power.disk.files["board_config.py"] = bytearray(b"NAME = 'another'\n")
    assert not board_data.forget(Without(power))
    assert list(power.disk.files) == ["board_config.py"]
