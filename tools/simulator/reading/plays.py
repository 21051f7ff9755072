"""Reads plays as players and engines write them; plays_text describes the notation.

The text says where checkers go. Each way to use the dice for that is tried on a Hand, which knows
the rules and names the broken one.
"""

from array import array
from micropython import const

from picogammon.ground import BAR
from picogammon.rules import plays
from picogammon.rules.notation import NotationError
from picogammon.rules.plays import NO_PLAY, farthest_first, hop_text, point, roll_text, step_text

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from picogammon.rules.position import Position

    Token = int | Literal["/", "*"] | tuple[int]
    Found = tuple[list[int], int, Position]  # steps, points hit as bits, resulting position

_MOST_STEPS = const(4)
_NO_PLAY_WORDS = ("", NO_PLAY, "pass", "cannot move", "can't move", "dance", "dances")
_NO_MOVES = ((0, 0), (BAR, BAR))
_SPACES = " \t\r\n,;"
_SIGNS = _SPACES + "/-*()"


class PlayError(NotationError):
    """The text is no play or not a legal one; the message says why."""


def parse_play(text: str, pos: "Sequence[int]", first: int, second: int) -> list[int]:
    """Returns the steps, in a possible order, of the legal play that the text means.

    Accepts both notations, upper and lower case, commas, 25 for the bar, 0 for off, points between
    or not, and 0/0 and bar/bar for a die that moves nothing. If the steps as written are not legal,
    such as 5/1 1/off over a blocked point, a legal play with the same ends counts. If legal plays
    differ in their hits, the marks decide; a mark may be missing if all these plays have the same
    result. `pos`: 26 numbers, as the player on roll sees them. Raises PlayError with the reason.
    """
    hops, marks = ([], 0) if _is_no_play(text) else _read(text)
    if not hops:
        legal = plays.Hand(pos, (first, second)).legal()
        if legal:
            raise PlayError("there is a legal play, beginning with %s" % step_text(legal[0]))
        return []
    ways: list[list[int]] = []
    dice = plays.dice_of((first, second))
    made = _assign(hops, 0, hops[0][0], dice, [], ways)
    found: "list[Found]" = []
    if ways:
        reason = _try_ways(ways, pos, (first, second), found)
    else:
        roll = roll_text((first, second), "-")
        reason = "%s does not fit the dice %s" % (hop_text(hops[made]), roll)
    if not found:
        ways = []
        for others in _with_same_ends(hops):
            _assign(others, 0, others[0][0], dice, [], ways)
        _try_ways(ways, pos, (first, second), found)
    if not found:
        raise PlayError("not legal: " + reason)
    return _choose(found, marks)


def _is_no_play(text: str) -> bool:
    return " ".join(text.lower().split()).strip("(). ") in _NO_PLAY_WORDS


def _tokens(text: str) -> "Iterator[Token]":
    """Yields places (int), and the signs '/', '*' and (for a count) the tuple (n,)."""
    i = 0
    while i < len(text):
        sign = text[i]
        i += 1
        if sign in _SPACES:
            continue
        if sign in "/-":
            yield "/"
        elif sign == "*":
            yield "*"
        elif sign == "(":
            end = text.find(")", i)
            count = text[i:end].strip() if end >= 0 else ""
            if count not in ("1", "2", "3", "4"):
                raise PlayError("not understood: a count is (1) to (4)")
            yield (int(count),)
            i = end + 1
        else:
            begin = i - 1
            digits = _is_number(sign)
            while i < len(text) and _is_number(text[i]) == digits and text[i] not in _SIGNS:
                i += 1
            yield _place(text[begin:i])


def _is_number(word: str) -> bool:
    return all("0" <= sign <= "9" for sign in word)


def _place(word: str) -> int:
    if word in ("bar", "b"):
        return BAR
    if word in ("off", "o"):
        return 0
    if _is_number(word) and len(word) <= 2 and int(word) <= BAR:
        return int(word)
    raise PlayError("not understood: '%s' is not a point" % word)


def _read(text: str) -> tuple[list[tuple[int, int]], int]:
    """Returns the hops [(source, target)] between written points, and the marked points as bits."""
    hops: list[tuple[int, int]] = []
    marks = 0
    chain: list[int] = []
    after = ""  # the kind of token before: "", "place", "/", "end"
    for token in _tokens(text.lower()):
        if isinstance(token, int):
            if after != "/":
                _close(chain, hops, 1)
                chain = []
            chain.append(token)
            after = "place"
        elif token == "/":
            if after not in ("place", "*"):
                raise PlayError("not understood: a / without a point before it")
            after = "/"
        elif token == "*":
            if after != "place" or len(chain) < 2 or not chain[-1]:
                raise PlayError("not understood: a * without a point that was moved to")
            marks |= 1 << chain[-1]
            after = "*"
        else:
            if after not in ("place", "*") or len(chain) < 2:
                raise PlayError("not understood: a count without a move before it")
            _close(chain, hops, token[0])
            chain = []
            after = ""
    if after == "/":
        raise PlayError("not understood: a / without a point after it")
    _close(chain, hops, 1)
    return hops, marks


def _close(chain: list[int], hops: list[tuple[int, int]], count: int) -> None:
    """Adds the hops of a chain of places `count` times."""
    if len(chain) == 1:
        raise PlayError("not understood: %s goes nowhere" % point(chain[0]))
    for _ in range(count):
        for i in range(1, len(chain)):
            hop = (chain[i - 1], chain[i])
            if hop in _NO_MOVES:
                continue
            if hop[0] <= hop[1]:
                raise PlayError("not understood: %s does not move forward" % hop_text(hop))
            hops.append(hop)
    if len(hops) > _MOST_STEPS:
        raise PlayError("not understood: more than four steps")


def _with_same_ends(hops: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Returns all lists of hops with the same ends, without places that checkers pass through."""
    sources = [hop[0] for hop in hops]
    targets = [hop[1] for hop in hops]
    for target in targets[:]:
        if target in sources:
            sources.remove(target)
            targets.remove(target)
    pairings: list[list[tuple[int, int]]] = [[]]
    for i in range(len(sources)):
        longer = []
        for pairs in pairings:
            left = targets[:]
            for _, target in pairs:
                left.remove(target)
            for k in range(len(left)):
                target = left[k]
                if sources[i] > target and target not in left[:k]:
                    longer.append(pairs + [(sources[i], target)])
        pairings = longer
    return pairings


def _assign(
    hops: list[tuple[int, int]],
    done: int,
    place: int,
    dice: list[int],
    steps: list[int],
    ways: list[list[int]],
) -> int:
    """Adds to `ways` every list of steps that makes the hops with the remaining dice.

    `done`: the number of hops made; the next hop's checker is at `place`. Returns the largest
    number of hops that the dice make.
    """
    if done == len(hops):
        ways.append(steps)
        return done
    best = done
    to = hops[done][1]
    for i in range(len(dice)):
        die = dice[i]
        if die in dice[:i]:
            continue
        left = dice[:i] + dice[i + 1 :]
        made = steps + [plays.step(place, die)]
        reached = place - die
        if reached > to:
            come = _assign(hops, done, reached, left, made, ways)
        elif reached == to or to == 0:
            following = hops[done + 1][0] if done + 1 < len(hops) else 0
            come = _assign(hops, done + 1, following, left, made, ways)
        else:
            continue
        best = max(best, come)
    return best


def _try_ways(
    ways: list[list[int]], pos: "Sequence[int]", roll: tuple[int, int], found: "list[Found]"
) -> str:
    """Adds each legal way to `found`; returns why the way that came farthest was illegal."""
    farthest = -1
    reason = ""
    for way in ways:
        way.sort(key=farthest_first)
        orders = [way]
        if len(way) == 2 and roll[0] != roll[1]:
            orders.append([way[1], way[0]])
        for order in orders:
            hand = plays.Hand(pos, roll)
            problem = _play_out(hand, order)
            if not problem:
                found.append((order, _hit_points(order, pos), hand.position))
                break
            if len(hand.steps) > farthest:
                farthest = len(hand.steps)
                reason = problem
    return reason


def _play_out(hand: plays.Hand, order: list[int]) -> str | None:
    """Makes the steps; returns None, or the reason why they are no legal play."""
    for a_step in order:
        try:
            hand.make(a_step)
        except plays.StepError as error:
            return "%s: %s" % (step_text(a_step), error)
    legal = hand.legal()
    if legal:
        return "%s can still be played" % step_text(legal[0])
    return None


def _hit_points(order: list[int], pos: "Sequence[int]") -> int:
    points = 0
    for a_step in order:
        to = plays.target(a_step)
        if to and pos[to] == -1:
            points |= 1 << to
    return points


def _choose(found: "list[Found]", marks: int) -> list[int]:
    """Returns the steps of the one play in `found` that the marks allow."""
    for order, hits, _ in found:
        if hits == marks:
            return order
    chosen = None
    for order, hits, result in found:
        if marks & ~hits:
            continue
        if chosen and array("b", result) != chosen[1]:
            raise PlayError("not clear: it can be played with different hits; mark them with *")
        chosen = (order, result)
    if not chosen:
        place = 1
        while not marks >> place & 1 or found[0][1] >> place & 1:
            place += 1
        raise PlayError("not legal: nothing is hit on the %d-point" % place)
    return chosen[0]
