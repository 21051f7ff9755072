"""The virtual board's server: started from a terminal, spoken to by a browser; and any other, which
serves the page as well, and is needed no more once that was loaded."""

import contextlib
import http.client
import json
import signal
import socket
import threading
from urllib.parse import urlsplit

import pytest

from browser.conftest import STANDIN
from tools import ROOT
from tools.boards.loading import pico_names
from tools.virtual_board import content
from tools.virtual_board import server as servers
from tools.virtual_board.driver import serving, start_server


def _get(address, path):
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def _ended(server):
    out, err = server.communicate()
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
    assert "There is no board 'nosuch'" in err and ", ".join(pico_names()) in err


def test_a_board_goes_by_its_name():
    with serving("--firmware", str(STANDIN), "--board", "pico") as address:
        _, boards = _get(address, "/boards.json")
        _, body = _get(address, "/boards/pico.json")
    others = [name for name in pico_names() if name != "pico"]
    assert json.loads(boards)["names"] == ["pico", *others]
    assert json.loads(body)["title"] == json.loads(boards)["titles"][0] == "Raspberry Pi Pico"


def test_control_c_ends_it_quietly():
    server = start_server("--port", "0", "--firmware", str(STANDIN))
    assert server.stdout.readline().startswith("Picogammon is at http://127.0.0.1:")
    server.send_signal(signal.SIGINT)
    status, _, err = _ended(server)
    assert status == 0
    assert err == ""


def test_the_page_is_never_cached_and_needs_nothing_from_elsewhere(standin_address):
    for path in (
        "/",
        "/main.js",
        "/boards.json",
        "/boards/pico.json",
        "/firmware.json",
        "/micropython/micropython.wasm",
    ):
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
        "/boards/nosuch.json",
        "/boards/../boards/pico.json",
        "/nothing",
    ],
)
def test_only_what_is_listed_is_served(standin_address, path):
    answer, _ = _get(standin_address, path)
    assert answer.status == 404


def test_what_was_just_edited_shows(tmp_path):
    """What is kept of the firmware holds only for as long as its files are as they were."""
    (tmp_path / "app").mkdir()
    (tmp_path / "main.py").write_text("one")
    (tmp_path / "app" / "a.py").write_text("1")
    site = content.Site(tmp_path, [ROOT / "boards" / "pico"])

    def told():
        bundle = site.get("/firmware.json")[1]
        assert json.loads(site.get("/boards.json")[1])["bytes"] == len(bundle)
        firmware = json.loads(bundle)["firmware"]
        del firmware["bytecode/pointers.py"]
        return firmware

    assert told() == told() == {"app/a.py": "1", "main.py": "one"}
    (tmp_path / "app" / "a.py").write_text("2")  # no longer than before
    assert told() == {"app/a.py": "2", "main.py": "one"}
    (tmp_path / "app" / "b_kernel.py").write_text("@micropython.viper")
    (tmp_path / "app" / "w.bin").write_bytes(b"\xff")
    (tmp_path / "main.py").unlink()
    bytecode = "@micropython.bytecode"
    assert told() == {"app/a.py": "2", "app/b_kernel.py": bytecode, "app/w.bin": None}
    assert site.get("/firmware/app/w.bin")[1] == b"\xff"
    (tmp_path / "app" / "w.bin").write_text("text")
    assert told()["app/w.bin"] == "text"
    with pytest.raises(content.NotFound):
        site.get("/firmware/app/w.bin")


def test_it_listens_on_this_machine_only(standin_address):
    with socket.socket() as other:
        other.settimeout(5)
        # Another loopback address stands for another interface: 0.0.0.0 would answer there too.
        with pytest.raises(OSError):
            other.connect(("127.0.0.2", urlsplit(standin_address).port))


def test_a_board_that_cannot_be_shown_says_what_is_wrong_with_it(tmp_path):
    (tmp_path / "board_config.py").write_text("WIRING = ((1, 23),)\nLIGHTS_PER_POINT = 1\n")
    with serving("--firmware", str(STANDIN), "--board", str(tmp_path)) as address:
        answer, body = _get(address, f"/boards/{tmp_path.name}.json")
    assert answer.status == 503
    assert "never passes point 24" in body.decode()


class _Echo:
    """A site that gives back what it is sent."""

    def get(self, path):
        return "text/plain", path.encode()

    def post(self, path, body):
        return "text/plain", body


@pytest.fixture
def open_echo():
    """open_echo(**options) -> the port of a server that echoes."""
    running = []

    def open_it(**options):
        web = servers.open_server(_Echo(), 0, **options)
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        running.append((web, thread))
        return web.server_port

    yield open_it
    for web, thread in running:
        web.shutdown()
        thread.join()
        web.server_close()


def _said(port, *lines, body=b""):
    """The status that is answered to these lines and a body, and the rest up to the end."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        answer = b""
        while more := client.recv(65536):
            answer += more
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), rest


_JSON = "Content-Type: application/json"
_CLOSE = "Connection: close"


@pytest.mark.parametrize("name", ["127.0.0.1:{}", "localhost:{}", "LocalHost:{}"])
def test_it_answers_to_its_own_names(open_echo, name):
    port = open_echo()
    assert _said(port, "GET /x HTTP/1.1", f"Host: {name.format(port)}", _CLOSE) == (200, b"/x")


@pytest.mark.parametrize(
    "hosts",
    [
        [],
        ["evil.example"],
        ["evil.example:{}"],
        ["127.0.0.1:1"],
        ["127.0.0.1"],
        ["127.0.0.1.evil.example:{}"],
        ["127.0.0.1:{}", "evil.example"],
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_name_that_is_not_its_own_is_refused(open_echo, method, hosts):
    """Another site's name may lead here (DNS rebinding), and its page would count as ours."""
    port = open_echo()
    lines = [f"Host: {host.format(port)}" for host in hosts]
    size = ["Content-Length: 2", _JSON] if method == "POST" else []
    answer = _said(port, f"{method} /x HTTP/1.1", *lines, *size, _CLOSE, body=b"{}")
    assert answer == (421, b"Not this host.\n")


@pytest.mark.parametrize(
    "origin, status",
    [
        ([], 200),
        (["Origin: http://127.0.0.1:{}"], 200),
        (["Origin: http://localhost:{}"], 200),
        (["Origin: http://127.0.0.1:1"], 404),
        (["Origin: https://127.0.0.1:{}"], 404),
        (["Origin: http://evil.example"], 404),
        (["Origin: null"], 404),
    ],
)
def test_only_its_own_page_changes_anything(open_echo, origin, status):
    port = open_echo()
    lines = [f"Host: 127.0.0.1:{port}", _JSON, "Content-Length: 2", _CLOSE]
    lines += [line.format(port) for line in origin]
    assert _said(port, "POST /x HTTP/1.1", *lines, body=b"{}")[0] == status


@pytest.mark.parametrize(
    "length, status",
    [
        ("Content-Length: 4096", 200),
        ("Content-Length: 4097", 413),
        ("Content-Length: 99999999999999999999", 413),
        ("Content-Length: -1", 411),
        ("Content-Length: +1", 411),
        ("Content-Length: 1e3", 411),
        ("Content-Length:", 411),
        ("X: none", 411),
        ("Transfer-Encoding: chunked", 411),
    ],
)
def test_a_body_is_read_only_where_it_says_that_it_is_short(open_echo, length, status):
    """Refused before it comes: nothing of it is sent here, and the connection ends."""
    port = open_echo()
    body = bytes(4096) if status == 200 else b""
    lines = [f"Host: 127.0.0.1:{port}", _JSON, length] + [_CLOSE] * (status == 200)
    answered, rest = _said(port, "POST /x HTTP/1.1", *lines, body=body)
    assert answered == status and (rest == body or status != 200)


def _is_cut(line):
    """Whether the server ends it and says nothing; before it was spoken to, perhaps."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_who_says_nothing_is_let_go(open_echo):
    port = open_echo(idle_s=0.05)
    with socket.create_connection(("127.0.0.1", port)) as silent:
        assert _is_cut(silent)
    lines = [f"Host: 127.0.0.1:{port}", _JSON, "Content-Length: 5"]
    with socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall("\r\n".join(["POST /x HTTP/1.1", *lines, "", "one"]).encode())
        assert _is_cut(slow)


_SAID = "document.getElementById('said').textContent"


def test_it_plays_without_our_server(open_board, serve_files):
    with serve_files() as address:
        board = open_board(address + "?seed=7")
        assert any(any(light) for light in board.lights())
        before = list(board.oled())
        board.press("ok")
        board.wait_for("before => picogammon.oled().some((byte, i) => byte !== before[i])", before)
        assert board.faults == [] and board.errors() == []


@pytest.mark.parametrize("server", ["ours", "any"])
def test_it_plays_on_without_a_network(open_board, serve_files, server):
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving() if server == "ours" else serve_files())
        board = open_board(address, service_workers="allow", real_time=True)
        board.wait_for("() => navigator.serviceWorker.ready.then(() => true)")
    board.page.goto("about:blank")
    board.page.goto(address + "?board=pico")
    board.wait_until_ready()
    board.wait_for(f"{_SAID}.startsWith('Roll to start')")
    assert len(board.lights()) == 24
    board.press("ok")
    board.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    assert board.errors() == []


def test_it_can_be_installed(open_board, firmware_address):
    board = open_board(firmware_address)
    session = board.page.context.new_cdp_session(board.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    wanted = json.loads(manifest["data"])
    assert wanted["display"] == "standalone" and wanted["start_url"] == "./"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in wanted["icons"]}
    for icon in wanted["icons"]:
        fetched = "(src) => fetch(src).then((answer) => answer.blob()).then((blob) => blob.type)"
        assert board.page.evaluate(fetched, icon["src"]) == icon["type"]
