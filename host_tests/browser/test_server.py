"""How the page comes: by its own server, by any other, and from what the browser keeps."""

import json
import mimetypes
import re
import socket
import sys
import urllib.error
import urllib.request
from subprocess import PIPE

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from browser.conftest import STANDIN, Held
from browser.person import SAID
from tools import ROOT, children
from tools.boards.loading import pico_names
from tools.browser import on_manual_time, running, serving, wait_until_ready
from tools.release import contents
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content
from tools.virtual_board.page import serve
from websites import end, line, on_any_host


def _get(address, path):
    """(status, headers, body) of what is at an address, which ends in /."""
    try:
        answer = urllib.request.urlopen(address + path)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.status, answer.headers, answer.read()


def test_what_cannot_be_served_is_said(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for option, value, said in (
            ("--port", port, f"Port {port} is taken"),
            ("--port", port, "make play PORT="),
            ("--port", "x", "PORT must be a number"),
            ("--port", "65536", "PORT must be a number"),
            ("--plug", "²", "PLUG must be a number"),
            ("--firmware", str(ROOT / "docs"), "main.py"),
            ("--board", "nosuch", f"no board 'nosuch'. The boards are: {pico_names()[0]}"),
        ):
            assert virtual_board.main(["--no-open", option, value]) == 1
            assert said in capsys.readouterr().err


def test_a_board_goes_by_its_name_and_control_c_ends_it_quietly():
    options = ("--port", "0", "--no-open", "--firmware", str(STANDIN), "--board", "pico")
    command = [sys.executable, "-m", "tools.virtual_board", *options]
    server = children.start(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True)
    try:
        address = re.match(r"Picogammon is at (http://\S+)", server.stdout.readline())[1]
        boards = json.loads(_get(address, "boards.json")[2])
    finally:
        _, err = end(server)
    assert (server.returncode, err) == (0, "")
    assert boards["names"] == ["pico", *(name for name in pico_names() if name != "pico")]
    assert boards["first"]["title"] == boards["titles"][0] == "Raspberry Pi Pico"


def test_a_board_that_cannot_be_shown_says_what_is_wrong_with_it(tmp_path):
    (tmp_path / "pico").mkdir()
    there = (ROOT / "boards" / "pico" / "board_config.py").read_text()
    for wrong, said in (("sh1106", b"not a sh1106"), ("ssd", b"OLED_DRIVER")):
        (tmp_path / "pico" / "board_config.py").write_text(there.replace("ssd1306", wrong))
        with serving(content.Site(STANDIN, [tmp_path / "pico"])) as address:
            status, _, body = _get(address, "boards/pico.json")
        assert status == 503 and said in body


def test_the_page_is_never_cached_and_needs_nothing_from_elsewhere(standin_address):
    for path in ("", "main.js", "boards.json", "boards/pico.json", "micropython.wasm"):
        status, headers, _ = _get(standin_address, path)
        assert (status, headers["Cache-Control"]) == (200, "no-store")
        assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_only_what_is_listed_is_served(standin_address):
    outside = "../server.py ..%2fserver.py %2e%2e/%2e%2e/%2e%2e/README.md /etc/passwd"
    inside = "device/machine.py boards/nosuch.json boards/../boards/pico.json nothing"
    for path in f"{outside} {inside}".split():
        assert _get(standin_address, path)[0] == 404, path


def test_what_was_just_edited_shows_kernels_as_bytecode_and_what_is_no_text_by_itself(tmp_path):
    (tmp_path / "main.py").write_text("one")
    made = content.Site(tmp_path, [ROOT / "boards" / "pico"])
    (tmp_path / "main.py").write_text("two")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "b_kernel.py").write_text("@micropython.viper")
    (tmp_path / "app" / "w.bin").write_bytes(b"\xff")
    firmware = json.loads(made.get("/firmware.json")[1])["firmware"]
    assert firmware.pop("bytecode/pointers.py")
    kernel = "@micropython.bytecode"
    assert firmware == {"main.py": "two", "app/b_kernel.py": kernel, "app/w.bin": None}
    assert made.get("/firmware/app/w.bin")[1] == b"\xff"


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


def test_it_says_that_it_loads_until_the_board_is_there(page, standin_address):
    held = Held()
    page.route("**/micropython.wasm", held)
    page.goto(on_manual_time(standin_address))
    said = page.locator("#loading")
    expect(said).to_be_visible()
    expect(said).to_have_text("Loading the board…")
    held.let_go()
    wait_until_ready(page)
    expect(said).to_be_hidden()


def test_its_own_server_calls_scripts_scripts(monkeypatch):
    monkeypatch.setitem(mimetypes.types_map, ".js", "text/plain")  # as in some Windows' registry
    assert mimetypes.guess_type("main.js")[0] == "text/plain"
    assert serve.kind_of("main.js").endswith("/javascript")
    assert serve.kind_of("index.html") == "text/html"
    assert serve.kind_of("micropython.wasm") == "application/wasm"


def test_scripts_that_come_as_plain_text_are_explained(page, standin_address):
    """As Python's server sends them on a Windows that calls them so."""
    page.route("**/main.js", lambda route: route.fulfill(content_type="text/plain", body=""))
    page.goto(on_manual_time(standin_address))
    expect(page.get_by_text("py serve.py")).to_be_visible()


@pytest.mark.parametrize("server", ["ours", pytest.param("any", marks=pytest.mark.long)])
def test_it_is_kept_and_plays_on_without_a_network(open_board, tmp_path, server):
    elsewhere = server == "any" and on_any_host(tmp_path, contents.page_files())
    with elsewhere or serving() as address:
        board = open_board(address, service_workers="allow")
        board.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    board.page.goto("about:blank")
    board.page.goto(on_manual_time(address + "?board=pico"))
    board.wait_until_ready()
    board.wait_for(f"{SAID}.startsWith('Roll to start')")
    board.press("ok")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
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
        assert (
            _get(standin_address, icon["src"].removeprefix("./"))[1]["Content-Type"] == icon["type"]
        )
