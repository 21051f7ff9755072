"""The page of a release, behind a web server that knows nothing of it."""

import functools
import io
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tools.release import contents


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format, *args):
        pass


@pytest.fixture
def address(tmp_path):
    """A folder below a server's root, as on a page of a project."""
    zipfile.ZipFile(io.BytesIO(contents.page())).extractall(tmp_path / "board")
    handler = functools.partial(_Quiet, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as web:
        threading.Thread(target=web.serve_forever).start()
        yield f"http://127.0.0.1:{web.server_port}/board/"
        web.shutdown()


def test_it_plays_without_our_server(open_board, address):
    board = open_board(address + "?seed=7")
    assert any(any(light) for light in board.lights())
    before = list(board.oled())
    board.press("ok")
    board.wait_for("before => picogammon.oled().some((byte, i) => byte !== before[i])", before)
    assert board.faults == [] and board.errors() == []
