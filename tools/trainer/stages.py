"""The stages, from nothing to the file of weights. Each leaves what it has made already.

A stage is a function of the Run. Files that depend on a net or a plan have a name made of both, or
that name inside: another plan makes them again.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit

from picogammon.engine.weights import Weights
from tools import ROOT, jobs
from tools.fast_engine.kernels import ROOM, WORK, results_of
from tools.fast_engine.net import BulkNet
from tools.players import gnubg
from tools.trainer import bearoff, export, records, reference
from tools.trainer.fit import FLOOR, Fit, Plan
from tools.trainer.net import Net

SHIPPED = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_GUEST = Path(__file__).with_name("guest.py")
_POSITIONS = 10_000  # in a job
_FIRST_SEED = 101  # of the label jobs: one job, one seed, one file
_HELD_OUT_SEED = 100  # of the labels that nothing is fitted to


class Size(NamedTuple):
    """The amounts of a training run."""

    hidden: int
    label_jobs: int
    lists: int  # in a label job; about seven positions each
    held_out: int  # lists
    forced: int  # positions after a roll without a choice, at most
    fit: Plan
    race_starts: tuple  # games of each round of the races' net
    race_outside: int  # checkers outside the home board for which it is given exact labels


SIZES = {
    "full": Size(
        hidden=256,
        label_jobs=28,
        lists=100_000,
        held_out=3_000,
        forced=800_000,
        fit=Plan(epochs=14, rate=0.001, batch=1024),
        race_starts=(5_000, 15_000, 60_000),
        race_outside=6,
    ),
    "tiny": Size(
        hidden=64,
        label_jobs=2,
        lists=12_000,
        held_out=500,
        forced=4_000,
        fit=Plan(epochs=10, rate=0.004, batch=256),
        race_starts=(500,),
        race_outside=3,
    ),
}


def labelled(seed, lists):
    """The job: returns labelled lists of gnubg's own games by this seed, as bytes of records."""
    return gnubg.run_guest(_GUEST, {"SEED": seed, "LISTS": lists})


def judged(positions):
    """The job: returns gnubg's chances (uint16 [n, 5], 1/65535) of positions (int8 [n, 26]), both
    as bytes, as the player sees them who has just played.

    Unlike gnubg's hints, this needs no play that leads to the position.
    """
    return gnubg.run_guest(_GUEST, {}, positions)


def label(run):
    """Stage 1: gnubg labels positions of its own games."""
    size = run.size
    wanted = {_FIRST_SEED + i: size.lists for i in range(size.label_jobs)}
    wanted[_HELD_OUT_SEED] = size.held_out
    missing = [(seed, lists) for seed, lists in wanted.items() if not _labels(run, seed).exists()]
    if missing:
        with run.timed("labels"):
            for i, data in run.distribute("labels", labelled, missing):
                records.write(_labels(run, missing[i][0]), data)
    positions = sum(len(records.read(_labels(run, seed), wanted[seed])) for seed in wanted)
    run.know("labels", jobs=len(wanted), positions=positions)


def forced(run):
    """Stage 2: gnubg judges positions after rolls without a choice; returns the file's path."""
    files = _label_files(run)
    made_of = records.made_of(run.size.forced, *(path.read_bytes() for path in files))
    path = run.folder / "forced" / f"{made_of}.bin"
    if not path.exists():
        with run.timed("forced"):
            records.write(path, _judged(run, _forced(run, files)))
    run.know("forced", positions=len(records.read(path)))
    return path


def fit(run):
    """Stage 3: the net is fitted to both, from where that was interrupted; returns the Net."""
    net, plan = Net(run.size.hidden), run.size.fit
    files = [*_label_files(run), forced(run)]
    course = Fit(net, plan)
    name = records.made_of(plan, FLOOR, net.as_bytes(), *(path.read_bytes() for path in files))
    checkpoint = run.folder / "fit" / "checkpoint.npz"
    course.resume(checkpoint, name)
    if not course.finished:
        with run.timed("fit"):
            _go_on(run, course, files, checkpoint, name)
    return net


def races(run):
    """Stage 4: the tables for races and bearing off; returns their sections."""
    plan = run.size.race_starts, run.size.race_outside
    path = run.folder / "races" / f"{records.made_of(plan)}.bin"
    if not path.exists():
        with run.timed("races"):
            records.write(path, export.pack(bearoff.sections(*plan, run.console.print)))
    run.know("races", bytes=path.stat().st_size)
    return export.unpack(path.read_bytes())


def ship(run):
    """Stage 5: makes one file of integers, with the sections that only the shipped file has."""
    made = {**export.net_sections(*fit(run).weights), **races(run)}
    shipped = export.unpack(SHIPPED.read_bytes())
    kept = {name: section for name, section in shipped.items() if name not in made}
    data = export.pack({**made, **kept})
    for path in (run.folder / "weights.bin", *run.ships):
        records.write(path, data)
    run.know("ship", bytes=len(data), strength=reference.strength(BulkNet(Weights(data))))


def _labels(run, seed):
    return run.folder / "labels" / f"{seed}.bin"


def _label_files(run):
    return [_labels(run, _FIRST_SEED + i) for i in range(run.size.label_jobs)]


def _forced(run, files):
    """Returns the positions, a share from each of the files."""
    share = -(-run.size.forced // len(files))
    found = []
    for i, file in enumerate(files):
        rng = np.random.default_rng(_FIRST_SEED + i)
        found.append(without_choice(records.read(file), share, rng))
    return np.concatenate(found)


def without_choice(labels, wanted, rng):
    """Returns positions (int8 [n, 26], `wanted` at most) after a pass or an only play.

    They come from the plays that hit in records `labels`, as the roller sees them.
    """
    hit = labels["pos"][labels["pos"][:, 0] < 0]
    hit = hit[rng.permutation(len(hit))]
    dice = rng.integers(1, 7, (len(hit), 2))
    found = np.empty((wanted, records.POSITION), np.int8)
    return found[: _without_choice(np.ascontiguousarray(-hit[:, ::-1]), dice, found)]


@njit(cache=True)
def _without_choice(turned, dice, found):
    results = np.empty((ROOM, 26), np.int8)
    work = np.empty(WORK, np.uint8)
    count = 0
    for i in range(len(turned)):
        if count == len(found):
            break
        plays = results_of(turned[i], dice[i, 0], dice[i, 1], results, work)
        if plays < 2:
            found[count] = results[0] if plays else turned[i]
            count += 1
    return count


def _judged(run, positions):
    """Returns the positions with gnubg's chances, as the bytes of records."""
    parts = [positions[at : at + _POSITIONS] for at in range(0, len(positions), _POSITIONS)]
    asked = [(part.tobytes(),) for part in parts]
    for i, data in run.distribute("forced", judged, asked):
        parts[i] = records.judged(parts[i], np.frombuffer(data, "<u2").reshape(-1, 5)).tobytes()
    return b"".join(parts)


def _go_on(run, course, files, checkpoint, name):
    size = run.size
    held_out = records.prepare(records.read(_labels(run, _HELD_OUT_SEED), size.held_out))
    with jobs.progress(run.console) as shown:
        bar = shown.add_task("fit: reading labels", total=len(files), note="")
        parts = []
        for path in files:
            parts.append(records.prepare(records.read(path)))
            shown.update(bar, advance=1)
        positions = sum(len(part.count) for part in parts)
        shown.remove_task(bar)
        while not course.finished:
            epoch = len(course.history) + 1
            bar = shown.add_task(f"fit: epoch {epoch}", total=positions, note="")
            entry = course.epoch(parts, lambda more, bar=bar: shown.update(bar, advance=more))
            entry["held_out_error"], entry["held_out"] = reference.held_out(course.net, held_out)
            entry["strength"] = reference.strength(course.net)
            course.history.append(entry)
            course.save(checkpoint, name)
            told = json.dumps(course.history, indent=1) + "\n"
            records.write(checkpoint.with_name("history.json"), told.encode())
            shown.update(bar, note=f"{entry['strength']['contact']:.2f} mEq")
            run.know("fit", positions=positions, epochs=epoch, strength=entry["strength"])
