"""The virtual board's server: started from a terminal, spoken to by a browser."""

import http.client
import signal
import socket
from urllib.parse import urlsplit

import pytest

from browser.conftest import STANDIN
from tools.virtual_board.driver import serving, start_server


def _get(address, path):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def _ended(server):
    out, err = server.communicate(timeout=30)
    assert "Traceback" not in out + err
    return server.returncode, out, err


def test_a_taken_port_is_named_with_a_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, out, err = _ended(start_server(PORT=str(port)))
    assert status == 1 and out == ""
    assert f"Port {port} is taken" in err
    assert "make play PORT=" in err


@pytest.mark.parametrize("port", ["x", "-1", "65536", "8024.5", "²"])
def test_a_port_that_is_no_port_is_refused(port):
    status, _, err = _ended(start_server(PORT=port))
    assert status == 1
    assert "PORT must be a number" in err


def test_a_folder_without_firmware_is_refused(tmp_path):
    status, _, err = _ended(start_server("--firmware", str(tmp_path)))
    assert status == 1
    assert "main.py" in err


def test_an_unknown_board_is_refused_and_the_known_ones_are_named():
    status, _, err = _ended(start_server(BOARD="nosuch"))
    assert status == 1
    assert "There is no board 'nosuch'" in err and "browser, pico" in err


def test_a_board_goes_by_its_name():
    with serving("--firmware", str(STANDIN), "--board", "pico") as address:
        _, body = _get(address, "/board.json")
    assert "Raspberry Pi Pico" in body.decode()


def test_control_c_ends_it_quietly():
    server = start_server("--port", "0", "--firmware", str(STANDIN))
    assert server.stdout.readline().startswith("Picogammon is at http://127.0.0.1:")
    server.send_signal(signal.SIGINT)
    status, _, err = _ended(server)
    assert status == 0
    assert err == ""


def test_the_page_is_never_cached_and_needs_nothing_from_elsewhere(standin_address):
    for path in ("/", "/main.js", "/board.json", "/firmware.json", "/micropython/micropython.wasm"):
        answer, _ = _get(standin_address, path)
        assert answer.status == 200
        assert answer.getheader("Cache-Control") == "no-store"
        assert "default-src 'none'" in answer.getheader("Content-Security-Policy")


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/%2e%2e/%2e%2e/README.md",
        "//etc/passwd",
        "/micropython/../../../README.md",
        "/device/machine.py",
        "/nothing",
    ],
)
def test_only_what_is_listed_is_served(standin_address, path):
    answer, _ = _get(standin_address, path)
    assert answer.status == 404


def test_it_listens_on_this_machine_only(standin_address):
    with socket.socket() as other:
        other.settimeout(5)
        # Another loopback address stands for another interface: 0.0.0.0 would answer there too.
        with pytest.raises(OSError):
            other.connect(("127.0.0.2", urlsplit(standin_address).port))


def test_a_board_that_cannot_be_shown_says_what_is_wrong_with_it(tmp_path):
    (tmp_path / "board_config.py").write_text("WIRING = ((1, 23),)\nLIGHTS_PER_POINT = 1\n")
    with serving("--firmware", str(STANDIN), "--board", str(tmp_path)) as address:
        answer, body = _get(address, "/board.json")
    assert answer.status == 503
    assert "never passes point 24" in body.decode()
