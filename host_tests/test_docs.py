"""What the pages for people refer to is there: files, headings, pictures, targets of make."""

import re

import pytest

from tools import ROOT, verbs

_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_LISTING = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_VERB = re.compile(r"(?:python -m tools|`picogammon) ([a-z][a-z0-9-]*)")
_SOURCE = re.compile(r"`([\w./-]+\.(?:py|js|mjs|css|ld|sh))`")
_MODULE = re.compile(r"python -m (tools(?:\.\w+)+)")
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
