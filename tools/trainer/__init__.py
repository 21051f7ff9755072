"""From nothing to the weights that the engine plays with: `make train`. See README.md here."""

import hashlib
import os
from pathlib import Path

from tools import ROOT


def _sources():
    """A number that changes with any module here, or with tools/replies.py."""
    seen = hashlib.sha256()
    for path in [
        Path(__file__).parents[1] / "replies.py",
        *sorted(Path(__file__).parent.glob("*.py")),
    ]:
        seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


# What numba has compiled is good as long as nothing here changes: it looks at one file only.
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba" / _sources()))
