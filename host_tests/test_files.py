"""What is said of a file that somebody names: which, why, and what to do."""

import errno
import os

import pytest

from tools import files
from tools.files import FileError


def _refused(function, *given):
    with pytest.raises(FileError) as refused:
        function(*given)
    return str(refused.value)


def test_a_file_that_is_not_there(tmp_path):
    missing = tmp_path / "club.mat"
    assert _refused(files.read, missing) == f"There is no {missing}. Is the name right?"
    for name in ("b.mat", "a.mat", "c.log"):
        (tmp_path / name).touch()
    (tmp_path / "folder.mat").mkdir()
    assert _refused(files.read, missing).endswith("Is the name right? There are a.mat, b.mat")
    for name in "defg":
        (tmp_path / f"{name}.mat").touch()
    assert _refused(files.read, missing).endswith("There are a.mat, b.mat, d.mat, e.mat, f.mat, …")
    lost = tmp_path / "no" / "club.mat"
    assert _refused(files.read, lost).startswith(f"There is no folder {lost.parent}, so no {lost}.")


def test_a_folder_is_no_file(tmp_path):
    assert _refused(files.read, tmp_path) == f"{tmp_path} is a folder: name a file in it."
    for refuses in (files.check_place, files.check_new, lambda path: files.write(path, b"")):
        assert _refused(refuses, tmp_path) == f"{tmp_path} is a folder. Name another place."


def test_what_a_disk_says_is_told_of_the_name_that_was_given(tmp_path):
    def fails(number):
        raise OSError(number, os.strerror(number), str(tmp_path / "a.log.new"))

    given = tmp_path / "a.log"
    for number, around, said in (
        (errno.EACCES, files.reading, "You may not read {}: whoever owns it"),
        (errno.EIO, files.reading, "{} cannot be read: Input/output error."),
        (errno.ENOSPC, files.writing, "{} cannot be written: No space left on device."),
    ):
        with pytest.raises(FileError) as refused, around(given):
            fails(number)
        assert str(refused.value).startswith(said.format(given))
        assert ".new" not in str(refused.value)


def test_a_place_where_nothing_can_be_written(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(b"kept")
    assert _refused(files.check_new, file) == f"{file} is there already: give another name."
    files.check_place(file)
    files.check_new(tmp_path / "new")
    assert file.read_bytes() == b"kept" and sorted(tmp_path.iterdir()) == [file]
    within = file / "in" / "it"
    missing = tmp_path / "no" / "it"
    for refuses in (files.check_place, lambda path: files.write(path, b"")):
        assert _refused(refuses, within).startswith(f"{file} is a file, not a folder. Name")
        assert _refused(refuses, missing).startswith(f"There is no folder {missing.parent}. Name")
    assert _refused(files.make_folder, within).startswith(f"{file} is a file, not a folder.")
    files.make_folder(missing)
    files.make_folder(missing)
    assert missing.is_dir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may do all
    assert _refused(files.check_place, file).startswith(f"You may not write {file}.")
    assert _refused(files.check_new, missing / "x").startswith(f"You may not write into {missing}.")
