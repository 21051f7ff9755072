"""Labels: what gnubg says of positions is whole; what a look two rolls ahead says is what a recount
by the engine's own code says, and the same each time; and a fit comes nearer to them.
"""

from array import array
from contextlib import contextmanager

import numpy as np
import pytest

from picogammon.engine import numbers, weights
from picogammon.engine.classes import CONTACT
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.engine import Thought
from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from tools.strength import quick, reference
from tools.trainer import ahead, export, further, guests, records, stages
from tools.trainer.net import equity
from tools.trainer.two_rolls import Looker

_DATA = ahead.SHIPPED.read_bytes()
_LISTS = 40


def _recount(pos, q):
    """(one roll, two rolls): the outcomes, 36 times, by the engine's judge and search."""
    judge = quick.judge()
    search = quick.QuickSearch(judge)
    pos = array("b", pos.tobytes())
    before = positions.swapped(pos)
    one, two = np.zeros(5, np.int64), np.zeros(5, np.int64)
    known = numbers.blank()
    for i in range(36):
        reply = positions.empty()
        if Thought(search.reply(before, i // 6 + 1, i % 6 + 1, reply)).finish():
            numbers.flip(search.best, known)
        else:
            judge.outcome(before, known)
            numbers.flip(known, known)
        one += known
        j = (7 * i + 13 * q) % 36
        if class_of(reply) != CONTACT:
            two += known
            continue
        mine = positions.swapped(reply)
        if Thought(search.reply(mine, j // 6 + 1, j % 6 + 1)).finish():
            two += search.best[:5]
        else:
            judge.outcome(mine, known)
            two += known
    return one, two


@pytest.fixture(scope="module")
def shard():
    return np.frombuffer(ahead.label(_DATA, 3, _LISTS), ahead.RECORD)


def test_a_look_is_what_the_engine_would_find(shard):
    begins, _ = records.spans(shard["first"])
    kinds = shard["kind"][begins]
    some = [begins[np.flatnonzero(kinds == kind)[0]] for kind in range(len(ahead.KINDS))]
    closed = [0, 2, 2, 2, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -3, -3, -2, 0, 0]
    closed[0] = -1
    boards = np.vstack([shard["pos"][some], np.array([closed], np.int8)])
    looker = Looker(_DATA)
    for number, pos in enumerate(boards):
        q = 7 * number % 36
        found = looker.look(pos[None], [q])
        for chances, sums in zip(found, _recount(pos, q)):
            assert np.rint(chances[0] * 36 * numbers.ONE).tolist() == sums.tolist()


def test_over_all_permutations_it_is_what_all_pairs_give(shard):
    looker = Looker(_DATA)
    pos = shard["pos"][0]
    one, two = looker.look(np.repeat(pos[None], 36, 0), range(36))
    assert np.ptp(one, 0).max() == 0
    assert 0 < np.ptp(two, 0).max() < 0.2
    again = looker.look(np.repeat(pos[None], 36, 0), range(36, 72))[1]
    assert (again == two).all()


def test_outcomes_are_the_engines_own_judge():
    lines = [line for line in reference.plays() if line["cat"] in ("race", "bearoff", "middle")]
    boards = np.array([line["pos"] for line in lines[:60]], np.int8)
    done = np.zeros((3, 26), np.int8)
    done[0, 24], done[1, 24], done[2, 3] = -14, -15, -15
    boards = np.ascontiguousarray(np.vstack([boards, done]))
    found = Looker(_DATA).outcomes(boards)
    assert (found == quick.judge().outcomes(boards)).all()


def test_a_shard_is_whole_and_has_its_share_of_each_kind(shard):
    begins, ends = records.spans(shard["first"])
    assert len(begins) == _LISTS and (ends - begins).max() <= 5
    counted = np.bincount(shard["kind"][begins], minlength=len(ahead.KINDS))
    assert (abs(counted - _LISTS * np.array(list(ahead.KINDS.values()))) <= 1).all()
    assert (np.maximum(shard["pos"], 0).sum(1) <= 15).all()
    for name in ("one", "two"):
        chances = shard[name].astype(int)
        assert (chances[:, 2] <= chances[:, 1] + 1).all()
        assert (chances[:, 1] <= chances[:, 0] + 1).all()
    far = equity(shard["one"] / records.CERTAIN) - equity(shard["two"] / records.CERTAIN)
    assert 0 < np.sqrt(np.mean(far**2)) < 0.1


def test_the_same_seed_gives_the_same_and_another_does_not(shard):
    assert ahead.label(_DATA, 3, _LISTS) == shard.tobytes()
    assert ahead.label(_DATA, 4, _LISTS) != shard.tobytes()


def _place(mine, theirs):
    pos = np.zeros(26, np.int8)
    for point, checkers in mine.items():
        pos[point] += checkers
    for point, checkers in theirs.items():
        pos[25 - point] -= checkers
    return pos


@pytest.mark.parametrize(
    "kind, mine, theirs",
    [
        ("usual", {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ("bar", {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ("back game", {24: 2, 22: 2, 13: 3, 8: 3, 6: 5}, {13: 3, 8: 3, 7: 2, 6: 3, 5: 2, 4: 2}),
        ("containment", {8: 2, 7: 2, 6: 3, 5: 3, 4: 2, 3: 3}, {24: 1, 13: 5, 8: 4, 6: 5}),
        ("containment", {6: 2, 5: 2, 4: 2}, {24: 1, 6: 5, 5: 4, 4: 5}),
        ("crashed", {24: 2, 6: 4, 5: 2, 2: 4, 1: 3}, {18: 2, 13: 5, 8: 3, 6: 5}),
    ],
)
def test_kinds_by_example(kind, mine, theirs):
    pos = _place(mine, theirs)
    for side in (pos, -pos[::-1]):
        assert list(ahead.KINDS)[ahead.kind_of(side)] == kind


def test_it_goes_on_where_it_was_killed(tmp_path, monkeypatch):
    made = []

    @contextmanager
    def here(scheduler, workers):
        yield None

    def results(client, function, arguments):
        for i, given in enumerate(arguments):
            made.append(given[1])
            yield i, function(*given)

    monkeypatch.setattr(ahead.jobs, "cluster", here)
    monkeypatch.setattr(ahead.jobs, "results", results)
    monkeypatch.setattr(ahead, "LISTS", 3)
    command = ["--into", str(tmp_path), "--shards", "3"]
    assert ahead.main(command) == 0
    (folder,) = tmp_path.iterdir()
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "2.bin").unlink()
    assert ahead.main(command) == 0
    assert made == [1, 2, 3, 2]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole


def test_a_spoilt_shard_is_named(tmp_path):
    (tmp_path / "1.bin").write_bytes(bytes(7))
    with pytest.raises(records.DamagedError, match="1.bin ends within a record: delete it"):
        ahead.read(tmp_path / "1.bin")


def test_the_floats_of_a_file_give_the_file_again():
    assert further.packed(further.start(_DATA), _DATA) == _DATA


def test_a_fit_comes_nearer_to_labels_and_makes_a_file_that_the_engine_takes(
    shard, tmp_path, capsys
):
    folder = tmp_path / "shards"
    begins, _ = records.spans(shard["first"])
    cut = begins[_LISTS // 2]
    for seed in range(1, further.HELD_OUT + 1):
        records.write(folder / f"{seed}.bin", shard[:cut].tobytes())
    records.write(folder / "17.bin", shard[cut:].tobytes())
    into = tmp_path / "into"
    command = [str(folder), "--into", str(into), "--epochs", "20", "--rate", "0.003"]
    assert further.main(command) == 0
    assert "more than before" in capsys.readouterr().out
    data = (into / "weights.bin").read_bytes()
    assert len(data) == len(_DATA) and data != _DATA
    assert weights.Weights(data).section("HETW") == weights.Weights(_DATA).section("HETW")
    fitted = export.unpack(data)["NETW"]
    assert fitted != export.unpack(_DATA)["NETW"]

    def error(file):
        found = equity(Looker(file).outcomes(shard["pos"][cut:]) / numbers.ONE)
        wanted = equity(ahead.plain(shard[cut:])["chances"] / records.CERTAIN)
        return np.sqrt(np.mean((found - wanted) ** 2))

    assert error(data) < 0.8 * error(_DATA)


def test_without_shards_it_says_what_is_missing(tmp_path, capsys):
    with pytest.raises(SystemExit):
        further.main([str(tmp_path)])
    assert "no more than 4 shards" in capsys.readouterr().err


# Labels by gnubg.


def test_lists_are_of_legal_positions_best_first():
    made = np.frombuffer(guests.label(7, 300), records.RECORD)
    assert made["first"].sum() == 300
    assert (np.maximum(made["pos"], 0).sum(1) <= 15).all()
    assert (np.minimum(made["pos"], 0).sum(1) >= -15).all()
    assert (made["pos"][:, 0] <= 0).all() and (made["pos"][:, 25] >= 0).all()
    worth = equity(made["chances"] / records.CERTAIN)
    assert abs(worth).max() <= 3
    begins, ends = records.spans(made["first"])
    assert ((ends - begins) <= 8).all() and ((ends - begins) >= 2).all()
    for i, k in zip(begins, ends):
        assert len({pos.tobytes() for pos in made["pos"][i:k]}) == k - i
        assert worth[i] > worth[i:k].max() - 1e-4


def test_a_damaged_file_of_labels_is_named(tmp_path):
    path = tmp_path / "101.bin"
    records.write(path, bytes(38 * 3 + 1))
    with pytest.raises(records.DamagedError, match="101.bin"):
        records.read(path)
    records.write(path, bytes(38 * 3))
    with pytest.raises(records.DamagedError, match="0 lists, not 5"):
        records.read(path, 5)


# As the one who has just played sees them.
_START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
_NEAR = 0.006  # points: the reference's replies were chosen with the cube in mind
_SHUT_OUT = [-1, 2, 2, 2, 2, 2, 2] + [0] * 13 + [-14, 1] + [0] * 4
_SIXES_ENTER = [-1, 2, 2, 2, 2, 2] + [0] * 14 + [-14, 5] + [0] * 4


def _asked(*pos):
    return records.judged(np.array(pos, np.int8), np.zeros((len(pos), 5)))


def test_gnubg_judges_a_position_as_its_hints_do():
    labelled = np.frombuffer(guests.label(7, 60), records.RECORD)
    said = np.frombuffer(guests.judge(labelled["pos"].tobytes(), 0), "<u2").reshape(-1, 5)
    assert abs(said.astype(int) - labelled["chances"]).max() <= 1


def test_gnubgs_two_plies_are_those_of_the_reference():
    moves = [line["moves"][0] for line in reference.plays()[40:1000:80] if line["cat"] == "middle"]
    boards = np.array([list(gnu_id.from_position_id(move[0])) for move in moves], np.int8)
    two_ply = np.array([move[2] for move in moves])
    assert len(moves) > 3
    assert equity(guests.chances(boards, 2)) == pytest.approx(two_ply, abs=_NEAR)
    assert abs(equity(guests.chances(boards, 0)) - two_ply).max() > _NEAR


def test_who_cannot_play_leaves_what_he_found():
    found = stages.without_choice(_asked(_SHUT_OUT, _START), 5, np.random.default_rng(1))
    assert found.tolist() == [[-count for count in reversed(_SHUT_OUT)]]


def test_the_only_play_is_made():
    """Of one who enters with sixes only, and then moves what he entered or nothing else."""
    turned = [-count for count in reversed(_SIXES_ENTER)]
    for seed in range(40):
        found = stages.without_choice(_asked(_SIXES_ENTER), 5, np.random.default_rng(seed))
        for pos in found.tolist():
            assert sum(max(count, 0) for count in pos) == 15
            assert pos == turned or pos[25] == 0 and pos[19] >= 0
