"""Every run sees the same examples: hypothesis draws from a fixed seed and keeps no database."""

import hypothesis

hypothesis.settings.register_profile(
    "same_every_time", derandomize=True, database=None, deadline=None, print_blob=True
)
hypothesis.settings.load_profile("same_every_time")
