"""The file of weights: whole, or a clear word about what is wrong with it."""

from struct import pack, unpack_from

from fakes.small_net import checked, packed
from picogammon.engine import weights
from picogammon.engine.weights import TooLarge, Weights, WeightsError
from portable import raises

_SECTIONS = ((b"ABCD", b"twelve bytes"), (b"EFGH", b"and then some   "))


def test_sections_are_found_by_name():
    found = Weights(packed(_SECTIONS))
    for name, data in _SECTIONS:
        name = str(name, "ascii")
        assert bytes(found.section(name)) == data
        assert bytes(found.section(name, len(data))) == data


def test_sections_are_read_in_place():
    data = bytearray(packed(_SECTIONS))
    section = Weights(data).section("ABCD")
    data[bytes(data).find(b"twelve")] = ord("T")
    assert bytes(section) == b"Twelve bytes"


def test_a_missing_section_is_named():
    with raises(WeightsError, "lack the section WXYZ"):
        Weights(packed(_SECTIONS)).section("WXYZ")


def test_every_spoilt_byte_is_noticed():
    data = packed(_SECTIONS)
    for i in range(len(data)):
        spoilt = bytearray(data)
        spoilt[i] ^= 4
        with raises(WeightsError):
            Weights(spoilt)


def test_a_large_file_is_checked_in_slices_and_a_spoilt_byte_in_any_is_noticed():
    data = bytearray(packed(_SECTIONS + ((b"LONG", bytes(33000)),)))
    assert len(list(weights.check(data))) == 2
    for at in (0, 20000, len(data) - 1):
        data[at] ^= 1
        with raises(WeightsError):
            list(weights.check(data))
        data[at] ^= 1
    assert len(Weights(data, checked=True).section("LONG")) == 33000


def test_a_number_that_looks_like_a_name_is_no_section():
    data = packed(((b"ABCD", bytes(0x41)), (b"AAAA", b"this one")))
    assert bytes(Weights(data).section("AAAA")) == b"this one"
    with raises(WeightsError, "lack the section"):
        Weights(data).section("A\0\0\0")


def test_a_file_that_was_cut_off_is_damaged():
    data = packed(_SECTIONS)
    for size in range(16, len(data)):
        with raises(WeightsError, "damaged"):
            Weights(data[:size])


def _with_length(data, length):
    """The file with another length of its second section, and the check that fits."""
    return checked(data[:36] + pack("<I", length) + data[40:-4])


def test_a_section_may_reach_up_to_the_check_and_no_farther():
    data = packed(_SECTIONS)
    start = unpack_from("<I", data, 32)[0]
    most = len(data) - 4 - start
    assert len(Weights(_with_length(data, most)).section("EFGH")) == most
    for length in range(most + 1, most + 9):
        with raises(WeightsError, "damaged"):
            Weights(_with_length(data, length))
    with raises(WeightsError, "damaged"):
        Weights(_with_length(data, 0xFFFFFFFF))


def test_a_section_that_does_not_begin_on_a_word_is_damage():
    data = packed(_SECTIONS)
    for start in (45, 46, 47):
        with raises(WeightsError, "damaged"):
            Weights(checked(data[:32] + pack("<I", start) + data[36:-4]))


def test_a_section_of_another_size_than_is_relied_on_is_named():
    found = Weights(packed(_SECTIONS))
    for size in (0, 11, 13, 16):
        with raises(WeightsError, "section ABCD has 12 bytes, not %d" % size):
            found.section("ABCD", size)


def test_a_name_can_be_any_four_bytes():
    found = Weights(packed(((b"\xff\x80\x00\xc3", b"what is this"),) + _SECTIONS))
    assert bytes(found.section("ABCD")) == b"twelve bytes"


def test_another_file_and_none_at_all():
    for data in (b"", b"PGwt", b"# A text that is long enough."):
        with raises(WeightsError, "no file of weights"):
            Weights(data)


def test_another_version_is_named():
    with raises(WeightsError, "version 7, not %d" % weights.VERSION):
        Weights(packed(_SECTIONS, 7))


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


def test_a_file_that_cannot_be_read_is_told_as_such():
    class Failing:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, size):
            raise OSError(5)

    weights.open = lambda path, mode: Failing()
    try:
        with raises(WeightsError, "cannot be read"):
            weights.read("weights.bin")
    finally:
        del weights.open
