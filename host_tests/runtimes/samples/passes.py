"""A test that passes."""


def test_passes():
    pass
