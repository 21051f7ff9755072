"""Each line of each menu in each phase of a match, and any other line after it: nothing fails, all
fits, and the match stays one that goes on after a power cut.
"""

import states
from fakes.ruler import check
from fakes.sitting import SeededDice
from picogammon.app.modes.menu import Menu
from portable import sample

_WALKS = 30  # in each phase
_DEEP = 3  # a menu opens a menu, which asks
_FINGERS = ("OK", "NEXT OK", "PREV", "NEXT", "OK OK", "BACK", "hold-OK", "NEXT NEXT OK")


_earlier = {}  # files of a board at which a game between people with names was graded


def sitting_in(state, way):
    """A Sitting in that phase, at a board that has people and cards."""
    if not _earlier:
        graded = states.State(0).sitting()
        graded.grade_a_game()
        _earlier.update(graded.kept[1].files)
        assert len(_earlier) == 2
    sitting = state.sitting(way)
    sitting.kept[1].files.update(_earlier)
    return sitting


def phases():
    """(a State, the way there) of each phase that there is on each base."""
    found = []
    for base in range(len(states.BASES)):
        state = states.State(base)
        ways = state.ways()
        found += [(state, ways[phase]) for phase in sorted(ways)]
    return found


def opened(sitting):
    """The menu that is on top, once it has come to rest; or None."""
    sitting.wait(50)
    check(sitting.sees)
    top = sitting.navigator.top
    return top if isinstance(top, Menu) else None


def follow(sitting, path):
    """Opens the menu and chooses these lines, one after another, as far as menus open."""
    sitting.press("hold-BACK hold-OK")
    if not isinstance(sitting.navigator.top, Menu):
        sitting.press("hold-OK")
    for line in path:
        menu = opened(sitting)
        if not menu:
            break
        menu.at = line % len(menu.lines)
        sitting.press("OK")


def use(sitting, fingers):
    """Presses what comes, and looks at each screen."""
    for _ in range(4):
        sitting.press(_FINGERS[fingers.below(len(_FINGERS))])
        sitting.wait(200, 50)
        check(sitting.sees)


def done(sitting, paths, fingers):
    """Follows each of these paths, then cuts the power."""
    try:
        for path in paths:
            follow(sitting, path)
            use(sitting, fingers)
        sitting.press("hold-BACK")
        check(sitting.sees)
        again = states.restarted(sitting)
        check(again.sees)
        assert again.match.state()[:-1] == sitting.match.state()[:-1]
    except Exception:
        print(paths, list(sitting.log.open()))
        raise


def paths_of(phase):
    """All paths of the menus in a phase."""
    found = []
    left = [()]
    while left:
        path = left.pop(0)
        sitting = sitting_in(*phase)
        follow(sitting, path)
        menu = opened(sitting)
        if menu and len(path) < _DEEP:
            left += [path + (line,) for line in range(len(menu.lines))]
        found.append(path)
    return found[1:]


def test_any_line_and_any_other_after_it():
    fingers = SeededDice(5)
    each = phases()
    for number in sample(range(_WALKS * len(each)), 41):
        paths = [[fingers.below(24) for _ in range(_DEEP)] for _ in range(2)]
        done(sitting_in(*each[number % len(each)]), paths, fingers)


def test_each_line_of_each_menu():
    fingers = SeededDice(6)
    for phase in sample(phases(), 50):
        for path in sample(paths_of(phase), 4):
            done(sitting_in(*phase), [path], fingers)
