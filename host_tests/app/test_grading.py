"""Games that are over are graded while nobody waits: each once, and whose decisions they were."""

import gc

from app.test_practice_cards import deck_on
from fakes.coach import Coach
from fakes.disk import PlugPulled
from fakes.memory import MemoryArchive, MemoryLog
from fakes.sitting import Sitting, two_people
from picogammon.app.display.lights import PALETTES
from picogammon.app.session.people import person_of
from picogammon.app.session.session import PLAYED_ON
from picogammon.devices.files import CARDS
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings

ANN, BOB = "Ann", "Bob"


class Ear:
    """A listener that notes the decisions it hears, and the games that `people` keeps."""

    def __init__(self, people):
        self.decisions = []
        self.games = []
        self._people = people
        self._keep = people.keep
        people.keep = self._kept

    def _kept(self):
        done = self._keep()
        if done:
            run, games = self._people.place()
            self.games.append((run, games - 1))
        return done

    def heard(self, name, decision):
        self.decisions.append((name, decision.at, decision.grade.side))

    def graded(self, game):
        yield


def sitting(dice=(), archive=None, log=None, settings=None, coach=None):
    """A Sitting with an Ear, which it returns as well."""
    made = Sitting(dice, settings, log=log, archive=archive, coach=coach or Coach(slices=1))
    ear = Ear(made.session.people)
    made.session.grader.listeners.append(ear)
    return made, ear


def ann_and_bob(length=3):
    return two_people(length, names=(ANN, BOB))


def game(made, play="24/20", reply="8/4 6/4", names=None):
    """Ann blunders, Bob plays and resigns. Before Bob plays they get other names."""
    made.press("OK")
    made.play(play)
    if names:
        rename(made, names)
    made.press("OK")
    made.play(reply)
    made.resign()


def rename(made, names):
    made.navigator.commit(actions.settings(made.match.settings.copy(names=names)), made.now)


def played(settings=None, **how):
    """A Sitting after a game, and its Ear."""
    made, ear = sitting(GAME * 2, settings=settings or ann_and_bob())
    game(made, **how)
    return made, ear


def graded_until(made, ear):
    """Grades until the first decision was heard; the grader."""
    grader = made.session.grader
    while not ear.decisions:
        grader.step()
    return grader


GAME = [(3, 1), (4, 2)]
HEARD = [(ANN, 2, 0), (BOB, 3, 1), (BOB, 4, 1)]  # of GAME
FIRST = 3  # the run of the first log of Ann's and Bob's


def test_each_decision_is_heard_once_with_who_made_it_whatever_else_the_coach_thought_about():
    for every in (1, 2, 3, 5):
        made, ear = sitting(GAME, settings=ann_and_bob(), coach=Coach(slices=every - 1))
        assert not made.session.ungraded
        game(made)
        assert made.session.ungraded
        grader = made.session.grader
        steps = 0
        while grader.step():
            steps += 1
            if steps % (every + 40) == 0 and steps < 2000:  # or it may never end
                grader.rest()
        assert ear.decisions == HEARD and ear.games == [(FIRST, 0)]


def test_a_game_is_graded_once_also_after_the_power_was_off():
    made, ear = played()
    made.grade()
    made.grade()
    assert len(ear.games) == 1
    again, heard = sitting(GAME, made.session.archive, made.log)
    again.grade()
    assert heard.games == []
    again.press("OK")
    game(again, "8/5 6/5")
    again.grade()
    assert heard.games == [(FIRST, 1)]


def test_the_last_game_of_a_match_is_graded_from_the_archive():
    made, ear = played(ann_and_bob(1))
    made.begin(ann_and_bob(1))
    game(made, "8/5 6/5")
    made.grade()
    assert ear.games == [(FIRST, 0), (FIRST + 1, 0)]


def test_a_copy_of_a_game_is_known():
    made, ear = played()
    made.grade()
    made.begin(ann_and_bob())
    archive = made.session.archive
    made.navigator.begin(made.now, made.session.resume, archive.open(archive.runs()[0]))
    made.grade()
    assert len(ear.games) == 1, "it goes on with a log that has the same game"
    made.press("OK")
    game(made, "8/5 6/5")
    made.grade()
    assert ear.games == [(FIRST, 0), (FIRST + 2, 1)]


def test_games_that_were_over_when_a_match_came_from_elsewhere_are_not_graded():
    made, _ = played()
    over = made.log.records + [PLAYED_ON]
    made.press("OK OK")
    made.play("8/5 6/5")
    under_way = made.log.records + [PLAYED_ON]
    again, ear = sitting(log=MemoryLog(over, run=FIRST))
    again.grade()
    assert ear.games == []
    again, ear = sitting(GAME[1:] + GAME, log=MemoryLog(under_way, run=FIRST))
    again.press("OK")
    again.play("8/4 6/4")
    again.resign()
    again.grade()
    assert ear.games == [(FIRST, 1)]
    again.press("OK")
    game(again)
    again.grade()
    assert ear.games == [(FIRST, 1), (FIRST, 2)]


def test_a_game_that_ends_here_after_its_end_elsewhere_was_taken_back_is_graded():
    made, _ = played()
    again, ear = sitting([(4, 2)], log=MemoryLog(made.log.records + [PLAYED_ON], run=FIRST))
    again.navigator.commit(actions.take_back(1), again.now)
    while again.match.phase == matches.TAKING_BACK:
        again.navigator.commit(actions.accept(), again.now)
    assert again.match.result is None
    again.resign()
    again.grade()
    assert ear.games == [(FIRST, 0)]


def test_the_first_game_of_a_file_has_no_record_of_its_beginning():
    made, _ = played()
    settled, begun, *rest = made.log.records
    assert actions.kind_of(begun) == actions.GAME
    again, ear = sitting(GAME, log=MemoryLog([settled] + rest, run=FIRST))
    again.press("OK")
    game(again)
    again.grade()
    assert ear.games == [(FIRST, 0), (FIRST, 1)]
    assert ear.decisions[: len(HEARD)] == HEARD


def test_levels_and_colours_are_nobody():
    for names in PALETTES:
        for name in names:
            settings = two_people(names=(name, ANN))
            assert person_of(settings, 0) is None and person_of(settings, 1) == ANN
    settings = Settings(1, players=(1, 0), names=(ANN, " Bob "))
    assert person_of(settings, 0) is None and person_of(settings, 1) == BOB


def test_names_that_change_within_a_game_keep_what_was_done_before_unless_it_is_taken_back():
    made, ear = sitting(GAME, settings=ann_and_bob())
    game(made, names=(BOB, ANN))
    made.grade()
    assert ear.decisions == [(ANN, 2, 0), (ANN, 3, 1), (ANN, 4, 1)]
    made, ear = sitting(GAME + [(4, 2)], settings=ann_and_bob())
    made.press("OK")
    made.play("24/20")
    made.press("OK")
    rename(made, ("Cid", BOB))
    made.navigator.commit(actions.take_back(1), made.now)
    made.play("8/5 6/5")
    made.press("OK")
    made.play("8/4 6/4")
    made.resign()
    made.grade()
    assert ear.decisions == [("Cid", 2, 0), (BOB, 3, 1), (BOB, 4, 1)]


def test_a_game_that_was_taken_back_from_its_end_is_not_counted_yet():
    made, ear = played()
    graded_until(made, ear)
    made.navigator.commit(actions.take_back(1), made.now)
    made.grade()
    assert ear.games == []
    made.resign()
    made.session.ungraded = True
    made.grade()
    assert len(ear.games) == 1


def test_the_new_match_may_come_while_a_game_is_graded():
    made, ear = played()
    graded_until(made, ear)
    made.begin(ann_and_bob())
    made.grade()
    assert ear.decisions == HEARD and ear.games == [(FIRST, 0)]


def graded_on(disk, log):
    """(the games that a board hears of which starts with this disk, True if its plug was pulled)"""
    gc.collect()
    made, ear = sitting((), MemoryArchive(log, disk), log)
    try:
        made.grade()
    except PlugPulled:
        return ear.games, True
    assert made.session.people.place() == (FIRST, 1)
    assert made.session.people.damage is None
    return ear.games, False


def test_a_power_cut_at_any_byte_loses_no_game_or_card_and_counts_none_twice():
    made, _ = played(reply="24/18")
    log = made.log
    before = made.session.archive.disk
    disk = before.copy()
    assert graded_on(disk, log) == ([(FIRST, 0)], False)
    steps = disk.steps
    cards = len(disk.files[CARDS])  # written first
    for cut in list(range(0, cards + 4, 13)) + list(range(199, steps, 199)) + [steps - 1, steps]:
        disk = before.copy()
        disk.cut = cut
        _, pulled = graded_on(disk, log)
        assert pulled == (cut < steps), cut
        disk.cut = None
        graded_on(disk, log)
        assert graded_on(disk, log) == ([], False)
        deck = deck_on(disk)
        assert sorted([card.name for card in deck]) == [ANN, BOB] and deck.damaged == 0


def test_a_full_flash_is_told_and_tried_again():
    made, _ = played()
    disk = made.session.archive.disk
    for disk.full in (10, 40):
        assert not made.grade().saved and len(deck_on(disk)) == 0
    disk.full = None
    assert made.grade().saved and made.session.people.place() == (FIRST, 1)
    assert len(deck_on(disk)) == 1


def test_an_earlier_match_that_cannot_be_read_holds_no_other_up():
    made, ear = played(ann_and_bob(1))
    made.begin(ann_and_bob(1))
    game(made, "8/5 6/5")
    archive = made.session.archive
    opened = archive.open

    def failing(name):
        log = opened(name)
        log.open = _failing
        return log

    archive.open = failing
    made.grade()
    assert ear.games == [(FIRST + 1, 0)]


def _failing(start=None, head=None):
    raise OSError(5)
    yield  # a generator


def test_spoilt_logs_end_the_search_without_a_fault():
    made, _ = played(ann_and_bob(1))
    records = made.log.records
    for at in range(len(records)):
        for spoilt in (records[:at], [b"\xff"], [b"\x05\x01"], [records[0]], [records[-1]] * 2):
            gc.collect()
            log = MemoryLog(records)
            one, _ = sitting(archive=MemoryArchive(log), log=log)
            log.records = records[:at] + spoilt + records[at:]
            one.grade()


def test_games_of_another_ring_are_graded_whatever_the_numbers_of_its_runs():
    made, _ = played()
    made.grade()
    plays = "8/5 6/5", "13/10 6/5", "24/21 6/5"
    for count in range(1, len(plays) + 1):
        other, _ = sitting(GAME * count, settings=ann_and_bob())
        for number in range(count):
            if number:
                other.begin(ann_and_bob())
            game(other, plays[number])
        there, ear = sitting((), MemoryArchive(other.log, made.session.archive.disk), other.log)
        there.grade()
        assert len(ear.games) == 1, "the others are known"
    here, ear = sitting((), made.session.archive, made.log)
    here.grade()
    assert ear.games == []
