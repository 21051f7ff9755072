"""Actions as bytes and as text, settings and checkpoints: what is no record is refused."""

from picogammon.rules import actions, records_text
from picogammon.rules import checkpoint as checkpoints
from picogammon.rules import position as positions
from picogammon.rules import settings as agreed
from picogammon.rules.actions import ActionError
from picogammon.rules.checkpoint import Checkpoint, CheckpointError
from picogammon.rules.match import Match
from picogammon.rules.position import PositionError
from picogammon.rules.settings import ASK, OFF, Settings, SettingsError
from portable import raises
from reading import records

TEXTS = (
    (actions.roll(6, 4), "roll 6-4"),
    (actions.roll(1, 1, by_hand=True), "roll 1-1 by hand"),
    (actions.play(), "pass"),
    (actions.play([24 << 3 | 6, 13 << 3 | 4]), "play 24/18 13/9"),
    (actions.play([25 << 3 | 4, 8 << 3 | 6]), "play bar/21 8/2"),
    (actions.play([4 << 3 | 6]), "play 4/off"),
    (actions.double(), "double"),
    (actions.take(), "take"),
    (actions.drop(), "drop"),
    (actions.beaver(), "beaver"),
    (actions.raccoon(), "raccoon"),
    (actions.resign(actions.SINGLE), "resign single"),
    (actions.resign(actions.GAMMON), "resign gammon"),
    (actions.resign(actions.BACKGAMMON), "resign backgammon"),
    (actions.accept(), "accept"),
    (actions.refuse(), "refuse"),
    (actions.take_back(2), "take back 2"),
    (actions.take_back(300), "take back 300"),
    (actions.take_back(2, 0), "take back 2 by 0"),
    (actions.take_back(actions.LAST), "take back last"),
    (actions.take_back(actions.LAST, 1), "take back last by 1"),
)


def test_actions_say_what_they_are():
    for action, text in TEXTS:
        assert records_text.text(action) == text


def test_texts_are_read():
    for action, text in TEXTS:
        if not text.startswith("play"):
            assert records.parse(text) == action
            assert records.parse("  %s \n" % text.upper()) == action
    assert records.parse("take back") == actions.take_back(1)
    assert records.parse("take back 12345") == actions.take_back(12345)
    assert records.parse("take back 6789") == actions.take_back(6789)


def test_plays_are_read_as_players_write_them():
    pos = positions.start()
    assert records.parse("play 24/14", pos, (6, 4)) == actions.play([24 << 3 | 6, 18 << 3 | 4])
    with raises(ActionError, "no dice"):
        records.parse("play 24/14")
    with raises(ValueError):
        records.parse("play 24/15", pos, (6, 4))


def test_texts_that_are_no_action_are_refused():
    for text in (
        "",
        "hello",
        "roll",
        "roll 7-1",
        "roll 0-1",
        "roll 64",
        "roll 6-4 by foot",
        "roll six-four",
        "resign",
        "resign everything",
        "take back x",
        "take back 0",
        "take back 99999",
        "take back 1 by",
        "take back 1 by 2",
        "take back by 1 last",
        "take it",
        "double now",
        "settings length=99",
        "settings speed=1",
        "settings length=",
        "settings crawford=2",
        "game turn=2",
        "game cube=3",
        "game position=1,2",
        "game speed=1",
        "game crawford=2",
    ):
        with raises(ValueError):
            records.parse(text)


def test_bytes_that_are_no_action_are_refused():
    for record, reason in (
        (b"", "an action is bytes"),
        ("roll", "an action is bytes"),
        (None, "an action is bytes"),
        (b"\x00", "no action of kind 0"),
        (b"\x0e", "a note has 2 to 100 bytes, not 1"),
        (b"\x0f", "no action of kind 15"),
        (bytes((actions.DOUBLE, 0)), "'double' is 1 bytes long, not 2"),
        (bytes((actions.ROLL,)), "'roll' is 3 bytes long, not 1"),
        (bytes((actions.ROLL, 7 << 3 | 1, 0)), "no dice"),
        (bytes((actions.ROLL, 6 << 3, 0)), "no dice"),
        (bytes((actions.ROLL, 6 << 3 | 4, 2)), "no dice"),
        (bytes((actions.ROLL, 0xF4, 0)), "no dice"),
        (bytes((actions.PLAY, 0)), "a step that is none"),
        (bytes((actions.PLAY, 26 << 3 | 1)), "a step that is none"),
        (bytes((actions.PLAY, 8 << 3 | 7)), "a step that is none"),
        (bytes((actions.PLAY,)) + bytes([8 << 3 | 1] * 5), "at most 4 steps"),
        (bytes((actions.RESIGN, 0)), "1, 2 or 3 times"),
        (bytes((actions.RESIGN, 4)), "1, 2 or 3 times"),
        (bytes((actions.TAKE_BACK, 0, 0)), "is 4 bytes long, not 3"),
        (bytes((actions.TAKE_BACK, 0, 1, 3)), "no player 3"),
        (bytes((actions.TAKE_BACK, 0, 1, 0, 0)), "'take back' is 4 bytes long, not 5"),
        (bytes((actions.TAKE_BACK, 0)), "'take back' is 4 bytes long, not 2"),
    ):
        with raises(ActionError, reason):
            actions.check(record)


def test_settings_come_back_from_bytes_and_text():
    for settings in (
        Settings(),
        Settings(
            length=64,
            crawford=False,
            cube_on=False,
            max_cube=6,
            take_back=ASK,
            names=["A 100% name", "="],
            players=[3, 255],
        ),
        Settings(jacoby=True, beavers=2, automatic=3, names=["x" * 12, "~"]),
    ):
        record = actions.settings(settings)
        assert agreed.unpack(record[1:]).pack() == settings.pack()
        assert records.parse(records_text.text(record)) == record
        assert settings.copy().pack() == settings.pack()


def test_a_note_changes_nothing_but_what_it_says():
    match = Match()
    before = match.state()
    match.apply(actions.note(actions.CLOCK, b"\x00\xff"))
    assert match.notes == {actions.CLOCK: b"\x00\xff"}
    assert match.state()[:-1] == before[:-1] and match.state() != before
    match.apply(actions.note(actions.CLOCK, b""))
    assert match.notes == {actions.CLOCK: b""}
    for line in ("note 1 00ff", "note 7 "):
        assert records_text.text(records.parse(line)) == line
    for line, reason in (
        ("note", "is no action"),
        ("note x", "is no number"),
        ("note 1 0", "a note is"),
        ("note 1 xx", "a note is"),
        ("note 256 00", "a note is"),
    ):
        with raises(ActionError, reason):
            records.parse(line)


def test_what_is_agreed_beside_the_older_settings_comes_back():
    for fields in (
        {"clock": 3},
        {"holder": 2},
        {"sealed": True},
        {"variant": 1},
        {"variant": 2},
        {"no_hints": True},
    ):
        settings = Settings(length=5, names=["Ann", "Bob"], **fields)
        assert agreed.unpack(settings.pack()).pack() == settings.pack()
        assert settings.pack() != Settings(length=5, names=["Ann", "Bob"]).pack()
        words = records_text.settings_text(settings).split()
        assert records.parse_settings(words).pack() == settings.pack()
        (field,) = fields
        assert getattr(agreed.unpack(settings.pack()), field) == fields[field]
        assert settings.changed_rule(Settings(length=5)) == field
    every = Settings(clock=3, holder=2, sealed=True, variant=2, no_hints=True, take_back=OFF)
    again = agreed.unpack(every.pack())
    assert records_text.settings_text(again) == records_text.settings_text(every)
    older = b"\x05\x05\0\0\x0a\x01\0\0\x03AnnBob"  # as it was before there were any of these
    assert Settings(5, take_back=ASK, names=["Ann", "Bob"]).pack() == older
    assert not agreed.unpack(older).variant and not agreed.unpack(older).no_hints


def test_what_a_text_leaves_out_is_as_it_is_by_itself():
    settings = records.parse_settings([])
    assert settings.pack() == Settings().pack()
    assert (settings.names, settings.players) == (["Amber", "Blue"], [0, 0])
    assert (
        records_text.checkpoint_text(records.parse_checkpoint([]))
        == records_text.checkpoint_text(Checkpoint())
        == (
            "scores=0-0 crawford=0 turn=opening cube=1 owner=none automatic=0 "
            "position=0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0"
        )
    )


def test_settings_say_what_is_wrong_with_them():
    for wrong, reason in (
        ({"length": 65}, "the match length is 0 to 64, not 65"),
        ({"length": -1}, "the match length is 0 to 64, not -1"),
        ({"beavers": 3}, "beavers is 0 to 2"),
        ({"beavers": True}, "beavers is 0 to 2, not True"),  # no int to MicroPython
        ({"players": [True, 0]}, "a player is 0 to 255, not True"),
        ({"automatic": 16}, "automatic doubles"),
        ({"take_back": 3}, "take-back"),
        ({"max_cube": 21}, "the cube's limit"),
        ({"names": ["Ann"]}, "two players"),
        ({"names": ["", "Bob"]}, "needs a name"),
        ({"names": ["   ", "Bob"]}, "needs a name"),
        ({"names": ["Bartholomew-X", "Bob"]}, "at most 12 letters"),
        ({"names": ["Zo\xeb", "Bob"]}, "plain letters"),
        ({"names": [7, "Bob"]}, "needs a name"),
        ({"players": [0, 256]}, "a player is 0 to 255"),
    ):
        with raises(SettingsError, reason):
            Settings(**wrong)
        with raises(SettingsError, reason):
            Settings().copy(**wrong)
    with raises(SettingsError, "no setting called speed"):
        Settings().copy(speed=1)


def test_settings_bytes_are_checked():
    body = Settings(names=["Ann", "Bob"]).pack()
    for end in range(len(body) - 3):
        with raises(SettingsError):
            agreed.unpack(body[:end])
    with raises(SettingsError, "who holds the cube is 0 to 2, not 3"):
        agreed.unpack(body[:1] + b"\x60" + body[2:])
    with raises(SettingsError, "unknown switch"):
        agreed.unpack(body[:5] + b"\x80" + body[6:])
    with raises(SettingsError, "take-back"):
        agreed.unpack(body[:5] + b"\x03" + body[6:])
    with raises(SettingsError, "plain letters"):
        agreed.unpack(body[:-1] + b"\x07")


def test_checkpoints_come_back_from_bytes_and_text():
    pos = positions.empty()
    pos[0] = -2
    pos[6] = 13
    pos[25] = 1
    pos[24] = -13
    for checkpoint in (
        Checkpoint(),
        Checkpoint((70000, 3), turn=1, cube=64, owner=0, automatic=3, position=pos),
        Checkpoint((4, 0), crawford=True, turn=0, owner=1, cube=2),
    ):
        record = actions.game(checkpoint)
        again = checkpoints.unpack(record[1:])
        assert again.pack() == checkpoint.pack()
        assert again.scores == checkpoint.scores
        assert (again.turn, again.cube, again.owner) == (
            checkpoint.turn,
            checkpoint.cube,
            checkpoint.owner,
        )
        assert list(again.position) == list(checkpoint.position)
        assert records.parse(records_text.text(record)) == record


def test_checkpoints_say_what_is_wrong_with_them():
    for wrong, reason in (
        ({"scores": (1,)}, "two numbers"),
        ({"scores": (-1, 0)}, "a score cannot be -1"),
        ({"turn": 2}, "no player 2"),
        ({"owner": 5}, "no player 5"),
        ({"cube": 3}, "no face with 3"),
        ({"cube": 0}, "no face with 0"),
        ({"automatic": 256}, "automatic doubles"),
    ):
        with raises(CheckpointError, reason):
            Checkpoint(**wrong)
    pos = positions.start()
    pos[6] += 1
    with raises(PositionError, "16 checkers"):
        Checkpoint(position=pos)
    one_side = positions.empty()
    one_side[6] = 15
    with raises(CheckpointError, "the game is over"):
        Checkpoint(position=one_side)


def test_checkpoint_bytes_are_checked():
    body = Checkpoint().pack()
    with raises(CheckpointError, "37 bytes"):
        checkpoints.unpack(body[:-1])
    for place, value in ((6, 2), (7, 3), (8, 25), (9, 3)):
        with raises(CheckpointError, "unknown value"):
            checkpoints.unpack(body[:place] + bytes((value,)) + body[place + 1 :])
    for checkers in (16, 127, 128):
        with raises(PositionError):
            checkpoints.unpack(body[:11] + bytes((checkers,)) + body[12:])
