"""The workshop: a board is set up and tested by its four buttons, and no pulled plug breaks it."""

from fakes.builds import Build, along
from fakes.disk import Disk, PlugPulled, in_place_of
from fakes.maker import self_test, sets_up
from fakes.power import board_data
from picogammon.devices import files, store

_OWN = Build(along(range(1, 25)))


def test_a_board_that_is_wired_as_its_data_say_takes_few_presses():
    assert sets_up(_OWN).presses < 20


def test_a_plug_pulled_while_it_is_kept_or_undone_leaves_the_old_or_the_new():
    old, new = {"NAME": "old"}, {"NAME": "new", "WIRING": [[1, 24, "in"]]}
    for act, after in ((lambda: board_data.keep(new), new), (board_data.forget, {})):
        seen = []
        for cut in range(1000):
            disk = Disk()
            with in_place_of(disk, files, store):
                board_data.keep(old)
                disk.cut = disk.steps + cut
                try:
                    act()
                    whole = True
                except PlugPulled:
                    whole = False
                disk.cut = None
                found = board_data.set_up()
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
