"""A board's data as a text: read without running it, and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.boards import constants, loading

_VALUES = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.none(), st.sampled_from(("in out", "GRB", "é"))),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)


@pytest.mark.parametrize("name", loading.names())
def test_every_board_reads_as_python_reads_it_and_is_written_the_same(name):
    text = (loading.FOLDER / name / "board_config.py").read_text()
    config = vars(loading.load_board(name))
    assert constants.read(text) == config
    written = constants.write(config)
    assert constants.read(written) == config
    found = {}
    exec(written, found)
    assert config.items() <= found.items()


@given(_VALUES)
def test_what_is_written_reads_the_same(value):
    assert constants.read(constants.write({"WIRING": value})) == {"WIRING": value}


@pytest.mark.parametrize(
    ("text", "line"),
    (
        ("import os", 1),
        ("NAME = 'x'\n\nSTRIP_PIN = os.system('ls')", 3),
        ("STRIP_PIN = 1 + 1", 1),
        ("WIRING = ((1, 24)", 1),
        ("WIRING = (1 2)", 1),
        ('NAME = "a\\x41"', 1),
        ('NAME = "open', 1),
        ("A = (((((1,),),),),)", 1),
        ("A = - True", 1),
        ("A =", 1),
        ("= 3", 1),
        ("A = 0x", 1),
        ("A = 1; B = 2", 1),
        ("A = f'x'", 1),
    ),
)
def test_anything_but_a_constant_is_refused_with_its_line(text, line):
    with pytest.raises(ValueError, match=f"^line {line} is no constant"):
        constants.read(text)


@given(st.text(alphabet="A=(),'\"#\n 10x-[]\\", max_size=30))
def test_no_text_does_anything_but_read_or_refuse(text):
    try:
        constants.read(text)
    except ValueError as wrong:
        assert str(wrong).startswith("line ")


def test_a_text_with_quotes_is_not_written():
    with pytest.raises(ValueError, match="NAME must be a text without quotes"):
        constants.write({"NAME": 'a"; import os'})
