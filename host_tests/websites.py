"""A site on a server of its own, and lines to it as its page opens them."""

import contextlib
import threading

from websockets.sync.client import connect

from tools.virtual_board import server


@contextlib.contextmanager
def running(site):
    """The port of a server of that site."""
    with server.open_server(site, 0) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        try:
            yield web.server_port
        finally:
            web.shutdown()
            thread.join()


def line(port, path, **options):
    """A WebSocket to the server at `port`, as websockets has it, to be closed."""
    return connect(f"ws://127.0.0.1:{port}{path}", proxy=None, **options)
