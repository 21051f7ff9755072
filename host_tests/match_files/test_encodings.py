"""What bytes say: UTF-8, UTF-16, or what Windows wrote. On the page the browser reads them."""

import pytest

from match_files.sample_files import text
from tools.matches import MatError, reading

HOST_ONLY = True
_FILE = text("gnubg.mat")


@pytest.mark.parametrize(
    "content",
    [
        _FILE.encode(),
        b"\xef\xbb\xbf" + _FILE.encode(),
        _FILE.encode("utf-16"),
        b"\xfe\xff" + _FILE.encode("utf-16-be"),
        _FILE.encode("utf-16-le"),
        _FILE.encode("utf-16-be"),
    ],
    ids="utf8 bom utf16 utf16be unmarked_le unmarked_be".split(),
)
def test_every_encoding_is_the_same_match(content):
    assert reading.read(content) == reading.read(_FILE)


def test_letters_of_windows_are_read():
    name = "Éloïse de la Tour d'Auvergne"
    found = reading.read(_FILE.replace("Ann Lee", name).encode("cp1252"))
    assert found.names == (name, "Bob")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x00\x01\x02", "this is no text"),
        (b"; \n" * 2_000_000, "a match file has no 6,000,000 bytes"),
        (b"\x89PNG\r\n", "line 1: not understood"),
    ],
)
def test_bytes_that_are_no_match_file_say_so(content, reason):
    with pytest.raises(MatError, match=reason):
        reading.read(content)
