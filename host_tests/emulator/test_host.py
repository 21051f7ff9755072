"""The chip keeps what a host promises, as the test bench does (board/test_hosts.py)."""

from pathlib import Path

from fakes import host_contract

HOST_ONLY = True
_CODE = Path(host_contract.__file__).read_text()


def test_the_chip_keeps_the_contract(board):
    told = board.exec(
        f"{_CODE}\nfrom picogammon.host import of_chip\ncheck(of_chip(False))\nprint('kept')"
    )
    assert told.split() == ["kept"]
