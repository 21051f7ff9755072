"""The table of settings: each is read back from records and texts, is typed, and has its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picogammon.app.modes import new_match
from picogammon.rules.settings import FIELDS, Settings, SettingsError, unpack_settings
from reading.records import parse_settings

# By lines of their own; by files from elsewhere.
_ASKED_ELSEWHERE = {"length", "holder", "max_cube"}
_FEWER = {"automatic"}  # the menu offers the lower values only

_VALUES = st.fixed_dictionaries({field.name: st.integers(0, field.most) for field in FIELDS})


@given(_VALUES)
def test_every_setting_comes_back_from_a_record_and_from_a_text(values):
    settings = Settings(**values)
    packed = settings.pack()
    for again in (
        unpack_settings(packed),
        settings.copy(),
        parse_settings(settings.text().split()),
    ):
        assert {name: getattr(again, name) for name in values} == values
        assert again.pack() == packed


def test_no_two_settings_share_a_bit_and_what_is_free_is_refused():
    owner = {}  # of each bit
    for field in FIELDS:
        bits = field.mask << field.bit
        assert field.most <= field.mask and bits <= 255, field.name
        for at in [(field.byte, i) for i in range(8) if bits >> i & 1]:
            other = owner.setdefault(at, field.name)
            assert other == field.name, f"{field.name} takes (byte, bit) {at}, which {other} has"
    body = bytearray(Settings().pack())
    for byte, bit in [(byte, bit) for byte in range(6) for bit in range(8)]:
        if (byte, bit) not in owner:
            body[byte] ^= 1 << bit
            with pytest.raises(SettingsError, match="unknown switch"):
                unpack_settings(bytes(body))
            body[byte] ^= 1 << bit


def test_what_an_older_record_lacks_is_the_default():
    for field in FIELDS:
        assert field.always or not field.default, field.name


def test_only_the_take_back_rule_changes_within_a_match():
    for field in FIELDS:
        other = Settings(**{field.name: (field.default + 1) % (field.most + 1)})
        changed = None if field.name == "take_back" else field.name
        assert Settings().changed_rule(other) == changed


def test_a_switch_is_true_or_false():
    usual = Settings()
    for field in FIELDS:
        kind = bool if field.most == 1 else int
        assert type(field.default) is kind
        for settings in (usual, unpack_settings(usual.pack())):
            assert type(getattr(settings, field.name)) is kind, field.name


def test_every_range_and_every_setting_of_the_menu_has_its_words():
    lines = (*new_match.CUBE_LINES, *new_match.OTHER_LINES)
    named = {line[0]: line for line in lines}
    assert len(named) == len(lines)
    assert named.keys() ^ _ASKED_ELSEWHERE == {field.name for field in FIELDS}
    for field in FIELDS:
        assert bool(field.words) == (field.most > 1), field.name
        if field.name in named:
            _, label, choices, _ = named[field.name]
            most = field.most + 1
            assert label
            assert len(choices) == most or field.name in _FEWER and len(choices) <= most, field.name
