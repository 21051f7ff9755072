"""Modules of the page that need no browser, tested by node: the files *.test.js beside this one."""

import subprocess
from pathlib import Path

from tools.runtimes import node

HOST_ONLY = True


def test_modules_of_the_page():
    files = sorted(Path(__file__).parent.glob("*.test.js"))
    done = subprocess.run([node(), "--test", *files], capture_output=True, text=True)
    assert files and done.returncode == 0, done.stdout + done.stderr
