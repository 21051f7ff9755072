"""A disk in memory whose plug can be pulled, at any byte of a write and between operations."""


class PlugPulled(Exception):
    """Nothing after this happens. No OSError: code that handles those must not handle this."""


class Disk:
    """`os` and `open` for the modules that keep files. A rename is atomic, a write is not.

    `steps` counts what changes the disk: bytes written, files made, renamed, removed. With `cut`
    set, the plug is pulled when so many have been done. `full`: bytes of files that fit.
    """

    def __init__(self):
        self.files = {}
        self.steps = 0
        self.cut = None
        self.full = None
        self.synced = 0

    def step(self):
        if self.cut is not None and self.steps >= self.cut:
            raise PlugPulled
        self.steps += 1

    def open(self, path, mode="r"):
        assert mode in ("rb", "wb", "ab")
        if mode == "rb" and path not in self.files:
            raise OSError(2)
        if mode == "wb" or path not in self.files:
            self.step()
            self.files[path] = bytearray()
        return _File(self, path, mode)

    def stat(self, path):
        if path not in self.files:
            raise OSError(2)
        return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]), 0, 0, 0)

    def rename(self, old_path, new_path):
        if old_path not in self.files:
            raise OSError(2)
        self.step()
        self.files[new_path] = self.files.pop(old_path)

    def remove(self, path):
        if path not in self.files:
            raise OSError(2)
        self.step()
        del self.files[path]

    def sync(self):
        self.synced += 1


class _File:
    def __init__(self, disk, path, mode):
        self.disk = disk
        self.data = disk.files[path]
        self.mode = mode
        self.at = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def read(self, size=-1):
        data = self.data[self.at :] if size < 0 else self.data[self.at : self.at + size]
        self.at += len(data)
        return bytes(data)

    def seek(self, offset, whence=0):
        self.at = offset
        return offset

    def write(self, buf):
        assert self.mode != "rb"
        for value in bytes(buf):
            if self.disk.full is not None:
                if sum(len(data) for data in self.disk.files.values()) >= self.disk.full:
                    raise OSError(28)
            self.disk.step()
            self.data.append(value)
        return len(buf)

    def flush(self):
        pass

    def close(self):
        pass


class in_place_of:
    """`with in_place_of(disk, files, journal):` the disk is these modules' `open` and `os`."""

    def __init__(self, disk, *modules):
        self.disk = disk
        self.modules = modules
        self.saved = []

    def __enter__(self):
        put = {"os": self.disk, "open": self.disk.open, "_rename": self.disk.rename}
        for module in self.modules:
            for name in put:
                self.saved.append((module, name, getattr(module, name, None)))
                setattr(module, name, put[name])
        return self.disk

    def __exit__(self, kind, error, trace):
        for module, name, value in self.saved:
            if value is None:
                delattr(module, name)
            else:
                setattr(module, name, value)
