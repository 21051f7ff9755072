"""Which tests may find a mutant, and whether they do."""

import hashlib
import json
from collections import Counter, namedtuple

from tools.mutants import drawing, running
from tools.mutants.drawing import PACKAGE, ROOT

# A room's own tests; the board's and the properties belong to those they speak of.
OWN = {
    "rules": ("host_tests/rules", "host_tests/properties"),
    "devices": ("host_tests/devices", "host_tests/board"),
    "app": ("host_tests/app", "host_tests/board"),
}
_KNOWN = ROOT / "build" / "mutants_touched.json"
_FIRST = 4  # tests; the rest is collected only where these pass
_ROOM = 3  # seconds, and thrice what the tests take otherwise

KILLED, STUCK, UNTOUCHED, SURVIVED = "killed", "stuck", "untouched", "survived"
Verdict = namedtuple("Verdict", ("word", "test"))


class Judge:
    """Runs the tests that touch a mutant, those first that killed most, then the short ones."""

    def __init__(self, paths):
        self._seconds = {}
        self._touching = {}  # path, from the root on -> line -> tests
        for test, (seconds, lines_of) in _touched(paths).items():
            self._seconds[test] = seconds
            for path, lines in lines_of.items():
                here = self._touching.setdefault(path, {})
                for line in lines:
                    here.setdefault(line, set()).add(test)
        self._kills = Counter()
        running.warm_up()

    def judge(self, mutant, seconds):
        """A Verdict: KILLED or STUCK, both found, by which test; or UNTOUCHED, or SURVIVED.

        Tests that would take longer than so many seconds are left out, the longest first.
        """
        tests = self._tests_of(mutant)
        while len(tests) > 1 and sum(self._seconds[test] for test in tests) > seconds:
            tests.remove(max(tests, key=self._seconds.get))
        if not tests:
            return Verdict(UNTOUCHED, None)
        for chosen in (tests[:_FIRST], tests[_FIRST:]):
            if chosen:
                limit = _ROOM + 3 * sum(self._seconds[test] for test in chosen)
                try:
                    killer = running.failing(chosen, limit, mutant)
                except running.Stuck:
                    return Verdict(STUCK, None)
                if killer:
                    self._kills[mutant.path, killer] += 1
                    return Verdict(KILLED, killer)
        return Verdict(SURVIVED, None)

    def _tests_of(self, mutant):
        lines = self._touching.get(str(mutant.path.relative_to(ROOT)), {})
        if mutant.first:
            wanted = range(mutant.first, mutant.last + 1)
        else:
            wanted = lines
        here = {test for line in wanted for test in lines.get(line, ())}
        own = [test for test in here if test.startswith(OWN[_room(mutant.path)])]
        return sorted(own, key=lambda test: (-self._kills[mutant.path, test], self._seconds[test]))


def _room(path):
    return path.relative_to(PACKAGE).parts[0]


def _touched(paths):
    """running.touched of the rooms' tests; what a test file last touched is not asked again.

    Unless that test file, or a file that it touches, has changed since.
    """
    folders = {folder for path in paths for folder in OWN[_room(path)]}
    files = sorted(str(f.relative_to(ROOT)) for d in folders for f in (ROOT / d).glob("test_*.py"))
    known = json.loads(_KNOWN.read_text()) if _KNOWN.exists() else {}
    stale = [name for name in files if name not in known or not _holds(known[name])]
    if stale:
        fresh = running.touched(stale, drawing.files())
        for name in stale:
            tests = {test: said for test, said in fresh.items() if test.startswith(name + "::")}
            sources = {name}.union(*[lines for _, lines in tests.values()])
            states = {source: _state(source) for source in sources}
            known[name] = {"states": states, "tests": tests}
        _KNOWN.parent.mkdir(exist_ok=True)
        _KNOWN.write_text(json.dumps(known))
    return {test: said for name in files for test, said in known[name]["tests"].items()}


def _holds(entry):
    return all(_state(source) == state for source, state in entry["states"].items())


def _state(source):
    path = ROOT / source
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None
