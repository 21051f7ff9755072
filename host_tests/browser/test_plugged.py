"""A page whose server has a cable to a board that is a program: what plug.js does."""

import socket

from playwright.sync_api import expect

from raspberry_pi.stood_in import PIS, Pi, compiled
from tools.virtual_board.driver import serving

HOST_ONLY = True

_SAYS = """async (bytes) => {
    const { plug } = await import("./plug.js");
    const port = await plug.requestPort();
    await port.open();
    await port.writable.getWriter().write(Uint8Array.from(bytes));
    await port.close();
}"""


def test_a_program_for_the_prompt_is_sent_in_pieces_that_the_server_reads(page):
    program = bytes([1, 34, 92, 255, 10]) * 2000
    with socket.create_server(("127.0.0.1", 0)) as board:
        with serving("--plug", str(board.getsockname()[1])) as address:
            page.goto(f"{address}help.html")
            page.evaluate(_SAYS, list(program))
            cable, _ = board.accept()
            with cable, cable.makefile("rb") as came:
                assert came.read() == program


def test_a_raspberry_pi_is_shown_without_what_only_a_pico_has(open_board, tmp_path):
    pi = Pi(compiled(tmp_path), tmp_path, *PIS["4 B"])
    with pi.playing() as port, serving("--plug", str(port)) as address:
        board = open_board(address)
        board.page.click("#connect")
        name = board.page.locator("#mirrored-name")
        expect(name).to_contain_text("raspberry_pi, firmware")
        expect(name).to_contain_text("through this page's server")
        assert not any(board.page.is_visible(f"#{what}") for what in ("wire", "update"))
        assert [light != [0, 0, 0] for light in board.lights()].count(True) >= 8
        board.page.click("#connect")  # lets it go
        assert board.faults == []
