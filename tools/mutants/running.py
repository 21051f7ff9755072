"""Runs tests in a process of their own, forked from one that has all else loaded: no start-up."""

import gc
import importlib
import inspect
import json
import os
import resource
import sys
import tempfile
import time
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location

import coverage
import pytest

from tools.mutants.drawing import ROOT

_MEMORY = 4 << 30
_OPTIONS = ["-q", "-x", "-p", "no:cacheprovider"]


class Stuck(Exception):
    """The tests used up their time."""


def warm_up():
    """Loads what all tests need and what knows nothing of the firmware, once for all processes."""
    sys.path.append(str(ROOT / "host_tests"))
    importlib.import_module("conftest")
    gc.freeze()  # or each process would go through all of it, and so copy it


def failing(chosen, seconds, mutant):
    """The first of the tests (node ids, in order) that fails, or None.

    The mutant stands in the place of its file. Tests that want something from pytest are left out.
    Raises Stuck after so many seconds of CPU time.
    """

    in_place = _InPlace(mutant)

    def run():
        gc.disable()
        _forget_firmware()
        sys.meta_path.insert(0, in_place)
        for test in chosen:
            try:
                call = _function(test)
                if not inspect.signature(call).parameters:
                    call()
            except BaseException:
                return test
        return None

    return _in_child(run, int(seconds) + 1)


def _forget_firmware():
    """Whoever has imported it before, and what imports it: it is loaded anew, with the mutant."""
    folders = tuple(str(ROOT / name) for name in ("firmware", "tools/simulator", "host_tests"))
    # All are found before one goes: a package without a file asks its parent where it is.
    ours = [
        name for name, module in list(sys.modules.items()) if _place(module).startswith(folders)
    ]
    for name in ours:
        del sys.modules[name]


def _place(module):
    return getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), "")


def _function(test):
    path, _, name = test.partition("::")
    module = sys.modules.get(path)
    if module is None:
        spec = spec_from_file_location(path, ROOT / path)
        module = sys.modules[path] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return getattr(module, name.partition("[")[0])


def touched(tests, sources):
    """What each test under these files or folders touches, and how long it takes.

    {test: [seconds, {source: [lines]}]}, without what runs while modules are imported.
    """

    def run():
        measured = coverage.Coverage(data_file=None, include=[str(path) for path in sources])
        watch = _Watch(measured)
        measured.start()
        status = pytest.main([*_OPTIONS, *tests], plugins=[watch])
        measured.stop()
        if status:
            raise SystemExit("Mutants make sense only where the tests pass.")
        data = measured.get_data()
        found = {test: [seconds, {}] for test, seconds in watch.seconds.items()}
        for path in data.measured_files():
            source = os.path.relpath(path, ROOT)
            for line, contexts in data.contexts_by_lineno(path).items():
                for test in filter(None, contexts):
                    found[test][1].setdefault(source, []).append(line)
        return found

    return _in_child(run)


class _Watch:
    """A pytest plugin that tells coverage which test runs, and notes how long each takes."""

    def __init__(self, measured):
        self.seconds = {}
        self._measured = measured

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self._measured.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - began
            self._measured.switch_context("")


class _InPlace:
    """A finder of modules that knows one: the mutant, as if it were in its file."""

    def __init__(self, mutant):
        self._mutant = mutant
        inside = mutant.path.relative_to(ROOT / "firmware").with_suffix("")
        self._name = ".".join(inside.parts)
        self._source = mutant.source

    def find_spec(self, name, path=None, target=None):
        if name != self._name:
            return None
        loader = _Loader(name, str(self._mutant.path))
        loader.mutated = self._source
        return spec_from_file_location(name, self._mutant.path, loader=loader)


class _Loader(SourceFileLoader):
    def get_code(self, fullname):
        return compile(self.mutated, self.path, "exec")


def _in_child(run, cpu_seconds=None):
    """What `run` returns in a forked process, silent and with a limit where one is given."""
    with tempfile.TemporaryFile("w+") as answer:
        child = os.fork()
        if not child:
            try:
                if cpu_seconds:
                    _confine(cpu_seconds)
                json.dump(run(), answer)
                answer.flush()
                os._exit(0)
            except BaseException as trouble:
                print(trouble, file=sys.stderr, flush=True)
                os._exit(1)
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            raise Stuck
        if status:
            sys.exit("The tests could not be run.")
        answer.seek(0)
        return json.load(answer)


def _confine(cpu_seconds):
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
