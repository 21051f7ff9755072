"""The downloads: their contents, their checksums, and that a second run makes the same bytes."""

import ast
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from site import getsitepackages

import pytest
import yaml

from picogammon import VERSION
from tools import ROOT, verbs
from tools.boards.chips import RP2040
from tools.boards.loading import pico_names
from tools.image import build, uf2
from tools.release import ReleaseError, __main__, contents, site, wheel
from tools.virtual_board import content

_PAGE_OF = """
import sys
from tools.release import contents
sys.stdout.buffer.write(contents.page())
"""


# The wheel's command, with the packages of `folders` and none of our folders on the path.
_WHEEL = """
import site, sys
from importlib.metadata import distribution
for folder in %r:
    site.addsitedir(folder)
where = sys.argv[1]
sys.path[:] = [where, *(folder for folder in sys.path if folder != %r)]
(command,) = distribution("picogammon-matches").entry_points
sys.argv[:2] = [command.name]
sys.exit(command.load()())
"""
_MATCH = (
    " 1 point match\n\n Game 1\n A : 0                B : 0\n"
    "  1) 31: 8/5 6/5           52: 13/8 24/22\n"
)
_XGID = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.fixture(scope="module")
def page():
    return contents.page()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A release whose images are not built."""
    folder = tmp_path_factory.mktemp("images")

    def image(target):
        output = folder / f"{target.output}.uf2"
        output.write_bytes(target.output.encode())
        return output, None

    return contents.collect(
        lambda: {"a/b.svg": b"<svg/>"}, image, lambda: "gcc 1 and MicroPython 2"
    )


def test_there_is_an_image_for_every_board_and_what_goes_with_it(files):
    images = {f"picogammon-{name}.uf2" for name in pico_names()}
    assert images < files.keys()
    rest = files.keys() - images
    zips = {"picogammon-page.zip", "picogammon-drawings.zip", wheel.NAME}
    texts = {"NOTICE", "LICENSE", "NOTES.md", "README.txt", "SHA256SUMS"}
    assert rest == zips | {"picogammon-guide.zip"} | texts
    assert files["NOTICE"] == (ROOT / "NOTICE").read_bytes()
    drawings = zipfile.ZipFile(io.BytesIO(files["picogammon-drawings.zip"]))
    assert {name: drawings.read(name) for name in drawings.namelist()} == {"a/b.svg": b"<svg/>"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder of the unpacked wheel: one, so that it is compiled once."""
    folder = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(io.BytesIO(contents.packed(wheel.files()))).extractall(folder)
    return folder


@pytest.fixture
def from_wheel(tmp_path, unpacked):
    """Runs the command of the unpacked wheel beside a match, a.mat; returns the CompletedProcess.
    Without `packages` there is nothing but Python's own library."""
    (tmp_path / "site").symlink_to(unpacked)
    (tmp_path / "a.mat").write_text(_MATCH)

    def run(*words, packages=(), given=None):
        code = _WHEEL % (packages, str(ROOT))
        command = [sys.executable, "-S", "-c", code, str(unpacked), *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, input=given)

    return run


@pytest.mark.parametrize(
    "words, given, said",
    [
        (["--help"], None, "Players\n  report "),
        (["position", _XGID], None, "\n4HPwATDgc/ABMA:cIkFAAAAAAAE\n"),
        (["check-board", "pico"], None, "Nothing is wrong with boards/pico/board_config.py."),
        (["check-board", "site/picogammon_matches/boards/pico_five"], None, "140 on GP28"),
        (["ubgi"], f"XGID={_XGID}\n", "8/5 6/5\n"),
    ],
)
def test_what_needs_nothing_but_python_runs_from_the_wheel_with_that(
    from_wheel, words, given, said
):
    done = from_wheel(*words, given=given)
    assert (done.returncode, done.stderr) == (0, "") and said in done.stdout


def test_a_pip_users_verbs_run_and_speak_as_picogammon(from_wheel):
    def run(*words):
        return from_wheel(*words, packages=getsitepackages())

    for name, verb in verbs.VERBS.items():
        if verb.alone:
            done = run(name, "--help")
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.startswith(f"usage: picogammon {name} ")
            told = re.sub(r"\bmake [^.\n]* in the repository\b", "", done.stdout)
            assert not _MAKES.search(told), "that is make's"
    assert run("read-match", "a.mat").stdout.startswith("A \u2013 B, to 1\n")
    assert run("verify", "a.mat").stderr.startswith("a.mat: this match was not played with sealed")
    assert "--port" in run("save-match", "b.mat", "--port", "COM99").stderr
    done = run("uf2")
    assert done.returncode in (1, 2) and done.stderr.count("\n") == 1
    assert "needs the repository" in done.stderr


@pytest.mark.long
def test_a_pip_user_gets_a_report(from_wheel, tmp_path):
    lines = from_wheel("report", "a.mat", "--text", packages=getsitepackages())
    assert lines.stdout.splitlines()[2].startswith(" all  A             PR ")
    assert from_wheel("report", "a.mat", packages=getsitepackages()).returncode == 0
    assert "<svg" in (tmp_path / "a.html").read_text()


_MAKE = rf"\bmake (?:{'|'.join([*verbs.VERBS, 'setup'])})\b"
_MAKES = re.compile(rf"{_MAKE}|\b(?:PORT|MATCH|FILE|LOG|FLASH|BOARD|ARGS|ID)=")
# Texts that only the repository says.
_ELSEWHERE = (
    "tools/typed.py",
    "tools/virtual_board/",
    "tools/emulator/",
    "tools/image/",
)


def test_no_text_in_the_wheel_is_makes():
    for path in wheel.sources():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("tools/") and not name.startswith(_ELSEWHERE):
            for told in _texts(ast.parse(path.read_text(encoding="utf-8"))):
                assert not re.search(_MAKE, told), (name, told)


def _texts(tree):
    """The strings of a module that are no docstrings."""
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in alone:
            yield node.value


def test_its_read_me_names_every_file_the_version_and_what_made_it(files):
    text = files["README.txt"].decode()
    assert text.startswith(f"Picogammon {VERSION}\n")
    assert "Made with gcc 1 and MicroPython 2." in text
    for name in files.keys() - {"README.txt"}:
        assert name in text


def test_the_checksums_are_those_of_all_other_files(files, tmp_path):
    dist = tmp_path / "dist"
    dist.mkdir()
    for name, data in files.items():
        (dist / name).write_bytes(data)
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    said = subprocess.run(command, cwd=dist, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert len(said.stdout.splitlines()) == len(files) - 1
    (dist / "LICENSE").write_text("another")
    assert subprocess.run(command, cwd=dist, capture_output=True).returncode == 1


def test_what_the_page_asks_for_is_in_it(page):
    archive = zipfile.ZipFile(io.BytesIO(page))
    there = set(archive.namelist())
    assert {"index.html", "firmware.json", "micropython.wasm", "NOTICE"} <= there
    assert {f"boards/{name}.json" for name in pico_names()} <= there
    for name in there:
        if name.endswith((".html", ".js")):
            text = archive.read(name).decode()
            # A fetch with options asks a server, not for a file.
            asking = r"""(?:from|href=|src=|fetch(?:ed)?\(|import\()\s*"\./([^"]+)"(?!,)"""
            asked = re.findall(asking, text)
            assert set(asked) <= there, name


def test_a_site_is_the_same_files_and_replaces_only_an_older_one(page, tmp_path, capsys):
    folder = tmp_path / "Ann's site"
    images = ["--images", str(tmp_path)]
    assert site.main(["--into", str(folder), *images]) == 0
    *_, last = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert last == str(folder / "serve.py")
    archive = zipfile.ZipFile(io.BytesIO(page))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == set(archive.namelist()) - set(contents.starters())
    (folder / "old.js").write_text("of an older one")
    assert site.main(["--into", str(folder), *images]) == 0
    assert not (folder / "old.js").exists()
    (tmp_path / "letter.txt").write_text("mine")
    assert site.main(["--into", str(tmp_path)]) == 1
    assert "holds something else" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").exists()


def test_the_page_keeps_every_file_under_a_word_for_what_they_hold(page, tmp_path):
    archive = zipfile.ZipFile(io.BytesIO(page))
    worker = archive.read("service-worker.js").decode()
    kept = json.loads(re.search(r"^self\.FILES = (.*);", worker, re.MULTILINE).group(1))
    left_out = {"service-worker.js", "NOTICE", "LICENSE", *contents.starters()}
    assert {name[2:] for name in kept} - {""} == set(archive.namelist()) - left_out
    firmware = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", firmware, ignore=shutil.ignore_patterns("__pycache__"))
    boards = [ROOT / "boards" / "pico"]
    before, same = (content.Site(firmware, boards).files() for _ in range(2))
    (firmware / "main.py").write_text("other")
    after = content.Site(firmware, boards).files()
    assert before == same
    assert before["service-worker.js"] != after["service-worker.js"]


def test_a_site_carries_the_images_there_are_and_keeps_none_of_them_in_the_browser(tmp_path):
    folder = tmp_path / "site"
    image = uf2.pack(b"image", RP2040, "1.2.3", "pico, layout 1")
    (tmp_path / "picogammon-pico.uf2").write_bytes(image)
    (tmp_path / "picogammon-odd.uf2").write_bytes(b"half written")
    assert site.main(["--into", str(folder), "--images", str(tmp_path)]) == 0
    told = json.loads((folder / "images.json").read_text())
    assert told["images"] == [{"file": "picogammon-pico.uf2", "board": "pico", "version": "1.2.3"}]
    assert (folder / "images" / "picogammon-pico.uf2").read_bytes() == image
    assert "images.json" in (folder / "service-worker.js").read_text()
    assert "picogammon-pico.uf2" not in (folder / "service-worker.js").read_text()


@pytest.mark.long
def test_the_page_is_the_same_bytes_from_another_folder(page, tmp_path):
    folder = tmp_path / "elsewhere" / "picogammon"
    engine = ["build/engine"] if (ROOT / "build/engine").exists() else []
    __main__.copy(folder, ["tools/npm/node_modules", *engine])
    for path in folder.rglob("*"):
        path.touch()
    command = [sys.executable, "-c", _PAGE_OF]
    again = subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout
    assert again == page
    (folder / "firmware/main.py").write_text("other")
    other = subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout
    assert other != page


def test_what_is_frozen_does_not_hang_on_the_order_of_the_disk(monkeypatch):
    data = ROOT / "boards" / "pico"
    before = build.manifest_of(ROOT, data)
    found = type(ROOT).rglob
    monkeypatch.setattr(type(ROOT), "rglob", lambda *asked: reversed(list(found(*asked))))
    assert build.manifest_of(ROOT, data) == before
    assert "'main.py', 'picogammon/__init__.py', " in before


def test_what_differs_is_named():
    first = {"a": b"12345", "b": b"same", "c": b"1", "d": b""}
    __main__.compare(first, dict(first))
    with pytest.raises(ReleaseError, match="these differ: a, c, d$"):
        __main__.compare(first, {"a": b"12x45", "b": b"same", "c": b"12"})


def test_a_tag_that_is_not_the_version_is_refused_before_anything_is_made(capsys):
    contents.check_tag(f"v{VERSION}")
    for tag in ("v0.0.1", VERSION, ""):
        assert __main__.main(["--tag", tag]) == 1
        assert f"VERSION = {VERSION!r}" in capsys.readouterr().err


def test_what_is_new_is_the_changelogs_part(monkeypatch, tmp_path):
    assert contents.notes(tagged=True).startswith("No one has built a board yet: ")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.0.1\n- Old.\n"
    )
    monkeypatch.setattr(contents, "ROOT", tmp_path)
    assert contents.notes() == "- New.\n"
    with pytest.raises(ReleaseError, match="no heading"):
        contents.notes(tagged=True)


# The workflows, which nobody can run here: what they name is there, no outsider steers a shell.
_WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def _steps(path):
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", _WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_commits_and_no_expression_is_shell(path):
    steps = _steps(path)
    assert steps
    for step in steps:
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"]), step
        assert "${{" not in step.get("run", ""), step
    named = re.findall(r"uses: (\S+)(.*)", path.read_text())
    assert all(re.fullmatch(r"  # v\d+\.\d+\.\d+", comment) for _, comment in named), named


@pytest.mark.parametrize("path", _WORKFLOWS, ids=lambda path: path.stem)
def test_what_they_run_is_there(path):
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for step in _steps(path):
        run = re.sub(r"apt-get .*", "", step.get("run", ""))
        assert set(re.findall(r"\bmake ([a-z0-9-]+)", run)) <= targets
        for name in re.findall(r"(?:host_tests|tools|\.ci)/[\w./-]+", run):
            assert (ROOT / name).exists() or name.startswith("tools/virtual_board/page"), name
