"""The stages, from nothing to the file of weights. What a stage has made already, it leaves.

Each is a function of the Run. What depends on a net or on a plan is kept under a name made of it,
or with that name inside: another plan makes it anew.
"""

import numpy as np

from tools import jobs
from tools.trainer import ahead, bearoff, curves, export, labels, records, reference, sampling
from tools.trainer.bulk import BulkNet
from tools.trainer.fit import Fit
from tools.trainer.net import Net
from tools.trainer.prepared import prepare
from tools.trainer.sizes import CENTRED, FIRST_SEED, FLOOR, HELD_OUT_SEED

_PASSES = 2_500  # positions in a job


def label(run):
    """Stage 1: gnubg labels positions of its own games."""
    size = run.size
    wanted = {FIRST_SEED + i: size.lists for i in range(size.label_jobs)}
    wanted[HELD_OUT_SEED] = size.held_out
    missing = [(seed, lists) for seed, lists in wanted.items() if not _labels(run, seed).exists()]
    if missing:
        with run.timed("labels"):
            for i, data in run.distribute("labels", labels.label, missing, len(missing)):
                records.write(_labels(run, missing[i][0]), data)
    positions = sum(len(records.read(_labels(run, seed), wanted[seed])) for seed in wanted)
    run.know("labels", jobs=len(wanted), positions=positions)


def passes(run):
    """Stage 2: an early net looks ahead from positions after a pass; returns the file's path."""
    files = _label_files(run, run.size.early)
    net = _fitted(run, "early", Net(run.size.hidden), run.size.early, files)
    found = []
    share = -(-run.size.passes // len(files))
    path = run.folder / "passes" / f"{records.made_of(net, run.size.passes)}.bin"
    if not path.exists():
        with run.timed("passes"):
            for i, file in enumerate(files):
                rng = np.random.default_rng(FIRST_SEED + i)
                found.append(sampling.after_pass(records.read(file), share, rng))
            found = np.concatenate(found)[: run.size.passes]
            parts = [found[at : at + _PASSES] for at in range(0, len(found), _PASSES)]
            asked = [(net, part.tobytes()) for part in parts]
            for i, data in run.distribute("passes", ahead.judge_ahead, asked, len(asked)):
                parts[i] = data
            records.write(path, b"".join(parts))
    run.know("passes", positions=len(records.read(path)))
    return path


def fit(run):
    """Stage 3: the net is fitted to the labels; returns its bytes."""
    files = [*_label_files(run, run.size.fit), passes(run)]
    return _fitted(run, "fit", Net(run.size.hidden), run.size.fit, files)


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
    """Stage 5: all of it as integers in one file."""
    sections = export.net_sections(*Net.of(fit(run)).weights)
    strength = reference.strength(BulkNet(sections))
    data = export.pack({**sections, **races(run)})
    for path in (run.folder / "weights.bin", *run.ships):
        records.write(path, data)
    run.know("ship", bytes=len(data), strength=strength)


def _labels(run, seed):
    return run.folder / "labels" / f"{seed}.bin"


def _label_files(run, plan):
    return [_labels(run, FIRST_SEED + i) for i in range(plan.files)]


def _fitted(run, stage, net, plan, files):
    """The bytes of the net fitted to files, by whatever of that is not done yet."""
    course = Fit(net, plan)
    folder = run.folder / stage
    name = records.made_of(
        plan, CENTRED, FLOOR, net.as_bytes(), *(path.read_bytes() for path in files)
    )
    checkpoint = folder / "checkpoint.npz"
    course.resume(checkpoint, name)
    if course.finished:
        return net.as_bytes()
    with run.timed(stage):
        _go_on(run, stage, course, files, checkpoint, name)
    records.write(folder / "net.npz", net.as_bytes())
    return net.as_bytes()


def _go_on(run, stage, course, files, checkpoint, name):
    size = run.size
    held_out = prepare(records.read(_labels(run, HELD_OUT_SEED), size.held_out))
    with jobs.progress(run.console) as shown:
        bar = shown.add_task(f"{stage}: reading labels", total=len(files), note="")
        labelled = []
        for path in files:
            labelled.append(prepare(records.read(path)))
            shown.update(bar, advance=1)
        positions = sum(len(part.count) for part in labelled)
        shown.remove_task(bar)
        while not course.finished:
            epoch = len(course.history) + 1
            bar = shown.add_task(f"{stage}: epoch {epoch}", total=positions, note="")
            entry = course.epoch(labelled, lambda more, bar=bar: shown.update(bar, advance=more))
            entry["held_out_error"], entry["held_out"] = reference.held_out(course.net, held_out)
            entry["strength"] = reference.strength(course.net)
            course.history.append(entry)
            course.save(checkpoint, name)
            curves.draw(checkpoint.with_name("curves.png"), stage, course.history, run.zero_ply)
            shown.update(bar, note=f"{entry['strength']['contact']:.2f} mEq")
            run.know(stage, positions=positions, epochs=epoch, strength=entry["strength"])
