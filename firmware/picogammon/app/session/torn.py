"""A change of the match is done whole, or the board restarts from what is on flash."""


class Torn(Exception):
    """Memory lacked while the match changed: only its log has it whole."""


_TORN = Torn("no memory for the match")  # made while there is memory


def whole(change):
    """Wraps `change`, a function that changes the match: it raises Torn if memory lacks."""

    def changed(*what):
        try:
            return change(*what)
        except MemoryError:
            raise _TORN from None

    return changed
