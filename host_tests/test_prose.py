"""The English of pages, of texts on the display and of docstrings, as far as patterns can judge it.

Pages and texts have none of what is forbidden. Older pages and docstrings still have some of it:
_NOTED says how much, and it may only fall.
"""

import ast
import re
from collections import Counter

import pytest

from tools import ROOT

_MOST_WORDS = 35  # in a sentence
_MOST_LETTERS = 200  # in a page's line, without tables and links: one sentence per line
_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_FORBIDDEN = {"anew": r"(?i)\banew\b", "Who …": r"(^|[:;] )Who [^?]*$"}
_SHOWN = r"(?i)\b(nobody|somebody|go(es)? on|beside|told|anew|meanwhile)\b"
_MAY_BE_SHOWN = ("GO ON",)  # the label of a key
_WORN = {
    "meanwhile": r"(?i)(?<=.)\bmeanwhile\b",
    "also by, of, in, on …": r"\balso (by|of|in|on|for|with|after|where|when|through|if|from) ",
    "is told": r"\b(is|are|was|were) told\b",
    "of its own": r"\bof (its|their) own\b",
}
_BEGINNINGS = {  # of a function's docstring
    "As, Of, While, So …": r"(As|Of|While|So|In|By|For|From|That|With) ",
    "What, How, Who …": r"(What|How|Who|Where|Which|Why) ",
    "only a reference": r"`?\w+\.[\w.]+`?\.?$",
}
_PLACES = ("*.md", "docs/**/*.md", "boards/**/*.md", "tools/*/*.md", "host_tests/**/*.md")
_OLDER = re.compile(r"(tools|host_tests)/")  # pages
_NOTED = {
    "docstrings: As, Of, While, So …": 13,
    "docstrings: What, How, Who …": 24,
    "docstrings: Who …": 2,
    "docstrings: also by, of, in, on …": 1,
    "docstrings: anew": 1,
    "docstrings: is told": 2,
    "docstrings: meanwhile": 4,
    "docstrings: of its own": 13,
    "docstrings: only a reference": 1,
    "pages: anew": 4,
    "pages: more than 200 letters in a line": 15,
    "pages: more than 35 words in a sentence": 32,
}


def _files(*patterns):
    """{path: text} of the repository's files."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    paths = [path for path in paths if "node_modules" not in path.parts]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


_PAGES = _files(*_PLACES)


def _sentences(text):
    """Yields the sentences of a page or a docstring; a table's cell and a route's stop end one."""
    text = _LINK.sub(r"\1", re.sub(r"`[^`\n]+`", "X", text))
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )|\||→", text):
        words = re.sub(r"^\s*(?:[-*]|\d+\.) ", "", block).replace("**", "").split()
        yield from filter(None, re.split(r"(?<=[.!?]) (?=[^a-z])", " ".join(words)))


def _faults(page):
    """Yields (what is wrong, where) of a page's text, without its code, comments and headings."""
    page = re.sub(r"(?ms)^ *```.*?^ *```$|<!--.*?-->", "", page)
    page = re.sub(r"(?m)^#.*$", "", page)
    for line in _LINK.sub(r"\1", page).splitlines():
        if len(line) > _MOST_LETTERS and not line.startswith("|"):
            yield f"more than {_MOST_LETTERS} letters in a line", line
    for sentence in _sentences(page):
        if len(re.findall(r"\S*\w\S*", sentence)) > _MOST_WORDS:
            yield f"more than {_MOST_WORDS} words in a sentence", sentence
        for name in _FORBIDDEN:
            if re.search(_FORBIDDEN[name], sentence):
                yield name, sentence


@pytest.mark.parametrize("name", [name for name in _PAGES if not _OLDER.match(name)])
def test_a_page_has_short_sentences_that_say_who_acts(name):
    found = [f"{what}: {where}" for what, where in _faults(_PAGES[name])]
    assert not found, "\n".join(found)


def test_texts_that_people_see_are_plain():
    for name, text in _files("firmware/**/*.py").items():
        tree = ast.parse(text)
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in set(ast.walk(tree)) - docstrings:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                shown = node.value not in _MAY_BE_SHOWN and re.search(_SHOWN, node.value)
                assert not shown, f"{name}, line {node.lineno}: {node.value}"


def _functions(text):
    """Yields the functions of a file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_a_function_of_the_firmware_says_first_what_it_does():
    for name, text in _files("firmware/**/*.py").items():
        for function in _functions(text):
            docstring = ast.get_docstring(function) or ""
            for what, pattern in _BEGINNINGS.items():
                where = f"{name}, line {function.lineno}: {docstring}"
                assert not re.match(pattern, docstring), f"{what}: {where}"


def _older_faults():
    """{what is wrong: how often} of older pages and of all docstrings."""
    found = Counter()
    for name in filter(_OLDER.match, _PAGES):
        found.update(f"pages: {what}" for what, _ in _faults(_PAGES[name]))
    for text in _files("firmware/**/*.py", "tools/**/*.py", "host_tests/**/*.py").values():
        for node in ast.walk(ast.parse(text)):
            function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if not (function or isinstance(node, ast.Module | ast.ClassDef)):
                continue
            docstring = ast.get_docstring(node) or ""
            for what, pattern in _BEGINNINGS.items():
                found[f"docstrings: {what}"] += bool(function and re.match(pattern, docstring))
            for what, pattern in (_FORBIDDEN | _WORN).items():
                for sentence in _sentences(docstring):
                    found[f"docstrings: {what}"] += bool(re.search(pattern, sentence))
    return dict(+found)


def test_what_is_older_only_gets_better():
    assert _older_faults() == _NOTED, "write it better, or note the lower count in _NOTED"
