"""What pages for people say is true: the files, headings and targets of make that they name are
there, and what CONTRIBUTING.md and docs/build/README.md tell a newcomer to type is typed, in a copy
of the tree, and works.

Their fenced blocks are done in their order: `diff` changes a file, `python PATH` makes one, `sh` is
run, `fails` as well and must fail, `text` is what the command before it said, make's own lines
aside.
"""

import re
import shutil
import subprocess

import pytest

from fakes import own_data
from fakes.power import Power
from fakes.wires import SH1106Display
from picogammon import VERSION
from picogammon.board_data import Laid
from picogammon.devices import oled
from tools import ROOT, verbs
from tools.boards import check
from tools.boards.loading import load_board
from tools.release.__main__ import not_copied

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_LISTING = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_VERB = re.compile(r"(?:python -m tools|`picogammon) ([a-z][a-z0-9-]*)")
_SOURCE = re.compile(r"`([\w./-]+\.(?:py|js|mjs|css|ld|sh))`")
_MODULE = re.compile(r"python -m (tools(?:\.\w+)+)")
_WALKS = (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "build" / "README.md")
_PATIENCE_S = 300
_MAKE = re.compile(
    r"^make (?:-s )?([a-z0-9][a-z0-9-]*)|`make (?:-s )?([a-z0-9][a-z0-9-]*)", re.MULTILINE
)


_PLACES = ("*.md", "docs/**/*.md", "boards/**/*.md", "tools/*/*.md", "host_tests/**/*.md")
_MADE = ("build", "dist", ".venv")  # what a fresh copy lacks
_PAGES = sorted(page for place in _PLACES for page in ROOT.glob(place))


def _anchors(page):
    """A page's headings as links name them."""
    headings = _HEADING.findall(_LISTING.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in headings}


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for link in _LINK.findall(page.read_text()):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert target.relative_to(ROOT).parts[:1] not in [(made,) for made in _MADE], link
        if anchor:
            assert anchor in _anchors(target), link


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_one_is_told_to_make_can_be_made(page):
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command, quoted in _MAKE.findall(page.read_text()):
        assert (command or quoted) in targets, command or quoted


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_one_is_told_to_run_is_there(page):
    for module in _MODULE.findall(page.read_text()):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module
    assert set(_VERB.findall(page.read_text())) <= verbs.VERBS.keys()


def test_each_source_that_a_page_names_is_there():
    folders = ("firmware", "boards", "tools", "host_tests", "docs")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*.*")
        if "node_modules" not in path.parts
    ]
    missing = {
        (page.name, name)
        for page in _PAGES
        for name in _SOURCE.findall(page.read_text())
        if not any(f"/{path}".endswith(f"/{name}") for path in found)
    }
    assert not missing


def test_the_changelog_s_newest_release_is_the_version():
    assert re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.M)[0] == VERSION


def blocks(page):
    """(kind, path or "", text) of every fenced block of a page."""
    return re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", page, re.M | re.S)


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


@pytest.mark.long
def test_what_a_newcomer_is_told_to_type_works(tmp_path):
    folder = tmp_path / "picogammon"
    shutil.copytree(ROOT, folder, ignore=not_copied)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    (folder / "build" / "setup").mkdir(parents=True)
    (folder / "build" / "setup" / "venv").touch()  # which the copy shares with this tree
    said = None
    for kind, path, text in [block for page in _WALKS for block in blocks(page.read_text())]:
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
    run(".venv/bin/ruff check && .venv/bin/ruff format --check", folder)
    run(".venv/bin/python -m tools.lint.mpy_compiles", folder)
    run(".venv/bin/python -m tools.lint.types_fit", folder)
    run("PYTHONPATH=firmware .venv/bin/lint-imports --no-logo --no-cache", folder)
    run(".venv/bin/pytest -q host_tests/test_sources.py", folder)
    run(".venv/bin/pytest -q host_tests/test_docs.py -k added_display", folder)


class _Tall(SH1106Display):
    """An SH1107 with its 128 rows."""

    columns = 128
    operands = dict(SH1106Display.operands)
    operands[0xDC] = 1

    def __init__(self):
        SH1106Display.__init__(self, height=128)

    def command(self, code, operands):
        if 0xB0 <= code <= 0xBF:
            self.page = code & 15
        elif code != 0x20:  # a page at a time: so it does from power-on
            SH1106Display.command(self, code, operands)

    def advance(self):
        self.column = min(self.column + 1, 127)

    def noise(self):
        return any(self._unsent)

    def glass(self):
        return bytes(self.memory)


if "sh1107" in oled.DRIVERS:  # in the copy, after docs/build/README.md

    def test_an_added_display_shows_what_a_whole_board_has_drawn():
        seen = []

        def script(power):
            yield 500
            seen.append(power.display.on and power.display.glass())
            assert seen[0] == bytes(power.board.panel.canvas.buffer) and not power.display.lit_noise
            yield from power.press("hold-OK")
            yield 300
            seen.append(power.display.glass())
            assert seen[1] == bytes(power.board.panel.canvas.buffer)

        power = Power()
        power.display = power.bus.display = _Tall()
        tall = {"OLED_DRIVER": "sh1107", "OLED_HEIGHT": 128}
        power.data_on_flash = lambda: Laid(own_data, tall)
        assert power.run(script) == "off" and power.crash_log() == ""
        assert len(seen) == 2 and len(seen[0]) == 2048 and seen[0] != seen[1]
        assert not check.problems({**vars(load_board("pico")), **tall})
