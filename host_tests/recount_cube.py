"""What explain_cube of advice/reasons.py says of a cube, judged again by other code.

Scores, match equities and chances are read from the question and the Cube alone.
"""

from picogammon.engine.engine import Thought
from picogammon.engine.met import chance
from picogammon.engine.numbers import ONE
from picogammon.rules.match import DOUBLED
from picogammon.rules.situation import Situation


def is_true(line, question, cube, engine):
    """Whether a line is true of the question, and in its place as a reason."""
    situation = question.situation
    doubled = question.phase == DOUBLED
    win, gammons, lost = cube.outcome[0], cube.outcome[1], cube.outcome[3]
    if doubled:
        win, gammons, lost = ONE - win, lost, gammons
    takes = cube.dt <= cube.dp
    his = ONE - cube.outcome[0]  # of who is doubled
    point = take_point(situation)
    numbers = said(line)
    if line.startswith("race: "):
        pips = _pips(situation.position)
        own, his = (pips[1], pips[0]) if doubled else pips
        return line == "race: %d pip%s, his %d" % (own, "s" * (own != 1), his)
    if "take point" in line:
        right = numbers == [tenths(his), tenths(point)] and (his >= point) == takes
        return right and line.startswith("he ") != doubled
    if line.startswith("he "):
        return numbers == [tenths(his), tenths(gammons)] and not takes and his >= point
    if "can redouble" in line:
        return numbers == [tenths(win)] and takes and _lives(situation, 2)
    if line.startswith("play on"):
        return numbers == [tenths(gammons)] and cube.nd >= cube.doubled and not takes
    if line.startswith("not strong enough"):
        return numbers == [tenths(win)] and cube.nd >= cube.doubled and takes
    if "loses" in line and "gammons" in line:
        return numbers == [tenths(win), tenths(lost)] and not takes and his >= point
    if line.startswith("wins") and "gammons" in line:
        return numbers == [tenths(win), tenths(gammons)]
    if "nothing to lose" in line:
        return situation.scores[1 - situation.turn] + situation.cube >= situation.length > 0
    if "dead" in line:
        return not _lives(situation, 2)
    if "Jacoby" in line:
        return situation.jacoby and not situation.length and situation.owner is None
    if "keep your cube" in line:
        return situation.owner == situation.turn and cube.nd >= cube.doubled
    if "market loser" in line:
        counted = drops(situation, engine)
        wanted = [10 * counted, 360] if "of 36" in line else [10 * counted] if counted else []
        return numbers == wanted and ("only" not in line or counted < 10)
    raise AssertionError("nobody knows what %r is" % line)


def said(line):
    """The numbers in a line, in tenths."""
    found = []
    for word in line.split():
        word = word.strip("()")
        if word[:1].isdigit():
            whole, _, part = word.partition(".")
            found.append(10 * int(whole) + int(part or 0))
    return found


def tenths(part):
    """A chance in tenths of a percent, rounded."""
    return (1000 * part + ONE // 2) // ONE


def _equities(situation):
    """(won, lost): the doubler's match equity when so many points are won, and lost; 1/65536."""
    away = situation.length - situation.scores[situation.turn]
    other = situation.length - situation.scores[1 - situation.turn]
    after = away == 1 or other == 1 or not situation.crawford_rule

    def won(points):
        return chance(away - points, other, after)

    def lost(points):
        return chance(away, other - points, after)

    return won, lost


def take_point(situation):
    """The least chance to win with which a double is taken, without gammons or another double."""
    if not situation.length:
        return ONE // 4
    won, lost = _equities(situation)
    cube = situation.cube
    passed, beaten, saved = won(cube), won(2 * cube), lost(2 * cube)
    return (beaten - passed) * ONE // (beaten - saved)


def drops(situation, engine):
    """After how many of 36 rolls a double would be a drop, roll by roll."""
    found = 0
    for first in range(1, 7):
        for second in range(1, 7):
            then = Situation(
                position=situation.position,
                turn=situation.turn,
                dice=(max(first, second), min(first, second)),
                cube=2 * situation.cube,
                owner=1 - situation.turn,
                scores=situation.scores,
                length=situation.length,
                crawford_rule=situation.crawford_rule,
                max_cube=situation.max_cube,
            )
            worth = Thought(engine.value(then)).finish().cubeful
            if not situation.length:
                found += 2 * worth >= ONE
                continue
            won, lost = _equities(situation)
            most, least = won(2 * situation.cube), lost(2 * situation.cube)
            # `worth` goes from -ONE to ONE as the match equity goes from `least` to `most`.
            found += (most + least) * ONE + worth * (most - least) >= 2 * won(situation.cube) * ONE
    return found


def _lives(situation, times):
    """Whether who is doubled can do anything with a cube of so many times its value."""
    if not situation.length:
        return True
    return situation.scores[1 - situation.turn] + times * situation.cube < situation.length


def _pips(pos):
    own = sum([place * n for place, n in enumerate(pos) if n > 0])
    return own, sum([(25 - place) * -n for place, n in enumerate(pos) if n < 0])
