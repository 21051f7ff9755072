"""What of the page needs no browser: its modules, tested by node (the files *.test.js beside this
one), and that it names the browsers that it is made for."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tools import ROOT
from tools.boards import loading
from tools.runtimes import node
from tools.virtual_board import board_data, bundle

HOST_ONLY = True
_BOARDS = ("pico", "pico_five")


def test_without_esbuild_for_this_machine_it_is_said_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "NPM", tmp_path)
    with pytest.raises(bundle.NotReady, match="Delete build/setup/npm, then: make play"):
        bundle.bundled("main.js")


def test_modules_of_the_page():
    files = sorted(Path(__file__).parent.glob("*.test.js"))
    folder = ROOT / "build" / "page-tests"
    bundle.esbuild(*files, "--platform=node", f"--outdir={folder}")
    boards = {name: board_data.shown(vars(loading.load_board(name))) for name in _BOARDS}
    done = subprocess.run(
        [node(), "--test", *(folder / file.name for file in files)],
        env={**os.environ, "BOARDS": json.dumps(boards)},
        capture_output=True,
        text=True,
    )
    assert files and done.returncode == 0, done.stdout + done.stderr


def test_page_and_readme_name_the_oldest_browsers_that_the_page_is_made_for():
    named = "Chrome or Edge {chrome}, Firefox {firefox}, Safari {safari}".format(**bundle.OLDEST)
    for page in ("README.md", "tools/virtual_board/page/index.html"):
        assert named in (ROOT / page).read_text("utf-8"), page
