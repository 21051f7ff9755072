"""How every tool begins and ends: its options and its help, what it says where something cannot be
done, its exit status.
"""

import argparse
import contextlib
import difflib
import functools
import math
import os
import signal
import sys
import threading

from tools.children import leave
from tools.terminal import print

MISUSED = 2  # exit status, as argparse's own
INTERRUPTED = 130
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")  # signals after which a tool ends in order


class Misused(Exception):
    """Options that make no sense; the text says why. The tool ends as with those that argparse
    refuses."""


def tool(add_options, *troubles, about=None, prefix="", interrupted=""):
    """Makes a tool's `main(given=None, command=None)` of a function that does its work.

    The function takes the options that argparse found and returns the exit status, None for 0.
    `add_options(parser)` says which there are; `about` is the help's text, the module's docstring
    unless told. `troubles` are the exceptions whose text is for whoever runs it: it is printed
    behind `prefix`, and the status is 1. Ctrl-C gives 130, and says `interrupted`. Where nobody
    reads what it prints any more, it ends at once, with status 0.

    `given` are the words after the tool's name, `command` is what people type before them.
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
    """Signals that end a process raise exceptions in here, so what was started is ended first."""
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
    """What is still in its buffer must not be written when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def chosen(groups, given, command, about):
    """(word, the words after it): which of several tools is meant by the words `given`.

    `groups`: {heading: {word: what it does}}, as `command`'s help lists them after what it is
    `about`. Ends the process after the help, and where the first word is none of them.
    """
    words = [word for group in groups.values() for word in group]
    parser = argparse.ArgumentParser(
        prog=command,
        usage=f"{command} VERB …",
        description=about,
        epilog=_listed(groups) + f"\n\n{command} {words[0]} --help says more about one of them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("verb", nargs="?", help=argparse.SUPPRESS)
    word = parser.parse_args(given[:1]).verb
    if word in words:
        return word, given[1:]
    near = difflib.get_close_matches(word or "", words, 1, 0.5)
    said = f"There is no verb {word!r}." if word else "A verb is missing."
    meant = f" Do you mean {near[0]}?" if near else ""
    print(f"{said}{meant} {command} --help lists them.", file=sys.stderr)
    sys.exit(MISUSED)


def _listed(groups):
    width = max(len(word) for group in groups.values() for word in group)
    return "\n\n".join(
        "\n".join([heading, *(f"  {word:{width}}  {what}" for word, what in group.items())])
        for heading, group in groups.items()
    )


# For argparse: what is out of range is refused before anything else.


def seconds(text):
    """A time in seconds, more than 0."""
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
    """What reads a whole number of at least so many."""

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
