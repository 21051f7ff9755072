"""What people download: images, the page, checksums. The same bytes wherever they are made."""


class ReleaseError(Exception):
    """There can be no release; the text says why, and what to do."""
