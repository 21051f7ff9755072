"""Agreements of two people: neither changes a match alone; a match put aside loses nothing.

The tests cover each way to change a match, in each kind of match, and how the clock counts. The
pages that people see are in transcripts/agreements.txt and clock.txt.
"""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon import remote
from picogammon.app.modes.answer import Agree
from picogammon.app.session import prefs
from picogammon.app.session.seal import keep_secret, seal_note, seal_of
from picogammon.rules import actions, match
from picogammon.rules.settings import ASK, FREE, OFF, Settings
from picogammon.rules.situation import opening
from portable import some

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:3:10"
_SECRET = "000102030405060708090A0B0C0D0E0F"
_RULES = (FREE, ASK, OFF)
_KINDS = ("plain", "clock", "seal", "handicap")


def begun(kind="plain", take_back=FREE, players=(0, 0)):
    """Returns a Sitting early in a match: player 0 is to roll, and one match is stored."""
    secrets = MemoryStore()
    sitting = Sitting(SeededDice(7), computers=[("first", FirstPlay())], seal_store=secrets)
    sitting.secrets = secrets
    sitting.begin(Settings(length=3, names=("Ann", "Bob")))
    while sitting.session.fresh:
        sitting.press("OK")
    settings = Settings(length=3, take_back=take_back, players=players)
    first = ()
    if kind == "clock":
        settings.clock = 1
    elif kind == "handicap":
        settings.holder = 2
        first = (actions.game(opening(settings, (1, 0), False)),)
    elif kind != "plain":
        settings.sealed = True
        keep_secret(sitting.session.dice.seal_store, _SECRET)
        first = (seal_note(seal_of(_SECRET), "1234567890123456"),)
    sitting.begin(settings, first)
    while sitting.match.phase != match.TO_ROLL or sitting.match.turn or len(sitting.actions()) < 6:
        sitting.press("OK")
        sitting.wait(300)
    return sitting


def menu(sitting, *labels):
    sitting.press("hold-BACK")
    sitting.menu(*labels)


def agree(sitting, times=1):
    """Accepts the next `times` requests of the board, on behalf of both sides."""
    for _ in range(2 * times):
        sitting.press("PREV OK")


def take_back(sitting):
    menu(sitting, "Take back")
    sitting.press("OK")


def set_up(sitting):
    menu(sitting, "Set up position")
    sitting.press("BACK")
    sitting.choose("Nackgammon")
    sitting.press("BACK")
    sitting.choose("Play from here")


def play_on(sitting, row, from_end=False):
    sitting.press("hold-BACK")
    sitting.open_match(row)
    while from_end and sitting.sees.keys[1]:
        sitting.press("NEXT")
        sitting.wait(500)
    sitting.press("OK")
    sitting.choose("Play on from here")


def said(sitting, line):
    said = remote.set_lines(sitting.navigator, line.split(), sitting.now)
    return [reply for reply in said if reply]


def other_player(sitting):
    menu(sitting, "This match")
    sitting.press("NEXT OK")
    sitting.choose("first")
    sitting.press("BACK")


def take_back_rule(sitting):
    menu(sitting, "This match", "Take-backs")
    sitting.press("NEXT OK BACK")


WAYS = (
    ("take back", take_back),
    ("set up", set_up),
    ("play on, this match", lambda sitting: play_on(sitting, 0)),
    ("play on, another match", lambda sitting: play_on(sitting, 1)),
    ("new match", lambda sitting: menu(sitting, "New match", "Start")),
    ("a position from the link", lambda sitting: said(sitting, "set position " + _XGID)),
    ("dice by hand", lambda sitting: menu(sitting, "Enter real dice")),
    ("real dice", lambda sitting: menu(sitting, "Dice and checkers", "Dice")),
    ("real dice from the link", lambda sitting: said(sitting, "set field 5 1")),
    ("real checkers", lambda sitting: menu(sitting, "Dice and checkers", "Checkers")),
    ("stop of the clock", lambda sitting: menu(sitting, "Stop the clock")),
    ("who plays", other_player),
    ("the rule on taking back", take_back_rule),
)


def offered(way, kind, rule):
    """True if a match of `kind` with take-back `rule` offers `way`, a name in WAYS."""
    if way == "take back":
        return rule != OFF
    if way == "stop of the clock":
        return kind == "clock"
    return kind != "seal" or way not in ("set up", "dice by hand")


def state(board):
    """Returns (match, numbers of the stored matches, [preferences REAL_DICE and CHECKERS], name).
    `name`: the class of the top mode if this mode stops the clocks, else ""."""
    session, top = board.session, board.navigator.top
    liked = [session.prefs[field] for field in (prefs.REAL_DICE, prefs.CHECKERS)]
    name = type(top).__name__ if top.stops_clock else ""
    return session.match.state()[:-1], session.archive.runs(), liked, name


def is_asked(sitting):
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
                    agree(sitting)  # its own players are people
            sitting.wait(3000)
            if name[2] == "dice by hand":
                assert "rolled" in sitting.sees.headline or "die" in sitting.sees.headline, name
            else:
                assert state(sitting) != before, (players, name)


def aside(sitting):
    """Puts the match aside, which one person may do alone, and begins a match to one point."""
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


def resume(sitting):
    play_on(sitting, 0 if sitting.session.fresh else 1, from_end=True)


def test_a_match_that_is_put_aside_is_kept_as_it_stands_and_goes_on():
    for kind, games in [(kind, 1) for kind in _KINDS] + [("plain", 2)]:
        sitting = begun(kind)
        if games == 2:
            sitting.resign()
            sitting.press("OK OK")
        elif kind == "plain":
            sitting.navigator.commit(actions.take_back(1), sitting.now)  # a roll is known
        sitting.wait(20_000)
        log = list(sitting.log.records)
        left = sitting.sees.clocks
        before = sitting.match.state()[:-1], sitting.match.notes.get(actions.SEAL)
        known = sitting.match.next_dice()
        aside(sitting)
        for _ in range(4):
            keep_secret(sitting.session.dice.seal_store, "F" * 32)  # of matches sealed meanwhile
        kept = sitting.session.archive.runs()
        resume(sitting)
        assert isinstance(sitting.navigator.top, Agree), "both go on with it, or nobody"
        agree(sitting)
        after = sitting.match.state()[:-1], sitting.match.notes.get(actions.SEAL)
        assert after == before and sitting.match.next_dice() == known, kind
        assert sitting.log.records == log or kind in ("clock", "seal")
        assert (sitting.session.dice.sealed is None) == (kind != "seal")
        assert sitting.session.dice.trouble is None
        assert len(sitting.session.archive.runs()) == len(kept) - 1, "it is there once"
        if kind == "clock":
            assert sitting.sees.clocks[:2] == left[:2], "the reserves are not full again"
            sitting.wait(20_000)
            assert sitting.sees.clocks[0] < left[0], "nor does the time stand"
        again = Sitting([], log=sitting.log, seal_store=sitting.secrets)
        assert again.match.state()[:-1] == sitting.match.state()[:-1], kind


def test_a_match_from_a_backup_or_a_file_is_played_on_if_both_agree_and_notes_it():
    for brought, over, way in (
        (True, False, resume),
        (True, True, resume),
        (True, True, lambda sitting: play_on(sitting, 1)),
        (False, True, resume),
        (False, True, lambda sitting: play_on(sitting, 1)),
    ):
        sitting = begun()
        session = sitting.session
        (run,) = session.archive.runs()
        session.archive.sent.update([run] * brought)
        sitting.log.over.update([run] * over)
        before = state(sitting)
        way(sitting)
        agree(sitting)  # the running match's players let it end
        assert is_asked(sitting) == brought
        if brought:
            assert "Ann" in sitting.sees.headline
            sitting.press("PREV OK NEXT OK hold-BACK")
            assert state(sitting) == before
            way(sitting)
            agree(sitting, 2)
        assert state(sitting) != before
        assert sitting.match.settings.names == ["Ann", "Bob"]
        assert (actions.PLAYED_ON in sitting.match.notes) == brought
        again = Sitting([], log=sitting.log).match
        assert (actions.PLAYED_ON in again.notes) == brought


def test_a_copy_of_the_running_match_goes_on_without_its_secret_being_told():
    sitting = begun("seal")
    sitting.log.kept[900] = list(sitting.log.records)
    sitting.session.archive.sent.add(900)
    sitting.press("OK OK OK OK")
    resume(sitting)
    agree(sitting, 2)
    assert actions.PLAYED_ON in sitting.match.notes
    for records in [sitting.log.records] + list(sitting.log.kept.values()):
        assert bytes((actions.NOTE, actions.SECRET)) not in [one[:2] for one in records]
    assert sitting.session.dice.sealed.secret == _SECRET


def by_the_clock(now=0):
    sitting = Sitting([(3, 1), (6, 5)], two_people(3, clock=1))
    sitting.now = now
    sitting.press("OK")
    return sitting


def test_the_time_of_a_clock_may_wrap():
    sitting = by_the_clock((1 << 30) - 15_000)
    sitting.navigator.tick(5_010)
    assert sitting.sees.clocks == (352, 360, 0, 0)


def test_a_power_cut_at_any_record_between_two_games_keeps_the_reserves():
    sitting = by_the_clock()
    sitting.play("24/23 24/21")
    assert [line[:4] for line in sitting.actions()].count("note") == 1, "not for a quick turn"
    sitting.press("OK")
    sitting.wait(30_000, 100)
    sitting.resign()
    sitting.press("OK")  # on to the next game
    records = sitting.log.records
    assert [actions.kind_of(record) for record in records[-2:]] == [actions.GAME, actions.NOTE]
    left = sitting.sees.clocks[:2]
    assert left[1] < 360 - 15
    for lost in (0, 1, 2):
        sitting.log.records = records[: len(records) - lost]
        assert Sitting([], log=sitting.log).sees.clocks[:2] == left
