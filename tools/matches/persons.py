"""What the people of a board have done, read from its people.bin.

The page runs this as well.
"""

from picogammon.app.advice.wording import decimal, pr_number
from picogammon.app.session import people as records
from picogammon.app.session.people import KINDS, People
from picogammon.devices.files import Files, Table


class OneTable:
    """What People want of an Archive, for the table in the file `path`."""

    def __init__(self, path):
        self._path = path

    def people(self, head, row, most):
        """The Table."""
        return Table(Files(), self._path, head, row, most)


def opened(path):
    """(the People of that file, what is wrong with it or None)."""
    people = People(OneTable(path))
    people.everybody()
    return people, people.damage


def told(people):
    """A dict for each person: `name`, `lines` (pairs of words), `games`: the PR of the last."""
    return [_told(person) for person in people.everybody()]


def _told(person):
    numbers = person.numbers
    lines = [("PR", _pr(person))]
    lines.append(("Matches won", "%d of %d" % (numbers[records.WON], numbers[records.MATCHES])))
    lines.append(("Games", str(numbers[records.GAMES])))
    points = numbers[records.POINTS_WON], numbers[records.POINTS_LOST]
    lines.append(("Points won, lost", "%d, %d" % points))
    lines.append(("Luck", decimal(numbers[records.LUCK], 3, "+").replace("-", "−")))
    if numbers[records.WORST] != records.NONE:
        both = tuple([pr_number(numbers[i]) for i in (records.BEST, records.WORST)])
        lines.append(("Best and worst game", "PR %s and %s" % both))
    for kind, name in enumerate(KINDS):
        if person.decisions(kind):
            many = person.decisions(kind)
            told_of = _pr(person, kind), many, "" if many == 1 else "s"
            lines.append((name[0].upper() + name[1:], "PR %s, %d decision%s" % told_of))
    games = [(found + 5) // 10 / 10 for found, _ in person.games()]
    return {"name": person.name, "lines": lines, "games": games}


def _pr(person, kind=None):
    found = person.pr(kind)
    return "" if found is None else pr_number(found)
