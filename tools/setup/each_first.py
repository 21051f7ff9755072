"""Runs each target of `make help` in a fresh clone: python3 tools/setup/each_first.py [NAME…]

pip and npm keep what they download for all clones. What a target installs with apt stays on the
machine, so nightly.yml gives each of the targets that `--list` prints a machine of its own.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_FILE = "host_tests/match_files/samples/picogammon.mat"
_HELP = ["ARGS=--help"]
# A little of a target's work; the others only print their help.
_SMALL = {
    "help": [],
    "play": ["OPEN=0", "PORT=0"],
    "report": [f"MATCH={_FILE}", "ARGS=--level club --out build/report.html"],
    "read-match": [f"FILE={_FILE}"],
    "position": ["ID=XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:1:10"],
    "uf2": [],
    "check-board": ["BOARD=pico"],
    "drawings": ["DESIGN=cigar_box"],
    "quick": [],
    "lint": [],
    "test": ["ARGS=--collect-only -q"],
    "emulate": ["OPEN=0", "PORT=0"],
    "ubgi": [],
    "duel": ["A=casual", "B=novice", "GAMES=2"],
    "site": [],
    "setup": [],
    "clean": [],
}
_SERVERS = ("play", "emulate")


def main(asked):
    """Runs the targets `asked`, or all; returns the exit status."""
    makefile = (_ROOT / "Makefile").read_text()
    listed = re.findall(r"^([a-z0-9-]+):.*  ## ", makefile, re.MULTILINE)
    if asked == ["--list"]:
        print(json.dumps(listed))
        return 0
    failed = []
    for target in asked or listed:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as clone:
            subprocess.run(["git", "clone", "-q", str(_ROOT), clone], check=True)
            command = ["make", target, *_SMALL.get(target, _HELP)]
            if not _run(command, clone, target in _SERVERS):
                failed.append(target)
        print(f"{target}: {time.monotonic() - began:.0f} s", flush=True)
    print(f"Failed: {' '.join(failed) or 'none'}")
    return bool(failed)


def _run(command, folder, serves):
    """Whether the command works, and shows its page if it `serves`; prints what it said if not."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said, done = "", False
    for line in process.stdout:
        said += line
        address = re.search(r"http://[\w.:]+/", line)
        if serves and address:
            with urllib.request.urlopen(address[0], timeout=60) as page:
                done = b"<html" in page.read()
            os.killpg(process.pid, signal.SIGINT)
    done = process.wait() == 0 if not serves else done
    if not done:
        print(said[-4000:])
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
