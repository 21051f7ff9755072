"""A page's cable to a board that is a program, and that board's end of it."""

import socket

import pytest
from websockets.exceptions import ConnectionClosed

from tools.browser import running
from tools.cable import Plug
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board.plug import PluggedSite
from websites import line

HOST_ONLY = True


@pytest.fixture
def plug():
    """A board's port, to which a program may plug in."""
    plug = Plug()
    yield plug
    plug.close()


@pytest.fixture
def port(plug):
    """That of a server whose page may plug in there."""
    folders = virtual_board.board_folders()
    site = PluggedSite(virtual_board.FIRMWARE, folders, (), int(plug.url.split(":")[-1]))
    with running(site) as port:
        yield port


def _connected(port):
    page = line(port, "/board")
    assert page.recv() == "plugged"
    return page


def _read(plug, count):
    """So many bytes that have come for the board."""
    came = []
    while len(came) < count:
        plug.carry()
        byte = plug.read()
        if byte >= 0:
            came.append(byte)
    return bytes(came)


def test_bytes_go_both_ways(port, plug):
    with _connected(port) as page:
        page.send(b"mirror\r\n\xff")
        assert _read(plug, 9) == b"mirror\r\n\xff"
        for byte in b"mirror end\r\n\xfe":
            assert plug.write(byte)
        plug.carry()
        came = b""
        while len(came) < 13:
            came += page.recv()
        assert came == b"mirror end\r\n\xfe"


def test_a_board_that_goes_is_noticed_and_one_that_is_not_there_named(port, plug):
    with _connected(port) as page:
        page.send(b"\r\n")
        _read(plug, 2)
        plug.close()
        with pytest.raises(ConnectionClosed):
            page.recv()
    with line(port, "/board") as page:
        assert "started with CABLE=" in page.recv()


def test_a_text_ends_the_line_and_the_next_page_is_plugged_in(port, plug):
    with _connected(port) as page:
        page.send("mirror")
        with pytest.raises(ConnectionClosed, match="1003"):
            page.recv(timeout=5)
    with _connected(port) as page:
        page.send(b"\n")
        assert _read(plug, 1) == b"\n"


def _takes_more(plug):
    """Fills what waits to go out; whether the system took it."""
    while plug.write(65):
        pass
    plug.carry()
    return plug.write(65)


def test_a_board_waits_for_nobody_who_does_not_read(plug):
    assert all(plug.write(65) for _ in range(10_000)), "nobody is there, and it is lost"
    with socket.create_connection(("127.0.0.1", int(plug.url.split(":")[-1]))) as taker:
        taker.sendall(b"\n")
        assert _read(plug, 1) == b"\n"
        while _takes_more(plug):
            pass
    plug.carry()
    assert plug.write(65), "whoever did not read is gone"
