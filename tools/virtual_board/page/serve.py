"""Serves the page of this folder to this machine: `python serve.py`, or `python serve.py PORT`.

`python -m http.server` asks Windows what a script is, and may be told that it is plain text.
"""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_):
        pass


def main(words):
    try:
        port = int(words[0]) if words else 8000
        handler = partial(_Handler, directory=Path(__file__).parent)
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except (ValueError, OverflowError, OSError) as problem:
        print(f"It cannot be served ({problem}). Another port: python serve.py 8001")
        return 1
    print(
        f"Picogammon is at http://localhost:{server.server_port}/ until you press Ctrl-C.",
        flush=True,
    )
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
