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
from tools.trainer.sizes import CENTRED, FIRST_AHEAD, FIRST_SEED, FLOOR, HELD_OUT_SEED

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
            asked = [(net, b"", part.tobytes()) for part in parts]
            for i, data in run.distribute("passes", ahead.judge_ahead, asked, len(asked)):
                parts[i] = data
            records.write(path, b"".join(parts))
    run.know("passes", positions=len(records.read(path)))
    return path


def fit(run):
    """Stage 3: the net is fitted to the labels; returns its bytes."""
    files = [*_label_files(run, run.size.fit), passes(run)]
    return _fitted(run, "fit", Net(run.size.hidden), run.size.fit, files)


def look_ahead(run):
    """Stage 4: that net looks a roll ahead from positions of the labels; returns the files."""
    size = run.size
    net = fit(run)
    files = _label_files(run, size.fit)
    name = records.made_of(net, size.ahead_lists, size.ahead_passes, size.fit.files)
    folder = run.folder / "ahead" / name
    paths = [folder / f"{FIRST_AHEAD + i}.bin" for i in range(size.ahead_jobs)]
    missing = [path for path in paths if not path.exists()]

    def arguments():
        for path in missing:
            seed = int(path.stem)
            labelled = records.read(files[seed % len(files)])
            rng = np.random.default_rng(seed)
            near = sampling.near_best(labelled, size.ahead_lists, rng)
            passed = sampling.after_pass(labelled, size.ahead_passes, rng)
            yield net, near.tobytes(), passed.tobytes()

    if missing:
        with run.timed("ahead"):
            done = run.distribute("ahead", ahead.judge_ahead, arguments(), len(missing))
            for i, data in done:
                records.write(missing[i], data)
    positions = sum(path.stat().st_size for path in paths) // records.RECORD.itemsize
    run.know("ahead", jobs=len(paths), positions=positions)
    return paths


def tune(run):
    """Stage 5: the net is fitted on, slowly, to gnubg's labels and its own; returns its bytes."""
    files = [*_label_files(run, run.size.tune), passes(run), *look_ahead(run)]
    return _fitted(run, "tune", Net.of(fit(run)), run.size.tune, files)


def races(run):
    """Stage 6: the tables for races and bearing off; returns their sections."""
    starts = run.size.race_starts
    path = run.folder / "races" / f"{records.made_of(starts)}.bin"
    if not path.exists():
        with run.timed("races"):
            records.write(path, export.pack(bearoff.sections(starts, run.console.print)))
    run.know("races", bytes=path.stat().st_size)
    return export.unpack(path.read_bytes())


def ship(run):
    """Stage 7: all of it as integers in one file."""
    sections = export.net_sections(*Net.of(tune(run)).weights)
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
