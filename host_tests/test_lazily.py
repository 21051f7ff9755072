"""What is imported lazily is there at its first use, and what is missing is said at once."""

import sys

import pytest

from tools.lazily import lazily


def test_a_module_is_imported_by_its_first_use(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "imported_late.py").write_text("import sys\nsys.was_late = True\nNUMBER = 7\n")
    monkeypatch.setattr(sys, "was_late", False, raising=False)
    late = lazily("imported_late")
    assert not callable(late) and not hasattr(late, "_mock_name") and not sys.was_late
    assert late.NUMBER == 7 and sys.was_late
    del sys.modules["imported_late"]


def test_a_module_that_is_nowhere_is_missed_at_once():
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        lazily("no_such_package")
