"""Match files and logs that somebody names, in whatever encoding and however damaged."""

from binascii import crc32

import pytest

from match_files.kept import OPENING, Kept, text_of
from picogammon.devices.files import Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from tools.files import FileError
from tools.matches import MatError, log, opening, reading

HOST_ONLY = True


def _log(path, *texts):
    path.write_bytes(log.content(Kept().do(*texts).records))
    return path


def test_a_log_that_makes_no_match_is_refused(tmp_path):
    other = tmp_path / "other.log"
    other.write_bytes(log.content([b"\x01nonsense"]))
    with pytest.raises(FileError, match="other.log: its records are not a match: "):
        opening.match(other)


def test_a_log_that_lost_its_end_says_so(tmp_path, capsys):
    path = _log(tmp_path / "match.log", *OPENING)
    whole = opening.from_log(path)
    assert capsys.readouterr().err == ""
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    before = path.read_bytes()
    assert opening.from_log(path) == whole[:-1]
    assert path.read_bytes() == before, "and it is left alone"
    assert capsys.readouterr().err == f"{path} is damaged: its end is lost\n"


def test_the_folder_of_a_boards_sectors_is_read_as_a_log(tmp_path):
    records = Kept().do(*OPENING).records
    folder = str(tmp_path / "matches")
    MatchLog(Ring(SectorFiles(Files(), folder, SECTORS))).restart(records)
    assert opening.from_log(folder) == records


def test_what_is_no_log_or_one_of_another_version_is_refused(tmp_path):
    path = _log(tmp_path / "match.log", *OPENING)
    content = bytearray(path.read_bytes())
    content[6] += 1  # its version
    content[32:36] = crc32(content[4:32]).to_bytes(4, "big")
    path.write_bytes(content)
    with pytest.raises(FileError, match="another version of the firmware wrote these matches"):
        opening.match(path)
    for content in (b"", b"GIF89a", bytes(5000)):
        path.write_bytes(content)
        with pytest.raises(FileError, match="match.log: this is not a board's match"):
            opening.match(path)


def test_every_encoding_is_the_same_match():
    text = text_of("gnubg.mat")
    own = reading.read(text)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        assert reading.read(text.encode(encoding)) == own, encoding
    assert reading.read(b"\xfe\xff" + text.encode("utf-16-be")) == own
    name = "Éloïse de la Tour d'Auvergne"
    assert reading.read(text.replace("Ann Lee", name).encode("cp1252")).names == (name, "Bob")
    for content, reason in (
        (b"\x00\x01\x02", "this is not a text file"),
        (b"; \n" * 2_000_000, "a match file is smaller than 6,000,000 bytes"),
        (b"\x89PNG\r\n", "this is not a match file"),
    ):
        with pytest.raises(MatError, match=reason):
            reading.read(content)
