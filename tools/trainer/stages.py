"""The stages, from nothing to the file of weights. What a stage has made already, it leaves.

Each is a function of the Run. What depends on a net or on a plan is kept under a name made of it,
or with that name inside: another plan makes it anew.
"""

import json

import numpy as np
from numba import njit

from tools import ROOT, jobs
from tools.replies import ROOM, WORK, results_of
from tools.trainer import bearoff, export, guests, records, reference
from tools.trainer.bulk import BulkNet
from tools.trainer.features import prepare
from tools.trainer.fit import Fit
from tools.trainer.net import Net
from tools.trainer.sizes import FIRST_SEED, FLOOR, HELD_OUT_SEED

SHIPPED = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_POSITIONS = 10_000  # in a job


def label(run):
    """Stage 1: gnubg labels positions of its own games."""
    size = run.size
    wanted = {FIRST_SEED + i: size.lists for i in range(size.label_jobs)}
    wanted[HELD_OUT_SEED] = size.held_out
    missing = [(seed, lists) for seed, lists in wanted.items() if not _labels(run, seed).exists()]
    if missing:
        with run.timed("labels"):
            for i, data in run.distribute("labels", guests.label, missing):
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
    net = export.net_sections(*fit(run).weights)
    strength = reference.strength(BulkNet(net))
    made = {**net, **races(run)}
    shipped = export.unpack(SHIPPED.read_bytes())
    kept = {name: section for name, section in shipped.items() if name not in made}
    data = export.pack({**made, **kept})
    for path in (run.folder / "weights.bin", *run.ships):
        records.write(path, data)
    run.know("ship", bytes=len(data), strength=strength)


def _labels(run, seed):
    return run.folder / "labels" / f"{seed}.bin"


def _label_files(run):
    return [_labels(run, FIRST_SEED + i) for i in range(run.size.label_jobs)]


def _forced(run, files):
    """The positions, a share from each of the files."""
    share = -(-run.size.forced // len(files))
    found = []
    for i, file in enumerate(files):
        rng = np.random.default_rng(FIRST_SEED + i)
        found.append(without_choice(records.read(file), share, rng))
    return np.concatenate(found)


def without_choice(labelled, wanted, rng):
    """Positions (int8 [n, 26], `wanted` at most) after a roll that left no choice: a pass, or the
    only play. They come from the plays that hit in records `labelled`, as who rolled sees them.
    """
    hit = labelled["pos"][labelled["pos"][:, 0] < 0]
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
    """The positions with gnubg's chances, as the bytes of records."""
    parts = [positions[at : at + _POSITIONS] for at in range(0, len(positions), _POSITIONS)]
    asked = [(part.tobytes(),) for part in parts]
    for i, data in run.distribute("forced", guests.judge, asked):
        parts[i] = records.judged(parts[i], guests.chances_of(data)).tobytes()
    return b"".join(parts)


def _go_on(run, course, files, checkpoint, name):
    size = run.size
    held_out = prepare(records.read(_labels(run, HELD_OUT_SEED), size.held_out))
    with jobs.progress(run.console) as shown:
        bar = shown.add_task("fit: reading labels", total=len(files), note="")
        labelled = []
        for path in files:
            labelled.append(prepare(records.read(path)))
            shown.update(bar, advance=1)
        positions = sum(len(part.count) for part in labelled)
        shown.remove_task(bar)
        while not course.finished:
            epoch = len(course.history) + 1
            bar = shown.add_task(f"fit: epoch {epoch}", total=positions, note="")
            entry = course.epoch(labelled, lambda more, bar=bar: shown.update(bar, advance=more))
            entry["held_out_error"], entry["held_out"] = reference.held_out(course.net, held_out)
            entry["strength"] = reference.strength(course.net)
            course.history.append(entry)
            course.save(checkpoint, name)
            told = json.dumps(course.history, indent=1) + "\n"
            records.write(checkpoint.with_name("history.json"), told.encode())
            shown.update(bar, note=f"{entry['strength']['contact']:.2f} mEq")
            run.know("fit", positions=positions, epochs=epoch, strength=entry["strength"])
