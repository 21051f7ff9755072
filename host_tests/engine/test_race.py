"""Races: hand-made cases, what tables say, and the same outcomes on every runtime.

The tables here are noise; host_tests/trainer/test_tables.py counts what the real ones must say.
"""

from array import array
from binascii import crc32

from picogammon.engine import race as races
from picogammon.engine.bearoff_kernel import correct_first, rank
from picogammon.engine.race import Race
from picogammon.engine.sight import Judge
from rulebook import position

_ONE = 65536
_CLOSE = 20  # of 65536: the table's words are rounded
_EIGHT = 8
_AFTER_A_ROLL = {(1,): 0, (5,): 5 * 32768 // 36}  # whether a checker is left, in 1/32768
_WAYS = 1330  # home for up to three checkers outside: C(18 + 3, 3)


class _Noise:
    """The same numbers on every runtime."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        self._state = (self._state * 1103 + 12345) % 1000003
        return self._state // 7 % limit


class _Sections:
    """Weights: the table of few checkers if it is handed in, noise, and a net."""

    def __init__(self, near=b"", net=None):
        noise = _Noise(1)
        self._made = {
            "NEAR": near,
            "HOME": _Homes(),
            "ROLL": _falling(noise),
            "RACE": net or _net(noise),
            "SOON": bytes(noise.below(256) for _ in range(_WAYS * races.FEW)),
        }

    def section(self, name, size):
        found = self._made[name]
        assert len(found) in (0, size), name
        return found


class _Homes:
    """Stands for the table of home boards, which a small heap has no room for."""

    def __len__(self):
        return races.HOME_BYTES

    def __getitem__(self, at):
        return at % 251


def _falling(noise):
    """33 x 16 x 14 words, each row falling from 32768; nobody is done in no roll."""
    data = bytearray(33 * 16 * 14 * 2)
    for row in range(33 * 16):
        left = 32768
        for n in range(14):
            if n:
                left -= noise.below(left // 2 + 1)
            data[28 * row + 2 * n] = left & 255
            data[28 * row + 2 * n + 1] = left >> 8
    return bytes(data)


def _net(noise):
    words = [32768 + noise.below(2000) - 1000 for _ in range(240)]
    for _ in range(4):
        words += [32768 + noise.below(600), 32768 + noise.below(16000), 32768 + noise.below(999)]
    data = b"".join(bytes([word & 255, word >> 8]) for word in words)
    return data + bytes(64 + noise.below(128) for _ in range(96 * 48))


def _slow_net():
    """One that says: a roll for each pip, and for each pip on the way home until one is off."""
    words = [32768] * 252
    words[241] = words[248] = 65535
    return b"".join(bytes([word & 255, word >> 8]) for word in words) + b"\x80" * (96 * 48)


def _near(noise):
    """The table of few checkers, and {home board: its chances to be done in 0 rolls, in 1, ...}."""
    data = bytearray(2 * _EIGHT * races.NEAR_HOMES)
    done = {(): [1.0] + [0.0] * _EIGHT}
    for places in sorted(_homes(3))[1:]:
        side = bytearray(races.SIDE)
        for place in places:
            side[place] += 1
        at = 2 * _EIGHT * rank(side, 0)
        left = 32768
        done[places] = [0.0]
        for n in range(1, _EIGHT + 1):
            after = 0 if n == _EIGHT else left - noise.below(left + 1)
            if places in _AFTER_A_ROLL:
                after = _AFTER_A_ROLL[places] if n == 1 else 0
            done[places].append((left - after) / 32768)
            left = after
            data[at + 2 * n - 2] = left & 255
            data[at + 2 * n - 1] = left >> 8
    return bytes(data), done


def _homes(most, top=6):
    """All home boards of up to `most` checkers, as tuples from high to low."""
    yield ()
    if most:
        for place in range(1, top + 1):
            for rest in _homes(most - 1, place):
                yield (place,) + rest


def _position(own, theirs):
    pos = array("b", bytes(26))
    for place in own:
        pos[place] += 1
    for place in theirs:
        pos[25 - place] -= 1
    return pos


def _outcome(race, own, theirs):
    out = array("i", bytes(20))
    race.outcome(_position(own, theirs), out)
    return list(out)


def test_home_boards_are_numbered_without_a_gap_those_with_few_checkers_first():
    seen = set()
    for places in _homes(4):
        side = bytearray(races.SIDE)
        for place in places:
            side[place + 18] += 1
        seen.add(rank(side, 18))
    assert seen == set(range(210))
    side = bytearray(races.SIDE)
    side[1] = 15
    assert rank(side, 0) == races.HOMES - 1


def test_ways_home_are_numbered_without_a_gap():
    """One to three checkers are outside: what soon takes from the table tells which they are."""
    table = bytearray(_WAYS * races.FEW)
    for at in range(_WAYS):
        table[3 * at : 3 * at + 3] = bytes((255, at >> 8, at & 255))
    seen = set()
    for far in range(7, 25):
        for middle in range(6, far + 1):
            for near in range(6, middle + 1):
                side = bytearray(races.SIDE)
                for place in (far, middle, near):
                    side[place] += 1
                left = array("i", [0] * races.ROLLS)
                correct_first(side, table, left)
                assert left[1] == 32768
                seen.add((2 * left[2] // 257) * 256 + 2 * left[3] // 257)
    assert seen == set(range(1, _WAYS))


def test_chances_are_those_of_the_table():
    near, chances = _near(_Noise(3))
    race = Race(_Sections(near))
    noise = _Noise(5)
    homes = sorted(_homes(3))[1:]
    for _ in range(200):
        own = homes[noise.below(len(homes))]
        theirs = homes[noise.below(len(homes))]
        not_before = 1.0
        win = 0.0
        for n, chance in enumerate(chances[own]):
            not_before -= chances[theirs][n]
            win += chance * not_before
        out = _outcome(race, own, theirs)
        assert abs(out[0] - win * _ONE) <= 2 * _CLOSE, (own, theirs)
        assert out[1:] == [0, 0, 0, 0]


def test_a_side_that_is_done_has_won_and_a_judge_of_all_classes_knows_how_much():
    race = Race(_Sections(_near(_Noise(3))[0]))
    judge = Judge(race, race)  # in place of a net: no position here has contact
    won = [_ONE, 0, 0, 0, 0], [_ONE, _ONE, 0, 0, 0], [_ONE, _ONE, _ONE, 0, 0]
    assert _outcome(race, (), (3,)) == won[0]
    assert _outcome(race, (), (3,) * 15) == won[1]
    assert _outcome(race, (), (24,) + (3,) * 14) == won[2]
    out = array("i", [7] * 5)
    for text, points in (
        ("3:-1 19:-13", 1),
        ("19:-15", 2),
        ("3:-1 19:-14", 3),
        ("0:-1 19:-14", 3),
    ):
        judge.outcome(position(text), out)
        assert list(out) == won[points - 1], text


def test_who_bears_off_next_wins_a_backgammon_from_those_who_cannot_get_away():
    """One checker far back leaves the winner's home as it would be borne off: by 31 rolls."""
    race = Race(_Sections(_near(_Noise(3))[0], _slow_net()))
    out = _outcome(race, (1,), (23,) + (13,) * 14)
    assert out[:2] == [_ONE, _ONE]
    assert abs(out[2] - 5 * _ONE // 36) <= _CLOSE
    assert out[3:] == [0, 0]


def _sides(noise):
    """Two sides anywhere, without a care for contact."""
    for _ in range(60):
        sides = []
        for _ in range(2):
            top = (1, 6, 12, 24)[noise.below(4)]
            sides.append([1 + noise.below(top) for _ in range((15, 15, 11, 5)[noise.below(4)])])
        yield sides
        sides[0] = [7 + noise.below(18) for _ in range(noise.below(4))]
        yield sides[0] + [1 + noise.below(6) for _ in range(15 - len(sides[0]))], sides[1]


def test_outcomes_are_the_same_everywhere_whatever_was_asked_before():
    race = Race(_Sections(_near(_Noise(3))[0]))
    first = _outcome(race, (2, 1), (6, 4))
    assert _outcome(race, (2, 1), (6, 5)) != first
    assert _outcome(race, (2, 1), (6, 4)) == first
    check = 0
    for own, theirs in _sides(_Noise(9)):
        check = crc32(bytes(array("i", _outcome(race, own, theirs))), check)
    assert check & 0xFFFFFFFF == 0xE15CF688, hex(check)
