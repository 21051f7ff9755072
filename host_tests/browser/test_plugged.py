"""A page whose server has a cable to a board that is a program: what plug.js does."""

import socket

from tools.virtual_board.driver import PATIENCE_MS, serving

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
        board.settimeout(PATIENCE_MS / 1000)
        with serving("--plug", str(board.getsockname()[1])) as address:
            page.goto(f"{address}watch.html")
            page.evaluate(_SAYS, list(program))
            cable, _ = board.accept()
            with cable, cable.makefile("rb") as came:
                assert came.read() == program
