"""`python -m tools.trainer`: from nothing to the weights; what is done already is not repeated."""

import argparse
import sys
from pathlib import Path

from tools import ROOT, files
from tools.arguments import count
from tools.trainer import guests, records, stages
from tools.trainer.run import Run
from tools.trainer.sizes import SIZES

_STAGES = {
    "labels": stages.label,
    "forced": stages.forced,
    "fit": stages.fit,
    "races": stages.races,
    "ship": stages.ship,
}
_SHIPPED = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"


def main(args=None):
    """Returns the exit status: 1 where something is missing or damaged."""
    parser = argparse.ArgumentParser(prog="python -m tools.trainer", description=__doc__)
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--until", choices=_STAGES, help="the last stage (default: all)")
    parser.add_argument("--into", type=Path, help="a folder (default: build/train/SIZE)")
    parser.add_argument("--scheduler", help="tcp://… of a Dask cluster (default: one of its own)")
    parser.add_argument("--workers", type=count(1), help="of its own cluster (default: one a core)")
    wanted = parser.parse_args(args)
    folder = wanted.into or ROOT / "build" / "train" / wanted.size
    ships = [_SHIPPED] if wanted.size == "full" and not wanted.into else []
    try:
        files.make_folder(folder)
    except files.FileError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    run = Run(folder, SIZES[wanted.size], wanted.scheduler, wanted.workers, ships)
    try:
        for name, stage in _STAGES.items():
            stage(run)
            run.say(name)
            if name == wanted.until:
                break
    except (guests.MissingError, records.DamagedError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted: the same command goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
