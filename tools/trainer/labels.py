"""Stage 1: GNU Backgammon labels positions of its own games. One job, one seed, one file."""

from pathlib import Path

from tools.trainer import guests

_GUEST = Path(__file__).with_name("labels_guest.py")


def label(seed, lists):
    """The job: so many labelled lists by this seed, as the bytes of records."""
    return guests.run(_GUEST, "LABELS", {"SEED": seed, "LISTS": lists})
