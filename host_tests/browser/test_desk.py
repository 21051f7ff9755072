"""What the page does over a board's prompt: matches sent, backed up, restored; without a chip."""

import base64
from pathlib import Path

import pytest
from mpremote.transport import TransportExecError

from browser.cable import PORT, Copied
from flash.pretended import PretendedPico
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from tools.matches import fetching
from tools.soak.match_files import some_match

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
_READS_LOGS = ("picogammon/__init__.py", "picogammon/devices/*.py", "picogammon/ground/*.py")
_RAW = "raw REPL; CTRL-B to exit\r\n>"
_MIRROR = "mirror board pico 0.1.0\r\nmirror said Roll to start.\r\nmirror end\r\n"


class _Cable:
    """A board that plays, until Ctrl-C, and then its prompt, which is the pretended Pico's."""

    def __init__(self, pico):
        self._pico = pico
        self.plays = True
        self._raw = False
        self.report = "error unsupported_feature this board lacks the memory for that\r\n"

    def __call__(self, coded):
        return base64.b64encode(self._answer(base64.b64decode(coded).decode()).encode()).decode()

    def _answer(self, text):
        if text == "\r\x03\x03":
            self.plays = False
            return "KeyboardInterrupt:\r\n>>> "
        if self.plays:
            return self.report if text.startswith("hardware") else _MIRROR
        if text in ("\r\x01", "\r\x02"):
            self._raw = text == "\r\x01"
            return _RAW if self._raw else "\r\n>>> "
        if text == "\x04":
            self.plays = not self._raw
            start = _RAW if self._raw else "info string Picogammon 0.1.0 plays on pico\r\n"
            return "MPY: soft reboot\r\n" + start
        try:
            return "OK%s\x04\x04>" % self._pico.exec(text.removesuffix("\x04")).decode()
        except TransportExecError as problem:
            return "OK\x04%s\x04>" % problem.error_output


@pytest.fixture
def pico():
    with PretendedPico(blocks=256) as pico:
        yield pico


@pytest.fixture
def cable(page, pico, standin_address):
    """A _Cable, its board shown on the page."""
    cable = _Cable(pico)
    page.expose_function("usb", cable)
    page.add_init_script(PORT)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(standin_address)
    page.wait_for_function("window.picogammon")
    page.evaluate("picogammon.ready")
    page.get_by_role("button", name="Connect a board").click()
    page.get_by_text("pico, firmware").wait_for()
    return cable


def _log(folder):
    """(the records of a match, the paths of the two files that a board keeps it in)."""
    path = folder / "match.log"
    records = some_match(5)[:15]
    log = Recent(Journal(str(path)), str(path))
    log.restart(records[:9])
    for record in records[9:]:
        log.append(record)
    log.close()
    return records, [path, folder / "match.log.newest"]


def _firmware():
    """What of the firmware a log is read with, as `make flash` puts it on a board."""
    paths = [path for pattern in _READS_LOGS for path in _FIRMWARE.glob(pattern)]
    return {path.relative_to(_FIRMWARE).as_posix(): path.read_bytes() for path in paths}


def _files(pico):
    return {path: data for path, data in pico.files().items() if not path.endswith("/")}


def _on(files):
    board = Copied()
    for path, content in files.items():
        board.put(path, content)
    return board


def test_a_match_is_sent_from_files_and_what_is_none_is_refused(page, pico, cable, tmp_path):
    records, paths = _log(tmp_path)
    pico.put(_firmware())
    page.get_by_role("button", name="Send a match").click()
    page.locator("#sending input").set_input_files(paths)
    page.get_by_text("It is match 1 on the board, which plays on").wait_for()
    board = _on(_files(pico))
    assert fetching.archived(board, 1)[0] == records
    before = _files(pico)
    paths[0].write_bytes(b"no log")
    page.get_by_role("button", name="Send a match").click()
    page.locator("#sending input").set_input_files(paths)
    page.get_by_text("This is no match to be sent").wait_for()
    assert _files(pico) == before
    assert cable.plays


def test_backups_of_the_page_and_of_the_pc_are_the_same(page, pico, cable, tmp_path):
    _, paths = _log(tmp_path)
    kept = {path.name: path.read_bytes() for path in paths}
    kept |= {"settings.bin": b"PGS", "matches/00007-20261122.log": kept["match.log"]}
    pico.put(kept | {"main.py": b"pass", "seen/log": b"noted"})
    with page.expect_download() as download:
        page.get_by_role("button", name="Back up").click()
    download.value.save_as(tmp_path / "page.zip")
    board = Copied()
    assert fetching.restore(board, (tmp_path / "page.zip").read_bytes()) == len(kept)
    assert {path: board.read(path) for path in kept} == kept
    content, _ = fetching.backup(board)
    (tmp_path / "pc.zip").write_bytes(content)
    pico.put({"match.log": b"another", "settings.bin": b"others"})
    page.locator("#restore").set_input_files(tmp_path / "pc.zip")
    page.get_by_text("4 files are on the board").wait_for()
    assert _files(pico) == kept | {"main.py": b"pass"}
    assert cable.plays


def test_what_is_no_backup_changes_nothing(page, pico, cable, tmp_path):
    pico.put({"match.log": b"mine"})
    board = _on({"match.log": b"whole" * 40})
    content, _ = fetching.backup(board)
    path = tmp_path / "picogammon.zip"
    for broken in (b"", content[:60], content[:40] + b"x" + content[41:]):
        path.write_bytes(broken)
        page.locator("#restore").set_input_files(path)
        page.get_by_text("this is no backup of a board").wait_for()
        page.locator("#line-close").click()
    assert _files(pico) == {"match.log": b"mine"}
    assert cable.plays


def test_the_report_is_shown_to_copy_or_why_there_is_none(page, cable):
    page.get_by_role("button", name="Hardware report").click()
    page.get_by_text("this board lacks the memory for that").wait_for()
    cable.report = "Picogammon hardware report 1\r\nfirmware: 0.1.0\r\nend of the report\r\n"
    page.get_by_role("button", name="Hardware report").click()
    page.get_by_role("button", name="Copy", exact=True).wait_for()
    text = page.locator("#report textarea").input_value()
    assert text == cable.report.strip().replace("\r", "")
