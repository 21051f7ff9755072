"""Power off and on again: the match goes on; damage is said and costs as little as can be."""

from fakes.memory import MemoryJournal, MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session import history, resume
from picogammon.app.session.keeper import Keeper
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings
from reading.replay import replay


def some_play(seed=5, presses=60):
    sitting = Sitting(SeededDice(seed), two_people(5))
    fingers = SeededDice(seed + 1)
    for _ in range(presses):
        sitting.press(("OK", "OK", "NEXT", "PREV")[fingers.below(4)])
    sitting.press("BACK BACK BACK BACK")  # nothing half built
    return sitting


def test_the_match_goes_on_where_it_was():
    before = some_play()
    after = Sitting([], journal=MemoryJournal(before.journal.records))
    assert after.match.state() == before.match.state()
    assert after.sees.page is None
    assert list(after.sees.checkers) == list(before.sees.checkers)


def test_a_half_built_play_is_built_again_with_the_same_dice():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK OK OK")
    again = Sitting([], journal=MemoryJournal(sitting.journal.records))
    assert again.match.dice == (3, 1) and again.match.phase == match.TO_PLAY
    assert again.sees.checkers[24] == 2


def test_the_last_play_can_be_shown_again_after_resuming():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("OK")
    while not sitting.navigator.top.hand.complete:
        sitting.press("OK")
    sitting.press("OK")
    again = Sitting([], journal=MemoryJournal(sitting.journal.records))
    assert again.sees.keys[0] == "REPLAY"
    assert again.session.last_play.dice == (3, 1) and again.session.last_play.side == 0
    assert again.sees.dice == (3, 1) and again.sees.dice_side == 0


def test_what_was_damaged_is_mended_by_the_first_press_and_by_no_other():
    journal = MemoryJournal(some_play().journal.records, "it is damaged")
    mended = []
    journal.mend = lambda: mended.append(1)
    sitting = Sitting([], journal=journal)
    assert sitting.sees.page.title == "Saved match" and not mended
    for _ in range(3):
        sitting.press("BACK")
        assert len(mended) == 1


def test_a_new_board_begins_a_one_point_match():
    sitting = Sitting([])
    assert sitting.match.settings.length == 1
    assert sitting.log()[0].startswith("settings length=1")
    assert sitting.sees.headline == "Roll to start"


def test_damage_that_the_journal_found_is_said():
    records = some_play().journal.records
    sitting = Sitting([], journal=MemoryJournal(records, "The last 7 bytes were damaged"))
    assert isinstance(sitting.sees.page, views.MessageView)
    assert sitting.sees.page.lines == ["The last 7 bytes were damaged"]
    sitting.press("OK")
    assert sitting.sees.page is None


class BrokenJournal(MemoryJournal):
    """Cannot be read so many times."""

    def __init__(self, records, times):
        MemoryJournal.__init__(self, records)
        self.times = times
        self.begun = 0

    def open(self, start=None, head=None):
        if self.times:
            self.times -= 1
            raise OSError(5)
        return MemoryJournal.open(self, start, head)

    def restart(self, records):
        self.begun += 1
        MemoryJournal.restart(self, records)


def test_a_flash_that_cannot_be_read_is_said_and_nothing_is_written_before_somebody_knows():
    journal = BrokenJournal(some_play().journal.records, 1000)
    sitting = Sitting([(3, 1)], journal=journal)
    page = sitting.sees.page
    assert isinstance(page, views.MessageView) and page.title == "Saved match"
    said = " ".join(page.lines)
    assert said.startswith("The saved match cannot be read (") and said.endswith(
        "It is kept aside."
    )
    assert journal.begun == 0
    sitting.press("OK")
    assert sitting.sees.page is None and sitting.sees.headline == "Roll to start"
    assert journal.begun == 1, "where Recent puts away what it could not read"


def test_a_flash_that_cannot_be_read_at_once_is_asked_again():
    before = some_play()
    for times in (1, 2):
        sitting = Sitting([], journal=BrokenJournal(before.journal.records, times))
        assert sitting.sees.page is None
        assert sitting.match.state() == before.match.state()


def test_records_that_are_no_match_are_kept_aside_and_the_rest_goes_on():
    records = list(some_play().journal.records)
    good = replay(iter(records)).state()
    journal = MemoryJournal(records + [actions.take(), b"\xff\x00"])
    sitting = Sitting([], journal=journal)
    assert isinstance(sitting.sees.page, views.MessageView)
    assert sitting.match.state() == good
    assert journal.aside is None, "not before somebody has seen it"
    sitting.press("OK")
    assert len(journal.aside) == len(records) + 2
    assert replay(iter(journal.records)).state() == good


def test_a_journal_that_is_nothing_at_all_begins_a_new_match():
    journal = MemoryJournal([b"\xff", b"\xfe\x01"])
    sitting = Sitting([], journal=journal)
    assert isinstance(sitting.sees.page, views.MessageView) and journal.aside is None
    sitting.press("OK")
    assert journal.aside == [b"\xff", b"\xfe\x01"]
    assert sitting.match.phase == match.OPENING
    assert sitting.log()[0].startswith("settings ")


def test_a_log_with_a_gap_is_begun_anew_with_the_next_game():
    journal = MemoryJournal([b"\x01"])
    keeper = Keeper(journal)
    assert not keeper.wants_new_log()
    journal.full = True
    assert not keeper.add(b"\x02")
    assert keeper.wants_new_log() is True
    journal.full = False
    assert keeper.add(b"\x03") and journal.records == [b"\x01", b"\x02", b"\x03"]
    assert keeper.wants_new_log() is False
    journal.records.append(bytes(65537))
    assert keeper.wants_new_log() is True


def test_records_that_make_no_sense_are_read_once():
    """However many there are: each is given twice at most, and the first that is bad ends it."""

    class Counting(MemoryJournal):
        given = 0

        def open(self, start=None, head=None):
            for record in MemoryJournal.open(self, start, head):
                self.given += 1
                yield record

    good = list(some_play().journal.records)
    for records in ([b"\x01bad"] * 250, good[:1] + [b"\x01bad"] * 250, good + [b"\x01"] * 250):
        journal = Counting(records)
        sitting = Sitting([], journal=journal)
        assert isinstance(sitting.sees.page, views.MessageView)
        assert journal.given <= 2 * len(good) + 3
        sitting.press("OK")
        assert journal.aside == records


def test_with_the_running_game_s_start_spoilt_the_game_before_it_goes_on():
    records = list(some_play().journal.records)
    good = replay(iter(records)).state()
    journal = MemoryJournal(records + [records[0], b"\x02" + bytes([255] * 37), b"\x05"])
    sitting = Sitting([], journal=journal)
    assert sitting.match.state() == good
    sitting.press("OK")
    assert sitting.journal.records == records + [records[0]]


def test_a_start_that_takes_long_lets_others_work_meanwhile():
    records = list(some_play(presses=300).journal.records)
    rests = []
    sitting = Sitting([], journal=MemoryJournal(records))
    sitting.navigator.start(0, lambda: rests.append(1))
    assert len(rests) >= len(records) // 40


def test_how_the_dice_fell_is_counted_up_to_the_most_that_is_kept():
    blob = b"\xff" * 64
    store = MemoryStore(blob)
    sitting = Sitting([(6, 6), (6, 5)], dice_store=store)
    sitting.press("OK OK")
    sitting.session.dice.box.keep()
    assert store.blob == blob


def test_a_full_flash_is_said_and_play_goes_on():
    sitting = Sitting([(3, 1)], two_people())
    sitting.journal.full = True
    sitting.press("OK")
    assert isinstance(sitting.sees.page, views.MessageView)
    sitting.press("OK")
    assert sitting.match.dice == (3, 1) and sitting.sees.keys[2] == "MOVE"


def test_an_action_that_is_refused_changes_nothing_and_says_why():
    sitting = Sitting([], two_people())
    before = sitting.match.state()
    assert sitting.navigator.commit(actions.take(), 0) is False
    assert sitting.match.state() == before
    assert sitting.sees.page.lines == ["there is no double to take"]
    assert len(sitting.journal.records) == 2


def test_random_presses_never_break_anything_and_the_log_replays():
    for seed in (1, 2, 3):
        sitting = Sitting(SeededDice(seed), Settings(length=3, players=(0, 0)))
        fingers = SeededDice(seed + 100)
        for _ in range(700):
            name = ("PREV", "NEXT", "OK", "OK", "OK", "BACK")[fingers.below(6)]
            if fingers.below(40) == 0 and name in ("OK", "BACK"):
                name = "hold-" + name
            sitting.press(name)
            view = sitting.sees
            assert len(view.keys) == 4
            for key in view.keys:
                assert len(key) <= 7, key
        again = replay(iter(sitting.journal.records))
        assert again.state() == sitting.match.state()


def test_the_board_falls_asleep_and_a_press_only_wakes_it():
    sitting = Sitting([(3, 1)], two_people())
    sitting.now += 11 * 60 * 1000
    sitting.wait(10)
    assert sitting.navigator.view.asleep
    sitting.press("OK")
    assert not sitting.navigator.view.asleep and sitting.match.phase == match.OPENING
    sitting.press("OK")
    assert sitting.match.dice == (3, 1)


def test_the_opening_roll_is_read_again_with_the_side_that_won_it():
    for dice, side in (((3, 1), 0), ((1, 3), 1), ((2, 2), None)):
        running = match.Match(Settings(length=3))
        running.apply(actions.roll(*dice))
        assert history.latest(running) == (None, (dice, side))


def test_a_journal_that_cannot_be_read_is_tried_three_times():
    class Dead(MemoryJournal):
        tried = 0

        def open(self, start=None, head=None):
            self.tried += 1
            raise OSError("EIO")

    journal = Dead()
    assert resume.take_up(journal) == (
        None,
        "The saved match cannot be read (EIO). It is kept aside.",
    )
    assert journal.tried == 3


def test_only_the_running_game_is_asked_for():
    class Asked(MemoryJournal):
        asked = ()

        def open(self, start=None, head=None):
            self.asked += ((start, head),)
            return MemoryJournal.open(self, start, head)

    journal = Asked(some_play().journal.records)
    assert resume.take_up(journal)[1] is None
    game, settings = (actions.GAME, 38, 38), (actions.SETTINGS, 12, 34)
    assert journal.asked == ((game, settings),)


class _Unkept(MemoryJournal):
    """One whose archive fails."""

    def restart(self, records, aside=False, kept=None):
        if kept:
            raise OSError(5)
        MemoryJournal.restart(self, records)


def test_a_match_that_cannot_be_kept_is_told_once():
    sitting = Sitting([(3, 1)] * 4, two_people(3), journal=_Unkept())
    sitting.press("OK")
    for _ in range(2):
        sitting.begin(two_people(5))
        assert sitting.sees.page.lines == ["The last match could not be kept."]
        sitting.press("OK")
        assert sitting.sees.page is None, "nothing was played in the next one"
        sitting.begin(two_people(5))
        assert sitting.sees.page is None
        sitting.press("OK")


def test_a_match_stays_until_the_flash_has_room_for_the_next_one_and_it_is_kept_then():
    sitting = Sitting([(3, 1)] * 3, two_people(3))
    sitting.press("OK")
    journal = sitting.journal
    before = list(journal.records)
    journal.full = True
    sitting.begin(two_people(5))
    assert sitting.sees.page.title == "Flash full?" and journal.records == before
    journal.full = False
    sitting.press("OK OK")
    assert list(journal.kept.values()) == [before]
    assert journal.records[0] == actions.settings(sitting.match.settings)


def test_where_the_running_game_makes_sense_so_far_nothing_before_it_is_read():
    class Counting(MemoryJournal):
        opened = 0

        def open(self, start=None, head=None):
            self.opened += 1
            return MemoryJournal.open(self, start, head)

    journal = Counting(some_play().journal.records + [actions.take()])
    assert resume.take_up(journal)[1].endswith("The damaged match is kept aside.")
    assert journal.opened == 1


def test_a_log_that_is_read_once_more_for_its_notes_lets_others_work_meanwhile():
    sitting = Sitting(SeededDice(5), two_people(5, clock=1))
    while len(sitting.journal.records) < 60:
        sitting.press("OK")
        sitting.wait(10)
    records = sitting.journal.records
    rests = []
    found, _ = resume.take_up(MemoryJournal(records + [records[1]]), lambda: rests.append(1))
    assert found is not None and len(rests) >= len(records) // 20


def test_after_a_match_was_kept_room_is_made_for_the_next_one():
    sitting = Sitting([(3, 1)] * 2, two_people(3))
    session = sitting.session
    while session.tidy():
        pass
    assert not session.untidy
    sitting.press("OK")
    sitting.begin(two_people(5))
    assert len(sitting.journal.kept) == 1 and session.untidy
    assert not session.tidy() and not session.untidy
