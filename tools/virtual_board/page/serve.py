"""Serves the page of this folder to this machine: `python serve.py`, or `python serve.py PORT`.

If the port is taken, the next free one is used, unless this page is already served there.
`python -m http.server` may serve scripts as plain text on Windows.
"""

import argparse
import os
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import MimeTypes
from pathlib import Path
from urllib.request import urlopen

_PORT = 8000
_MORE = 10  # ports that are tried
_FOLDER = Path(__file__).parent
_TYPES = MimeTypes()  # Python's own, whatever Windows' registry has


def kind_of(name):
    """Returns a file's content type."""
    return _TYPES.guess_type(name)[0] or "application/octet-stream"


class _Handler(SimpleHTTPRequestHandler):
    def guess_type(self, path):
        return kind_of(path)

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    # On Windows this would share a port that is in use; elsewhere it only skips a wait.
    allow_reuse_address = os.name != "nt"

    def __init__(self, port):
        super().__init__(("127.0.0.1", port), partial(_Handler, directory=_FOLDER))


def _is_ours(port):
    """Returns True if this page is already served at a port."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/service-worker.js", timeout=2) as there:
            return there.read() == (_FOLDER / "service-worker.js").read_bytes()
    except (OSError, ValueError):
        return False


def first_free(port):
    """Returns (server, port) of the first free port from `port` on.

    The server is None if this page is already served at that port.
    """
    for each in range(port, port + _MORE):
        try:
            server = _Server(each)
            return server, server.server_port
        except OSError as problem:
            if _is_ours(each):
                return None, each
            taken = problem
    raise taken


def main():
    parser = argparse.ArgumentParser(description="Serves the page of this folder to this machine.")
    parser.add_argument("port", nargs="?", type=int, default=_PORT)
    parser.add_argument("--open", action="store_true", help="open the page as well")
    options = parser.parse_args()
    try:
        server, port = first_free(options.port)
    except (OSError, OverflowError) as problem:
        parser.error(f"it cannot be served: {problem}")
    address = f"http://localhost:{port}/"
    if options.open:
        webbrowser.open(address)
    if not server:
        print(f"Picogammon is at {address} already.")
        return
    print(f"Picogammon is at {address} until you press Ctrl-C.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
