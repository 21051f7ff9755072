"""Makes the downloads: images, the page, checksums. Each computer makes the same bytes."""


class ReleaseError(Exception):
    """There can be no release; the text says why, and what to do."""
