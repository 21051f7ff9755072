"""The few best of many, kept without copying: the same as sorting all of them."""

from picogammon.engine.shortlist import Shortlist


def kept_of(worths, size):
    """[(index, worth)] of what a Shortlist keeps of plays worth so much, judged one by one."""
    few = Shortlist(size)
    few.clear()
    for index, worth in enumerate(worths):
        few.spare.position[0] = index  # what is judged into it
        if worth > few.least:
            few.keep(index, worth)
    kept = few.kept[: few.count]
    assert [one.position[0] for one in kept] == [one.index for one in kept]
    assert len({id(one) for one in few.kept + [few.spare]}) == size + 1
    return [(one.index, one.worth) for one in kept]


def best_of(worths, size):
    """The same, sorted: of equals the first comes first."""
    order = sorted(range(len(worths)), key=lambda index: (-worths[index], index))
    return [(index, worths[index]) for index in order[:size]]


def test_all_are_kept_where_there_is_room():
    for worths in ([], [5], [1, 2, 3], [3, 2, 1], [2, 2, 2]):
        assert kept_of(worths, 3) == best_of(worths, 3)


def test_the_best_are_kept_of_equals_the_first():
    state = 1
    for count in range(4, 100, 7):
        worths = []
        for _ in range(count):
            state = state * 75 % 65537
            worths.append(state % 20 - 10)
        for size in (1, 2, 8):
            assert kept_of(worths, size) == best_of(worths, size), worths


def test_a_list_begins_anew():
    few = Shortlist(2)
    for index in range(4):
        if index > few.least:
            few.keep(index, index)
    few.clear()
    few.keep(7, -5)
    assert [(one.index, one.worth) for one in few.kept[: few.count]] == [(7, -5)]
