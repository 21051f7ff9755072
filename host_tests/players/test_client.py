"""A UBGI engine at the other end of a pipe: told what it knows, and every way to fail is said."""

import sys
from pathlib import Path

import pytest

from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from tools import ROOT
from tools.players import PlayerError, decide
from tools.players.finding import find
from tools.players.ubgi import Client

HOST_ONLY = True

_ENGINE = Path(__file__).with_name("engine.py")


@pytest.fixture
def engine():
    """Starts the engine of engine.py, which is as odd as it is told."""
    started = []

    def start(how="", patience=60):
        started.append(Client("odd", [sys.executable, str(_ENGINE), how], patience))
        return started[-1]

    yield start
    for client in started:
        client.close()


def rolled(*dice, **agreed):
    match = Match(Settings(**agreed))
    match.apply(actions.roll(*dice))
    return match


def sent(client, match):
    """What it decides, and the lines that it was sent for that."""
    lines = []
    send = client.talk.send
    client.talk.send = lambda *some: (lines.extend(some), send(*some))
    decision = client.decide(match)
    client.talk.send = send
    return decision, lines


def test_it_is_told_the_situation_and_its_play_is_played(engine):
    for how in ("", "loud"):
        match = rolled(3, 1, length=7)
        client = engine(how)
        decision, lines = sent(client, match)
        assert client.decide(match) == decision, "and what was said too much is passed over"
        assert lines == [
            "newsession type match length 7 crawford on",
            "setscore 0 0",
            "setcube value 1 owner center",
            "setturn p0",
            "position gnubgid 4HPwATDgc/ABMA",
            "dice 3 1",
            "go role chequer",
        ]
        match.apply(decision)


def test_an_engine_without_extensions_is_told_only_what_it_knows(engine):
    client = engine("bare")
    assert not client.answers
    match = rolled(3, 1)
    decision, lines = sent(client, match)
    assert lines == ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer"]
    match.apply(decision)
    match.apply(actions.double())
    assert sent(client, match) == (actions.take(), [])


def test_a_double_and_a_resignation_are_put_to_an_engine_that_knows_them(engine):
    client = engine()
    assert client.answers
    match = rolled(3, 1)
    match.apply(client.decide(match))
    assert client.decide(match) is None
    match.apply(actions.double())
    decision, lines = sent(client, match)
    assert decision == actions.take()
    assert lines[-2:] == ["setoffer double", "go role answer"]
    assert "newsession type money jacoby off beavers off" in lines


@pytest.mark.parametrize(
    "how, said",
    [
        ("dies", "has ended (3): it hurts"),
        ("mute", "does not answer"),
        ("garbage", "does not answer; it said '"),
        ("partial", "has ended (0); it said 'readyok' last"),
        ("illegal", "plays '24/1' at XGID="),
        ("wrong", "says 'bestcube maybe', not bestmove"),
        ("endless", "a line without an end"),
    ],
)
def test_an_engine_that_fails_is_named_with_the_reason(engine, how, said):
    client = engine(how, 0.3 if how in ("mute", "garbage") else 60)
    with pytest.raises(PlayerError) as caught:
        decide(client, rolled(3, 1))
    assert str(caught.value).startswith("odd ") and said in str(caught.value)
    assert str(caught.value).count("at XGID=-b----E-C---eE---c-e----B-:0:0:1:31:") == 1


def test_what_is_no_engine_is_said_at_once():
    for text, why in (
        ("no-such-program --fast", "there is no program 'no-such-program'"),
        ("gnubg 9", "gnubg looks 0 to 7 ply ahead, as 'gnubg 2', not '9'"),
        ("gnubg two", "not 'two'"),
        ("bgsage 0", "bgsage looks 1 to 4 ply ahead"),
        ("'", "is not a command line"),
        ("club on unix", "there is no program 'club'"),
        ("echo hello", "echo hello has ended (0)"),
        ("true", "\nAn engine must speak UBGI"),
        ("bgsage 9", "bgsage looks 1 to 4 ply"),
    ):
        with pytest.raises(PlayerError) as caught:
            find(text)
        assert why in str(caught.value), text


def test_our_own_levels_play_as_programs(monkeypatch):
    monkeypatch.chdir(ROOT)
    client = find(f"{sys.executable} -m tools ubgi --level novice")
    try:
        match = rolled(3, 1, length=3)
        match.apply(client.decide(match))
        assert client.decide(match) is None, "it does not double, but rolls"
        match.apply(actions.double())
        assert client.answers and client.decide(match) == actions.take()
    finally:
        client.close()
