"""A Raspberry Pi that plays on its own pins, with a friend far away: by a page whose server has a
cable to it."""

import pytest

from browser.test_friend import Side, browser, meet, play
from raspberry_pi.stood_in import PIS, Pi, compiled
from tools.boards import loading
from tools.virtual_board.driver import serving

__all__ = ["browser"]  # a fixture

_OK = loading.load_board("raspberry_pi").BUTTON_PINS[2]


@pytest.fixture(scope="module")
def pi(tmp_path_factory):
    """The Pi, and the address of a page that reaches it."""
    folder = tmp_path_factory.mktemp("pi")
    pi = Pi(compiled(folder), folder, *PIS["4 B"])
    with pi.playing() as port, serving("--plug", str(port)) as address:
        yield pi, address


class _AtPi(Side):
    """A person at a Raspberry Pi, and at a page that shows it."""

    def __init__(self, browser, address, pi):
        super().__init__(browser, address)
        self._pi = pi

    def connect(self):
        self.click("#connect")
        self.page.get_by_text("raspberry_pi, firmware").wait_for()

    def open(self):
        self.click("#friend")

    def press_ok(self):
        self._pi.press(_OK)


def test_a_raspberry_pi_plays_a_friend_and_goes_on_after_the_line_was_lost(browser, pi):
    pi, address = pi
    anna = _AtPi(browser, address, pi)
    anna.connect()
    assert "through this page's server" in anna.page.inner_text("#mirrored-name")
    assert not any(anna.page.is_visible(f"#{what}") for what in ("wire", "update"))
    assert [light != [0, 0, 0] for light in anna.board.lights()].count(True) >= 8
    bert = Side(browser, address)
    for side in (anna, bert):
        side.open()
    meet(anna, bert)
    assert play([anna, bert], 6) == {0, 1}
    anna.click("#connect")  # lets it go
    anna.page.locator("#line-text", has_text="plays with your friend is not shown").wait_for()
    anna.connect()
    assert play([anna, bert], 4) == {0, 1}
    assert not any("came out" in error for error in anna.board.errors())
    for side in (anna, bert):
        assert side.board.faults == []
        side.context.close()
