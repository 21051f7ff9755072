"""Every tool's beginning and end: options and help, messages for failures, exit status."""

import argparse
import contextlib
import functools
import math
import os
import signal
import sys
import threading

from tools.children import leave
from tools.terminal import print

INTERRUPTED = 130
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")  # signals after which a tool ends in order


class Misused(Exception):
    """Options that make no sense; the text says why. The tool ends as if argparse refused them."""


def tool(add_options, *troubles, about=None, prefix="", interrupted=""):
    """Makes a tool's `main(given=None, command=None)` of the function that does its work.

    The function takes argparse's options and returns the exit status, None for 0. `about`: the
    help's text, by default the module's docstring. `troubles`: exceptions whose text is for users;
    it is printed after `prefix`, and the status is 1. Ctrl-C gives 130, and prints `interrupted`.
    If nobody reads the output any more, the tool ends with status 0.

    `given`: the words after the tool's name; `command`: what people type before them.
    """

    def make(work):
        @functools.wraps(work)
        def main(given=None, command=None):
            module = work.__globals__
            parser = argparse.ArgumentParser(
                prog=command or f"python -m {module['__spec__'].name.removesuffix('.__main__')}",
                description=about or module["__doc__"],
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            add_options(parser)
            options = parser.parse_args(given)
            try:
                with _ending_in_order():
                    status = work(options) or 0
                    sys.stdout.flush()
                return status
            except BrokenPipeError:
                _give_up_stdout()
                return 0
            except Misused as fault:
                parser.error(str(fault))
            except troubles as trouble:
                print(f"{prefix}{trouble}", file=sys.stderr)
                return 1
            except KeyboardInterrupt:
                if interrupted:
                    print(interrupted, file=sys.stderr)
                return INTERRUPTED

        return main

    return make


@contextlib.contextmanager
def _ending_in_order():
    """Turns signals that end a process into exceptions, so that its children end first."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in _ENDING:
            if hasattr(signal, name):  # Windows lacks one
                number = getattr(signal, name)
                before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _give_up_stdout():
    """Discards what is still in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Types for argparse.


def seconds(text):
    """Returns a time in seconds, more than 0."""
    number = _number(float, text)
    if number is None or not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(
            f"must be a number of seconds above 0, like 10, not {text!r}"
        )
    return number


def add_patience(parser, default, what):
    """Adds the option --patience, the seconds to wait for `what`."""
    parser.add_argument(
        "--patience",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"how long to wait for {what} (%(default)s)",
    )


def least(limit):
    """Returns the type of a whole number of at least `limit`."""

    def read(text):
        number = _number(int, text)
        if number is None or number < limit:
            raise argparse.ArgumentTypeError(
                f"must be a whole number, {limit} or more, not {text!r}"
            )
        return number

    return read


def _number(kind, text):
    try:
        return kind(text)
    except ValueError:
        return None
