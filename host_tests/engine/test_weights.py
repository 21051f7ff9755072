"""The file of weights: whole, or a clear word about what is wrong with it."""

from binascii import crc32
from struct import pack

from picogammon.engine import weights
from picogammon.engine.weights import TooLarge, Weights, WeightsError
from portable import raises

_SECTIONS = (("ABCD", b"twelve bytes"), ("EFGH", b"and then some   "))


def packed(version=weights.VERSION, sections=_SECTIONS):
    """A file of these sections."""
    table = body = b""
    start = 16 + 12 * len(sections)
    for name, data in sections:
        table += pack("<4sII", name.encode(), start + len(body), len(data))
        body += data
    data = b"PGwt" + pack("<III", version, start + len(body) + 4, len(sections)) + table + body
    return data + pack("<I", crc32(data) & 0xFFFFFFFF)


def test_sections_are_found_by_name():
    found = Weights(packed())
    for name, data in _SECTIONS:
        assert bytes(found.section(name)) == data


def test_sections_are_read_in_place():
    data = bytearray(packed())
    section = Weights(data).section("ABCD")
    data[bytes(data).find(b"twelve")] = ord("T")
    assert bytes(section) == b"Twelve bytes"


def test_a_missing_section_is_named():
    with raises(WeightsError, "lack the section WXYZ"):
        Weights(packed()).section("WXYZ")


def test_every_spoilt_byte_is_noticed():
    data = packed()
    for i in range(len(data)):
        spoilt = bytearray(data)
        spoilt[i] ^= 4
        with raises(WeightsError):
            Weights(spoilt)


def test_a_file_that_was_cut_off_is_damaged():
    data = packed()
    for size in range(16, len(data)):
        with raises(WeightsError, "damaged"):
            Weights(data[:size])


def test_sections_beyond_the_end_are_damage():
    data = bytearray(packed())
    data[24:28] = pack("<I", 400)
    data[-4:] = pack("<I", crc32(bytes(data[:-4])) & 0xFFFFFFFF)
    with raises(WeightsError, "damaged"):
        Weights(data)


def test_another_file_and_none_at_all():
    for data in (b"", b"PGwt", b"# A text that is long enough."):
        with raises(WeightsError, "no file of weights"):
            Weights(data)


def test_another_version_is_named():
    with raises(WeightsError, "version 7, not %d" % weights.VERSION):
        Weights(packed(version=7))


def test_a_missing_file_is_named():
    with raises(WeightsError, "missing"):
        weights.read("no/such/weights.bin")


def test_what_came_with_the_firmware_is_whole_or_too_large():
    try:
        found = weights.load()
    except TooLarge as error:  # with a heap like a Pico's
        assert "image" in str(error)
    else:
        assert len(found.section("ESCP")) == 4096
