"""The workshop: a board is set up and tested by its four buttons, and no pulled plug breaks it."""

from fakes.bench import Bench
from fakes.builds import Build, along
from fakes.disk import PlugPulled
from fakes.maker import self_test, sets_up
from fakes.power import Power
from picogammon import board_data

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


def test_the_self_test_names_a_button_that_nobody_can_press():
    def answers(maker):
        if maker.page.startswith("Buttons"):
            if maker.asked() == 3:  # its switch does nothing: nobody presses, 15 s go by
                yield 1000
            else:
                yield from maker.press(maker.asked())
        else:
            yield from maker.press(2)

    (fault,) = self_test(_OWN, answers)
    assert fault.startswith("BACK: look at GP3 and ground")
