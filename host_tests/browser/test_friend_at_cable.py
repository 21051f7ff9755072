"""Two boards far apart, each at the cable of a page; both pages are joined and carry the lines."""

import base64
import time

import pytest

from browser.cable import PORT, CabledBoard
from browser.test_friend import DIALOG, STATUS, Side, browser
from fakes.far_apart import decisions, hurry
from fakes.far_boards import FarBoard, records
from picogammon.app.session.players import NO_FRIEND
from picogammon.rules import actions
from tools.virtual_board.driver import (
    PATIENCE_MS,
    VirtualBoard,
    wait_until_ready,
)

__all__ = ["browser"]  # a fixture

_ROUND_MS = 20
_MOST_ROUNDS = 200


class Patience:
    """With a match that goes on: it ends when what is seen of it stays the same for long."""

    def __init__(self):
        self._seen = self._until = None

    def look(self, seen):
        if seen != self._seen:
            self._seen, self._until = seen, time.monotonic() + PATIENCE_MS / 1000
        assert time.monotonic() < self._until, seen


def whole(answer):
    """Whether these bytes are all that a board answers to a line."""
    last, *rest = answer.split(b"\r\n")[-2:]
    ends = last.startswith(b"error") or last.split()[1:2] in ([b"end"], [b"none"])
    return ends and rest == [b""]


class Cabled(Side):
    """A person at a page with a real board's cable, for which `usb` answers."""

    def __init__(self, browser, address, usb):
        self.context = browser.new_context(service_workers="block")
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.expose_function("usb", usb)
        self.context.add_init_script(PORT)
        self.board = VirtualBoard(self.context.new_page(), address)

    def connect(self, name="pico"):
        self.page.click("#connect")
        self.page.get_by_text(f"{name}, firmware").wait_for()

    def open(self):
        self.page.click("#friend")

    def told(self):
        """What the dialog says when it has opened."""
        self.open()
        self.page.wait_for_function(f"{STATUS}.length > 20")
        return self.page.evaluate(STATUS)


class _AtFarBoard(Cabled):
    """`end`: the board, a FarBoard."""

    def __init__(self, browser, address, side, seed):
        self.end = FarBoard(side, seed)
        super().__init__(browser, address, self._usb)

    def _usb(self, coded):
        port = self.end.power.port
        port.gone = bytearray()
        port.coming += list(base64.b64decode(coded))
        for _ in range(_MOST_ROUNDS):
            self.end.run(_ROUND_MS)
            if whole(bytes(port.gone)):
                break
        return base64.b64encode(bytes(port.gone)).decode()

    def connect(self):
        super().connect("bench")

    def acts(self):
        """Does what is to be decided at the board, if anything is; whether it was."""
        end = self.end
        if end.friend is None or not decisions(end):
            return False
        record = hurry(end, decisions(end, takes_back=False))
        navigator, now = end.board.navigator, end.power.now
        if actions.kind_of(record) in (actions.ROLL, actions.NOTE):
            navigator.roll(now)
        else:
            navigator.commit(record, now)
        return True


@pytest.fixture
def sides(browser, firmware_address):
    """Two people whose boards are to play with each other."""
    sides = [_AtFarBoard(browser, firmware_address, side, 5 + side) for side in (0, 1)]
    yield sides
    for side in sides:
        assert side.board.faults == []
        side.context.close()


def _meet(anna, bert):
    anna.connect()
    anna.open()
    anna.page.fill(f"{DIALOG} .name", "Anna")
    anna.page.check(f"{DIALOG} [name='points'][value='1']", force=True)
    anna.page.click(f"{DIALOG} .invite")
    bert.page.goto(anna.handed())
    wait_until_ready(bert.page)
    answer = bert.handed()
    bert.page.click(f"{DIALOG} .close")
    bert.connect()  # his page was opened by the link, and shows a board of its own at first
    anna.paste(answer)
    bert.page.fill(f"{DIALOG} .name", "Bert")
    bert.page.click(f"{DIALOG} .play")
    for side in (anna, bert):
        side.closed()


def _until(sides, done, acting=()):
    """Both boards go on, as those `acting` decide, until `done()`."""
    patience = Patience()
    while not done():
        patience.look(_counts(sides))
        for side in acting:
            side.acts()
        sides[0].page.wait_for_timeout(20)


def _counts(sides):
    """How far each board is with the match; None of one that has just got power."""
    return [side.end.friend and side.end.friend.standing.count for side in sides]


def _level(sides):
    friends = [side.end.friend for side in sides]
    return all(friend and friend.level for friend in friends) and len(set(_counts(sides))) == 1


def test_boards_at_cables_play_and_a_pulled_cable_loses_nothing(sides):
    anna, bert = sides
    _meet(anna, bert)
    _until(sides, lambda: _level(sides) and min(_counts(sides)) > 12, sides)
    for side, other in ((anna, bert), (bert, anna)):
        _until(sides, side.acts, [other])  # it has written, and nobody knows of it
        side.page.evaluate("pullOut()")
        side.end.power_on()  # the cable was its plug
        side.page.locator("#line-text", has_text="plays with your friend is not shown").wait_for()
        count = other.end.friend.standing.count
        side.connect()
        _until(sides, lambda count=count: _level(sides) and min(_counts(sides)) > count + 3, sides)
    _until(sides, lambda: _level(sides))
    ends = [side.end for side in sides]
    assert ends[0].friend.standing.digest == ends[1].friend.standing.digest
    assert records(ends[0]) == records(ends[1])


class Older(CabledBoard):
    """A board whose firmware has no matches with a friend; `answered`: what it says."""

    answered = "error unknown_command"

    def told(self, line):
        return f"{self.answered}\r\n" if line.startswith("friend") else super().told(line)


class Stock(Older):
    answered = f"error unsupported_feature {NO_FRIEND}"


@pytest.mark.parametrize("kind, words", [(Older, "is older"), (Stock, "with nobody far away")])
def test_a_board_that_cannot_is_told_how_to_update(browser, firmware_address, kind, words):
    side = Cabled(browser, firmware_address, kind())
    side.connect()
    told = side.told()
    side.context.close()
    assert words in told and "BOOTSEL" in told, told
