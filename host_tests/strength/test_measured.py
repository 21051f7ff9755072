"""The archive of the measuring sets."""

import hashlib

from tools import measured


def test_its_checksum_is_the_one_that_the_page_beside_it_states():
    page = measured.ARCHIVE.with_name("README.md").read_text()
    assert hashlib.sha256(measured.ARCHIVE.read_bytes()).hexdigest() in page


def test_the_same_sets_give_the_same_bytes(monkeypatch, tmp_path):
    archive = tmp_path / "some.zip"
    monkeypatch.setattr(measured, "ARCHIVE", archive)
    measured.put({"b.jsonl": b'{"n": 1}\n[2]\n', "a.jsonl": b"0\n"})
    first = archive.read_bytes()
    measured.put({"a.jsonl": b"0\n"})
    assert archive.read_bytes() == first
    assert measured.lines("b.jsonl") == [{"n": 1}, [2]]
