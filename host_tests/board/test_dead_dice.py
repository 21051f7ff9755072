"""A source of randomness that is dead, dies or recovers: people enter real dice meanwhile."""

from fakes.power import Power
from picogammon.rules import match

_TESTED = 1000  # ms: by then the dice are tested, three times if they have to be


def test_dead_dice_are_refused_and_real_ones_can_be_entered():
    def script(power):
        yield _TESTED
        yield from power.read()
        title, lines = power.told[0]
        assert title == "No dice" and "stuck" in lines and "by hand" in lines
        yield from power.press("OK")
        assert power.match.phase == match.OPENING and not power.board.session.last_roll
        yield from power.press("NEXT NEXT OK OK")
        assert power.match.dice == (3, 1)

    power = Power()
    power.entropy.urandom = bytes
    assert power.run(script) == "off"


def test_dice_that_die_while_playing_are_refused_from_there_on():
    def script(power):
        yield _TESTED
        dead.append(True)
        yield 100
        assert power.view.page is None, "what the first roll needs was there before"
        yield from power.press("OK")
        assert power.board.session.last_roll
        yield 1000
        assert power.view.page.title == "No dice", "it is said before anybody wants to roll"
        yield from power.press("OK")
        assert power.board.session.asks_for_dice()

    power = Power(6)
    sound = power.entropy.urandom
    dead = []
    power.entropy.urandom = lambda count: bytes(count) if dead else sound(count)
    assert power.run(script) == "off"


def test_one_failure_is_tried_again_and_nobody_hears_of_it():
    def script(power):
        yield _TESTED
        assert power.view.page is None
        for _ in range(2):
            yield from power.press("OK")
        assert power.board.session.last_roll

    power = Power(6)
    sound = power.entropy.urandom
    bad = [True] * 30
    power.entropy.urandom = lambda count: bytes(count) if bad and bad.pop() else sound(count)
    assert power.run(script) == "off"
    assert not bad


def test_dice_that_recover_are_said_and_rolled_again():
    def script(power):
        yield _TESTED
        assert power.view.page.title == "No dice"
        yield 12000
        assert power.view.page.title == "No dice", "they are tested anew, and fail"
        dead.clear()
        yield 6000
        assert power.view.page.title == "Dice" and "again" in power.view.page.lines[0]
        yield from power.press("OK")
        assert power.view.page is None, "nothing else is left to be read"
        yield from power.press("OK")
        assert power.board.session.last_roll

    power = Power(6)
    sound = power.entropy.urandom
    dead = [True]
    power.entropy.urandom = lambda count: bytes(count) if dead else sound(count)
    assert power.run(script) == "off"


def test_who_had_to_enter_the_computers_dice_need_not_when_the_boards_recover():
    def script(power):
        yield _TESTED
        yield from power.read()
        while power.match.turn != 1 or not power.board.session.asks_for_dice():
            yield from power.press("OK NEXT OK OK")
            dead.append(True)
            yield 1000
        yield from power.read()
        yield 500
        rolled = power.board.session.last_roll
        assert power.board.navigator.top.required
        dead.clear()
        yield 6000
        yield from power.read()
        yield 3000
        assert power.board.session.last_roll != rolled or power.match.turn == 0

    power = Power(6)
    sound = power.entropy.urandom
    dead = []
    power.entropy.urandom = lambda count: bytes(count) if dead else sound(count)
    assert power.run(script) == "off"
