"""Makes the image of a board: MicroPython with the firmware frozen in, one UF2 file."""


class ImageError(Exception):
    """No image could be made; the text says why, and what to do."""
