"""Power off and on again, and kept matches: damage is said and costs as little as can be."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.memory import MemoryLog, MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session.seal import Seal, seal_note, seal_of
from picogammon.app.session.session import beginning, last_events, saved_match
from picogammon.ground import OK
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings
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


class BrokenLog(MemoryLog):
    """Cannot be read so many times."""

    def __init__(self, records, times):
        MemoryLog.__init__(self, records)
        self.times = times
        self.begun = 0

    def open(self, start=None, head=None):
        if self.times:
            self.times -= 1
            raise OSError(5)
        return MemoryLog.open(self, start, head)

    def restart(self, records, keep=True, over=False):
        self.begun += 1
        MemoryLog.restart(self, records, keep, over)


def test_a_flash_is_read_three_times_and_nothing_is_written_before_somebody_knows_that_it_fails():
    before = some_play()
    for times in (1, 2):
        sitting = Sitting([], log=BrokenLog(before.log.records, times))
        assert sitting.sees.page is None
        assert sitting.match.state() == before.match.state()
    log = BrokenLog(before.log.records, 1000)
    sitting = Sitting([(3, 1)], log=log)
    assert log.times == 997
    page = sitting.sees.page
    assert isinstance(page, views.MessageView) and page.title == "Saved match"
    said = " ".join(page.lines)
    assert said.startswith("The saved match cannot be read (") and said.endswith(
        "It stays on the flash."
    )
    assert log.begun == 0
    sitting.press("OK")
    assert sitting.sees.page is None and sitting.sees.headline == "Roll to start"
    assert log.begun == 1


class WatchedLog(MemoryLog):
    """`asked`: for what records it was opened, each time; `given`: how many."""

    def __init__(self, records):
        MemoryLog.__init__(self, records)
        self.asked = []
        self.given = 0

    def open(self, start=None, head=None):
        self.asked.append((start, head))
        for record in MemoryLog.open(self, start, head):
            self.given += 1
            yield record


def test_only_the_running_game_is_read_where_it_makes_sense():
    records = some_play().log.records
    ways = ((records, None), (records + [actions.take()], "The damaged match was set aside."))
    for kept, said in ways:
        log = WatchedLog(kept)
        trouble = saved_match(log)[1]
        assert trouble == said or trouble.endswith(said)
        assert log.asked == [(actions.GAME, actions.SETTINGS)]


def test_records_that_make_no_sense_are_read_once_and_kept_aside_and_the_rest_goes_on():
    """However many there are: each is given twice at most, and the first that is bad ends it."""
    good = list(some_play().log.records)
    state = replay(iter(good)).state()
    for records, wanted in (
        ([b"\xff", b"\xfe\x01"], None),
        ([b"\x01bad"] * 250, None),
        (good[:1] + [b"\x01bad"] * 250, None),
        (good + [b"\x01"] * 250, state),
        (good + [actions.take(), b"\xff\x00"], state),
    ):
        log = WatchedLog(records)
        sitting = Sitting([], log=log)
        assert isinstance(sitting.sees.page, views.MessageView)
        assert not log.kept, "not before somebody has seen it"
        assert log.given <= 2 * len(good) + 3
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


def test_with_the_running_game_s_start_spoilt_the_game_before_it_goes_on():
    records = list(some_play().log.records)
    good = replay(iter(records)).state()
    log = MemoryLog(records + [records[0], b"\x02" + bytes([255] * 37), b"\x05"])
    sitting = Sitting([], log=log)
    assert sitting.match.state() == good
    sitting.press("OK")
    assert sitting.log.records == records + [records[0]]


def test_the_opening_roll_is_read_again_with_the_side_that_won_it():
    for dice, side in (((3, 1), 0), ((1, 3), 1), ((2, 2), None)):
        running = match.Match(Settings(length=3))
        running.apply(actions.roll(*dice))
        assert last_events(running) == (None, (dice, side))


def test_a_match_stays_until_the_flash_has_room_for_the_next_one_and_it_is_kept_then():
    sitting = Sitting([(3, 1)] * 3, two_people(3))
    sitting.press("OK")
    log = sitting.log
    before = list(log.records)
    log.full = True
    sitting.begin(two_people(5))
    assert sitting.sees.page.title == "Not saved" and log.records == before
    log.full = False
    sitting.press("OK OK")
    assert list(log.kept.values()) == [before]
    assert log.records[0] == actions.settings(sitting.match.settings)


def test_how_the_dice_fell_is_counted_up_to_the_most_that_is_kept():
    blob = b"\xff" * 64
    store = MemoryStore(blob)
    sitting = Sitting([(6, 6), (6, 5)], dice_store=store)
    sitting.press("OK OK")
    sitting.session.dice.box.keep()
    assert store.blob == blob


# Matches that are kept


def listed(*logs, coach=None):
    """A Sitting with these earlier matches, 101 and so on, and the list of them open."""
    sitting = Sitting([], two_people(), coach=coach)
    for number, log in enumerate(logs, 1):
        sitting.log.kept[100 + number] = log
    return open_list(sitting)


def open_list(sitting):
    sitting.menu("Earlier matches")
    sitting.wait(600)
    return sitting


def opened(*logs, **more):
    """A Sitting with the first of these earlier matches open."""
    sitting = listed(*logs, **more)
    sitting.press("OK")
    return sitting


def blunder(sitting):
    """Opens the next blunder of the match that is open; the page."""
    sitting.press("OK")
    sitting.choose("Next blunder")
    sitting.wait(3000)
    return sitting.sees.page


def labels(sitting):
    return [label for label, _ in sitting.sees.page.items]


_DAMAGED = [bytes((9, 9))]


def test_a_damaged_match_says_so_and_one_is_listed_as_far_as_it_makes_sense():
    good = some_play().log.records
    sitting = listed(good, _DAMAGED, good[:4] + [b"\x03\xff"])
    assert labels(sitting) == ["Amber - Blue", "damaged", "Amber - Blue"]
    sitting.press("NEXT OK NEXT OK")
    assert sitting.session.archive.runs() == [103, 101]


def _spoilt(records, chance):
    """These records with one of them changed, left out, repeated or replaced, each by chance."""
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


def rows(sitting):
    return [item for item in sitting.sees.page.items if item[0] != "This match"]


def test_the_score_after_the_last_game_is_listed():
    sitting = Sitting(SeededDice(3), two_people())
    lost = actions.roll(3, 1), actions.resign(2), actions.accept()
    for done in (lost, lost[:2], lost + ("next",) + lost[:2]):
        sitting.begin(two_people(5))
        for action in done:
            action = sitting.match.next_game() if action == "next" else action
            sitting.navigator.commit(action, sitting.now)
    sitting.begin(two_people(5))
    for action in lost:
        sitting.navigator.commit(action, sitting.now)
    assert sitting.navigator.begin(sitting.now, sitting.session.put_aside)
    scores = [score for _, score in rows(open_list(sitting))]
    assert scores == ["0-2", "0-2", "0-0", "0-2"]


def test_a_game_that_fills_the_flash_goes_on_in_a_new_log_from_a_turn_s_beginning():
    settings = two_people(5, clock=1, sealed=True)
    secret = "A" * 32
    first = seal_note(seal_of(secret), "123456"), actions.note(actions.CLOCK, bytes(12))
    sitting = Sitting([], seal_store=MemoryStore(secret.encode()))
    sitting.begin(settings, first)
    log = sitting.log
    while not sitting.match.decided_turns():
        sitting.press("OK")
    log.records.append(actions.note(actions.PLAYED_ON, b"") + bytes(65537))
    before = log.run
    for room, said in ((1, "Soon"), (0, "cannot take back its earlier turns")):
        log.room = room
        for _ in range(12):
            sitting.press("OK")
            if sitting.sees.page:
                break
        page = sitting.sees.page
        assert page.title == "Long match" and said in " ".join(page.lines)
        assert (log.run > before) == (room == 0)
        sitting.press("OK")
        assert sitting.sees.page is None
    (kept,) = log.kept.values()
    old = replay(iter([record for record in kept if len(record) < 200]))
    assert log.run == before + 1 and log.over == set()
    assert old.turns_back() > 1 and old.phase == match.TO_ROLL
    for new in (sitting.match, replay(iter(log.records))):
        assert new.turns_back() == 0 and new.settings.pack() == settings.pack()
        assert new.situation().__dict__ == old.situation().__dict__
        assert new.notes[actions.CLOCK] == old.notes[actions.CLOCK]
        assert Seal(new.notes[actions.SEAL]).game == 2, "or the same rolls would come again"
    log.room = 50
    while not sitting.match.turns_back():
        sitting.press("OK")
    assert sitting.sees.page is None and log.run == before + 1


def test_a_score_that_was_taken_back_is_not_listed():
    lost = [actions.roll(3, 1), actions.resign(2), actions.accept()]
    log = list(beginning(match.Match(two_people(5)))) + lost + [actions.score((0, 2))]
    again = [actions.take_back(1), actions.resign(1), actions.accept()]
    sitting = listed(log, log + again[:1], log + again + [actions.score((0, 1))])
    assert [score for _, score in rows(sitting)] == ["0-1", "0-0", "0-2"]


def test_a_game_is_read_whole_when_a_search_is_stopped_while_it_is_read():
    lost = [actions.roll(3, 1), actions.resign(1), actions.accept()]
    played = some_play().log.records
    game = [actions.game(Checkpoint((0, 0)))] + lost
    second = [actions.game(Checkpoint((0, 1)))] + played[2:]
    sitting = opened(played[:1] + game + second, coach=Coach())
    sitting.press("OK")
    sitting.choose("Next blunder")
    top = sitting.navigator.top
    for _ in range(50):
        if top.game.number == 1:
            top.tick(sitting.now)
    top.press(OK, sitting.now)
    sitting.press("NEXT")
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


def test_a_match_is_shown_at_once_and_a_press_waits_until_its_game_was_read():
    sitting = opened(some_play().log.records)
    top = sitting.navigator.top
    assert top.busy and top.played == (101, 1, 0) and sitting.sees.headline == "Game 1: 0-0"
    assert sitting.sees.keys == ["", ">", "MORE", "BACK"]
    sitting.press("NEXT")
    assert not top.busy and top.played == (101, 1, 1)


def test_the_cursor_stays_where_it_was_when_matches_are_deleted_or_cannot_be():
    sitting = listed(_DAMAGED, _DAMAGED, _DAMAGED)
    archive = sitting.session.archive
    drop, archive.drop = archive.drop, _fail
    sitting.press("OK NEXT OK")
    assert sitting.sees.page.title == "Not deleted"
    sitting.press("OK")
    sitting.wait(300)
    archive.drop = drop
    for presses, left, at in (
        ("NEXT OK NEXT OK", [103, 101], 1),
        ("OK NEXT OK", [103], 0),
        ("OK NEXT OK", [], 0),
    ):
        sitting.press(presses)
        sitting.wait(300)
        assert sitting.session.archive.runs() == left
        assert sitting.sees.page.selected == at
        assert labels(sitting) == ["damaged"] * len(left) or ["None"]


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


def with_a_play_that_is_not_legal():
    """The log of a match of a point that is over; Amber's first play leaves a die."""
    sitting = Sitting([(3, 1), (4, 2)], two_people(1), coach=Coach())
    sitting.press("OK")
    play = actions.play([8 << 3 | 3])
    sitting.match.apply(play, True)
    sitting.log.append(play)
    sitting = Sitting([(4, 2)], log=sitting.log, coach=Coach())
    sitting.press("OK")
    sitting.play("24/20 6/4")
    sitting.resign()
    return sitting.log


def test_a_match_with_a_play_that_is_not_legal_is_reviewed_and_searched_for_blunders():
    sitting = Sitting([], log=with_a_play_that_is_not_legal(), coach=Coach())
    sitting.wait(5000)
    sitting.press("PREV")
    sitting.wait(30_000)
    assert sitting.sees.page.lines[:2] == ["Nothing to decide", "Illegal plays: 1"]
    sitting.press("NEXT")
    assert sitting.sees.page.lines[2].startswith("Equity lost: "), "the other player's are judged"
    sitting.press("BACK")
    sitting.begin(two_people(1))
    sitting.open_match()
    found = []
    while not found or ": Blunder" in found[-1][0]:
        page = blunder(sitting)
        found.append([page.title] + list(getattr(page, "lines", ())))
        sitting.press("BACK")
    assert found[1:] == [["Match", "No more blunders.", "Illegal plays: 1."]]
