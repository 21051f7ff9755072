"""What the check of a board's data wants of CPython's difflib."""


def get_close_matches(word, possible, count):
    """No guess: nobody types these words on the page."""
    return []
