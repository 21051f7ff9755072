"""The virtual board's web server, on loopback only.

Other sites' pages in the same browser can reach this address. So the server refuses requests by
another host name, and WebSockets of other pages.
"""

import contextlib
import errno
import os
import socketserver
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from tools.virtual_board import content

_HOST = "127.0.0.1"
_NAMES = (_HOST, "localhost")
_GOODBYE_S = 1  # for a page to answer that its line ends
_TEXT = "text/plain; charset=utf-8"
# Compiling WebAssembly counts as eval, as do a browser test's expressions.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'unsafe-eval'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
        "style-src 'self' 'unsafe-inline'",  # a report's, which is opened from here
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


class CannotServe(Exception):
    """The server cannot start; the text says what to do about it."""


def port_number(text, option="PORT"):
    """Returns the port in a text, 0 to 65535. Raises CannotServe, which names the option."""
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise CannotServe(f"{option} must be a number from 0 to 65535, not {text!r}.")


def open_server(site, port, another="make play PORT=%d"):
    """Returns a server of a content.Site on 127.0.0.1. Raises CannotServe, which shows `another`,
    the command for another port."""
    try:
        return _Server((_HOST, port), site)
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

    def __init__(self, address, site):
        self.site = site
        self._line = None
        self._changes = threading.Lock()
        self._carries = threading.Lock()
        super().__init__(address, _Handler)

    def server_bind(self):
        # The base class looks this machine's name up, which can take seconds and is not needed.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def carry(self, accept):
        """Gives the site the line that `accept()` opens. The page, the next page that opens a line
        or the server's end closes the line."""
        with self._changes:  # no page is told that its line is open before the next may ask
            before, self._line = self._line, accept()
            line = self._line
            if before:
                before.close(reason="taken")
        with line, self._carries:
            self.site.carry(line)

    def server_close(self):
        super().server_close()
        with self._changes:
            if self._line:
                self._line.close()
        with self._carries:
            pass  # the site's `carry` has ended

    def handle_error(self, request, client_address):
        """Ignores a browser that ends a connection early."""


class _Handler(BaseHTTPRequestHandler):
    server_version = "Picogammon"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *args):
        pass

    def do_GET(self):
        if not self._is_for_us():
            self._send(HTTPStatus.MISDIRECTED_REQUEST, _TEXT, b"Not this host.\n")
        elif self.headers.get("Upgrade", "").lower() == "websocket":
            self._open_line()
        else:
            self._answer()

    def _is_for_us(self):
        """Returns False for another host name, whose page would count as ours."""
        hosts = [name.lower() for name in self.headers.get_all("Host", [])]
        return len(hosts) == 1 and hosts[0] in self._own_names()

    def _own_names(self):
        port = self.server.server_port
        return [f"{name}:{port}" for name in _NAMES] + ([*_NAMES] if port == 80 else [])

    def _answer(self):
        kind = _TEXT
        try:
            kind, body = self.server.site.get(unquote(urlsplit(self.path).path))
            status = HTTPStatus.OK
        except content.NotFound:
            status, body = HTTPStatus.NOT_FOUND, b"Not found.\n"
        except Exception as problem:  # NotReady, or of a half-edited file: the page shows it
            status, body = HTTPStatus.SERVICE_UNAVAILABLE, str(problem).encode()
        self._send(status, kind, body)

    def _send(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", _POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Connection", "close")  # so a server that has ended answers nobody
        self.end_headers()
        self.wfile.write(body)

    def _open_line(self):
        """Opens a WebSocket for a page of this server, by the browser's Origin."""
        # Plain `make play` needs no packages.
        from websockets.exceptions import ConnectionClosed
        from websockets.server import ServerProtocol
        from websockets.sync.connection import Connection

        self.close_connection = True
        if self.path != self.server.site.line:
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"Not found.\n")
            return
        origins = [f"http://{name}" for name in self._own_names()]
        protocol = ServerProtocol(origins=[None, *origins])  # None: a program that is no browser
        fields = (f"{name}: {value}" for name, value in self.headers.items())
        protocol.receive_data("\r\n".join((self.requestline, *fields, "", "")).encode("latin-1"))
        (request,) = protocol.events_received()
        response = protocol.accept(request)
        protocol.send_response(response)

        def accept():
            self.wfile.write(b"".join(protocol.data_to_send()))
            self.connection.settimeout(None)
            return Connection(self.connection, protocol, close_timeout=_GOODBYE_S)

        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            with contextlib.suppress(ConnectionClosed):
                self.server.carry(accept)
        else:
            self.wfile.write(b"".join(protocol.data_to_send()))
