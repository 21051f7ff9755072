"""What any log becomes as a file (transcripts/writing.txt has more), and as a list to be read;
and OGIDs."""

from match_files.comparing import told
from match_files.kept import OPENING, Kept, text_of
from match_files.random_matches import some_match
from matches import after
from picogammon.app.session.recording import Cursor, Recording
from picogammon.rules import actions, match, notation, plays
from picogammon.rules.notation import NotationError
from portable import raises, some
from reading.replay import replay
from tools.matches import listing, log, reading, writing
from tools.positions import ogid


def again(written):
    """The log that the file is read as."""
    return reading.read(written.text).records


def test_a_file_looks_as_jellyfish_and_gnu_backgammon_write_it():
    sample = text_of("picogammon.mat")
    found = reading.read(sample)
    about = {"Event": "Club night", "EventDate": "2026.01.02"}
    assert writing.write(found.records, about).text == sample
    assert found.about == dict(about, Site="Picogammon")


def test_what_is_written_is_read_as_the_same_match():
    for seed in some(range(12)):
        records = some_match(seed, seed % 3)
        written = writing.write(records)
        assert told(again(written)) == told(records), seed
        assert again(writing.write(again(written))) == again(written), "to the last byte, then"


_NAMES = (
    ("a : 1  b : 2", "x"),
    (";", "; [Site]"),
    ("Game 1", "5 point ma"),
    ('"]', "%20"),
    (" A  B ", "1)"),
    ("Ann,1712", "Bob (1655)"),
)


def test_any_name_that_a_board_takes_comes_back():
    for names in _NAMES:
        kept = Kept(names=names).do(*OPENING)
        assert again(writing.write(kept.records)) == kept.records, names


def test_a_name_that_changes_between_games_changes():
    for names in (("Eve", "Bob"), ("Bob : 0b : 0", "; x"), (" E  E ", "Ann")):
        for first, second in ((names, ("Ann", "Bob")), (("Ann", "Bob"), names)):
            kept = Kept(names=first).do(*OPENING, "resign single", "accept")
            kept.do(kept.match.next_game())
            kept.do(actions.settings(kept.match.settings.copy(names=second)), *OPENING)
            assert again(writing.write(kept.records)) == kept.records


def test_the_computers_level_stands_behind_its_name():
    names = ("Ann of the evening : 3 clubs", "The board")
    kept = Kept(players=(0, 4)).do(*OPENING)
    written = writing.write(kept.records, names=names)
    assert f'; [Player 1 "{names[0]}"]\n; [Player 2 "The board (expert)"]' in written.text
    found = reading.read(written.text)
    assert (found.records[1:], found.names) == (kept.records[1:], names)


def _stops(records):
    """[(the game's number, [what the board says at each stop, as far as it is a play])]."""
    kept = log.match_log(log.content(records))
    list(kept.open())
    recording = Recording(kept)
    found = []
    while recording.more:
        for _ in recording.read(recording.number + 1):
            pass
        cursor = Cursor(recording)
        said = []
        while cursor.following is not None:
            cursor.forward()
            play = cursor.play
            said.append((cursor.side, play and plays.format_play(play.before, play.steps)))
        found.append((cursor.number, said))
    return found


def test_each_stop_of_a_playback_has_its_cell():
    records = reading.read(text_of("gnubg.mat")).records
    games = listing.games(records)
    stops = _stops(records)
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
    assert game.end == "Bob wins 24 points (resigned). 0–24"


def test_a_match_is_never_won_by_more_than_its_length():
    lost = after("roll 1-3", "resign backgammon", "accept", length=2)
    [game] = listing.games([actions.settings(lost.settings)] + list(lost.records()))
    assert game.end.endswith("wins 3 points and the match (resigned). 2–0")


def test_an_ogid_is_read_again_at_every_moment_of_a_match():
    told_of = ("turn", "dice", "doubled", "cube", "owner", "scores", "length", "crawford")
    for seed in some(range(12)):
        records = some_match(seed)
        played = replay(iter(records[:1]))
        seen = 0
        for record in records[1:]:
            played.apply(record, True)
            now = played.situation()
            if now.over or now.beavered or played.phase in (match.OPENING, match.RESIGNING):
                continue
            again = ogid.from_ogid(ogid.to_ogid(now))
            for name in told_of:
                assert getattr(again, name) == getattr(now, name), (name, ogid.to_ogid(now))
            assert list(again.position) == list(now.position)
            seen += 1
        assert seen > 20


def test_a_beaver_has_no_word():
    with raises(NotationError, "beaver"):
        ogid.to_ogid(notation.from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10"))
