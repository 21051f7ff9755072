"""How the page comes: by its own server, by any other, and from what the browser keeps."""

import http.client
import json
import mimetypes
import re
import runpy
import signal
import socket
import subprocess
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus

from browser.conftest import STANDIN, Held
from tools import ROOT
from tools.boards.loading import pico_names
from tools.virtual_board import content
from tools.virtual_board.driver import (
    end,
    on_manual_time,
    serving,
    start_server,
    wait_until_ready,
)
from websites import line, running

_SAID = "document.getElementById('said').textContent"
_SERVE = ROOT / "tools" / "virtual_board" / "page" / "serve.py"


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
    assert f"Port {port} is taken" in err and "make play PORT=" in err


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments, environment, said",
    [
        ([], {"PORT": "x"}, "PORT must be a number"),
        ([], {"PORT": "65536"}, "PORT must be a number"),
        ([], {"PORT": "²"}, "PORT must be a number"),
        (["--firmware", str(ROOT / "docs")], {}, "main.py"),
        ([], {"BOARD": "nosuch"}, f"There is no board 'nosuch': {', '.join(pico_names())}"),
    ],
)
def test_what_cannot_be_served_is_said(arguments, environment, said):
    status, _, err = _ended(start_server(*arguments, **environment))
    assert status == 1
    assert all(words in err for words in said.split(": "))


def test_a_board_goes_by_its_name_and_control_c_ends_it_quietly():
    server = start_server("--port", "0", "--firmware", str(STANDIN), "--board", "pico")
    address = re.search(r"^Picogammon is at (http://127.0.0.1:\d+/)", server.stdout.readline())
    _, boards = _get(address[1], "/boards.json")
    _, body = _get(address[1], "/boards/pico.json")
    others = [name for name in pico_names() if name != "pico"]
    assert json.loads(boards)["names"] == ["pico", *others]
    assert json.loads(body)["title"] == json.loads(boards)["titles"][0] == "Raspberry Pi Pico"
    server.send_signal(signal.SIGINT)
    status, _, err = _ended(server)
    assert (status, err) == (0, "")


@pytest.mark.long
def test_a_board_that_cannot_be_shown_says_what_is_wrong_with_it(tmp_path):
    (tmp_path / "board_config.py").write_text("WIRING = ((1, 23),)\nLIGHTS_PER_POINT = 1\n")
    with serving("--firmware", str(STANDIN), "--board", str(tmp_path)) as address:
        answer, body = _get(address, f"/boards/{tmp_path.name}.json")
    assert answer.status == 503
    assert "never passes point 24" in body.decode()


def test_the_page_is_never_cached_and_needs_nothing_from_elsewhere(standin_address):
    paths = ("", "main.js", "boards.json", "boards/pico.json", "firmware.json")
    for path in (*paths, "micropython.wasm"):
        answer, _ = _get(standin_address, f"/{path}")
        assert answer.status == 200
        assert answer.getheader("Cache-Control") == "no-store"
        assert "default-src 'none'" in answer.getheader("Content-Security-Policy")


def test_only_what_is_listed_is_served(standin_address):
    for path in (
        "/../server.py",
        "/..%2fserver.py",
        "/%2e%2e/%2e%2e/%2e%2e/README.md",
        "//etc/passwd",
        "/report/../../../README.md",
        "/device/machine.py",
        "/boards/nosuch.json",
        "/boards/../boards/pico.json",
        "/nothing",
    ):
        assert _get(standin_address, path)[0].status == 404, path


def test_what_is_large_comes_packed_to_who_unpacks_it(standin_address):
    sizes = []
    for accepted, encoding in (("gzip, br", "gzip"), ("br", None)):
        asked = Request(standin_address + "page.css", headers={"Accept-Encoding": accepted})
        with urlopen(asked) as answer:
            sizes.append(len(answer.read()))
            assert answer.headers["Content-Encoding"] == encoding
    assert 2 * sizes[0] < sizes[1]


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


class _Echo:
    """A site that gives back what it is asked for, and sent on a line."""

    def get(self, path):
        return "text/plain", path.encode()

    def __init__(self):
        self.lines = {"/line": self._answer}

    def _answer(self, line):
        for message in line.receive():
            line.send(message)


def _said(port, *lines):
    """The status that is answered to these lines."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(client.recv(65536).split()[1])


_HOSTS = {
    200: (["127.0.0.1:{}"], ["localhost:{}"], ["LocalHost:{}"]),
    421: (
        *([], ["evil.example"], ["evil.example:{}"], ["127.0.0.1:1"], ["127.0.0.1"]),
        *(["127.0.0.1.evil.example:{}"], ["127.0.0.1:{}", "evil.example"]),
    ),
}


def test_a_name_that_is_not_its_own_is_refused():
    """Another site's name may lead here (DNS rebinding), and its page would count as ours."""
    with running(_Echo()) as port:
        for status, names in _HOSTS.items():
            for hosts in names:
                lines = ["Connection: close", *(f"Host: {host.format(port)}" for host in hosts)]
                assert _said(port, "GET /x HTTP/1.1", *lines) == status, hosts


def test_a_line_is_for_its_own_page():
    with running(_Echo()) as port:
        for origin in (None, f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            with line(port, "/line", origin=origin) as page:
                page.send("Räuber")
                assert page.recv() == "Räuber"
        for origin in ("http://127.0.0.1:1", f"https://127.0.0.1:{port}", "http://x.example"):
            with pytest.raises(InvalidStatus):
                line(port, "/line", origin=origin)
        with pytest.raises(InvalidStatus):
            line(port, "/elsewhere")


def _is_cut(line):
    """Whether the server ends it and says nothing; before it was spoken to, perhaps."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_who_says_nothing_is_let_go():
    with running(_Echo(), idle_s=0.05) as port:
        with socket.create_connection(("127.0.0.1", port)) as silent:
            assert _is_cut(silent)
        with socket.create_connection(("127.0.0.1", port)) as slow:
            slow.sendall(b"GET /x HTTP/1.1\r\nHost:")
            assert _is_cut(slow)


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
        "import mimetypes, runpy, sys\n"
        "mimetypes.add_type('text/plain', '.js')\n"
        f"runpy.run_path({str(_SERVE)!r}, run_name='__main__')\n"
    )
    command = [sys.executable, str(registry), "0"]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://localhost:\d+/", served.stdout.readline()).group()
        for name, kind in (("main.js", "text/javascript"), ("", "text/html")):
            with urlopen(address + name) as answer:
                assert answer.headers.get_content_type() == kind
    finally:
        end(served)


def test_its_own_server_says_which_port_is_none(capsys):
    serve = runpy.run_path(str(_SERVE))
    for words in (["x"], ["99999"], ["-1"]):
        assert serve["main"](words) == 1
        assert "Another port: python serve.py 8001" in capsys.readouterr().out


def test_scripts_that_come_as_plain_text_are_explained(page, serve_files):
    """As Python's server sends them on a Windows that calls them so."""
    types = {".js": "text/plain", ".html": "text/html", ".css": "text/css"}
    with serve_files(types=types) as address:
        page.goto(on_manual_time(address))
        expect(page.get_by_text("py serve.py")).to_be_visible()


def _kept(open_board, address):
    """A board whose page the browser has kept, and whose engines have all come."""
    board = open_board(address, service_workers="allow")
    board.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    board.page.locator("#begin").click()
    board.page.get_by_role("group", name="Opponent").wait_for()
    board.page.keyboard.press("Escape")
    return board


@pytest.mark.parametrize("server", ["ours", pytest.param("any", marks=pytest.mark.long)])
def test_it_plays_on_without_a_network(open_board, serve_files, server):
    with serving() if server == "ours" else serve_files() as address:
        board = _kept(open_board, address)
    board.page.goto("about:blank")
    board.page.goto(on_manual_time(address + "?board=pico"))
    board.wait_until_ready()
    board.wait_for(f"{_SAID}.startsWith('Roll to start')")
    assert len(board.lights()) == 24
    board.press("ok")
    board.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    assert board.errors() == []


@pytest.mark.long
def test_what_is_kept_is_there_without_asking_the_host_again(open_board, serve_files, engine):
    asked = []
    with serve_files(types=mimetypes.types_map, asked=asked) as address:
        board = _kept(open_board, address)
        asked.clear()
        board.reload()
        fetched = (
            "fetch('./engine.wasm').then((got) => got.arrayBuffer()).then((got) => got.byteLength)"
        )
        assert board.page.evaluate(fetched) == engine.stat().st_size
        assert set(asked) <= {"service-worker.js"}
        assert board.errors() == []


@pytest.mark.long
def test_it_can_be_installed(open_board, standin_address):
    board = open_board(standin_address)
    session = board.page.context.new_cdp_session(board.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    wanted = json.loads(manifest["data"])
    assert wanted["display"] == "standalone" and wanted["start_url"] == "./"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in wanted["icons"]}
    for icon in wanted["icons"]:
        fetched = "(src) => fetch(src).then((answer) => answer.blob()).then((blob) => blob.type)"
        assert board.page.evaluate(fetched, icon["src"]) == icon["type"]
