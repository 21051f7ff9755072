"""Lets atheris spoil what a parser of parsing.py reads, led by the lines that are reached.

usage: fuzzing.py NAME FOLDER [libFuzzer's options], as test_soak.py does

atheris starts with the inputs in FOLDER, and adds those that reach new lines. It needs a separate
process, because it changes the modules that are imported, and ends the process.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["picogammon", "tools", "fakes", "reading"]):
    from parsing import PARSERS


def main():
    name, folder, *options = sys.argv[1:]
    parser = PARSERS[name]
    for number, seed in enumerate(parser.seeds()):
        Path(folder, f"seed{number}").write_bytes(seed)
    options += [f"-max_len={max(parser.longest, *map(len, parser.seeds()))}", folder]
    atheris.Setup([sys.argv[0], *options], lambda data: parser.read(data) and None)
    atheris.Fuzz()


main()
