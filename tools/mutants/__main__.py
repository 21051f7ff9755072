"""Draws mutants, tries them, a table, build/mutants.json."""

import difflib
import json
import sys
from collections import Counter

from rich.console import Console
from rich.table import Table

from tools.arguments import count
from tools.command import Misused, tool
from tools.mutants import drawing, judging

_RESULT = drawing.ROOT / "build" / "mutants.json"
_MISSED = (judging.SURVIVED, judging.UNTOUCHED)
_WORDS = (judging.KILLED, judging.STUCK, *_MISSED)


def _change(mutant):
    """The lines that the mutant changes, as a diff without its head."""
    before = mutant.path.read_text().splitlines()
    lines = difflib.unified_diff(before, mutant.source.splitlines(), lineterm="", n=0)
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def _table(results):
    table = Table("file", *_WORDS)
    by_file = {}
    for result in results:
        by_file.setdefault(result["mutant"].split(":")[0], Counter())[result["word"]] += 1
    for name, counts in sorted(by_file.items()):
        table.add_row(name, *[str(counts[word]) for word in _WORDS])
    counts = Counter(result["word"] for result in results)
    table.add_row("all", *[str(counts[word]) for word in _WORDS])
    return table


def _options(parser):
    parser.add_argument("--count", type=count(1), default=1000, help="how many to draw")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="draw from files with this in their path")
    parser.add_argument("--again", action="store_true", help="those not found last time")
    parser.add_argument("--seconds", type=count(1), default=60, help="of tests for each, at most")


@tool(_options)
def main(wanted):
    """Tries the mutants: the exit status is 0, for what survives is for people to judge."""
    paths = [path for path in drawing.files() if wanted.only in str(path)]
    drawn, total = drawing.draw(wanted.count, wanted.seed, paths)
    results = {}
    if wanted.again:
        if not _RESULT.exists():
            raise Misused("--again is about those of a run before: leave it out the first time")
        results = {result["mutant"]: result for result in json.loads(_RESULT.read_text())}
        found = {name for name in results if results[name]["word"] not in _MISSED}
        drawn = [mutant for mutant in drawn if mutant.name not in found]
        drawn.sort(key=lambda mutant: mutant.name in results)  # new ones first
    print(f"{len(drawn):,} of {total:,} mutants", file=sys.stderr)
    judge = judging.Judge(paths)
    for mutant in drawn:
        verdict = judge.judge(mutant, wanted.seconds)
        change = _change(mutant)
        results[mutant.name] = dict(verdict._asdict(), mutant=mutant.name, change=change)
        _RESULT.write_text(json.dumps(list(results.values()), indent=1) + "\n")
        if verdict.word in _MISSED:
            print(f"{mutant.name} {verdict.word}", *change, sep="\n", flush=True)
    Console().print(_table(results.values()))


if __name__ == "__main__":
    sys.exit(main())
