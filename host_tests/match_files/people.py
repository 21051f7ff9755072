"""Records of people on a disk.Disk, as a board makes them."""

from types import SimpleNamespace

from fakes.disk import files_on
from picogammon.app.session.people import GAMES, People
from picogammon.devices.match_log import Archive
from picogammon.engine.review import Grade
from picogammon.rules import position
from picogammon.rules.match import MATCH_OVER, TO_PLAY


def _on(disk, key=0):
    """A board's People; its number, if it has none yet, becomes the key."""
    return People(Archive(None, files_on(disk), lambda n: key.to_bytes(n, "little")))


def counted(disk):
    """{name in small letters: games} of a board's people."""
    people = _on(disk)
    return {person.name.lower(): person[GAMES] for person in people.everybody()}


def played(disk, names, key):
    """Lets two people have played one more match to 1, of one game; the first wins."""
    people = _on(disk, key)
    run, done = people.place()
    people.begin_game()
    situation = SimpleNamespace(position=position.start())
    question = SimpleNamespace(phase=TO_PLAY, situation=situation)
    for side in (0, 1):
        if names[side]:
            grade = Grade(side, b"", 0, b"", 656 * key)
            people.add_decision(names[side], SimpleNamespace(question=question, row=1, grade=grade))
    match = SimpleNamespace(
        settings=SimpleNamespace(length=1),
        phase=MATCH_OVER,
        result=SimpleNamespace(winner=0, points=1),
    )
    game = SimpleNamespace(match=match, run=run or 1, number=done, key=key)
    game.person = lambda side: names[side]
    for _ in people.add_game(game):
        pass
    assert people.keep()
