"""No line over the link changes what two people have agreed on, and no line reveals the secret of
sealed dice."""

from binascii import a2b_base64, unhexlify

from app.test_agreements import state
from fakes.coach import quick
from fakes.power import Power, at_board, ran
from fakes.sitting import two_people
from lines import ASKED, WRITTEN, line_of
from picogammon import ground, server
from picogammon.app.modes.answer import Agree
from picogammon.app.session.seal import hex_text, seal_of
from picogammon.app.ubgi.words import COMMANDS
from picogammon.rules import match
from picogammon.rules.settings import ASK


def test_there_is_a_row_for_each_verb_of_the_link():
    assert set(WRITTEN) == set(server.VERBS + COMMANDS)


def test_no_line_changes_what_two_people_have_agreed_on():
    power = Power()

    def script(power):
        yield 500
        power.host.make = quick
        yield from power.play_on(two_people(3, clock=1, take_back=ASK))
        yield 500
        before = state(power.board)
        for verb in sorted(WRITTEN):
            for words, answer in WRITTEN[verb]:
                if verb == "restart":
                    continue
                line = line_of(verb, words)
                yield from power.ask(line.encode())
                assert power.answer.startswith(answer), (line, power.answer)
                assert isinstance(power.board.navigator.top, Agree) == (answer == ASKED), line
                while isinstance(power.board.navigator.top, Agree):
                    yield from power.press("NEXT OK")
                yield from power.press("hold-BACK")
                assert state(power.board) == before, line
        power.before = before
        yield from power.ask(b"restart")
        yield 1000

    assert power.run(script) == "reset"

    def later(power):
        yield 1000
        assert state(power.board) == power.before, "a restart goes on with the same match"

    assert power.run(later) == "off"


_IN_WORK = "error unsupported_feature the board is being set up"
_SERVED = ("ubgi", "isready", "mirror", "files", "get", "restart")  # while the board is set up


def test_while_the_board_is_set_up_or_tested_no_line_changes_the_match():
    for what in (ground.SET_UP, ground.SELF_TEST):

        def script(power, what=what):
            yield 500
            power.begin(two_people(3))
            before = state(power.board)
            power.board.open_workshop(what, power.now)
            yield 500
            for verb in sorted(WRITTEN):
                for words, _ in WRITTEN[verb] if verb != "restart" else ():
                    replies = power.board.answers(line_of(verb, words))
                    said = [reply for reply in replies if reply is not None]
                    assert (said == [_IN_WORK]) == (verb not in _SERVED), (verb, words, said)
            assert power.board.workshop and state(power.board) == before
            power.before = before
            yield from power.ask(b"restart")
            yield 1000

        def later(power):
            yield 1000
            assert state(power.board) == power.before

        power = Power()
        assert power.run(script) == "reset"
        ran(later, power)


@at_board()
def test_what_a_line_asked_before_the_set_up_ends_with_it(power):
    yield 500
    power.port.coming += list(b"hardware\n")
    yield 50
    power.board.open_workshop(ground.SET_UP, power.now)
    yield 3000
    said = bytes(power.port.gone)
    assert b"hardware report" in said and b"the board is being set up\r\n" in said, said


_SECRET_FILE = "seal.bin"


def _told(power):
    """Returns the bytes of all files except _SECRET_FILE, and of all lines that the board has sent.
    The data in these lines is included twice: in base64 and decoded."""
    files = [bytes(power.disk.files[name]) for name in power.disk.files if name != _SECRET_FILE]
    said = bytes(power.port.gone)
    data = [a2b_base64(line[9:]) for line in said.split(b"\r\n") if line[:9] == b"get data "]
    return b"\n".join(files + [said] + data)


def test_nothing_that_the_board_gives_out_has_the_secret():
    def script(power):
        yield 2000
        yield from power.press("hold-OK")
        for label in ["New match"] + 4 * ["Length"] + ["Sealed dice", "Start"]:
            yield from power.choose(label)
            if label == "Length":
                yield from power.press("NEXT OK")
        yield 200
        yield from power.press("OK NEXT OK OK OK OK OK OK hold-OK")
        yield 200
        power.host.make = quick
        power.secret = bytes(power.disk.files[_SECRET_FILE])[8:40]
        yield from power.press("OK")
        yield from power.press("OK OK OK OK OK OK")
        said = _told(power)
        lines = [b"ubgi", b"newgame", b"dice", b"mirror", b"files", b"get seal.bin", b"hardware"]
        for line in lines + [b"get " + name.encode() for name in power.disk.files]:
            yield from power.ask(line)
            said += _told(power)
        power.said = said

    power = ran(script)
    digest = hex_text(seal_of(power.secret.decode()))
    assert ("sealed dice, SHA-256 " + digest).encode() in power.said
    assert b"hardware report" in power.said and b"get none" in power.said
    for told_as in (power.secret, power.secret.lower(), unhexlify(power.secret)):
        assert told_as not in power.said
    assert power.match.phase in (match.OPENING, match.TO_PLAY, match.TO_ROLL)
    assert power.board.session.dice.sealed.number == "111111"
