"""What two people agreed on, one of them cannot undo: each way into another state, each match."""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import SeededDice, Sitting
from picogammon import keyboard
from picogammon.app.modes.answer import Agree
from picogammon.app.session import duplicate, prefs, seal
from picogammon.app.session.players import FAR
from picogammon.rules import actions, checkpoint, match
from picogammon.rules.settings import ASK, FREE, OFF, Settings
from portable import some

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:3:10"
_SECRET = "000102030405060708090A0B0C0D0E0F"
_RULES = (FREE, ASK, OFF)
_KINDS = ("plain", "clock", "seal", "duplicate", "handicap")


def begun(kind="plain", take_back=FREE, players=(0, 0), length=3):
    """A Sitting in the second turn of a match, after a match that was kept. Player 0 is to roll."""
    secrets = MemoryStore()
    sitting = Sitting(SeededDice(7), computers=[("first", FirstPlay())], seal_store=secrets)
    sitting.secrets = secrets
    sitting.begin(Settings(length=3, names=("Ann", "Bob")))
    while sitting.session.fresh:
        sitting.press("OK")
    settings = Settings(length=length, take_back=take_back, players=players)
    first = ()
    if kind == "clock":
        settings.clock = 1
    elif kind == "handicap":
        settings.holder = 2
        first = (actions.game(checkpoint.opening(settings, (1, 0), False)),)
    elif kind != "plain":
        settings.sealed = True
        seal.keep(sitting.session.dice.seal_store, _SECRET)
        if kind == "duplicate":
            first = (duplicate.note(1),)
        first += (seal.note(seal.seal_of(_SECRET), "1234567890123456"),)
    sitting.begin(settings, first)
    while sitting.match.phase != match.TO_ROLL or sitting.match.turn or len(sitting.log()) < 6:
        sitting.press("OK")
        sitting.wait(300)
    return sitting


def menu(sitting, *labels):
    sitting.press("hold-BACK hold-OK")
    for label in labels:
        sitting.choose(label)


def take_back(sitting):
    menu(sitting, "Take back")
    sitting.press("OK")


def set_up(sitting):
    menu(sitting, "Set up position")
    sitting.press("BACK")
    sitting.choose("Nackgammon")
    sitting.press("BACK")
    sitting.choose("Play from here")


def play_on(sitting, row):
    menu(sitting, "Earlier matches")
    sitting.wait(500)
    sitting.press("NEXT " * row + "OK")
    sitting.wait(500)
    sitting.press("OK")
    sitting.choose("Play on from here")


def said(sitting, line):
    """The link's answer."""
    return list(keyboard.lines(sitting.navigator, line.split(), sitting.now))


def other_player(sitting):
    menu(sitting, "This match")
    sitting.press("NEXT OK")
    sitting.choose("first")
    sitting.press("BACK")


def new_match(sitting):
    menu(sitting, "New match", "Start")


def take_back_rule(sitting):
    menu(sitting, "This match", "Take back")
    sitting.press("NEXT OK BACK")


def _enter(sitting):
    menu(sitting, "Enter real dice")


WAYS = (
    ("take back", take_back),
    ("set up", set_up),
    ("play on, this match", lambda sitting: play_on(sitting, 0)),
    ("play on, another match", lambda sitting: play_on(sitting, 1)),
    ("new match", new_match),
    ("a position from the link", lambda sitting: said(sitting, "set position " + _XGID)),
    ("dice by hand", _enter),
    ("real dice", lambda sitting: menu(sitting, "Dice and checkers", "Dice")),
    ("real dice from the link", lambda sitting: said(sitting, "set field 5 1")),
    ("real checkers", lambda sitting: menu(sitting, "Dice and checkers", "Checkers")),
    ("stop of the clock", lambda sitting: menu(sitting, "Stop the clock")),
    ("who plays", other_player),
    ("the rule on taking back", take_back_rule),
)


def offered(way, kind, rule):
    """Whether the menu has that way in such a match."""
    if way == "take back":
        return rule != OFF
    if way == "stop of the clock":
        return kind == "clock"
    return kind not in ("seal", "duplicate") or way not in ("set up", "dice by hand")


def state(sitting):
    """All that people agreed on and see of the match, and what is kept of others."""
    liked = [sitting.session.prefs[field] for field in (prefs.REAL_DICE, prefs.CHECKERS)]
    top = type(sitting.navigator.top).__name__ if sitting.navigator.top.stops_clock else ""
    return sitting.match.state()[:-1], sitting.session.archive.names(), liked, top


def is_asked(sitting):
    """Whether both sides are asked for something now."""
    asked = isinstance(sitting.navigator.top, Agree)
    return asked or sitting.match.phase == match.TAKING_BACK


def each(kinds=_KINDS, players=(0, 0)):
    cases = [
        (kind, rule, way, do)
        for kind in kinds
        for rule in (_RULES if kind == "plain" else _RULES[:2])
        for way, do in WAYS
        if offered(way, kind, rule)
    ]
    for kind, rule, way, do in some(cases):
        yield (kind, rule, way), do, begun(kind, rule, players)


def test_one_person_alone_changes_nothing():
    for name, do, sitting in each():
        before = state(sitting)
        do(sitting)
        if name[2] == "take back" and name[1] == FREE:
            assert state(sitting) != before, name  # as they agreed
            continue
        assert is_asked(sitting), name
        if name[2] != "take back":  # the side that did not play asks; the other has played
            sitting.press("PREV OK")
            assert is_asked(sitting), name
        sitting.press("NEXT OK hold-BACK")
        assert state(sitting) == before, name


def test_both_together_can_do_it_and_a_computer_agrees():
    for players in ((0, 0), (0, 1)):
        for name, do, sitting in each(("plain", "clock"), players):
            before = state(sitting)
            do(sitting)
            if players == (0, 0):
                for _ in range(4):
                    if is_asked(sitting):
                        sitting.press("PREV OK")
            else:
                assert not isinstance(sitting.navigator.top, Agree), name
                if sitting.sees.keys[2] == "YES":
                    sitting.press("OK")
                if name[2] == "play on, another match":
                    sitting.press("PREV OK PREV OK")  # its own players are people
            sitting.wait(3000)
            if name[2] == "dice by hand":
                assert "rolled" in sitting.sees.headline or "die" in sitting.sees.headline, name
            else:
                assert state(sitting) != before, (players, name)


def test_before_the_first_roll_one_side_alone_sets_no_score():
    sitting = Sitting([], Settings(length=3))
    set_up(sitting)
    assert is_asked(sitting)
    sitting.press("PREV OK NEXT OK hold-BACK")
    assert sitting.match.position[23] == 0


def test_the_link_says_that_the_board_asks():
    sitting = begun()
    for line in ("set position " + _XGID, "set field 5 1", "set position " + _XGID):
        assert said(sitting, line) == ["set none not yet: the board asks both players"], line
        assert is_asked(sitting)
    sitting.press("NEXT OK")
    assert not is_asked(sitting), "asked twice, it is one question"


def aside(sitting):
    """One person puts the match aside and begins another, of a point."""
    menu(sitting, "New match")
    sitting.choose("Length")
    sitting.press("PREV PREV OK")
    if sitting.session.dice.sealed:
        sitting.choose("Sealed dice")
    while sitting.sees.page.selected:
        sitting.press("PREV")
    sitting.press("OK")
    assert sitting.sees.keys == ["ACCEPT", "REFUSE", "", "LATER"]
    sitting.press("BACK OK")
    assert sitting.match.settings.length == 1 and sitting.match.phase == match.OPENING


def _play_on_from_its_end(sitting):
    while sitting.sees.keys[1]:
        sitting.press("NEXT")
        sitting.wait(500)
    sitting.press("OK")
    sitting.choose("Play on from here")


def resume(sitting):
    """Goes on with the match that was put aside last."""
    menu(sitting, "Earlier matches")
    sitting.wait(500)
    if sitting.sees.page.items[0][0] == "This match":
        sitting.press("NEXT")
    sitting.press("OK")
    sitting.wait(500)
    _play_on_from_its_end(sitting)


def test_a_match_that_is_put_aside_is_kept_as_it_stands_and_goes_on():
    for kind in _KINDS:
        sitting = begun(kind)
        if kind == "plain":
            sitting.navigator.commit(actions.take_back(1), sitting.now)  # a roll is known
        sitting.wait(20_000)
        left = sitting.sees.clocks
        before = sitting.match.state()[:-1], sitting.match.notes.get(actions.SEAL)
        known = sitting.match.next_dice()
        aside(sitting)
        for _ in range(4):
            seal.keep(sitting.session.dice.seal_store, "F" * 32)  # of matches sealed meanwhile
        kept = sitting.session.archive.names()
        resume(sitting)
        assert isinstance(sitting.navigator.top, Agree), "both go on with it, or nobody"
        sitting.press("PREV OK PREV OK")
        after = sitting.match.state()[:-1], sitting.match.notes.get(actions.SEAL)
        assert after == before and sitting.match.next_dice() == known, kind
        assert (sitting.session.dice.sealed is None) == (kind not in ("seal", "duplicate"))
        assert sitting.session.dice.trouble is None
        assert len(sitting.session.archive.names()) == len(kept) - 1, "it is there once"
        if kind == "clock":
            assert sitting.sees.clocks[:2] == left[:2], "the reserves are not full again"
            sitting.wait(20_000)
            assert sitting.sees.clocks[0] < left[0], "nor does the time stand"
        again = Sitting([], journal=sitting.journal, seal_store=sitting.secrets)
        assert again.match.state()[:-1] == sitting.match.state()[:-1], kind


def test_all_games_of_a_match_go_on_with_it():
    sitting = begun()
    sitting.resign()
    sitting.press("OK OK")
    log = list(sitting.journal.records)
    aside(sitting)
    resume(sitting)
    sitting.press("PREV OK PREV OK")
    assert sitting.journal.records == log


def test_the_running_match_goes_on_from_its_own_end_without_a_question():
    sitting = begun("clock")
    before = sitting.match.state()[:-1]
    menu(sitting, "Earlier matches")
    sitting.press("OK")
    sitting.wait(500)
    _play_on_from_its_end(sitting)
    assert sitting.sees.page is None and sitting.match.state()[:-1] == before


def test_where_the_flash_is_full_nothing_is_put_aside():
    sitting = begun("clock")
    before = sitting.match.state()[:-1]
    sitting.journal.full = True
    menu(sitting, "New match", "Start")
    sitting.press("BACK OK")
    assert sitting.sees.page.title == "Flash full?" and sitting.match.state()[:-1] == before


def test_a_missing_pc_engine_locks_nobody_in():
    sitting = begun(players=(0, FAR))
    menu(sitting, "New match", "Start")
    sitting.press("BACK OK")
    assert sitting.match.phase == match.OPENING and len(sitting.session.archive.names()) == 2


def test_a_match_against_the_computer_is_deleted_after_a_question():
    sitting = begun(players=(0, 1))
    sitting.begin(Settings(length=1))
    menu(sitting, "Earlier matches")
    sitting.wait(500)
    sitting.press("OK")
    sitting.wait(500)
    sitting.press("OK")
    sitting.choose("Delete")
    assert sitting.sees.page.title == "Delete this match?"
    sitting.press("NEXT OK")
    assert len(sitting.session.archive.names()) == 1


def test_a_position_set_up_after_the_end_begins_another_match():
    sitting = begun(length=1)
    sitting.resign()
    assert sitting.match.phase == match.MATCH_OVER
    log = list(sitting.journal.records)
    set_up(sitting)
    assert sitting.match.position[23] == 2 and sitting.match.result is None
    assert log in list(sitting.journal.kept.values()), "the result stands"
