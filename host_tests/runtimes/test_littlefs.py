"""The journal on littlefs, which only MicroPython's unix port has: all of it ran."""

import re
from pathlib import Path

from tools import runtimes

_HERE = Path(__file__).resolve().parent
_SAMPLE = _HERE / "samples" / "littlefs.py"


def test_the_journal_on_littlefs():
    done = runtimes.run_unix(_HERE.parent / "run_portable.py", [_SAMPLE], "1m")
    assert done.returncode == 0, done.stdout
    wanted = re.findall(r"^def (test_\w+)", _SAMPLE.read_text(), re.MULTILINE)
    passed = re.findall(r"^passed (\w+)", done.stdout, re.MULTILINE)
    assert len(wanted) >= 4 and passed == sorted(wanted)
