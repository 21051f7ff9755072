"""What people read when the rules refuse something, to the letter."""

from picogammon.rules import actions, checkpoint, doubling, phases, position, settings, steps
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from picogammon.rules.steps import Hand, step
from reading import records
from rulebook import position as at


def _said(call, *args, **named):
    try:
        call(*args, **named)
    except RulesError as error:
        return str(error)
    raise AssertionError("nothing was refused")


def test_a_step_that_is_refused():
    start = position.start()
    refusals = (
        (start, (3, 1), 0, "there is no such step"),
        (start, (3, 1), step(24, 6), "no 6 is left to play"),
        (start, (3, 1), step(23, 1), "no checker there to move"),
        (start, (3, 1), step(25, 1), "no checker on the bar"),
        (start, (5, 3), step(24, 5), "the 19 point is blocked"),
        (at("25:1 6:2"), (3, 1), step(6, 1), "checkers on the bar enter first"),
        (at("9:1 6:2"), (6, 5), step(6, 6), "not all checkers are home"),
        (at("5:1 3:1"), (4, 3), step(3, 4), "a checker farther back goes first"),
        (
            at("9:1 22:2 20:-2 19:-2 4:-2"),
            (3, 2),
            step(9, 2),
            "the 3 must be used, as both dice cannot be",
        ),
        (
            at("13:1 9:1 5:-2 3:-2"),
            (6, 2),
            step(13, 2),
            "both dice must be used, and the 6 could not be after that",
        ),
    )
    for pos, roll, a_step, words in refusals:
        assert _said(Hand(pos, roll).make, a_step) == words, words


def test_an_action_that_is_refused():
    assert _said(actions.roll, 7, 1) == "dice show 1 to 6, not 7-1"
    assert _said(actions.play, [9] * 5) == "a play has at most 4 steps, not 5"
    assert _said(actions.play, [8]) == "a play has a step that is none: 8"
    assert _said(actions.resign, 4) == "one resigns 1, 2 or 3 times the stake, not 4"
    assert _said(actions.take_back, 70000) == "one takes back 1 turn or more, not 70000"
    for no_record in (b"", "double", None):
        assert _said(actions.check, no_record) == "an action is bytes, at least one"
    assert _said(actions.check, b"\xff") == "there is no action of kind 255"
    assert _said(actions.check, actions.double() + b"\0") == "'double' is 1 bytes long, not 2"
    assert _said(actions.check, bytes((actions.ROLL, 0, 0))) == "a roll's bytes are no dice"


def test_a_line_that_is_refused():
    refusals = (
        (" ", "an empty line is no action"),
        ("hop", "'hop' is no action"),
        ("play 8/5", "there are no dice to be played"),
        ("roll 64", "a roll is written like 'roll 6-4'"),
        ("roll 6-4 twice", "a roll is written like 'roll 6-4'"),
        ("roll x-1", "'x' is no number"),
        ("settings x=1", "there is no setting called x"),
        ("settings length=x", "length needs a number, not 'x'"),
        ("settings length=123456789", "the match length is 0 to 64, not 123456789"),
        ("settings length=1234567890", "length has too many digits"),
        ("settings jacoby=2", "jacoby is 1 (on) or 0 (off), not 2"),
        ("game x", "a game has no x"),
        ("game turn=5", "turn cannot be '5'"),
        ("game scores=1", "a score is two numbers"),
    )
    for line, words in refusals:
        assert _said(records.parse, line) == words


def test_a_game_s_start_that_is_refused():
    refusals = (
        ({"scores": (1,)}, "a score is two numbers"),
        ({"scores": (-1, 0)}, "a score cannot be -1"),
        ({"turn": 2}, "there is no player 2"),
        ({"owner": 2}, "there is no player 2"),
        ({"cube": 3}, "the cube has no face with 3"),
        ({"automatic": 256}, "there cannot be 256 automatic doubles"),
        (
            {"position": at("6:15")},
            "a side has borne off all checkers: the game is over",
        ),
    )
    for parts, words in refusals:
        assert _said(Checkpoint, **parts) == words
    assert _said(checkpoint.unpack, b"x") == "a game's start has 37 bytes, not 1"
    body = bytearray(Checkpoint().pack())
    body[6] = 2
    assert _said(checkpoint.unpack, bytes(body)) == "a game's start has an unknown value"


def test_a_game_s_start_that_does_not_fit_the_match():
    refusals = (
        ({"cube": 4, "owner": 0}, {"max_cube": 1}, "the cube goes up to 2 only"),
        ({"cube": 2}, {"cube_on": False}, "there is no cube in this match"),
        ({"scores": (5, 0)}, {"length": 5}, "with that score the match to 5 is over"),
        (
            {"scores": (3, 0), "crawford": True},
            {"length": 5},
            "with that score this is not the Crawford game",
        ),
        (
            {"scores": (4, 0), "crawford": True, "cube": 2},
            {"length": 5},
            "the cube is not turned in the Crawford game",
        ),
    )
    for parts, rules, words in refusals:
        assert _said(Checkpoint(**parts).fits, Settings(**rules)) == words


def test_settings_that_are_refused():
    most = settings.MAX_LENGTH
    refusals = (
        ({"length": -1}, "the match length is 0 to %d, not -1" % most),
        ({"beavers": 3}, "beavers is 0 to 2, not 3"),
        ({"automatic": 16}, "the limit of automatic doubles is 0 to 15, not 16"),
        ({"take_back": 3}, "the take-back rule is 0 to 2, not 3"),
        ({"max_cube": 21}, "the cube's limit (a power of two) is 0 to 20, not 21"),
        ({"clock": 4}, "the clock is 0 to 3, not 4"),
        ({"holder": 3}, "who holds the cube is 0 to 2, not 3"),
        ({"names": ("A",)}, "a match has two players"),
        ({"players": (0,)}, "a match has two players"),
        ({"players": (0, 256)}, "a player is 0 to 255, not 256"),
        ({"names": (" ", "B")}, "a player needs a name"),
        ({"names": ("A" * 13, "B")}, "a name has at most 12 letters: AAAAAAAAAAAAA"),
        ({"names": ("A\n", "B")}, "a name is made of plain letters, digits and signs: A\n"),
    )
    for parts, words in refusals:
        assert _said(Settings, **parts) == words
    assert _said(Settings().copy, colour=1) == "there is no setting called colour"
    for key in ("length", "player1", "jacoby"):
        assert (
            _said(records.parse_settings, [key + "=" + "9" * 5000]) == key + " has too many digits"
        )
    wrong = _said(records.parse_settings, ["length=" + "x" * 5000])
    assert wrong == "length needs a number, not '%s'" % ("x" * 20)
    assert _said(settings.unpack, b"") == "the settings are cut short"
    body = bytearray(Settings().pack())
    body[1] = 0x60  # the cube with player 3
    assert _said(settings.unpack, bytes(body)) == "who holds the cube is 0 to 2, not 3"
    body[1] = 0
    body[5] = 0x80
    assert _said(settings.unpack, bytes(body)) == "the settings have an unknown switch"


def test_a_position_that_is_refused():
    closed = "6:2 5:2 4:2 3:2 2:2 1:2 24:-2 23:-2 22:-2 21:-2 20:-2 19:-2 25:1 0:-1"
    refusals = (
        ("6:16", "16 checkers in one place: a side has 15"),
        ("6:15 5:1", "the player on roll has 16 checkers, 15 at most"),
        ("6:-15 5:-1", "the opponent has 16 checkers, 15 at most"),
        ("25:-1", "the bar of the player on roll holds 1 opposing checkers"),
        ("0:1", "the opponent's bar holds 1 checkers of the player on roll"),
        ("", "both sides have borne off all checkers"),
        (closed, "both sides are on the bar against closed boards: nobody can move"),
    )
    for text, words in refusals:
        assert _said(at, text) == words
    assert _said(position.of, [0] * 25) == "a position has 26 numbers, this has 25"
    assert _said(position.validate, [0] * 27) == "a position has 26 numbers, this has 27"


def test_what_is_not_for_now():
    nothing = {
        actions.TAKE: "there is no double to take",
        actions.DROP: "there is no double to drop",
        actions.BEAVER: "there is no double to beaver",
        actions.RACCOON: "there is no beaver to raccoon",
        actions.ACCEPT: "there is nothing to accept",
        actions.REFUSE: "there is nothing to refuse",
    }
    for kind in nothing:
        assert phases.refusal(kind, phases.TO_ROLL) == nothing[kind]
        assert phases.refusal(kind, phases.MATCH_OVER) == "the match is over"
    first = (
        (phases.OPENING, "the opening roll decides who goes first"),
        (phases.TO_ROLL, "the dice are not rolled yet"),
        (phases.DOUBLED, "the double is to be answered first"),
        (phases.BEAVERED, "the beaver is to be answered first"),
        (phases.RESIGNING, "the resignation is to be answered first"),
        (phases.TAKING_BACK, "the take-back is to be answered first"),
        (phases.GAME_OVER, "the game is over"),
        (phases.MATCH_OVER, "the match is over"),
    )
    for phase, words in first:
        assert phases.refusal(actions.PLAY, phase) == words
    assert phases.refusal(actions.PLAY, phases.TO_PLAY) is None
    assert phases.refusal(actions.DOUBLE, phases.TO_PLAY) == "one doubles before rolling"
    assert phases.refusal(actions.DOUBLE, phases.TO_ROLL) is None
    assert phases.FIRST[phases.TO_PLAY] == "the dice are to be played first"
    assert steps.StepError("so").args == ("so",)


def test_a_cube_that_cannot_be_turned():
    game = Match(Settings(length=3))
    game.apply(actions.game(Checkpoint((2, 0), True)))
    assert doubling.no_double(game) == "no doubles in the Crawford game"
    game = Match(Settings(cube_on=False))
    assert doubling.no_double(game) == "there is no cube in this match"
    game = Match(Settings(length=1))
    assert doubling.no_double(game) == "no doubles in a one-point match"
    assert doubling.no_beaver(game) == "this match is played without beavers"
    assert doubling.no_raccoon(game) == "this match is played without raccoons"
    game = Match(Settings(beavers=2, max_cube=1))
    for why_not in (doubling.no_beaver, doubling.no_raccoon):
        assert why_not(game) == "the cube goes no higher"
