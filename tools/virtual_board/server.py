"""The virtual board's web server: the standard library's, on loopback only, without tracebacks.

Other pages in the same browser may reach this address: who asks for it by another name, or sends
something from another page, is refused.
"""

import contextlib
import errno
import functools
import gzip
import os
import socket
import socketserver
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from tools.virtual_board import content

_HOST = "127.0.0.1"
_NAMES = (_HOST, "localhost")
_READ = {"TEXT": bytes.decode, "BINARY": bytes}  # of a message
_MOST_BYTES = 1 << 16  # of a message on a Line
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
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
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

    `site.get(path)` gives (content type, bytes). `site.lines`, where there are any, are functions
    by path: each is given a Line to the page that opens it, and returns at its end. A client that
    says nothing for `idle_s` seconds is let go. `another`: what chooses another port.
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
        if self.headers.get("Upgrade", "").lower() == "websocket":
            self._open_line()
        else:
            self._answer()

    def do_HEAD(self):
        self._answer(with_body=False)

    def _open_line(self):
        """Only a page from here may drive a board; its browser says where it is from."""
        self.close_connection = True
        carry = getattr(self.server.site, "lines", {}).get(self.path)
        if carry is None or not self._is_for_us():
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"Not found.\n", True)
            return
        self.connection.settimeout(None)
        with Line(self, [f"http://{name}" for name in self._own_names()]) as line:
            if line.is_open:
                carry(line)

    def _own_names(self):
        """What this server is called, as in Host."""
        port = self.server.server_port
        return [f"{name}:{port}" for name in _NAMES] + ([*_NAMES] if port == 80 else [])

    def _is_for_us(self):
        """False where another site's name leads here, perhaps: its page would count as ours."""
        hosts = [name.lower() for name in self.headers.get_all("Host", [])]
        return len(hosts) == 1 and hosts[0] in self._own_names()

    def log_message(self, format, *args):
        pass

    def _answer(self, with_body=True):
        if not self._is_for_us():
            self._send(HTTPStatus.MISDIRECTED_REQUEST, _TEXT, b"Not this host.\n", with_body)
            return
        kind = _TEXT
        try:
            kind, body = self.server.site.get(unquote(urlsplit(self.path).path))
            status = HTTPStatus.OK
        except content.NotFound:
            status, body = HTTPStatus.NOT_FOUND, b"Not found.\n"
        except content.NotReady as problem:
            status, body = HTTPStatus.SERVICE_UNAVAILABLE, str(problem).encode()
        except Exception as problem:  # a file removed meanwhile, say: the page shows it
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            body = f"{type(problem).__name__}: {problem}".encode()
        self._send(status, kind, body, with_body)

    def _send(self, status, kind, body, with_body):
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


class Line:
    """A WebSocket to a page of this server's. Refused to pages from elsewhere: see `is_open`."""

    def __init__(self, handler, origins):
        from websockets.server import ServerProtocol  # plain `make play` needs no packages

        self._socket = handler.connection
        # A program that is no browser says no origin.
        self._protocol = ServerProtocol(origins=[None, *origins], max_size=_MOST_BYTES)
        fields = (f"{name}: {value}" for name, value in handler.headers.items())
        head = "\r\n".join((handler.requestline, *fields, "", ""))
        self._protocol.receive_data(head.encode("latin-1"))
        (request,) = self._protocol.events_received()
        response = self._protocol.accept(request)
        self._protocol.send_response(response)
        self.is_open = response.status_code == HTTPStatus.SWITCHING_PROTOCOLS
        self._flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def fileno(self):
        """For select: readable where `receive` does not wait."""
        return self._socket.fileno()

    def receive(self):
        """What has come by now, a list of bytes and texts; waits for something. None at the end."""
        try:
            came = self._socket.recv(_MOST_BYTES)
            self._protocol.receive_data(came) if came else self._protocol.receive_eof()
            frames = self._protocol.events_received()
            self._flush()
        except OSError:
            return None
        if not came or self._protocol.close_expected():
            return None
        return [
            _READ[frame.opcode.name](bytes(frame.data))
            for frame in frames
            if frame.opcode.name in _READ
        ]

    def send(self, message):
        """Sends bytes or a text. Raises OSError where nobody is there any more."""
        if isinstance(message, str):
            self._protocol.send_text(message.encode())
        else:
            self._protocol.send_binary(message)
        self._flush()

    def close(self):
        """The page is told that this is the end."""
        with contextlib.suppress(OSError):
            if self.is_open and not self._protocol.close_expected():
                self._protocol.send_close()
                self._flush()
            self._socket.shutdown(socket.SHUT_RDWR)
        self.is_open = False

    def _flush(self):
        for data in self._protocol.data_to_send():
            if data:
                self._socket.sendall(data)
            else:
                self._socket.shutdown(socket.SHUT_WR)
