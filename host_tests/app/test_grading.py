"""Finished games are graded in the background, one time each; a decision counts for its player."""

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


class Board(Sitting):
    """A Sitting that lists what has been graded and saved.

    `decisions`: (name, decision.at, side) of each graded decision. `games`: (match number, index of
    the game) of each saved game.
    """

    def __init__(self, dice=(), archive=None, log=None, settings=None, coach=None):
        coach = coach or Coach(slices=1)
        Sitting.__init__(self, dice, settings, log=log, archive=archive, coach=coach)
        self.decisions = []
        self.games = []
        self.session.grader.listeners.append(self)
        people = self.session.people
        keep = people.keep

        def kept():
            done = keep()
            if done:
                run, games = people.place()
                self.games.append((run, games - 1))
            return done

        people.keep = kept

    def heard(self, name, decision):
        self.decisions.append((name, decision.at, decision.grade.side))

    def graded(self, game):
        yield

    def game(self, play="8/5 6/5", reply="8/4 6/4"):
        for one in (play, reply):
            self.press("OK")
            self.play(one)
        self.resign()

    def grade_a_decision(self):
        while not self.decisions:
            self.session.grader.step()

    def graded_games(self):
        self.grade()
        return self.games


def ann_and_bob(length=3):
    return two_people(length, names=(ANN, BOB))


def played(length=3, play="24/20", **more):
    board = Board(GAME * 2, settings=ann_and_bob(length))
    board.game(play, **more)
    return board


GAME = [(3, 1), (4, 2)]
HEARD = [(ANN, 2, 0), (BOB, 3, 1), (BOB, 4, 1)]  # of GAME
FIRST = 3  # the run of the first log of Ann's and Bob's


def test_each_decision_is_heard_once_with_who_made_it_whatever_else_the_coach_thought_about():
    for every in (1, 2, 3, 5):
        board = Board(GAME, settings=ann_and_bob(), coach=Coach(slices=every - 1))
        assert not board.session.ungraded
        board.game()
        assert board.session.ungraded
        grader = board.session.grader
        steps = 0
        while grader.step():
            steps += 1
            if steps % (every + 40) == 0 and steps < 2000:  # or it may never end
                grader.rest()
        assert board.decisions == HEARD and board.games == [(FIRST, 0)]


def test_a_game_is_graded_once_also_after_the_power_was_off():
    board = played()
    board.grade()
    assert board.graded_games() == [(FIRST, 0)]
    again = Board(GAME, board.session.archive, board.log)
    assert again.graded_games() == []
    again.press("OK")
    again.game()
    assert again.graded_games() == [(FIRST, 1)]


def test_a_copy_of_a_game_is_known():
    board = played()
    board.grade()
    board.begin(ann_and_bob())
    archive = board.session.archive
    board.navigator.begin(board.now, board.session.resume, archive.open(archive.runs()[0]))
    assert len(board.graded_games()) == 1, "it goes on with a log that has the same game"
    board.press("OK")
    board.game()
    assert board.graded_games() == [(FIRST, 0), (FIRST + 2, 1)]


def test_games_that_were_over_when_a_match_came_from_elsewhere_are_not_graded():
    board = played()
    over = board.log.records + [PLAYED_ON]
    board.press("OK OK")
    board.play("8/5 6/5")
    under_way = board.log.records + [PLAYED_ON]
    assert Board(log=MemoryLog(over, run=FIRST)).graded_games() == []
    again = Board(GAME[1:] + GAME, log=MemoryLog(under_way, run=FIRST))
    again.press("OK")
    again.play("8/4 6/4")
    again.resign()
    again.press("OK")
    again.game()
    assert again.graded_games() == [(FIRST, 1), (FIRST, 2)]


def test_a_game_that_ends_here_after_its_end_elsewhere_was_taken_back_is_graded():
    log = MemoryLog(played().log.records + [PLAYED_ON], run=FIRST)
    again = Board([(4, 2)], log=log)
    again.navigator.commit(actions.take_back(1), again.now)
    while again.match.phase == matches.TAKING_BACK:
        again.navigator.commit(actions.accept(), again.now)
    assert again.match.result is None
    again.resign()
    assert again.graded_games() == [(FIRST, 0)]


def test_the_first_game_of_a_file_has_no_record_of_its_beginning():
    settled, begun, *rest = played().log.records
    assert actions.kind_of(begun) == actions.GAME
    again = Board(GAME, log=MemoryLog([settled] + rest, run=FIRST))
    again.press("OK")
    again.game()
    assert again.graded_games() == [(FIRST, 0), (FIRST, 1)]
    assert again.decisions[: len(HEARD)] == HEARD


def test_levels_and_colours_are_nobody():
    for names in PALETTES:
        for name in names:
            settings = two_people(names=(name, ANN))
            assert person_of(settings, 0) is None and person_of(settings, 1) == ANN
    settings = Settings(1, players=(1, 0), names=(ANN, " Bob "))
    assert person_of(settings, 0) is None and person_of(settings, 1) == BOB


def test_a_game_that_was_taken_back_from_its_end_is_not_counted_yet():
    board = played()
    board.grade_a_decision()
    board.navigator.commit(actions.take_back(1), board.now)
    assert board.graded_games() == []
    board.resign()
    board.session.ungraded = True
    assert len(board.graded_games()) == 1


def test_the_new_match_may_come_while_a_game_is_graded():
    board = played()
    board.grade_a_decision()
    board.begin(ann_and_bob())
    assert board.graded_games() == [(FIRST, 0)] and board.decisions == HEARD


def graded_on(disk, log):
    """Grades the game in `log` on a new Board with `disk`.
    Returns (the `games` of the Board, True if the power was cut)."""
    gc.collect()
    board = Board((), MemoryArchive(log, disk), log)
    try:
        board.grade()
    except PlugPulled:
        return board.games, True
    assert board.session.people.place() == (FIRST, 1)
    assert board.session.people.damage is None
    return board.games, False


def test_a_power_cut_at_any_byte_loses_no_game_or_card_and_counts_none_twice():
    board = played(reply="24/18")
    log = board.log
    before = board.session.archive.disk
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
    board = played()
    disk = board.session.archive.disk
    for disk.full in (10, 40):
        assert not board.grade().saved and len(deck_on(disk)) == 0
    disk.full = None
    assert board.grade().saved and board.session.people.place() == (FIRST, 1)
    assert len(deck_on(disk)) == 1


def _failing(start=None, head=None):
    raise OSError(5)
    yield  # a generator


def test_an_earlier_match_that_cannot_be_read_holds_no_other_up():
    board = played(1)
    board.begin(ann_and_bob(1))
    board.game()
    archive = board.session.archive
    opened = archive.open

    def failing(name):
        log = opened(name)
        log.open = _failing
        return log

    archive.open = failing
    assert board.graded_games() == [(FIRST + 1, 0)]


def test_spoilt_logs_end_the_search_without_a_fault():
    records = played(1).log.records
    for at in range(len(records)):
        for spoilt in (records[:at], [b"\xff"], [b"\x05\x01"], [records[0]], [records[-1]] * 2):
            gc.collect()
            log = MemoryLog(records)
            board = Board(archive=MemoryArchive(log), log=log)
            log.records = records[:at] + spoilt + records[at:]
            board.grade()


def test_games_of_another_ring_are_graded_whatever_the_numbers_of_its_runs():
    board = played()
    board.grade()
    archive = board.session.archive
    plays = "8/5 6/5", "13/10 6/5", "24/21 6/5"
    for count in range(1, len(plays) + 1):
        other = Board(GAME * count)
        for play in plays[:count]:
            other.begin(ann_and_bob())
            other.game(play)
        there = Board((), MemoryArchive(other.log, archive.disk), other.log)
        assert len(there.graded_games()) == 1, "the others are known"
    assert Board((), archive, board.log).graded_games() == []
