"""Two pages that only a relay joins: a real TURN server between them, and no other way."""

import os
import shutil
import socket
import subprocess

import pytest

from browser.test_friend import DIALOG, STATUS, Side, browser, meet, play
from tools.virtual_board.driver import PATIENCE_MS

__all__ = ["browser"]  # a fixture

_ONLY_A_RELAY = """
    const Every = RTCPeerConnection;
    window.RTCPeerConnection = class extends Every {
        constructor(options) {
            super({ ...options, iceTransportPolicy: "relay" });
            window.line = this;
        }
    };
"""
# The kinds of both ends of the pair of addresses over which a page is joined.
_WAY = """line.getStats().then((stats) => {
    const all = [...stats.values()];
    const pair = all.find((one) => one.type === "candidate-pair" && one.nominated);
    return ["local", "remote"].map((end) => stats.get(pair[`${end}CandidateId`]).candidateType);
})"""
_USER, _PASSWORD = "anna", "verysecret"


@pytest.fixture
def relay(tmp_path):
    """A coturn's host and port."""
    program = shutil.which("turnserver")
    if not program:
        assert os.environ.get("CI") != "true", "make setup did not install coturn"
        pytest.skip("there is no coturn, which Debian's and Ubuntu's package of that name has")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"-n -p {port} -L 127.0.0.1 -E 127.0.0.1 --allow-loopback-peers --lt-cred-mech"
    command += f" -u {_USER}:{_PASSWORD} -r picogammon --no-tls --no-dtls --no-cli"
    command += f" --userdb {tmp_path}/users --pidfile {tmp_path}/pid --log-file stdout --simple-log"
    server = subprocess.Popen(
        [program, *command.split()], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        for line in server.stdout:
            if "Total General servers" in line:
                break
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE_MS / 1000)


def _behind_a_wall(browser, address, servers):
    """A Side whose browser has no way but a relay, with that text as its servers."""
    side = Side(browser, address, script=_ONLY_A_RELAY)
    side.open()
    side.page.click(f"{DIALOG} summary")
    side.page.fill(f"{DIALOG} .servers", servers)
    return side


def test_where_nothing_else_joins_two_pages_a_relay_does(browser, firmware_address, relay):
    servers = f"turn:{_USER}:{_PASSWORD}@{relay}"
    sides = [_behind_a_wall(browser, firmware_address, servers) for _ in range(2)]
    meet(*sides)
    assert play(sides, 6) == {0, 1}
    for side in sides:
        assert side.page.evaluate(_WAY) == ["relay", "relay"]
        assert side.board.faults == []
        side.context.close()


def test_where_nothing_joins_two_pages_a_sentence_says_what_would(browser, firmware_address):
    host, guest = [_behind_a_wall(browser, firmware_address, "") for _ in range(2)]
    host.click(f"{DIALOG} .invite")
    guest.paste(host.handed())
    host.page.clock.install()
    host.paste(guest.handed())
    host.page.wait_for_function(f"{STATUS}.includes('Joining')")
    host.page.clock.fast_forward("01:00")
    host.page.wait_for_function(f"{STATUS}.includes('Set a STUN server on both, or a relay')")
    for side in (host, guest):
        assert side.board.faults == []
        side.context.close()
