"""A program that answers line by line."""

import queue
import subprocess
import tempfile
import threading
import time

from tools import children
from tools.players import PlayerError

_LONGEST = 65536  # bytes of a line
_MOST_WAITING = 10_000  # lines that nobody has asked for
_END_S = 1
_TOLD = 300  # letters of what a program said


class Conversation:
    """A process and its lines; methods raise PlayerError, which has its `name` and last words."""

    def __init__(self, name, command, env=None):
        self.name = name
        self._said = ""
        self._lines = queue.Queue(_MOST_WAITING)
        self._closing = False
        self._errors = tempfile.TemporaryFile()
        pipe = subprocess.PIPE
        try:
            self._process = children.start(
                command, stdin=pipe, stdout=pipe, stderr=self._errors, env=env
            )
        except OSError as problem:
            self._errors.close()
            raise PlayerError(f"{name} does not start: {problem.strerror}") from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, *lines):
        """Sends lines."""
        try:
            self._process.stdin.write("".join(line + "\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._gone() from None

    def line(self, deadline):
        """Returns the next line, without its end, before time.monotonic() is `deadline`."""
        try:
            line = self._lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            raise PlayerError(f"{self.name} does not answer{self._last()}") from None
        if isinstance(line, str):
            self._said = line or self._said
            return line
        self._lines.put(line)  # whoever asks again hears the same
        raise self._gone() if line is None else PlayerError(f"{self.name} {line[0]}")

    def close(self, farewell="quit"):
        """Lets the program end, or ends it."""
        self._closing = True
        try:
            self.send(farewell)
            self._process.stdin.close()
        except (OSError, PlayerError):
            pass
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            pass
        children.end(self._process)
        self._reader.join(_END_S)
        self._errors.close()

    def _read(self):
        """Runs in the reader's thread: queues lines, then None or (a complaint,)."""
        source = self._process.stdout
        while True:
            try:
                raw = source.readline(_LONGEST)
            except (OSError, ValueError):
                raw = b""
            if not raw:
                self._put(None)
                return
            if len(raw) == _LONGEST:
                self._put(("sends a line without an end",))
                return
            if raw.endswith(b"\n"):  # otherwise the line broke off
                self._put(raw.decode(errors="replace").strip())

    def _put(self, line):
        while not self._closing:
            try:
                self._lines.put(line, timeout=_END_S)
                return
            except queue.Full:
                pass

    def _gone(self):
        """Returns the PlayerError of a program that has ended."""
        try:
            status = self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            return PlayerError(f"{self.name} takes no more input{self._last()}")
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        why = f": {said[-1][:_TOLD]}" if said else self._last()
        return PlayerError(f"{self.name} has ended ({status}){why}")

    def _last(self):
        return f"; it said '{self._said[:_TOLD]}' last" if self._said else ""
