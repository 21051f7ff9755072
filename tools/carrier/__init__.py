"""A circuit board that carries a Pico and all that it is wired to, made from a board's data."""


class CarrierError(Exception):
    """It cannot be made; the text says why, and what to do."""
