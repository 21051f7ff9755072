"""Files and folders that people name: reads, writes and makes them, or says what to do.

All tools do this here, so the messages are the same. `check_place` and `check_new` refuse a name
before any long work.
"""

import contextlib
import os
from pathlib import Path

_LISTED = 5  # names of files that are there


class FileError(Exception):
    """A file that cannot be read or written; the text names the file, and says what to do."""


def read(path):
    """Returns the bytes of a file. Raises FileError."""
    with reading(path):
        return Path(path).read_bytes()


def write(path, content):
    """Writes a file (bytes). Raises FileError."""
    with writing(path):
        Path(path).write_bytes(content)


def make_folder(path):
    """Makes a folder, and those above it, if missing. Raises FileError."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        why = _no_folder(Path(path), True) or f"{path} cannot be made: {problem.strerror}"
        raise FileError(f"{why}. Name another folder.") from None


@contextlib.contextmanager
def reading(path):
    """Turns an OSError of the block, which reads the file `path`, into a FileError."""
    try:
        yield
    except OSError as problem:
        raise FileError(_unread(Path(path), problem)) from None


@contextlib.contextmanager
def writing(path):
    """The same for a block that writes the file `path`, perhaps by another name at first."""
    try:
        yield
    except OSError as problem:
        why = _no_place(Path(path)) or f"{path} cannot be written: {problem.strerror}"
        raise FileError(f"{why}. Name another place.") from None


def check_place(path):
    """Raises FileError if a file of this name cannot be written. Writes nothing."""
    why = _no_place(Path(path))
    if why:
        raise FileError(f"{why}. Name another place.")


def check_new(path):
    """The same, and refuses a file that exists."""
    check_place(path)
    if os.path.exists(path):
        raise FileError(f"{path} already exists: give another name.")


def _unread(path, problem):
    if os.path.isdir(path):
        return f"{path} is a folder: name a file in it."
    if isinstance(problem, FileNotFoundError):
        if not os.path.isdir(path.parent):
            return f"There is no folder {path.parent}, so no {path}. Is the name right?"
        return f"There is no {path}. Is the name right?{_alike(path)}"
    if isinstance(problem, PermissionError):
        return f"You may not read {path}: ask its owner for permission or a copy."
    return f"{path} cannot be read: {problem.strerror}. Name another file."


def _alike(path):
    """Returns the names of files there with the same ending, in words."""
    with contextlib.suppress(OSError):
        alike = [file for file in path.parent.iterdir() if file.suffix == path.suffix]
        names = sorted(file.name for file in alike if file.is_file())
        if path.suffix and names:
            more = ", …" if len(names) > _LISTED else ""
            return f" Files here: {', '.join(names[:_LISTED])}{more}"
    return ""


def _no_place(path):
    """Returns why no file of this name can be written, or None."""
    if os.path.isdir(path):
        return f"{path} is a folder"
    if os.path.exists(path) and not os.access(path, os.W_OK):
        return f"You may not write {path}"
    return _no_folder(path.parent, False)


def _no_folder(folder, made):
    """Returns why no file can be written in a folder, or None. `made`: it may be missing."""
    above = next(above for above in (folder, *folder.parents) if os.path.exists(above))
    if not os.path.isdir(above):
        return f"{above} is a file, not a folder"
    if above != folder and not made:
        return f"There is no folder {folder}"
    if not os.access(above, os.W_OK):
        return f"You may not write into {above}"
    return None
