"""How strong the levels are: by GNU Backgammon's judgement, and in games against it."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A Dask worker imports these modules by itself: none but this package tells it where the engine is.
for _folder in (str(ROOT / "firmware"), str(ROOT / "host_tests" / "shim")):
    if _folder not in sys.path:
        sys.path.insert(0, _folder)
