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


_STATEMENT = "only comments and constants may stand here, as NAME = value"
_MUST = (
    "A must be a whole number, a text in quotes, True, False or None, or some of these in brackets"
)
_INSIDE = "each value in the brackets of A must be a whole number"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    (
        ("import os", 1, _STATEMENT),
        ("A = 'x'\n\nA = os.system('ls')", 3, _MUST),
        ("A = 1 + 1", 1, _MUST),
        ("A = 1 / 0", 1, _MUST),
        ("A = 0.5", 1, _MUST),
        ("A = true", 1, _MUST),
        ("A = {4}", 1, _MUST),
        ("A = ((1, 24)", 1, r"in A a comma or \) is missing"),
        ("A = (\n  1,\n  2\n\nB = 3", 3, r"in A a comma or \) is missing"),
        ("A = [1\n", 1, r"in A a comma or \] is missing"),
        ("A = (1,\n\nB = 3", 3, _INSIDE),
        ("A = (1 2)", 1, "in A a comma"),
        ('A = "a\\x41"', 1, "a text must end with its quote"),
        ('B = 1\nA = "open\nB = 2', 2, "a text must end with its quote"),
        ("A = (((((1,),),),),)", 1, _INSIDE),
        ("A = - True", 1, _MUST),
        ("A = - 1", 1, _MUST),
        ("A =", 1, _MUST),
        ("A =\n  3", 1, _MUST),
        ("= 3", 1, _STATEMENT),
        ("1A = 3", 1, _STATEMENT),
        ("B = 2\n A = 3", 2, _STATEMENT),
        ("if A:\n  A = 3", 1, _STATEMENT),
        ("raise SystemExit(0)", 1, _STATEMENT),
        ("while True: pass", 1, _STATEMENT),
        ("'a' 'b'", 1, _STATEMENT),
        ("A = 0x", 1, _MUST),
        ("A = 08", 1, _MUST),
        ("A = 1__0", 1, _MUST),
        ("A = 1; B = 2", 1, _MUST),
        ("A = f'x'", 1, _MUST),
        ("A = 1" + "0" * 5000, 1, _MUST),
        ("A = 1\r\nB = x\r\n", 2, "B must be a whole number"),
    ),
)
def test_anything_but_a_constant_is_refused_with_its_line_and_what_may_stand_there(
    text, line, said
):
    with pytest.raises(ValueError, match=f"^line {line}: {said}"):
        constants.read(text)


@given(st.text(alphabet="AB=(),'\"#\n 10x_-[]\\\r", max_size=30))
def test_a_text_is_read_as_python_reads_it_or_refused(text):
    try:
        found = constants.read(text)
    except ValueError as wrong:
        assert str(wrong).startswith("line ")
    else:
        by_python = {}
        exec(text, by_python)
        assert found == {
            name: _tuples(value)
            for name, value in by_python.items()
            if name not in ("__builtins__", "__doc__")
        }


def _tuples(value):
    return tuple(map(_tuples, value)) if isinstance(value, (list, tuple)) else value


def test_a_text_with_quotes_is_not_written():
    with pytest.raises(ValueError, match="NAME must be a text without quotes"):
        constants.write({"NAME": 'a"; import os'})
