"""The ways in: what one double-clicks, and the guide."""

import html
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import urlopen

import pytest

from tools.release import ReleaseError, contents, guide, site
from tools.virtual_board.page import serve


def test_the_zip_has_what_starts_it_and_a_program_is_one(tmp_path):
    archive = zipfile.ZipFile(io.BytesIO(contents.page()))
    windows = archive.read(contents.WINDOWS)
    assert windows.count(b"\n") == windows.count(b"\r\n") > 9 and windows.isascii()
    modes = {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    assert stat.S_IMODE(modes[contents.MAC]) == 0o755
    assert {mode for name, mode in modes.items() if name != contents.MAC} == {0o644}


@pytest.fixture
def unpacked(tmp_path):
    """A folder with the Mac's starter and the server, and a browser that notes what it opens."""
    folder = tmp_path / "a folder"
    site.write(folder, {**contents.page_files(), **contents.starters()})
    for name in contents.starters():
        (folder / name).chmod(0o755)
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" >> '{tmp_path}/opened'\n")
    browser.chmod(0o755)
    return folder, {**os.environ, "BROWSER": f"{browser} %s"}


def _starts(folder, environment, path=None):
    environment = {
        **environment,
        "PATH": path or f"{os.path.dirname(sys.executable)}:/bin:/usr/bin",
    }
    command = [str(folder / contents.MAC)]
    return subprocess.Popen(
        command, env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_double_click_serves_and_opens_the_page_and_a_second_one_opens_it_again(
    unpacked, tmp_path
):
    folder, environment = unpacked
    first = _starts(folder, environment)
    try:
        address_ = re.search(r"http://localhost:\d+/", first.stdout.readline()).group()
        with urlopen(address_, timeout=30) as page:
            assert b"Picogammon" in page.read()
        said, _ = _starts(folder, environment).communicate(timeout=60)
        assert said == f"Picogammon is at {address_} already.\n"
    finally:
        first.terminate()
        first.communicate(timeout=60)
    assert (tmp_path / "opened").read_text().splitlines() == [address_, address_]


def test_without_python_it_says_what_to_do(unpacked, tmp_path):
    folder, environment = unpacked
    (tmp_path / "bin").mkdir()
    for name in ("dirname", "sh"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    started = _starts(folder, environment, path=str(tmp_path / "bin"))
    said, wrong = started.communicate(timeout=60)
    assert started.returncode == 1 and wrong == ""
    assert "needs Python" in said and "python.org" in said


def test_another_page_at_its_port_is_left_alone():
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        server, port = serve.first_free(other.server_port)
        server.server_close()
        other.shutdown()
        assert port > other.server_port


def test_every_link_and_picture_of_the_guide_is_in_it():
    files = guide.files()
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    assert {"index.html", "docs/build/index.html", "docs/playing.html"} < pages.keys()
    assert {"docs/turn.gif", "boards/pico/wiring.svg", "docs/build/cigar_box/layers.svg"} < set(
        files
    )
    for page, text in pages.items():
        for link in re.findall(r'\b(?:href|src)="([^"]+)"', text):
            name, _, fragment = html.unescape(link).partition("#")
            if ":" in name:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(page), name)) if name else page
            assert target in files, (page, link)
            if fragment:
                assert f' id="{fragment}"' in pages[target], (page, link)


def test_a_guide_that_leads_to_nothing_is_refused(monkeypatch, tmp_path):
    (tmp_path / "README.md").write_text("[there](missing.md)")
    monkeypatch.setattr(guide, "ROOT", tmp_path)
    with pytest.raises(ReleaseError, match="leads to missing.md"):
        guide.files()
