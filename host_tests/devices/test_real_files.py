"""Journal and store on CPython's own files: a commit is there at once."""

from devices.logs import Alone
from picogammon.devices.files import Files
from picogammon.devices.store import Store

HOST_ONLY = True


def test_an_append_is_in_the_file_when_it_returns(tmp_path):
    path = str(tmp_path / "match.log")
    log = Alone(Files(), path)
    for count in range(1, 6):
        log.append(bytes((count,)) * 3)
        reader = Alone(Files(), path)
        assert list(reader.open()) == [bytes((i,)) * 3 for i in range(1, count + 1)]
        assert reader.damage is None
    log.close()


def test_restart_and_damage(tmp_path):
    path = tmp_path / "match.log"
    log = Alone(Files(), str(path))
    log.append(b"old")
    log.restart([b"new", b"log"])
    path.write_bytes(path.read_bytes() + b"torn")
    damaged = path.read_bytes()
    assert list(log.open()) == [b"new", b"log"]
    assert log.damage == f"The last 4 bytes of {path} were damaged; the file is kept as {path}.bad"
    path.write_bytes(damaged[:-3])
    assert list(log.open()) == [b"new", b"log"]
    assert log.damage == f"The last byte of {path} was damaged; the file is kept as {path}.bad"
    path.write_bytes(damaged)
    assert list(log.open()) == [b"new", b"log"]
    log.append(b"on")
    assert list(log.open()) == [b"new", b"log", b"on"]
    assert (tmp_path / "match.log.bad").read_bytes() == damaged
    assert sorted(file.name for file in tmp_path.iterdir()) == ["match.log", "match.log.bad"]


def test_the_store(tmp_path):
    path = str(tmp_path / "settings.bin")
    Store(Files(), path).save(b"one")
    Store(Files(), path).save(b"two")
    assert Store(Files(), path).load() == b"two"
    assert [file.name for file in tmp_path.iterdir()] == ["settings.bin"]
