"""A match as one page that needs nothing else: every decision, what was better, and why."""
