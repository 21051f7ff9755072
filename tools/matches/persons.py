"""The records of a board's people, read from its people.bin. The page runs this as well."""

from picogammon.app.advice.wording import decimal, pr_number
from picogammon.app.session import people as records
from picogammon.app.session.people import KINDS, People
from picogammon.devices.files import Files, Table
from tools.matches import counted


class OneTable:
    """The part of an Archive that People need, for the file `path`."""

    def __init__(self, path):
        self._path = path

    def people(self, head, row, most):
        """Returns the Table."""
        return Table(Files(), self._path, head, row, most)


def opened(path):
    """Returns (the People of a file, its damage or None)."""
    people = People(OneTable(path))
    people.everybody()
    return people, people.damage


def told(person):
    """Returns a dict: `name`, `lines` (pairs of words), `games` (the last PRs)."""
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
            decisions = counted(person.decisions(kind), "decision")
            lines.append((name[0].upper() + name[1:], f"PR {_pr(person, kind)}, {decisions}"))
    games = [(found + 5) // 10 / 10 for found, _ in person.games()]
    return {"name": person.name, "lines": lines, "games": games}


def _pr(person, kind=None):
    found = person.pr(kind)
    return "" if found is None else pr_number(found)
