"""Results of people: by name, in a table of limited size that no power cut spoils."""

from fakes.coach import UNIT
from fakes.disk import Disk, files_on
from fakes.memory import MemoryArchive, MemoryLog
from picogammon.app.session import people as records
from picogammon.app.session.people import People, PeopleError, kind_of
from picogammon.devices.files import Table
from picogammon.engine.numbers import pr
from picogammon.rules import position
from picogammon.rules.match import DOUBLED, GAME_OVER, MATCH_OVER, TO_PLAY, TO_ROLL
from portable import raises, some

ANN, BOB = "Ann", "Bob"


class Plain:
    def __init__(self, **fields):
        for name in fields:
            setattr(self, name, fields[name])


def decision(loss=0, phase=TO_PLAY, pos=None, row=5):
    pos = position.start() if pos is None else pos
    question = Plain(phase=phase, situation=Plain(position=pos))
    return Plain(question=question, row=row, grade=Plain(loss=loss))


class Board:
    """A board that saves people's results on a disk.

    `key`: the key of the last game. `chance`: the random number that becomes the board's id.
    """

    def __init__(self, disk=None, key=100, chance=None):
        self.disk = disk or Disk()
        self.key = key
        self.chance = chance or key
        self.number = 0
        self.restart()

    def restart(self):
        archive = MemoryArchive(MemoryLog(), self.disk)
        archive.urandom = lambda count: self.chance.to_bytes(count, "little")
        self.people = People(archive)

    def play(self, names=(ANN, BOB), losses=((0,), (0,)), winner=0, length=1, **more):
        """Saves a game. `losses`: for each side, the error of each decision in UNIT (0.01).
        `more`: `over` (True if the match is over), `points` (points won), and `between`, a function
        that is called after each step of the saving."""
        over, points = more.get("over", True), more.get("points", 1)
        between = more.get("between", list)
        people = self.people
        people.begin_game()
        for side in (0, 1):
            for loss in losses[side]:
                if names[side]:
                    people.add_decision(names[side], decision(loss * UNIT))
        self.key += 1
        self.number += 1
        match = Plain(
            settings=Plain(length=length),
            phase=MATCH_OVER if over else GAME_OVER,
            result=Plain(winner=winner, points=points),
        )
        whose = lambda side: names[side]  # noqa: E731
        game = Plain(match=match, run=1, number=self.number - 1, key=self.key, person=whose)
        while True:
            for _ in people.add_game(game):
                between()
            if people.keep():
                break


def names(people):
    return [person.name for person in people.everybody()]


def games(board):
    board.restart()
    return {person.name: person[records.GAMES] for person in board.people.everybody()}


def content(board):
    people = board.people
    return [(person.name, person.pack()) for person in people.everybody()]


def test_matches_points_and_pr_are_counted_by_name():
    board = Board()
    board.play(losses=((10, 0), (0,)), points=2, over=False, length=3)
    board.play((BOB, ANN), ((4,), (2, 2)), 1, 3)
    board.restart()
    ann, bob = board.people.of(ANN), board.people.of(BOB)
    assert names(board.people) == [ANN, BOB]
    assert (ann[records.GAMES], ann[records.MATCHES], ann[records.WON]) == (2, 1, 1)
    assert (bob[records.GAMES], bob[records.MATCHES], bob[records.WON]) == (2, 1, 0)
    assert ann[records.POINTS_WON] == bob[records.POINTS_LOST] == 3
    assert ann.pr() == pr(14 * UNIT, 4) and ann.pr(2) is None
    assert [decisions for _, decisions in ann.games()] == [2, 2]
    board.play(("ANN", None))
    assert names(board.people) == [ANN, BOB] and board.people.of("aNN")[records.GAMES] == 3


def test_the_last_games_make_the_curve_and_those_with_some_decisions_are_best_and_worst():
    board = Board()
    for i in range(records.LATEST + 3):
        board.play((ANN, None), ((i,) * 9, ()))
    person = board.people.of(ANN)
    games = list(person.games())
    assert len(games) == records.LATEST and person[records.GAMES] == records.LATEST + 3
    assert games[-1][0] == pr(UNIT * (records.LATEST + 2), 1)
    assert person[records.BEST] == person[records.WORST]
    for loss in (3, 1, 2):
        board.play(losses=((loss,) * 10, ()))
    person = board.people.of(ANN)
    assert [person[records.BEST], person[records.WORST]] == [pr(UNIT, 1), pr(3 * UNIT, 1)]


def test_a_full_table_says_whom_it_has_no_room_for_until_somebody_is_deleted():
    board = Board()
    for i in range(records.MOST):
        board.play(("N%d" % i, None))
    assert board.people.unkept is None
    board.play((ANN, "N3"))
    assert board.people.unkept == ANN
    kept = games(board)
    assert len(kept) == records.MOST and kept["N3"] == 2
    board.people.delete("n7")
    board.play((ANN, None))
    assert board.people.unkept is None and ANN in names(board.people)


def test_renaming_to_another_person_makes_one_of_two():
    board = Board()
    board.play(losses=((1,), (3,)))
    board.play(("Cid", BOB))
    board.people.rename("cid", "ANN")
    assert games(board) == {"ANN": 2, BOB: 2}
    board.people.rename("ANN", "Ann")
    board.people.rename(BOB, "Dan")
    assert games(board) == {ANN: 2, "Dan": 2} and board.people.of("dan")


def test_two_boards_records_add_up_and_nothing_counts_twice():
    one, other = Board(), Board(key=900)
    one.play()
    other.play((BOB, ANN))
    other.play((BOB, "Eve"))
    for _ in range(3):
        one.people.merge(other.people)
        assert games(one) == {ANN: 2, BOB: 3, "Eve": 1}
    assert one.people.knows(other.key) and one.people.place() == (1, 1)
    other.play((BOB, None))
    other.people.merge(one.people)
    one.people.merge(other.people)
    assert games(one) == games(other) == {ANN: 2, BOB: 4, "Eve": 1}
    for name in names(one.people):
        assert list(one.people.of(name).numbers)[:6] == list(other.people.of(name).numbers)[:6]
    one.play()
    one.people.merge(other.people)
    assert games(one)[ANN] == 3, "what a backup has of this board is older"


def test_another_boards_many_games_do_not_make_this_ones_unknown():
    one, other = Board(), Board(key=900)
    one.play()
    for _ in range(256):
        other.play()
    one.people.merge(other.people)
    assert one.people.knows(one.key) and one.people.knows(other.key)


def test_boards_that_begin_with_the_same_game_are_two_boards_and_so_is_one_that_lost_all():
    one, other, fresh = Board(), Board(chance=2), Board(chance=3)
    one.play()
    other.play()
    other.play((BOB, "Eve"))
    one.people.merge(other.people)
    assert games(one) == {ANN: 2, BOB: 3, "Eve": 1}
    fresh.people.merge(other.people)
    assert games(fresh)[ANN] == 1 and fresh.people.place() == (0, 0)
    fresh.play()
    fresh.people.merge(other.people)
    assert games(fresh)[ANN] == 2


def test_what_finds_no_room_changes_nothing():
    one, other = Board(), Board(key=900)
    for i in range(records.MOST):
        one.play(("N%d" % i, None))
    other.play()
    before = bytes(one.disk.files["people.bin"])
    with raises(PeopleError, "delete some"):
        one.people.merge(other.people)
    assert one.disk.files["people.bin"] == before


def test_each_change_replaces_the_table_once_so_that_no_power_cut_spoils_it():
    """devices/test_files.py cuts the power in a replacement, test_grading.py in a game's saving."""
    board, other = Board(), Board(key=900)
    board.play()
    other.play(("Eve", BOB))
    for change in (
        lambda people: people.rename(ANN, BOB),
        lambda people: people.merge(other.people),
        lambda people: people.delete(BOB),
    ):
        board.restart()
        before, synced = content(board), board.disk.synced
        change(board.people)
        assert board.disk.synced == synced + 1 and content(board) != before
        after = content(board)
        board.restart()
        assert content(board) == after and list(board.disk.files) == ["people.bin"]


def test_kinds_of_decisions():
    start = position.start()
    assert kind_of(decision(phase=TO_ROLL)) == "doubling"
    assert kind_of(decision(phase=DOUBLED)) == "take decisions"
    assert kind_of(decision(row=3)) == "opening"
    assert kind_of(decision(pos=start, row=4)) == "contact"

    def kind(**points):
        pos = position.empty()
        for place in points:
            pos[int(place[1:])] = points[place]
        found = [kind_of(decision(pos=one)) for one in (pos, position.swapped(pos))]
        assert found[0] == found[1]
        return found[0]

    assert kind(p6=5, p5=5, p4=5, p20=-15) == "race"
    assert kind(p24=2, p21=2, p6=5, p13=-9) == "back game"
    assert kind(p4=2, p5=2, p6=2, p7=2, p8=2, p13=3, p2=-2, p20=-9) == "priming"
    assert kind(p4=2, p5=2, p6=2, p7=2, p8=2, p13=3, p12=-2, p20=-9) == "contact"
    assert kind(p4=2, p5=2, p6=2, p13=3, p0=-1, p20=-9) == "blitz"
    assert kind(p5=2, p6=2, p13=3, p0=-1, p20=-9) == "contact"


def test_keeping_a_game_of_many_people_pauses_at_each_row():
    board = Board()
    for i in range(0, 16, 2):
        board.play(("A%d" % i, "A%d" % (i + 1)))
    steps = [board.disk.steps]
    board.restart()
    board.play(("A3", "A8"), between=lambda: steps.append(board.disk.steps))
    most = max([after - before for before, after in zip(steps, steps[1:])])
    assert records.ROW <= most <= records.HEAD, "a row, or the head"
    assert len(steps) > 2 * 16


def kept_while(at, change=None):
    """Saves a game; calls change(people) after the step of the saving with the index `at`.
    Returns (the Board, the number of steps)."""
    board, pauses = Board(), []
    board.play(("Dan", "Eve"))
    board.restart()

    def between():
        if len(pauses) == at:
            change(board.people)
        pauses.append(at)

    board.play(between=between)
    return board, len(pauses)


def test_what_is_changed_in_a_pause_is_kept_and_the_game_counts_once():
    for at in some(range(kept_while(None)[1])):
        board, _ = kept_while(at, lambda people: people.rename("Eve", "Zoe"))
        assert games(board) == {ANN: 1, BOB: 1, "Dan": 1, "Zoe": 1}, at
        assert board.people.damage is None and board.people.place() == (1, 2)
        assert "people.bin.new" not in board.disk.files
        board, _ = kept_while(at, lambda people: people.delete("Eve"))
        assert names(board.people) == [ANN, BOB, "Dan"], at


def lay(disk, rows):
    table = Table(files_on(disk), "people.bin", records.HEAD, records.ROW, 999)
    for _ in table.write(b"\xff" * records.HEAD, rows):
        pass
    assert table.keep()


def row(name, index=records.GAMES, value=1):
    person = records.Person(None, name)
    person.numbers[index] = value
    return person.pack()


def test_a_row_with_a_number_that_no_board_writes_is_left_out_until_that_was_said():
    for index, value in (
        (records.GAMES, -1),
        (records.LUCK, -(1 << 31)),
        (records.BEST, 1 << 16),
        (records.POINTS_WON, (1 << 31) - 1),
    ):
        other = Board()
        lay(other.disk, [row(ANN), row("Eve", index, value), row(BOB)])
        assert names(other.people) == [ANN, BOB] and other.people.left_out == 1, index
        other.play((ANN, "Cid"))
        assert other.people.left_out == 1 and names(other.people) == [ANN, BOB, "Cid"]
        other.people.keep_damaged()
        assert names(other.people) == [ANN, BOB, "Cid"] and other.people.left_out == 0
        other.restart()
        assert names(other.people) == [ANN, BOB, "Cid"] and other.people.left_out == 0


def flipped(disk, at):
    disk.files["people.bin"][at] ^= 4


def test_a_damaged_table_is_put_aside_and_said():
    for spoil, slices in (
        (lambda disk: flipped(disk, 0), 1),
        (lambda disk: flipped(disk, 9), 1),
        (lambda disk: flipped(disk, -1), 1),
        (lambda disk: lay(disk, [row("P%d" % i) for i in range(records.ROWS + 1)]), 0),
        (lambda disk: disk.files.update({"people.bin": bytearray(40_000)}), 0),
    ):
        board = Board()
        board.play()
        spoil(board.disk)
        board.restart()
        assert len(list(board.people.open())) == slices and names(board.people) == []
        assert board.people.damage == "people.bin was damaged; it is saved as people.bin.bad"
        board.play((BOB, None))
        assert names(board.people) == [BOB] and board.people.damage is None
        assert "people.bin.bad" in board.disk.files


def test_a_table_that_is_replaced_while_it_is_read_is_read_again():
    board = Board()
    for i in range(0, 16, 2):
        board.play(("A%d" % i, "A%d" % (i + 1)))
    board.restart()
    reading = board.people.open()
    next(reading)
    board.people.rename("A0", "Zoe")
    for _ in reading:
        pass
    assert board.people.damage is None and "Zoe" in names(board.people)
