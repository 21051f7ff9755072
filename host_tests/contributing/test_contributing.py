"""CONTRIBUTING.md and docs/porting.md: what they tell a newcomer to type is typed, in a copy of the
tree, and works.

Their fenced blocks are done in their order: `diff` changes a file, `python PATH` makes one, `sh` is
run, `fails` as well and must fail, `text` is what the command before it said, make's own lines
aside. `checks.py` then looks at what came of it.
"""

import re
import shutil
import subprocess

import pytest

from picogammon import VERSION
from tools import ROOT
from tools.release.twice import not_copied

pytestmark = pytest.mark.long

_PAGES = (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "porting.md")
_WALKS = ("Add a menu item", "Add a level", "Add a setting", "Add a display", "Add a board")
_SET_UP = ("venv",)  # what the copy shares with this tree, as make notes it
_PATIENCE_S = 300


def blocks(page):
    """(heading, kind, path or "", text) of every fenced block of a page."""
    found = []
    heading = ""
    for part in re.finditer(r"^## ([^\n]+)$|^```(\w+) ?(\S*)\n(.*?)^```$", page, re.M | re.S):
        title, kind, path, text = part.groups()
        heading = title or heading
        if kind:
            found.append((heading, kind, path, text))
    return found


def change(text, diff):
    """`text` after a diff whose hunks need no line numbers: each must fit at one place."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.M)[1:]:
        lines = [(line[:1], line[1:]) for line in hunk.splitlines(keepends=True)]
        before = "".join(rest for sign, rest in lines if sign != "+")
        after = "".join(rest for sign, rest in lines if sign != "-")
        assert text.count(before) == 1, f"fits at {text.count(before)} places:\n{before}"
        text = text.replace(before, after)
    return text


def run(command, folder, fails=False):
    """What a command line said in `folder`; it must succeed, or with `fails` not."""
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_PATIENCE_S,
    )
    assert (done.returncode != 0) is fails, f"{command}\n{done.stdout}"
    return done.stdout


def _typed():
    return [block for page in _PAGES for block in blocks(page.read_text())]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the tree in which everything was done that the pages say."""
    folder = tmp_path_factory.mktemp("newcomer") / "picogammon"
    shutil.copytree(ROOT, folder, ignore=not_copied)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    for step in _SET_UP:
        step = folder / "build" / "setup" / step
        step.parent.mkdir(parents=True, exist_ok=True)
        step.touch()
    said = None
    for _, kind, path, text in _typed():
        if kind in ("sh", "fails"):
            said = run(text, folder, kind == "fails")
        elif kind == "text":
            assert re.sub(r"^make(\[\d\])?: .*\n", "", said, flags=re.M) == text
        elif kind == "python":
            assert not (folder / path).exists(), path
            (folder / path).write_text(text)
        else:
            assert kind == "diff", kind
            changed = folder / re.search(r"^\+\+\+ b/(\S+)$", text, re.M)[1]
            changed.write_text(change(changed.read_text(), text))
    return folder


@pytest.mark.parametrize("walk", _WALKS)
def test_a_walk_ends_where_the_page_says(walk, copy):
    name = walk.lower().replace(" ", "_")
    run(f".venv/bin/pytest -q host_tests/contributing/checks.py::test_{name}", copy)


def test_what_the_walks_leave_passes_lint(copy):
    run(".venv/bin/ruff check && .venv/bin/ruff format --check", copy)
    run(".venv/bin/pytest -q host_tests/test_sources.py", copy)


def test_every_walk_is_typed_and_tried():
    typed = {}
    for heading, kind, _, _ in _typed():
        typed.setdefault(heading, set()).add(kind)
    for walk in _WALKS:
        assert {"diff", "sh"} <= typed[walk], walk


def test_a_diff_that_does_not_fit_is_noticed():
    assert change("a\nb\n", "@@\n a\n-b\n+c\n") == "a\nc\n"
    for text in ("a\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError, match="places"):
            change(text, "@@\n a\n-b\n+c\n")


def test_the_changelog_s_newest_release_is_the_version():
    assert re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.M)[0] == VERSION
