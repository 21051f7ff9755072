"""Every run sees the same examples: hypothesis draws from a fixed seed and keeps no database.

With FRESH set (`make soak`) they are new ones.
"""

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
