"""Not a test of Picogammon: passes once and fails in the ways a portable test can."""

from portable import data_lines, raises


def test_passes():
    with raises(ValueError, "three") as caught:
        raise ValueError("two or three")
    assert caught.error.args == ("two or three",)
    with raises(KeyError):
        with raises(ValueError):
            raise KeyError("goes its way")
    assert all(line[0] == "{" and line[-1] == "}" for line in data_lines("gnubg_texts.jsonl"))


def test_fails_by_assertion():
    assert 1 == 2


def test_fails_by_other_words():
    with raises(ValueError, "three"):
        raise ValueError("two")


def test_fails_by_silence():
    with raises(ValueError):
        pass


def test_fails_by_error():
    return 1 // 0
