"""The table of settings: each is read back from records and texts, is typed, and has its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picogammon.app.modes import new_match
from picogammon.rules.settings import BOTH, FIELDS, NOBODY, Settings, SettingsError, unpack
from reading.records import parse_settings

# By the handicap; by files from elsewhere.
_ASKED_ELSEWHERE = {"holder", "max_cube"}
_FEWER = {"automatic"}  # the menu offers the lower values only

_VALUES = st.fixed_dictionaries({field[0]: st.integers(0, field[4]) for field in FIELDS})


@given(_VALUES)
def test_every_setting_comes_back_from_a_record_and_from_a_text(values):
    settings = Settings(**values)
    packed = settings.pack()
    for again in (
        unpack(packed),
        settings.copy(),
        parse_settings(settings.text().split()),
    ):
        assert {name: getattr(again, name) for name in values} == values
        assert again.pack() == packed


def test_no_two_settings_share_a_bit_and_what_is_free_is_refused():
    owner = {}  # of each bit
    for name, byte, bit, mask, most, _, _, _, _ in FIELDS:
        assert most <= mask and mask << bit <= 255, name
        for at in [(byte, i) for i in range(8) if mask << bit >> i & 1]:
            other = owner.setdefault(at, name)
            assert other == name, f"{name} takes byte {byte}, bit {at[1]}, which {other} has"
    body = bytearray(Settings().pack())
    for byte, bit in [(byte, bit) for byte in range(6) for bit in range(8)]:
        if (byte, bit) not in owner:
            body[byte] ^= 1 << bit
            with pytest.raises(SettingsError, match="unknown switch"):
                unpack(bytes(body))
            body[byte] ^= 1 << bit


def test_what_an_older_record_lacks_is_the_default():
    for name, _, _, _, _, default, told, _, _ in FIELDS:
        assert told or not default, name


def test_only_what_both_agree_to_changes_within_a_match():
    for name, _, _, _, most, default, _, who, _ in FIELDS:
        other = Settings(**{name: (default + 1) % (most + 1)})
        assert who in (NOBODY, BOTH)
        assert Settings().changed_rule(other) == (None if who == BOTH else name)


def test_every_setting_is_typed():
    usual = Settings()
    assert Settings.__annotations__ == {field[0]: type(field[5]) for field in FIELDS}
    for name, kind in Settings.__annotations__.items():
        assert type(getattr(usual, name)) is type(getattr(unpack(usual.pack()), name)) is kind


def test_every_range_and_every_setting_of_the_menu_has_its_words():
    lines = (new_match.LENGTH, *new_match.CUBE_LINES, *new_match.OTHER_LINES)
    named = {line[0]: line for line in lines}
    assert len(named) == len(lines)
    assert named.keys() ^ _ASKED_ELSEWHERE == {field[0] for field in FIELDS}
    for name, _, _, _, most, _, _, _, words in FIELDS:
        assert bool(words) == (most > 1), name
        if name in named:
            _, label, choices, _ = named[name]
            assert label
            assert len(choices) == most + 1 or name in _FEWER and len(choices) <= most + 1, name
