"""Dice on a whole board: a dead source is refused, and only one file has the seal's secret."""

from binascii import a2b_base64, unhexlify

from fakes import quick_benches
from fakes.power import Power
from picogammon.app.session import seal
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


_SECRET_FILE = "seal.bin"


def new_sealed_match(power):
    """A script's part: two people, to 5, with sealed dice; the number is 111111."""
    yield 2000
    yield from power.press("hold-OK")
    yield from power.choose("New match")
    for label in ("Length", "Length", "Length", "Length"):
        yield from power.choose(label)
        yield from power.press("NEXT OK")
    yield from power.choose("Sealed dice")
    yield from power.choose("Start")
    yield 200
    yield from power.press("OK NEXT OK OK OK OK OK OK hold-OK")
    yield 200


def secret_of(power):
    """The secret, as the flash has it."""
    return bytes(power.disk.files[_SECRET_FILE])[4:36]


def told(power):
    """All that the board gives out: its files but the one, and what it has said, also in base64."""
    files = [bytes(power.disk.files[name]) for name in power.disk.files if name != _SECRET_FILE]
    said = bytes(power.port.gone)
    data = [a2b_base64(line[9:]) for line in said.split(b"\r\n") if line[:9] == b"get data "]
    return b"\n".join(files + [said] + data)


def test_nothing_that_the_board_gives_out_has_the_secret():
    def script(power):
        yield from new_sealed_match(power)
        power.secret = secret_of(power)
        yield from power.press("OK")
        yield from power.press("OK OK OK OK OK OK")
        said = told(power)
        lines = [b"ubgi", b"newgame", b"dice", b"mirror", b"files", b"get seal.bin", b"hardware"]
        for line in lines + [b"get " + name.encode() for name in power.disk.files]:
            yield from power.ask(line)
            said += told(power)
        power.said = said

    power = Power()
    assert quick_benches.run(power, script) == "off"
    assert power.crash_log() == ""
    digest = seal.hex_text(seal.seal_of(power.secret.decode()))
    assert ("sealed dice, SHA-256 " + digest).encode() in power.said
    assert b"hardware report" in power.said and b"get none" in power.said
    for told_as in (power.secret, power.secret.lower(), unhexlify(power.secret)):
        assert told_as not in power.said
    assert power.match.phase in (match.OPENING, match.TO_PLAY, match.TO_ROLL)
    assert power.board.session.dice.sealed.number == "111111"


def test_the_secret_and_the_seal_survive_the_plug():
    power = Power()
    assert power.run(new_sealed_match) == "off"
    secret = secret_of(power)
    power.cut()

    def script(power):
        yield 2000
        assert power.board.session.dice.sealed.secret == secret.decode()
        yield from power.press("OK")
        yield 200
        assert power.board.session.last_roll[0] == seal.roll(secret.decode(), "111111", 1, 1)

    assert power.run(script) == "off"
