"""Restarts and earlier matches: the board reports damage, and loses as little as possible."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.memory import MemoryLog, MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session.seal import seal_note
from picogammon.app.session.session import saved_match
from picogammon.rules import actions
from picogammon.rules.situation import Checkpoint
from portable import some
from reading.replay import replay


def some_play(seed=5, presses=60):
    sitting = Sitting(SeededDice(seed), two_people(5))
    fingers = SeededDice(seed + 1)
    for _ in range(presses):
        sitting.press(("OK", "OK", "NEXT", "PREV")[fingers.below(4)])
    sitting.press("BACK BACK BACK BACK")  # nothing half built
    return sitting


class WatchedLog(MemoryLog):
    """A log whose first `fails` opens fail.

    `asked`: the arguments of each open. `given`: the number of records that were read.
    """

    def __init__(self, records, fails=0):
        MemoryLog.__init__(self, records)
        self.fails = fails
        self.asked = []
        self.given = 0

    def open(self, start=None, head=None):
        self.asked.append((start, head))
        if len(self.asked) <= self.fails:
            raise OSError(5)
        for record in MemoryLog.open(self, start, head):
            self.given += 1
            yield record


def test_a_flash_is_read_three_times_and_nothing_is_written_before_somebody_knows_that_it_fails():
    before = some_play()
    for fails in (1, 2):
        sitting = Sitting([], log=WatchedLog(before.log.records, fails))
        assert sitting.sees.page is None
        assert sitting.match.state() == before.match.state()
    log = WatchedLog(before.log.records, 1000)
    sitting = Sitting([(3, 1)], log=log)
    assert len(log.asked) == 3
    page = sitting.sees.page
    assert isinstance(page, views.MessageView) and page.title == "Saved match"
    said = " ".join(page.lines)
    assert said.startswith("The saved match cannot be read (")
    assert said.endswith("It stays on the flash.")
    assert log.run == 1
    sitting.press("OK")
    assert sitting.sees.page is None and sitting.sees.headline == "Roll to start"
    assert log.run == 2


def test_records_that_make_no_sense_are_read_once_and_kept_aside_and_the_rest_goes_on():
    """Checks that reading stops at the first bad record, even if 250 bad records follow.
    A start may read at most 2 * len(good) + 3 records: each good record twice, and three more."""
    good = list(some_play().log.records)
    state = replay(iter(good)).state()
    for records, wanted in (
        (good, state),
        ([b"\xff", b"\xfe\x01"], None),
        ([b"\x01bad"] * 250, None),
        (good[:1] + [b"\x01bad"] * 250, None),
        (good + [b"\x01"] * 250, state),
        (good + [actions.take()], state),
        (good + [actions.take(), b"\xff\x00"], state),
        (good + [good[0], b"\x02" + bytes([255] * 37), b"\x05"], state),
    ):
        log = WatchedLog(records)
        sitting = Sitting([], log=log)
        assert log.asked[0] == (actions.GAME, actions.SETTINGS), "only the running game is read"
        assert log.given <= 2 * len(good) + 3
        if records is not good:
            assert isinstance(sitting.sees.page, views.MessageView)
            assert not log.kept, "not before somebody has seen it"
            sitting.press("OK")
            assert list(log.kept.values()) == [records]
        assert sitting.actions()[0].startswith("settings ")
        for found in (sitting.match, replay(iter(log.records))):
            assert wanted is None or found.state() == wanted


def test_a_start_that_takes_long_lets_others_work_meanwhile():
    sitting = Sitting(SeededDice(5), two_people(5, clock=1))
    while len(sitting.log.records) < 60:
        sitting.press("OK")
        sitting.wait(10)
    records = sitting.log.records
    for kept in (records, records + [records[1]]):  # read again for its notes
        rests = []
        found, _ = saved_match(MemoryLog(kept), lambda rests=rests: rests.append(1))
        assert found is not None and len(rests) >= len(records) // 40
    assert len(rests) >= len(records) // 20


def test_after_a_gap_or_in_a_long_log_the_next_game_begins_a_log():
    for gap in (True, False):
        sitting = Sitting([(3, 1)], two_people(5))
        log = sitting.log
        sitting.press("OK")
        log.full = gap
        sitting.navigator.commit(actions.resign(1), sitting.now)
        log.full = False
        sitting.navigator.commit(actions.refuse(), sitting.now)
        assert len(log.records) == 5 and not log.kept, "what was due is written"
        log.full = gap
        sitting.navigator.commit(actions.resign(2), sitting.now)
        sitting.navigator.commit(actions.accept(), sitting.now)
        if not gap:
            log.records.append(bytes(65537))
        before = len(log.records)
        sitting.navigator.commit(sitting.match.next_game(), sitting.now)
        log.full = False
        sitting.navigator.commit(actions.roll(2, 1), sitting.now)
        (kept,) = log.kept.values()
        assert len(kept) == before + (not gap), gap
        assert gap or kept[-1] == actions.score(sitting.match.scores)
        assert log.records[0] == actions.settings(sitting.match.settings), gap


def test_how_the_dice_fell_is_counted_up_to_the_most_that_is_kept():
    blob = b"\xff" * 64
    store = MemoryStore(blob)
    sitting = Sitting([(6, 6), (6, 5)], dice_store=store)
    sitting.press("OK OK")
    sitting.session.dice.box.keep()
    assert store.blob == blob


# Matches that are kept


def opened(records, coach=None):
    sitting = Sitting([], two_people(), coach=coach)
    sitting.log.kept[101] = records
    sitting.menu("Earlier matches")
    sitting.wait(600)
    sitting.press("OK")
    return sitting


def blunder(sitting):
    sitting.press("OK")
    sitting.choose("Next blunder")
    sitting.wait(3000)
    return sitting.sees.page


def _spoilt(records, chance):
    records = list(records)
    at = chance.below(len(records)) if chance.below(2) else chance.below(4)
    record = bytearray(records[at])
    what = chance.below(6)
    if what == 0:
        record[chance.below(len(record))] = chance.below(256)
    elif what == 1:
        record = record[: 1 + chance.below(len(record))]
    elif what == 2:
        record = bytes([chance.below(16)] + [chance.below(256) for _ in range(chance.below(60))])
    elif what == 3:
        record = bytes([actions.NOTE] + [chance.below(6) for _ in range(chance.below(20))])
    elif what == 4:
        return records[:at] + records[at + 1 :] or [b"\x0e"]
    else:
        records.insert(chance.below(len(records)), bytes(record))
    records[at] = bytes(record)
    return records


def test_whatever_a_sound_log_holds_it_is_listed_played_back_and_played_on_or_refused():
    chance = SeededDice(11)
    games = [some_play().log.records]
    for settings in (two_people(3, clock=2, sealed=True), two_people(0, beavers=2, take_back=1)):
        first = seal_note(bytes(32), "1"), actions.note(actions.CLOCK, bytes(12))
        sitting = Sitting(SeededDice(3))
        sitting.begin(settings, first[: 2 * settings.length])
        for _ in range(30):
            sitting.press("OK")
        games.append(list(sitting.log.records))
    logs = [[b"\x0e"], games[0][:1] + [b"\x0e"], games[0][2:], [b"\x01", games[0][0]]]
    logs += [_spoilt(games[i % 3], chance) for i in range(200)]
    for records in some(logs):
        makes_sense = saved_match(MemoryLog(records))[0] is not None
        sitting = opened(records)
        for _ in range(40):
            sitting.press("NEXT")
            assert sitting.sees.keys
        log = sitting.session.archive.open(101)
        begun = sitting.navigator.begin(sitting.now, sitting.session.resume, log)
        assert begun == makes_sense and sitting.sees.keys


def test_a_game_is_read_whole_when_a_search_is_stopped_while_it_is_read():
    lost = [actions.roll(3, 1), actions.resign(1), actions.accept()]
    played = some_play().log.records
    second = [actions.game(Checkpoint((0, 1)))] + played[2:]
    sitting = opened(played[:2] + lost + second, coach=Coach())
    sitting.press("OK")
    sitting.choose("Next blunder")
    top = sitting.navigator.top
    while top.game.number == 1:
        top.tick(sitting.now)
    sitting.press("OK NEXT")
    assert top.played == (101, 2, 1)


def _fail(number):
    raise OSError(5)


def test_a_press_does_nothing_else_if_the_game_cannot_be_read():
    sitting = opened(some_play().log.records)
    top = sitting.navigator.top
    sitting.wait(300)
    top.game.read, top.game.more = _fail, True
    top.go(2, 0)
    sitting.press("OK")
    assert sitting.sees.page.title == "Match not readable"


def test_a_match_that_cannot_be_deleted_stays():
    sitting = opened([bytes((9, 9))])
    sitting.session.archive.drop = _fail
    sitting.press("NEXT OK")
    assert sitting.sees.page.title == "Not deleted"
    sitting.press("OK")
    sitting.wait(300)
    assert sitting.sees.page.items == [("damaged", "")]


def test_a_computer_that_was_thinking_begins_again_after_a_search_for_blunders():
    player = FirstPlay(slices=1 << 20)
    sitting = Sitting(SeededDice(3), two_people(3), [("expert", player)], coach=Coach())
    sitting.press("OK")
    sitting.begin(two_people(3))
    sitting.match.settings.players = (1, 1)
    sitting.navigator.commit(actions.roll(3, 1), sitting.now)
    sitting.wait(30)
    assert player.asked == 1
    sitting.open_match()
    blunder(sitting)
    sitting.press("hold-BACK")
    sitting.wait(30)
    assert player.asked == 2


def test_a_match_with_a_play_that_is_not_legal_is_reviewed_and_searched_for_blunders():
    sitting = Sitting([(3, 1), (4, 2)], two_people(1), coach=Coach())
    sitting.press("OK")
    play = actions.play([8 << 3 | 3])  # leaves a die
    sitting.match.apply(play, True)
    sitting.log.append(play)
    sitting = Sitting([(4, 2)], log=sitting.log, coach=Coach())
    sitting.press("OK")
    sitting.play("24/20 6/4")
    sitting.resign()
    sitting.wait(5000)
    sitting.press("PREV")
    sitting.wait(30_000)
    assert sitting.sees.page.lines[:2] == ["Nothing to decide", "Illegal plays: 1"]
    sitting.press("NEXT")
    assert sitting.sees.page.lines[2].startswith("Equity lost: "), "the other player's are judged"
    sitting.press("BACK")
    sitting.begin(two_people(1))
    sitting.open_match()
    assert blunder(sitting).title.endswith(": Blunder")
    sitting.press("BACK")
    page = blunder(sitting)
    assert (page.title, page.lines) == ("Match", ["No more blunders.", "Illegal plays: 1."])
