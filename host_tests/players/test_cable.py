"""The cable of a board that is a program: a program plugs in, talks, and pulls it out. A page in a
browser can reach it as well: nothing of what that sends is a line to the board."""

import socket
from urllib.parse import urlsplit

import pytest
import serial

from tools.cable import Cable

HOST_ONLY = True


class Chip:
    """A board: it answers each byte by the same in capitals."""

    def __init__(self):
        self.came = self.heard = b""

    def send(self, data):
        self.came += data
        self.heard += data

    def received(self):
        out, self.came = self.came.upper(), b""
        return out


@pytest.fixture
def chip():
    return Chip()


@pytest.fixture
def cable():
    cable = Cable()
    yield cable
    cable.close()


def _line(cable):
    """A program that plugs in: a socket."""
    where = urlsplit(cable.url)
    return socket.create_connection((where.hostname, where.port))


def test_bytes_go_both_ways_while_a_program_is_there_and_the_next_may_plug_in(cable, chip):
    cable.carry_in(chip)
    assert not cable.carry_out(chip), "nobody has plugged in: what the board says is the page's"
    for _ in range(2):
        with serial.serial_for_url(cable.url) as port:
            port.write(b"hello\n")
            while chip.came != b"hello\n":
                cable.carry_in(chip)
            assert cable.carry_out(chip)
            assert port.read(6) == b"HELLO\n"
        while cable.carry_out(chip):
            cable.carry_in(chip)


def _sent(cable, chip, data):
    """Plugs in, sends that, and waits: whether the line was cut, or answered."""
    with _line(cable) as line:
        line.sendall(data)
        line.setblocking(False)
        while True:
            cable.carry_in(chip)
            cable.carry_out(chip)
            try:
                return not line.recv(1)
            except BlockingIOError:
                continue
            except ConnectionResetError:
                return True


_BODY = b"ubgi\nset position XGID=-a---------------------------:0:0:1:00:0:0:0:0:10\n"
_REQUEST = b" / HTTP/1.1\r\nHost: 127.0.0.1:8028\r\nContent-Type: text/plain\r\n\r\n" + _BODY
_FOREIGN = {
    "a request with a body": b"POST" + _REQUEST,
    "a question": b"GET" + _REQUEST,
    "what a page asks before it may": b"OPTIONS" + _REQUEST,
    "a header": b"Host: 127.0.0.1\r\n" + _BODY,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _BODY,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + _BODY,
    "STUN, of a page's call": b"\x00\x01\x00\x50\x21\x12\xa4\x42" + _BODY,
    "a page's call, in a frame": b"\x01\x01\x00\x01\x00\x50\x21\x12\xa4\x42" + _BODY,
    "long before its lines": b"POST /" + bytes(3000) + _REQUEST,
    # A page may choose small letters where it counts as the cable's own: by a name of its site's
    # that leads here by now.
    "a request in small letters": b"mirror" + _REQUEST,
    "one whose address is long": b"mirror /" + b"a" * 3000 + _REQUEST,
    "one whose address has no end": b"mirror /" + b"a" * 9000,
}


@pytest.mark.parametrize("data", _FOREIGN.values(), ids=_FOREIGN)
def test_who_begins_as_no_program_does_is_cut_off_and_nothing_of_it_reaches_the_board(
    cable, chip, data
):
    assert _sent(cable, chip, data)
    assert chip.heard == b""
    assert not _sent(cable, chip, b"ubgi\n"), "the next may plug in"
    assert chip.heard == b"ubgi\n"


@pytest.mark.parametrize(
    "data",
    [b"\nubgi\n", b"ubgi\n", b"position xgid XGID=", b"\r\x03", b"\x03\x03", b"\r\x01", b"\x04"]
    + [b"\x02", b"\r\n", b" ubgi\n", b"import os\r", b"\rGET = 1\r", b"get /match.log\r\n"],
)
def test_who_begins_as_a_program_does_is_heard(cable, chip, data):
    assert not _sent(cable, chip, data)
    assert chip.heard == data


def test_what_may_still_be_a_request_waits_until_it_is_none(cable, chip):
    with _line(cable) as line:
        for piece in (b"mir", b"ror"):
            line.sendall(piece)
            for _ in range(100):
                cable.carry_in(chip)
            assert chip.heard == b""
        line.sendall(b"\r\n")
        while not chip.heard:
            cable.carry_in(chip)
        assert chip.heard == b"mirror\r\n"


def test_who_plugs_in_and_says_nothing_keeps_nobody_out(cable, chip):
    with _line(cable) as silent:
        cable.carry_in(chip)
        assert not _sent(cable, chip, b"ubgi\n"), "a page's browser may connect ahead"
        assert silent.recv(1) == b""
    assert chip.heard == b"ubgi\n"
