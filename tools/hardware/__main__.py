"""Has a board measure itself, and sets it beside the emulated one."""

import sys
from pathlib import Path

from tools import arguments, files, runtimes
from tools.command import tool
from tools.emulator import constants
from tools.emulator.reference import IMAGE
from tools.files import FileError
from tools.hardware import HardwareError, asking, report
from tools.terminal import console, print

_KEPT = runtimes.ROOT / "build" / "hardware-report.txt"
# Of a chip with other constants than the usual, each has its own.
_EMULATED = _KEPT.with_name(f"emulator-report{constants.suffix()}.txt")
_PATIENCE_S = 3
_NOW = "now"  # the emulator's report, made now if need be
_PASTE = """\
It is kept in {path}.
Paste it into a new issue of the form 'A board measured itself': it is the first thing that is known
of such a board."""
_FITTED = "{path} has the emulator's constants: make bench EMULATED_CHIP={path}"


def _options(parser):
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--port", help=f"the serial port, or '{asking.EMULATOR}'; looked for if not given"
    )
    source.add_argument("--from", dest="file", type=Path, help="a report in a file, no board")
    parser.add_argument(
        "--patience",
        type=arguments.seconds,
        default=_PATIENCE_S,
        metavar="SECONDS",
        help="how long to wait for a board's first answer (%(default)s)",
    )
    parser.add_argument(
        "--compare",
        nargs="?",
        const=_NOW,
        metavar="FILE",
        help="set it beside the report in a file, or beside that of the emulated board",
    )
    parser.add_argument(
        "--constants",
        type=Path,
        metavar="FILE",
        help="write the emulator's constants, as the report has them, into a file",
    )


def _from_file(path):
    text = files.read(path).decode(errors="replace")
    try:
        return report.parse(text)
    except HardwareError as problem:
        raise HardwareError(f"{path}: {problem}") from None


def _from_board(port, patience, kept, show):
    said = []
    for line in asking.lines(port, patience):
        said.append(line)
        show(line)
    found = report.parse("\n".join(said))
    files.make_folder(kept.parent)
    files.write(kept, found.text.encode())
    return found


def _emulated():
    """The emulated board's report: the kept one, unless the image is newer."""
    if IMAGE.exists() and _EMULATED.exists():
        if _EMULATED.stat().st_mtime > IMAGE.stat().st_mtime:
            return _from_file(_EMULATED)
    print("The emulated board measures itself, which takes a minute", file=sys.stderr)
    return _from_board(asking.EMULATOR, _PATIENCE_S, _EMULATED, lambda line: None)


def _compared(options):
    """The report in a file to compare with, or None. A board is not asked yet: what keeps anything
    else of the `options` from being done is raised first."""
    if options.constants:
        files.check_place(options.constants)
    if options.constants or options.compare == _NOW:
        asking.check_emulator()
    return _from_file(options.compare) if options.compare not in (None, _NOW) else None


@tool(_options, HardwareError, FileError, runtimes.Missing)
def main(options):
    """Asks for the report, and does with it what the options say."""
    other = _compared(options)
    if options.file:
        found = _from_file(options.file)
    else:
        kept = _EMULATED if options.port == asking.EMULATOR else _KEPT
        found = _from_board(
            options.port, options.patience, kept, lambda line: print(line, flush=True)
        )
        if kept == _KEPT:
            print(_PASTE.format(path=kept.relative_to(runtimes.ROOT)), file=sys.stderr)
    if options.compare:
        console().print(report.table(found, other or _emulated()))
    if options.constants:
        report.constants(found, _emulated()).write(options.constants)
        print(_FITTED.format(path=options.constants), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
