"""The virtual board's web server: the standard library's, on loopback only, without tracebacks.

Other pages in the same browser may reach this address: who asks for it by another name, or sends
something from another page, is refused.
"""

import errno
import functools
import gzip
import os
import socketserver
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from tools.virtual_board import content

_HOST = "127.0.0.1"
_NAMES = (_HOST, "localhost")
_MOST_BYTES = 4096  # of a body: what a page tells of its contacts
_SMALL = 1024  # bytes that are not worth packing
_IDLE_S = 30  # a browser connects again
_TEXT = "text/plain; charset=utf-8"
# Everything the page needs comes from here. Compiling WebAssembly counts as eval, as do the
# expressions of a browser test that waits for something on the page.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'unsafe-eval'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # a report's, which is opened from here
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


_packed = functools.lru_cache(maxsize=256)(functools.partial(gzip.compress, compresslevel=6))


class CannotServe(Exception):
    """The server cannot start; the text says what to do about it."""


def port_number(text, option="PORT"):
    """The port that `text` names, 0 to 65535; CannotServe when it names none: what `option` is."""
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise CannotServe(f"{option} must be a number from 0 to 65535, not {text!r}.")


def open_server(site, port, idle_s=_IDLE_S, another="make play PORT=%d"):
    """A server on 127.0.0.1:`port` that answers from `site`; CannotServe says why not.

    `site.get(path)` gives (content type, bytes), and so does `site.post(path, body)` where there is
    one; `site.look()`, where there is one, is called now and then. Who says nothing for `idle_s`
    seconds is let go. `another`: what chooses another port.
    """
    try:
        return _Server((_HOST, port), site, idle_s)
    except OSError as problem:
        raise CannotServe(_why_not(problem, port, another)) from None


def _why_not(problem, port, another):
    if problem.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken: perhaps the virtual board is already running "
            f"(look at http://{_HOST}:{port}/).\n"
            f"Close what uses it, or choose another port:  {another % (port % 65535 + 1)}"
        )
    if problem.errno == errno.EACCES:
        return f"Port {port} may not be used by you: choose one above 1023:  {another % 8024}"
    return f"Cannot listen on {_HOST}:{port}: {problem.strerror}."


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # On Windows this would share a port that is in use; elsewhere it only skips a wait.
    allow_reuse_address = os.name != "nt"

    def __init__(self, address, site, idle_s):
        super().__init__(address, _Handler)
        self.site = site
        self.idle_s = idle_s

    def server_bind(self):
        # The base class looks this machine's name up, which can take seconds and is not needed.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def service_actions(self):
        if hasattr(self.site, "look"):
            self.site.look()

    def handle_error(self, request, client_address):
        """A browser that goes away in the middle of an answer is no news."""


class _Handler(BaseHTTPRequestHandler):
    server_version = "Picogammon"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def setup(self):
        self.timeout = self.server.idle_s
        super().setup()

    def do_GET(self):
        self._answer(self._get, with_body=True)

    def do_HEAD(self):
        self._answer(self._get, with_body=False)

    def do_POST(self):
        """Only a page from here may drive a board: it says so, and that it sends JSON."""
        size = self._body_size()
        if size is None:
            self.close_connection = True  # where the next request would begin is not known
            return
        body = self.rfile.read(size)
        own = self.headers.get("Content-Type") == "application/json" and self._is_own_page()
        self._answer(lambda path: self._post(path, body, own), with_body=True)

    def _body_size(self):
        """The bytes of the body; None where there are none to be read, and an answer was given."""
        text = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (text.isascii() and text.isdigit()):
            self._send(HTTPStatus.LENGTH_REQUIRED, _TEXT, b"Say how long the body is.\n")
        elif len(text) > len(str(_MOST_BYTES)) or int(text) > _MOST_BYTES:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _TEXT, b"That is too much.\n")
        else:
            return int(text)
        return None

    def _is_own_page(self):
        origin = self.headers.get("Origin")
        return origin is None or origin in [f"http://{name}" for name in self._own_names()]

    def _own_names(self):
        """What this server is called, as in Host."""
        port = self.server.server_port
        return [f"{name}:{port}" for name in _NAMES] + ([*_NAMES] if port == 80 else [])

    def _get(self, path):
        return self.server.site.get(path)

    def _post(self, path, body, own):
        if not own or not hasattr(self.server.site, "post"):
            raise content.NotFound(path)
        return self.server.site.post(path, body)

    def log_message(self, format, *args):
        pass

    def _answer(self, find, with_body):
        hosts = [name.lower() for name in self.headers.get_all("Host", [])]
        if len(hosts) != 1 or hosts[0] not in self._own_names():
            # A name of another site's that leads here, perhaps: its page would count as ours.
            self._send(HTTPStatus.MISDIRECTED_REQUEST, _TEXT, b"Not this host.\n", with_body)
            return
        kind = _TEXT
        try:
            kind, body = find(unquote(urlsplit(self.path).path))
            status = HTTPStatus.OK
        except content.NotFound:
            status, body = HTTPStatus.NOT_FOUND, b"Not found.\n"
        except content.NotReady as problem:
            status, body = HTTPStatus.SERVICE_UNAVAILABLE, str(problem).encode()
        except Exception as problem:  # a file removed meanwhile, say: the page shows it
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            body = f"{type(problem).__name__}: {problem}".encode()
        self._send(status, kind, body, with_body)

    def _send(self, status, kind, body, with_body=True):
        packed = len(body) > _SMALL and "gzip" in self.headers.get("Accept-Encoding", "")
        if packed:
            body = _packed(body)
        self.send_response(status)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        if with_body:
            self.wfile.write(body)
