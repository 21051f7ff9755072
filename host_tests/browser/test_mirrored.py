"""A real board on the page, over WebSerial: its port is joined to a simulated board's."""

import base64
import queue
import threading

import pytest

from fakes.power import Power
from picogammon.devices.journal import Journal
from picogammon.rules import actions

_PORT = """
let sink = null;
const port = {
    async open() {},
    async close() {},
    async setSignals() {},
    readable: new ReadableStream({ start: (made) => (sink = made) }),
    writable: new WritableStream({
        async write(bytes) {
            const answer = atob(await window.usb(btoa(String.fromCharCode(...bytes))));
            sink.enqueue(Uint8Array.from(answer, (letter) => letter.charCodeAt(0)));
        },
    }),
};
Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
"""


class _Board:
    """A simulated board that plays in a thread of its own: what it is sent, and what it answers."""

    def __init__(self):
        self.power = Power()
        self._wanted = queue.Queue()
        self._done = queue.Queue()
        self._thread = threading.Thread(target=self.power.run, args=(self._script,), daemon=True)
        self._thread.start()
        self._done.get(timeout=60)

    def _script(self, power):
        yield 500
        power.board.panel.name = "pico"  # whose page shows one light a point, as this has
        self._done.put(b"")
        while (wanted := self._wanted.get()) is not None:
            yield from wanted(power)
            self._done.put(power.answer or b"")

    def send(self, coded):
        """Sends a line (base64); its answer (base64)."""
        line = base64.b64decode(coded).strip()
        self._wanted.put(lambda power: power.ask(line))
        return base64.b64encode(self._done.get(timeout=60)).decode()

    def open_menu(self):
        self._wanted.put(_menu)
        self._done.get(timeout=60)

    @property
    def plays(self):
        return self._thread.is_alive()

    def close(self):
        """Unplugs it: from here on files are this machine's again."""
        self._wanted.put(None)
        self._thread.join()


def _menu(power):
    yield from power.press("hold-OK")
    yield 500


@pytest.fixture
def board():
    board = _Board()
    yield board
    if board.plays:
        board.close()


@pytest.fixture
def page(chromium, firmware_address):
    context = chromium.new_context(service_workers="block", viewport={"width": 1200, "height": 800})
    yield context.new_page()
    context.close()


def _wait_for(page, condition, argument=None):
    page.wait_for_function(condition, arg=argument)


def test_a_board_is_mirrored_and_its_match_kept(page, board, firmware_address, tmp_path):
    page.expose_function("usb", board.send)
    page.add_init_script(_PORT)
    page.goto(firmware_address)
    page.wait_for_function("window.picogammon")
    page.evaluate("picogammon.ready")
    page.get_by_role("button", name="Connect a board").click()
    page.get_by_text("pico, firmware").wait_for()
    same = "(wanted) => String([...picogammon.oled()]) === String(wanted)"
    _wait_for(page, same, list(board.power.display.glass()))
    lights = list(board.power.board.panel.rgb)
    _wait_for(page, "(wanted) => String(picogammon.lights().flat()) === String(wanted)", lights)
    board.open_menu()
    _wait_for(page, same, list(board.power.display.glass()))
    page.get_by_role("button", name="Keep its match").click()
    page.get_by_text("The match is kept").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Crash log").click()
    page.get_by_text("never failed").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Disconnect").click()
    page.evaluate("picogammon.ready")
    page.get_by_role("button", name="Matches").click()
    page.get_by_role("button", name="Play From the board pico").click()
    page.evaluate("picogammon.ready")
    kept = page.evaluate("JSON.parse(localStorage['picogammon.flash.2'])['/flash/match.log']")
    board.close()
    (tmp_path / "match.log").write_bytes(base64.b64decode(kept))
    records = list(Journal(str(tmp_path / "match.log")).open())
    assert actions.kind_of(records[0]) == actions.SETTINGS
    assert page.evaluate("[...picogammon.errors]") == []


def test_a_board_that_does_not_answer_is_said_and_the_match_here_goes_on(page, firmware_address):
    page.expose_function(
        "usb", lambda coded: base64.b64encode(b"error unknown_command\r\n").decode()
    )
    page.add_init_script(_PORT)
    page.goto(firmware_address)
    page.wait_for_function("window.picogammon")
    page.evaluate("picogammon.ready")
    page.get_by_role("button", name="Connect a board").click()
    page.get_by_text("Its firmware is older").wait_for()
    page.evaluate("picogammon.ready")
    said = page.evaluate("document.getElementById('said').textContent")
    assert said.startswith("Roll to start")
