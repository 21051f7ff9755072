"""A level that plays like a person: how well, under which number, and what is kept of it."""

from fakes.coach import Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.session import like, players
from picogammon.app.session.players import Computer, Sides
from picogammon.rules.settings import Settings, unpack
from portable import some


class Person:
    """A people.Person with these games."""

    def __init__(self, games):
        self._games = games

    def games(self):
        return iter(self._games)


def test_the_last_200_decisions_tell_how_well_it_plays():
    assert like.number_of(Person([(1000, 40)] * 4)) is None
    number = like.number_of(Person([(4000, 100)] + [(1000, 40)] * 5))
    assert like.pr_of(number) == 1000 and like.called(number) == "PR 10.0"
    number = like.number_of(Person([(800, 100), (1200, 100)]))
    assert like.pr_of(number) == 1000
    assert like.number_of(Person([(9999, 250)])) == like.END - 1
    best = like.number_of(Person([(0, 250)]))
    assert like.pr_of(best) == 0 and like.noise_of(best) == 0, "it is expert at best"


def test_its_noise_follows_what_was_measured():
    noises = [like.noise_of(number) for number in range(like.FIRST, like.END)]
    assert noises == sorted(noises) and len(set(noises)) == len(noises)
    for pr, noise in ((0, 0), (159, 1500), (303, 2200), (448, 3000), (1061, 5500), (2262, 10000)):
        near = like.noise_of(like.FIRST + (pr + 12) // 25)
        assert abs(near - noise) < 120, pr


def test_it_plays_its_side_and_the_log_has_it_whole():
    made = []

    def engine(number, plays):
        made.append(number)
        return Coach(slices=1, plays=plays)

    usual = like.make
    like.make = engine
    try:
        settings = Settings(3, players=(0, 104), names=("Ann", "Blue"))
        assert unpack(settings.pack()).players == [0, 104]
        computers = [("expert", Computer(Coach))]
        sitting = Sitting([(3, 1), (4, 2)], settings, computers)
        sitting.press("OK")
        sitting.play("8/5 6/5")
        sitting.settle()
        assert sitting.match.turn == 0 and made == [104]
        assert sitting.session.players.called(104) == "PR 10.0"
        again = Sitting([], None, [("expert", Computer(Coach))], sitting.journal)
        assert again.session.players.is_person(1) is False and made == [104, 104]
        without = Sitting([], None, [], sitting.journal)
        assert without.session.players.is_person(1), "a board without levels"
        sitting.begin(Settings(3, players=(110, 120)))
        for _ in range(3):
            assert not sitting.session.players.is_person(0)
            assert not sitting.session.players.is_person(1)
        assert made[-2:] == [120, 110] and len(made) < 6, "each is made once, and stays"
    finally:
        like.make = usual


def test_a_new_match_offers_it_once_there_are_enough_decisions():
    sitting = Sitting([], two_people(3, names=("Ann", "Bob")), [("expert", Computer(Coach))])
    people = sitting.session.library.people
    sitting.session.archive.people = None  # from here on all is in `people`
    people.names = lambda: ["Ann", "Bob"]
    known = {"Ann": Person([(1000, 250)]), "Bob": Person([])}
    people.of = lambda name: known[name]
    sitting.press("hold-OK")
    sitting.choose("New match")
    sitting.choose("Bob")
    assert sitting.sees.page.items[-1] == ("like Ann", "PR 10.0")
    sitting.choose("like Ann")
    assert ("Bob", "PR 10.0") in sitting.sees.page.items
    sitting.choose("Bob")
    page = sitting.sees.page
    assert page.items[page.selected][0] == "like Ann"


def test_its_numbers_are_those_that_sides_keep_for_it():
    found = Sides([("expert", Computer(Coach))])
    for number in some(range(256)):
        named = found.called(number).startswith("PR ")
        assert named == (like.FIRST <= number < like.END)
    assert players.FAR >= like.END
