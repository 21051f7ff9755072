"""GNU Backgammon, as every tool drives it: by lines in its text mode, or by a guest, a Python
program that runs inside it."""

import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools import children
from tools.machine import cores, locked
from tools.typed import setup_or

PROGRAM = "/usr/games/gnubg"
COMMAND = (PROGRAM, "--tty", "--quiet", "--no-rc")
# Of its environment: it answers in English, and what its Python prints comes at once.
ENVIRONMENT = {"LC_ALL": "C", "PYTHONUNBUFFERED": "1"}
_HOW = setup_or("install it")
MISSING = f"GNU Backgammon is not installed: {_HOW} (on Debian and Ubuntu: apt install gnubg)"
_NO_TASKSET = "taskset is not installed (on Debian and Ubuntu: apt install util-linux)"
# It asks nobody and does nothing by itself.
_ALONE = (
    "set player 0 human",
    "set player 1 human",
    "set automatic crawford off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic doubles 0",
    "set confirm new off",
)
# A setting that matters to no question: its echo ends an answer.
_MARK = "set confirm save off"
_MARK_ECHO = "Will not ask for confirmation overwriting existing files."


class MissingError(Exception):
    """A program is not here; the message says what to install."""


class AnswerError(Exception):
    """gnubg did not answer each question; the message says what it said last."""


def is_here():
    """Whether gnubg is installed."""
    return os.access(COMMAND[0], os.X_OK)


def environment():
    """A process's environment with what gnubg wants of it."""
    return {**os.environ, **ENVIRONMENT}


def run(commands, timeout):
    """All that it says while it does the commands, within `timeout` seconds.

    Raises OSError without gnubg, subprocess.SubprocessError where it fails or takes longer.
    """
    done = children.run(
        COMMAND,
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment(),
        check=True,
    )
    return done.stdout


def ask(settings, questions, timeout):
    """The answer (text) to each question, a list of commands.

    One process answers them all: starting it costs more than most questions. `settings`: commands
    before the first. Raises AnswerError, and what `run` raises.
    """
    lines = [*_ALONE, *settings, _MARK]
    for question in questions:
        lines += [*question, _MARK]
    said = run(lines, timeout)
    answers = said.split(_MARK_ECHO)[1:-1]
    if len(answers) != len(questions):
        gave = f"gnubg gave {len(answers)} answers to {len(questions)} questions"
        raise AnswerError(f"{gave}, and said last:\n{said[-1000:]}")
    return answers


def run_guest(guest, name, settings, given=b""):
    """The bytes that a guest, the path of a program, writes.

    It finds its settings in the environment as NAME_KEY, the number of the open file to write to as
    NAME_TO (gnubg prints nothing of use), and of one with the bytes `given` as NAME_FROM. gnubg
    answers fast only while it is tied to one core. Raises MissingError, and RuntimeError where the
    guest fails.
    """
    if not is_here():
        raise MissingError(MISSING)
    if not shutil.which("taskset"):
        raise MissingError(_NO_TASKSET)
    reading, writing = os.pipe()
    with _core() as number, open(reading, "rb") as written, tempfile.TemporaryFile() as said:
        with tempfile.TemporaryFile() as file:
            file.write(given)
            file.seek(0)
            settings = {**settings, "TO": writing, "FROM": file.fileno()}
            try:
                process = children.start(
                    ["taskset", "-c", str(number), *COMMAND, "-p", str(guest)],
                    env={**os.environ, **{f"{name}_{key}": str(settings[key]) for key in settings}},
                    pass_fds=[writing, file.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=subprocess.STDOUT,
                )
            finally:
                os.close(writing)
        try:
            data = written.read()
            process.wait()
        finally:
            children.end(process)
        if process.returncode or not data:
            said.seek(0, os.SEEK_END)
            said.seek(max(0, said.tell() - 2000))
            told = said.read().decode(errors="replace")
            raise RuntimeError(f"gnubg did not accept {settings}. It said:\n{told}")
    return data


@contextmanager
def _core():
    """The number of a core that no other guest on this machine has taken, if there is one."""
    numbers = cores()
    for number in numbers:
        path = Path(tempfile.gettempdir()) / f"picogammon-core-{os.getuid()}-{number}"
        with ExitStack() as held:
            try:
                held.enter_context(locked(path, wait=False))
            except OSError:
                continue
            yield number
            return
    yield numbers[os.getpid() % len(numbers)]
