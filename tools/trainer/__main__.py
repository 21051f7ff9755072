"""From nothing to the weights; what is done already is not repeated."""

import sys
from pathlib import Path

from tools import ROOT, files, gnubg
from tools.command import least, tool
from tools.trainer import records, stages
from tools.trainer.run import Run
from tools.trainer.sizes import SIZES

_STAGES = {
    "labels": stages.label,
    "forced": stages.forced,
    "fit": stages.fit,
    "races": stages.races,
    "ship": stages.ship,
}


def _options(parser):
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--until", choices=_STAGES, help="the last stage (default: all)")
    parser.add_argument("--into", type=Path, help="a folder (default: build/train/SIZE)")
    parser.add_argument("--workers", type=least(1), help="at once (default: one a core)")


@tool(
    _options,
    files.FileError,
    gnubg.MissingError,
    records.DamagedError,
    interrupted="Interrupted: the same command continues from here.",
)
def main(wanted):
    """Goes from stage to stage."""
    folder = wanted.into or ROOT / "build" / "train" / wanted.size
    ships = [stages.SHIPPED] if wanted.size == "full" and not wanted.into else []
    files.make_folder(folder)
    run = Run(folder, SIZES[wanted.size], wanted.workers, ships)
    for name, stage in _STAGES.items():
        stage(run)
        run.say(name)
        if name == wanted.until:
            break


if __name__ == "__main__":
    sys.exit(main())
