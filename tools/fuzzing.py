"""`python -m tools.fuzzing NAME FOLDER [libFuzzer's options]`: atheris spoils what a parser of
tools/soak/parsing.py reads, led by the lines that are reached. It starts with what is in FOLDER,
and keeps there what leads on.

A process of its own, which has imported none of our code before: atheris changes what is imported,
and ends the process.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["picogammon", "tools", "fakes", "reading"]):
    from tools.soak.parsing import PARSERS


def main():
    name, folder, *options = sys.argv[1:]
    parser = PARSERS[name]
    for number, seed in enumerate(parser.seeds()):
        Path(folder, f"seed{number}").write_bytes(seed)
    options += [f"-max_len={max(parser.longest, *map(len, parser.seeds()))}", folder]
    atheris.Setup([sys.argv[0], *options], lambda data: parser.read(data) and None)
    atheris.Fuzz()


main()
