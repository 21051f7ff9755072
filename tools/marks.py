"""Parts of pages that a program makes, between two marks."""

END = "<!-- Until here. -->"


def put_between(page, begin, made):
    """Returns the page's text with `made` between the mark `begin` and END.

    Raises ValueError if a mark is missing.
    """
    before, begins, rest = page.partition(begin)
    _old, ends, after = rest.partition(END)
    if not begins or not ends:
        raise ValueError(f"the marks are missing: {begin} … {END}")
    return f"{before}{begin}\n\n{made}\n\n{END}{after}"
