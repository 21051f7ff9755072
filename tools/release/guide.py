"""The guide as HTML: README.md, each page that it leads to, and all files that these show."""

import html
import posixpath
import re
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt

from tools import ROOT
from tools.release import ReleaseError

_FIRST = "README.md"
_STYLE = "guide.css"
_CSS = """\
body { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; color: #222; background: #fff }
body { font: 1rem/1.5 system-ui, sans-serif }
img { max-width: 100%; height: auto }
pre, code { font-family: ui-monospace, monospace; background: #f4f1ea; border-radius: .25rem }
code { padding: 0 .2em }
pre { padding: .75rem 1rem; overflow-x: auto }
pre code { padding: 0 }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto }
th, td { border: 1px solid #d8d2c4; padding: .35rem .6rem; text-align: left; vertical-align: top }
th { background: #f4f1ea }
nav { margin-bottom: 1.5rem }
@media print { nav { display: none } a { color: inherit } }
"""
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{up}{style}">
</head>
<body>
<nav><a href="{up}index.html">Picogammon</a></nav>
{body}</body>
</html>
"""


def files():
    """Returns the guide, {name: bytes}. Raises ReleaseError if a page leads to nothing."""
    made, todo = {_STYLE: _CSS.encode()}, [_FIRST]
    seen = set(todo)
    while todo:
        name = todo.pop()
        path = ROOT / name
        if not path.is_file():
            raise ReleaseError(f"The guide leads to {name}, which is not there.")
        if path.suffix == ".md":
            text, leads = _page(name, path.read_text(encoding="utf-8"))
            made[shown_as(name)] = text.encode()
            todo += sorted(leads - seen)
            seen |= leads
        else:
            made[shown_as(name)] = path.read_bytes()
    return made


def shown_as(name):
    """Returns the guide's name for a file of the repository; browsers show what ends in .txt."""
    folder, base = posixpath.split(name)
    if base.endswith(".md"):
        base = "index.html" if base == "README.md" else f"{base[:-3]}.html"
    elif "." not in base or base.endswith(
        (".py", ".sh", ".yml", ".json", ".jsonl", ".csv", ".mat")
    ):
        base += ".txt"
    return posixpath.join(folder, base)


def anchor(heading):
    """Returns a heading's name in links, as on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _page(name, text):
    """Returns (HTML, names of the files that it leads to) of a page of the repository."""
    tokens = _MARKDOWN.parse(text)
    leads = set()
    title = name
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[i + 1]
            said = "".join(child.content for child in inline.children)
            token.attrSet("id", anchor(said))
            title = said if token.tag == "h1" else title
        for child in token.children or ():
            for attribute in ("href", "src"):
                link = child.attrGet(attribute)
                if link and not re.match(r"[a-z]+:|#", link):
                    child.attrSet(attribute, _link(name, link, leads) or "#")
    body = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    up = "../" * name.count("/")
    return _PAGE.format(title=html.escape(title), up=up, style=_STYLE, body=body), leads


def _link(name, link, leads):
    """Returns a page's relative link in the guide, and adds its target to the set `leads`.

    Returns None for a folder of the source without a page.
    """
    path, hash_, fragment = link.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path)))
    if (ROOT / target).is_dir():
        target = f"{target}/README.md"
        if not (ROOT / target).is_file():
            return None
    leads.add(target)
    here = posixpath.dirname(name) or "."
    return quote(posixpath.relpath(shown_as(target), here)) + hash_ + fragment


_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
