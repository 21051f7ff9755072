"""No process that a tool has started outlives it, whatever ends the tool."""

import os
import re
import signal
import subprocess
import sys
import textwrap

import psutil
import pytest

from tools import HOST_PATH, ROOT
from tools.command import INTERRUPTED, tool
from tools.lazily import lazily

_PATIENCE_S = 300  # a busy machine takes longer than a few seconds
_CLOSED = "the pipe is closed"
# What each kind of child needs: a tool's body. `ready()` once it runs; `talk()` prints without end.
_KINDS = {
    "a program and what it has started": """
        with children.child(["sh", "-c", "sleep 1000 & echo ready >&2; wait"]):
            talk()
    """,
    "a program that is waited for": """
        children.run(["sh", "-c", "sleep 1000 & echo ready >&2; wait"])
    """,
    "a program that is talked to": """
        from tools.players.conversation import Conversation
        stubborn = "trap '' TERM; echo here; while :; do sleep 1; done"
        said = Conversation("it", ["sh", "-c", stubborn])
        said.line(time.monotonic() + 60)
        ready()
        talk()
    """,
    "an emulated chip": """
        board = on_chip()
        with board:
            busy = threading.Thread(target=run_on, args=(board,), daemon=True)
            busy.start()
            talk()
    """,
    "workers": """
        from tools import jobs
        with jobs.pool(1) as pool:
            pool.submit(len, "").result()
            ready()
            talk()
    """,
}
_TOOL = """
import contextlib, sys, threading, time
from tools import children
from tools.command import tool


def ready():
    print("ready", file=sys.stderr, flush=True)


def talk():
    while True:
        print("." * 1000, flush=True)


def on_chip():
    from tools.emulator import Emulator
    from tools.emulator.reference import BOARD

    board = Emulator(BOARD)
    board.boot()
    return board


def run_on(board):
    ready()
    with contextlib.suppress(Exception):  # the board goes away
        board.run(10**9)


@tool(lambda parser: None)
def main(options):
    {body}


if __name__ == "__main__":
    sys.exit(main([], "tool"))
"""
_STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, _CLOSED: 0}
_KILLED = ("an emulated chip", "workers")
_SILENT = "a program that is waited for"
_ENDINGS = [(kind, signal.SIGINT) for kind in _KINDS]
_ENDINGS += [(kind, _CLOSED) for kind in _KINDS if kind != _SILENT]
_ENDINGS += [(kind, signal.SIGKILL) for kind in _KILLED]
_ENDINGS += [(_SILENT, signal.SIGTERM), (_SILENT, signal.SIGHUP)]


@pytest.mark.parametrize("kind, ending", _ENDINGS)
def test_no_child_outlives_its_tool(kind, ending, tmp_path):
    script = tmp_path / "tool.py"
    body = re.sub(r"^    ", "", _KINDS[kind].strip(), flags=re.MULTILINE)
    script.write_text(_TOOL.replace("{body}", body))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *HOST_PATH)))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    started = []
    try:
        said = []
        while "ready\n" not in said:
            said.append(process.stderr.readline())
            assert said[-1], said
        started = psutil.Process(process.pid).children(recursive=True)
        assert started
        if ending == _CLOSED:
            process.stdout.close()
            process.stdout = None
        else:
            process.send_signal(ending)
        process.communicate(timeout=_PATIENCE_S)
        _, left = psutil.wait_procs(started, _PATIENCE_S)
        assert not left
        expected = _STATUS.get(ending, -signal.SIGKILL)
        assert process.returncode == expected
    finally:
        for one in [process, *started]:
            try:
                one.kill()
            except psutil.NoSuchProcess:
                pass
        process.communicate()


def test_ctrl_c_within_a_late_import_comes_after_it(monkeypatch, tmp_path):
    """Out of an enum's body Python 3.11 would bring it as a RuntimeError."""
    module = """
        import os, signal

        class Interrupting:
            def __set_name__(self, owner, name):
                os.kill(os.getpid(), signal.SIGINT)

        class Owner:
            name = Interrupting()

        whole = True
    """
    (tmp_path / "slow_to_import.py").write_text(textwrap.dedent(module))
    monkeypatch.syspath_prepend(tmp_path)

    @tool(lambda parser: None, about="")
    def main(options):
        return int(lazily("slow_to_import").whole)

    assert main([], "tool") == INTERRUPTED
    assert sys.modules["slow_to_import"].whole
