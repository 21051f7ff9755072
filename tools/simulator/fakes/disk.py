"""A disk in memory that loses its power at any byte of a write, or fails at any operation."""

from picogammon.devices.files import Files


class PlugPulled(BaseException):
    """The end of all power. Not an Exception, so that no handler of those catches it."""


class Disk:
    """The part of `os` that Files use, and `open`. A rename is atomic, a write is not.

    `steps` counts changes: bytes written, files made, renamed, removed. After step `cut` the power
    goes. `full`: bytes of files that fit. `operations` counts all calls. `fault` is (number, errno)
    or (number, errno, count): these operations fail; KeyboardInterrupt in place of an errno is
    Ctrl-C. `opened`: the number of open files.
    """

    def __init__(self, files=()):
        self.files = {path: bytearray(data) for path, data in dict(files).items()}
        self.folders = set()
        self.steps = 0
        self.cut = None
        self.full = None
        self.operations = 0
        self.fault = None
        self.synced = 0
        self.opened = 0

    def copy(self):
        other = Disk(self.files)
        other.folders = set(self.folders)
        return other

    def operate(self):
        number = self.operations
        self.operations += 1
        if self.fault is not None:
            since = number - self.fault[0]
            if 0 <= since < (self.fault[2:] or (1,))[0]:
                error = self.fault[1]
                raise error if error is KeyboardInterrupt else OSError(error)

    def step(self):
        if self.cut is not None and self.steps >= self.cut:
            raise PlugPulled
        self.steps += 1

    def open(self, path, mode="r"):
        assert mode in ("rb", "wb", "ab", "r+b")
        self.operate()
        if path in self.folders:
            raise OSError(21)
        folder = path.rpartition("/")[0]
        if mode[0] == "r" and path not in self.files or folder and folder not in self.folders:
            raise OSError(2)
        if mode == "wb" or path not in self.files:
            self.step()
            self.files[path] = bytearray()
        return _File(self, path, mode)

    def stat(self, path):
        self.operate()
        if path in self.folders:
            return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path not in self.files:
            raise OSError(2)
        return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]), 0, 0, 0)

    def listdir(self, path):
        self.operate()
        start = "" if path == "." else path + "/"
        if start and path not in self.folders:
            raise OSError(2)
        names = [name[len(start) :] for name in self.files if name.startswith(start)]
        return [name for name in names + ([] if start else list(self.folders)) if "/" not in name]

    def statvfs(self, path):
        """Counts in blocks of 4096; without `full` there is 1 MB."""
        taken = sum([-(-len(data) // 4096) for data in self.files.values()])
        blocks = (self.full or 1 << 20) // 4096
        return 4096, 4096, blocks, blocks - taken

    def mkdir(self, path):
        self.operate()
        self.step()
        self.folders.add(path)

    def rename(self, old_path, new_path):
        self.operate()
        if old_path in self.folders:
            self.step()
            self.folders.discard(old_path)
            self.folders.add(new_path)
            return
        if old_path not in self.files:
            raise OSError(2)
        self.step()
        self.files[new_path] = self.files.pop(old_path)

    def remove(self, path):
        self.operate()
        if path not in self.files:
            raise OSError(2)
        self.step()
        del self.files[path]

    def sync(self):
        self.operate()
        self.synced += 1


class _File:
    def __init__(self, disk, path, mode):
        self.disk = disk
        self.data = disk.files[path]
        self.mode = mode
        self.closed = False
        disk.opened += 1
        self.at = len(self.data) if mode == "ab" else 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def read(self, size=-1):
        self.disk.operate()
        data = self.data[self.at :] if size < 0 else self.data[self.at : self.at + size]
        self.at += len(data)
        return bytes(data)

    def seek(self, offset, whence=0):
        self.at = offset + (len(self.data) if whence == 2 else 0)
        return self.at

    def write(self, buf):
        assert self.mode != "rb"
        self.disk.operate()
        for value in bytes(buf):
            if self.disk.full is not None and self.at == len(self.data):
                if sum(len(data) for data in self.disk.files.values()) >= self.disk.full:
                    raise OSError(28)
            self.disk.step()
            self.data[self.at : self.at + 1] = bytes((value,))
            self.at += 1
        return len(buf)

    def flush(self):
        self.disk.operate()

    def close(self):
        self.disk.opened -= not self.closed
        self.closed = True


def files_on(disk):
    """Returns the board's Files on a disk."""
    return Files(disk, disk.open, disk.sync)
