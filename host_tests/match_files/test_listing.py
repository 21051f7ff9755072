"""A match as a list: a cell for each stop of its playback, in the board's own words."""

from fakes.disk import Disk, files_on
from match_files.sample_files import text
from matches import after
from picogammon.app.session.recording import Cursor, Recording
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules import actions, plays_text
from portable import raises
from tools.matches import MatError, listing, reading, writing


def _stops(files):
    """[(the game's number, [what the board says at each stop, as far as it is a play])]."""
    log = Recent(files, "match.log")
    list(log.open())
    recording = Recording(log)
    found = []
    while recording.more:
        for _ in recording.read(recording.number + 1):
            pass
        cursor = Cursor(recording)
        said = []
        while cursor.following is not None:
            cursor.forward()
            play = cursor.play
            said.append((cursor.side, play and plays_text.format_play(play.before, play.steps)))
        found.append((cursor.number, said))
    return found


def test_each_stop_of_a_playback_has_its_cell():
    files = files_on(Disk())
    records = reading.read(text("gnubg.mat")).records
    Journal(files, "match.log").restart(records)
    games = listing.games(records)
    stops = _stops(files)
    assert [game.number for game in games] == [number for number, _ in stops]
    for game, (_, said) in zip(games, stops):
        assert len(game.cells) == len(said)
        for cell, (side, play) in zip(game.cells, said):
            if play:
                assert cell.side == side and cell.text[2:] == f": {play}"


_WORDS = (
    ("roll 2-2", None, "2-2, again"),
    ("roll 1-3", 1, "31: 8/5 6/5"),
    ("play 8/5 6/5", None, None),
    ("double", 0, "Doubles to 2"),
    ("beaver", 1, "Beavers to 4"),
    ("raccoon", 0, "Raccoons to 8"),
    ("take", 1, "Takes"),
    ("resign gammon", 0, "Resigns a gammon"),
    ("refuse", 1, "Refuses"),
    ("resign backgammon", 0, "Resigns a backgammon"),
    ("accept", 1, "Accepts"),
)


def test_whatever_is_done_is_told_in_words():
    match = after(*[words for words, _, _ in _WORDS], names=("Ann", "Bob"), beavers=2)
    [game] = listing.games([actions.settings(match.settings)] + list(match.records()))
    assert game.cells == [(side, text) for _, side, text in _WORDS if text]
    assert game.names == ["Ann", "Bob"] and game.scores == [0, 0]
    assert game.end == "Bob wins 24 points, resigned. 0–24"


def test_the_larger_die_stands_first_wherever_a_roll_is_written():
    done = ("roll 1-3", "play 8/5 6/5", "roll 1-2", "play 13/11 6/5", "roll 2-5", "play 13/8 13/11")
    match = after(*done, names=("Ann", "Bob"))
    records = [actions.settings(match.settings)] + list(match.records())
    rolls = ["31:", "21:", "52:"]
    [game] = listing.games(records)
    assert [cell.text[:3] for cell in game.cells] == rolls
    written = writing.write(records).text
    assert [word for word in written.split() if word in rolls] == rolls
    with raises(MatError, "52: not legal"):
        reading.read(" 3 point match\n\n Game 1\n a : 0  b : 0\n  1) 25: 9/1\n")
