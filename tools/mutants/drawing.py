"""Which mutants there are, and which are drawn. What is changed, and how, is mutmut's.

Its own runner wraps functions and leaves out those with a decorator, so all kernels, and what
stands outside functions; its operators alone leave out neither.
"""

import ast
import random
from functools import cached_property
from pathlib import Path

import libcst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "firmware" / "picogammon"
_APP = ("history.py", "keeper.py", "resume.py", "session.py")
# The functions of session.py that speak of these keep or read the log.
_WORDS_OF_THE_LOG = {"_journal", "_keeper", "history", "resume", "saved"}
# Types are for MicroPython's compiler; what is imported is there or not.
_LEFT_ALONE = (libcst.Annotation, libcst.Decorator, libcst.Import, libcst.ImportFrom)


class Mutant:
    """A file with one fault in it.

    Lines `first` to `last`, from 1, are the statement that holds the fault, both 0 where that runs
    at import. `name` is path:line:number.
    """

    def __init__(self, name, path, first, last, write):
        """`write()` gives the file's text with the fault."""
        self.name = name
        self.path = path
        self.first = first
        self.last = last
        self._write = write

    @cached_property
    def source(self):
        return self._write()


def files():
    """The files that mutants are drawn from, sorted: rules/, devices/, and the log's."""
    found = [*PACKAGE.glob("rules/*.py"), *PACKAGE.glob("devices/*.py")]
    found += [path for path in PACKAGE.glob("app/session/*.py") if path.name in _APP]
    return sorted(path for path in found if path.stat().st_size)


def draw(count, seed, paths):
    """(`count` mutants of the files, drawn evenly; how many there are to draw from)."""
    faults = [(path, number) for path in paths for number in range(_File.of(path).count)]
    drawn = random.Random(seed).sample(faults, min(count, len(faults)))
    return [_File.of(path).mutant(number) for path, number in drawn], len(faults)


class _File:
    """All mutants of one file."""

    _known = {}

    @classmethod
    def of(cls, path):
        if path not in cls._known:
            cls._known[path] = cls(path)
        return cls._known[path]

    def __init__(self, path):
        self._path = path
        source = path.read_text()
        self._statements = _statements(source)
        faults = _Faults(_lines_of_the_log(source) if path.name == "session.py" else None)
        tree = libcst.parse_module(source)
        self._module = MetadataWrapper(tree, unsafe_skip_copy=True).visit(faults)
        self._found = faults.found
        self.count = len(self._found)

    def mutant(self, number):
        node, other, line = self._found[number]
        first, last = self._statements[line]
        path = self._path.relative_to(ROOT)
        name = f"{path}:{line}:{number}"
        return Mutant(
            name, self._path, first, last, lambda: self._module.deep_replace(node, other).code
        )


class _Faults(libcst.CSTVisitor):
    """Collects (node, what may stand there instead, line) in the order of the file."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, lines=None):
        super().__init__()
        self.found = []
        self._lines = lines

    def on_visit(self, node):
        if isinstance(node, _LEFT_ALONE) or _is_for_types(node):
            return False
        for a_class, operator in mutation_operators:
            if isinstance(node, a_class):
                line = self.get_metadata(PositionProvider, node).start.line
                if self._lines is None or line in self._lines:
                    self.found += [(node, other, line) for other in operator(node)]
        return True


def _is_for_types(node):
    """Whether mypy alone reads it: the name _TYPE_CHECKING, and what is done where it holds."""
    if isinstance(node, libcst.If):
        named = node.test
    elif isinstance(node, libcst.Assign):
        named = node.targets[0].target
    else:
        return False
    return isinstance(named, libcst.Name) and named.value == "_TYPE_CHECKING"


def _lines_of_the_log(source):
    lines = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            words = {getattr(part, "id", getattr(part, "attr", "")) for part in ast.walk(node)}
            if words & _WORDS_OF_THE_LOG:
                lines.update(range(node.lineno, node.end_lineno + 1))
    return lines


def _statements(source):
    """line -> (first, last) line of the innermost statement there; of a compound one, its head.

    (0, 0) for what runs when the module is imported.
    """
    spans = {}
    todo = [(node, False) for node in ast.parse(source).body]
    while todo:
        node, within = todo.pop()
        if isinstance(node, (ast.stmt, ast.ExceptHandler)):
            last = node.end_lineno
            if getattr(node, "body", None):
                last = max(node.lineno, node.body[0].lineno - 1)
            for line in range(node.lineno, last + 1):
                spans[line] = (node.lineno, last) if within else (0, 0)
        within = within or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        todo += [(child, within) for child in ast.iter_child_nodes(node)]
    return spans
