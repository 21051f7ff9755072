"""Files with right sums that say nonsense: the board says so, and keeps its lights and buttons."""

from binascii import crc32

from fakes.disk import files_on
from fakes.power import Power
from fakes.sitting import two_people
from picogammon.app.session import resume
from picogammon.devices.journal import Journal
from picogammon.rules import actions
from picogammon.rules.match import Match

_SET_UPS = (
    b"no JSON",
    b"\xff\xfe",
    b"[1]",
    b"3",
    b'{"a": nonsense}',
    b"[" * 400,
    b'{"WIRING": 7}',
)
_SECRETS = (b"\xff" * 32, b"", b"\x80", b"A" * 31 + b"\xc3")
_NOTES = (
    (actions.SEAL, b""),
    (actions.SEAL, b"\xff" * 60),
    (actions.SEAL, bytes(40) + b"\xc3\xa9\xff"),
    (actions.SECRET, b"\xff" * 32),
    (actions.SECRET, b""),
    (actions.CLOCK, b"\xff"),
    (0, b"\xff"),
    (200, b""),
)


def _store(blob):
    """The file of a Store with that in it."""
    body = b"PGS\x01" + blob
    return bytearray(body + crc32(body).to_bytes(4, "little"))


def _plays(power):
    """Boots, reads what is said into power.told, and rolls."""

    def script(power):
        yield 1000
        yield from power.read()
        yield from power.press("OK OK NEXT OK")
        yield 200
        yield from power.press("hold-OK")
        yield 200
        assert power.view.page.items
        power.menu = [item[0] for item in power.view.page.items]
        yield from power.press("BACK")

    assert power.run(script) == "off"
    assert power.crash_log() == ""
    assert power.rgb
    return power.told


def test_a_set_up_that_is_none_is_told_and_the_boards_own_data_are_used():
    for blob in _SET_UPS:
        power = Power()
        power.disk.files["board.bin"] = _store(blob)
        told = _plays(power)
        assert told and told[0][0] == "The board's data", blob
        assert "board.bin" in told[0][1] or "set up" in told[0][1], told


def _sealed(notes=()):
    """A board with the log of a match with sealed dice, whose notes are these."""
    power = Power()
    match = Match(two_people(1, sealed=bool(notes)))
    log = Journal(files_on(power.disk), "match.log")
    log.restart(resume.beginning(match) + tuple(notes))
    log.close()
    return power


def test_secrets_and_settings_that_are_none_stop_nothing():
    seal = actions.note(actions.SEAL, bytes(40) + b"123456")
    for blob in _SECRETS:
        power = _sealed((seal,))
        for name in ("seal.bin", "settings.bin", "dice.bin"):
            power.disk.files[name] = _store(blob)
        told = _plays(power)
        assert "secret" in power.board.session.dice.trouble, told


def test_notes_that_say_nothing_stop_nothing():
    for topic, body in _NOTES:
        power = _sealed((actions.note(topic, body), actions.note(actions.SEAL, bytes(41))))
        _plays(power)
        power = _sealed((actions.note(actions.SEAL, bytes(41)), actions.note(topic, body)))
        _plays(power)
