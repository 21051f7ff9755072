"""How the page comes: by its own server, by any other, and from what the browser keeps."""

import json
import mimetypes
import re
import runpy
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from browser.conftest import STANDIN, Held
from tools import ROOT
from tools.boards.loading import pico_names
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content
from tools.virtual_board.driver import end, on_manual_time, serving, start_server, wait_until_ready
from websites import line, running

_SAID = "document.getElementById('said').textContent"
_SERVE = ROOT / "tools" / "virtual_board" / "page" / "serve.py"


def _get(address, path):
    connection = HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_what_cannot_be_served_is_said(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments, said in (
            (("--port", port), f"Port {port} is taken"),
            (("--port", port), "make play PORT="),
            (("--port", "x"), "PORT must be a number"),
            (("--port", "65536"), "PORT must be a number"),
            (("--port", "²"), "PORT must be a number"),
            (("--plug", "x"), "PLUG must be a number"),
            (("--firmware", str(ROOT / "docs")), "main.py"),
            (("--board", "nosuch"), f"no board 'nosuch'. The boards are: {pico_names()[0]}"),
        ):
            assert virtual_board.main(["--no-open", *arguments]) == 1
            assert said in capsys.readouterr().err


def test_a_board_goes_by_its_name_and_control_c_ends_it_quietly():
    server = start_server("--port", "0", "--firmware", str(STANDIN), "--board", "pico")
    address = re.search(r"^Picogammon is at (http://127.0.0.1:\d+/)", server.stdout.readline())[1]
    boards = json.loads(_get(address, "/boards.json")[1])
    others = [name for name in pico_names() if name != "pico"]
    assert boards["names"] == ["pico", *others]
    title = json.loads(_get(address, "/boards/pico.json")[1])["title"]
    assert title == boards["titles"][0] == "Raspberry Pi Pico"
    _, err = end(server, signal.SIGINT)
    assert (server.returncode, err) == (0, "")


def test_a_board_that_cannot_be_shown_says_what_is_wrong_with_it(tmp_path):
    (tmp_path / "board_config.py").write_text("WIRING = ((1, 23),)\nLIGHTS_PER_POINT = 1\n")
    with running(content.Site(STANDIN, [tmp_path])) as port:
        answer, body = _get(f"http://127.0.0.1:{port}", f"/boards/{tmp_path.name}.json")
    assert answer.status == 503 and b"never passes point 24" in body


def test_the_page_is_never_cached_and_needs_nothing_from_elsewhere(standin_address):
    for path in ("", "main.js", "boards.json", "boards/pico.json", "micropython.wasm"):
        answer, _ = _get(standin_address, f"/{path}")
        assert answer.status == 200
        assert answer.getheader("Cache-Control") == "no-store"
        assert "default-src 'none'" in answer.getheader("Content-Security-Policy")


def test_only_what_is_listed_is_served(standin_address):
    outside = [
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/%2e%2e/%2e%2e/README.md",
        "//etc/passwd",
    ]
    inside = [
        "/device/machine.py",
        "/boards/nosuch.json",
        "/boards/../boards/pico.json",
        "/nothing",
    ]
    for path in outside + inside:
        assert _get(standin_address, path)[0].status == 404, path


def test_what_was_just_edited_shows(tmp_path):
    """What is kept of the firmware holds only for as long as its files are as they were."""
    (tmp_path / "app").mkdir()
    (tmp_path / "main.py").write_text("one")
    (tmp_path / "app" / "a.py").write_text("1")
    site = content.Site(tmp_path, [ROOT / "boards" / "pico"])

    def told():
        firmware = json.loads(site.get("/firmware.json")[1])["firmware"]
        del firmware["bytecode/pointers.py"]
        return firmware

    assert told() == told() == {"app/a.py": "1", "main.py": "one"}
    (tmp_path / "app" / "a.py").write_text("2")  # no longer than before
    (tmp_path / "main.py").unlink()
    assert told() == {"app/a.py": "2"}
    (tmp_path / "app" / "b_kernel.py").write_text("@micropython.viper")
    (tmp_path / "app" / "w.bin").write_bytes(b"\xff")
    bytecode = "@micropython.bytecode"
    assert told() == {"app/a.py": "2", "app/b_kernel.py": bytecode, "app/w.bin": None}
    assert site.get("/firmware/app/w.bin")[1] == b"\xff"
    (tmp_path / "app" / "w.bin").write_text("text")
    assert told()["app/w.bin"] == "text"
    with pytest.raises(content.NotFound):
        site.get("/firmware/app/w.bin")


class _Echo(content.Site):
    """Gives back what it is asked for, and sent on a line."""

    line = "/line"

    def __init__(self):
        pass

    def get(self, path):
        return "text/plain", path.encode()

    def carry(self, line):
        for message in line:
            line.send(message)


@pytest.fixture
def echo():
    """The port of its server."""
    with running(_Echo()) as port:
        yield port


def test_it_listens_on_this_machine_only(echo):
    # Another loopback address stands for another interface: 0.0.0.0 would answer there too.
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", echo), timeout=5)


def test_a_name_that_is_not_its_own_is_refused(echo):
    """Another site's name may lead here (DNS rebinding), and its page would count as ours."""
    own, other = f"127.0.0.1:{echo}", f"evil.example:{echo}"
    for status, names in {
        200: ([own], [f"localhost:{echo}"], [f"LocalHost:{echo}"]),
        421: ([], ["evil.example"], [other], ["127.0.0.1"], [f"127.0.0.1.{other}"], [own, other]),
    }.items():
        for hosts in names:
            lines = ["GET /x HTTP/1.1", *(f"Host: {host}" for host in hosts), "", ""]
            with socket.create_connection(("127.0.0.1", echo)) as client:
                client.sendall("\r\n".join(lines).encode())
                assert int(client.recv(65536).split()[1]) == status, hosts


def test_a_line_is_for_its_own_page(echo):
    for origin in (None, f"http://127.0.0.1:{echo}", f"http://localhost:{echo}"):
        with line(echo, "/line", origin=origin) as page:
            page.send("Räuber")
            assert page.recv() == "Räuber"
    for origin in ("http://127.0.0.1:1", f"https://127.0.0.1:{echo}", "http://x.example"):
        with pytest.raises(InvalidStatus):
            line(echo, "/line", origin=origin)
    with pytest.raises(InvalidStatus):
        line(echo, "/elsewhere")


def test_the_last_page_to_come_has_the_line(echo):
    with line(echo, "/line") as one, line(echo, "/line") as two:
        with pytest.raises(ConnectionClosed, match="taken"):
            one.recv()
        two.send("mine")
        assert two.recv() == "mine"


def test_it_says_that_it_loads_and_how_far_until_the_board_is_there(page, standin_address):
    held = Held()
    page.route("**/micropython.wasm", held)
    page.goto(on_manual_time(standin_address))
    page.wait_for_function("document.querySelector('#loading progress').position === 1")
    said = page.locator("#loading")
    assert said.inner_text().startswith("Loading") and said.is_visible()
    held.let_go()
    wait_until_ready(page)
    expect(said).to_be_hidden()


def test_its_own_server_calls_scripts_scripts(tmp_path):
    registry = tmp_path / "as_windows.py"
    registry.write_text(
        "import mimetypes, runpy\n"
        "mimetypes.add_type('text/plain', '.js')\n"
        f"runpy.run_path({str(_SERVE)!r}, run_name='__main__')\n"
    )
    command = [sys.executable, str(registry), "0"]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://localhost:\d+/", served.stdout.readline()).group()
        for name, kind in (("main.js", "text/javascript"), ("", "text/html")):
            assert _get(address, f"/{name}")[0].headers.get_content_type() == kind
    finally:
        end(served)


def test_its_own_server_says_which_port_is_none(capsys):
    serve = runpy.run_path(str(_SERVE))
    for port in ("x", "99999", "-1"):
        assert serve["main"]([port]) == 1
        assert "Another port: python serve.py 8001" in capsys.readouterr().out


def test_scripts_that_come_as_plain_text_are_explained(page, serve_files):
    """As Python's server sends them on a Windows that calls them so."""
    with serve_files(types={".js": "text/plain", ".html": "text/html"}) as address:
        page.goto(on_manual_time(address))
        expect(page.get_by_text("py serve.py")).to_be_visible()


@pytest.mark.parametrize("server", ["ours", pytest.param("any", marks=pytest.mark.long)])
def test_it_is_kept_and_plays_on_without_a_network(open_board, serve_files, server):
    asked = []
    types = mimetypes.types_map
    with serving() if server == "ours" else serve_files(types=types, asked=asked) as address:
        board = open_board(address, service_workers="allow")
        board.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        asked.clear()
        board.reload()
        assert set(asked) <= {"service-worker.js"}
    board.page.goto("about:blank")
    board.page.goto(on_manual_time(address + "?board=pico"))
    board.wait_until_ready()
    board.wait_for(f"{_SAID}.startsWith('Roll to start')")
    board.press("ok")
    board.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    assert len(board.lights()) == 24 and board.errors() == []


@pytest.mark.long
def test_it_can_be_installed(open_board, standin_address):
    board = open_board(standin_address)
    session = board.page.context.new_cdp_session(board.page)
    manifest = session.send("Page.getAppManifest")
    wanted = json.loads(manifest["data"])
    assert (manifest["errors"], wanted["display"], wanted["start_url"]) == ([], "standalone", "./")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in wanted["icons"]}
    for icon in wanted["icons"]:
        answer, _ = _get(standin_address, f"/{icon['src']}")
        assert answer.getheader("Content-Type") == icon["type"]
