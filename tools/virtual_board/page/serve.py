"""Serves the page of this folder to this machine: `python serve.py`, or `python serve.py PORT`.
With --open it opens the page as well: where its port is taken by itself, that one, and else at the
next free port.

`python -m http.server` asks Windows what a script is, and may be told that it is plain text.
"""

import os
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

_PORT = 8000
_MORE = 10  # ports that are tried
_OPEN = "--open"
_FOLDER = Path(__file__).parent
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = TYPES

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    # On Windows this would share a port that is in use; elsewhere it only skips a wait.
    allow_reuse_address = os.name != "nt"

    def __init__(self, port):
        super().__init__(("127.0.0.1", port), partial(_Handler, directory=_FOLDER))


def _is_ours(port):
    """Whether this very page is served at a port already."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/service-worker.js", timeout=2) as there:
            return there.read() == (_FOLDER / "service-worker.js").read_bytes()
    except (OSError, ValueError):
        return False


def _first_free(port):
    """A server at the first free port from `port` on, and its port; None for a server where this
    page is served there already."""
    for each in range(port, port + _MORE):
        try:
            return _Server(each), each
        except OSError as problem:
            if _is_ours(each):
                return None, each
            taken = problem
    raise taken


def main(words):
    opens = _OPEN in words
    words = [word for word in words if word != _OPEN]
    try:
        port = int(words[0]) if words else _PORT
        server, port = _first_free(port) if opens else (_Server(port), port)
    except (ValueError, OverflowError, OSError) as problem:
        print(f"It cannot be served ({problem}). Another port: python serve.py 8001")
        return 1
    address = f"http://localhost:{server.server_port if server else port}/"
    if opens:
        webbrowser.open(address)
    if not server:
        print(f"Picogammon is at {address} already.")
        return 0
    print(f"Picogammon is at {address} until you press Ctrl-C.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
