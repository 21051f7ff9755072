"""Every run sees the same examples: hypothesis draws from a fixed seed and keeps no database.

With FRESH set (`make soak`) they are new ones.
"""

import gc
import os

import hypothesis

hypothesis.settings.register_profile(
    "same_every_time",
    derandomize=not os.environ.get("FRESH"),
    database=None,
    deadline=None,
    print_blob=True,
)
hypothesis.settings.load_profile("same_every_time")

# Few people have it set, and what a program prints would come sooner than with them.
os.environ.pop("PYTHONUNBUFFERED", None)


def pytest_collection_finish():
    """The firmware collects garbage often: what is here before the tests need not be looked at."""
    gc.collect()
    gc.freeze()
