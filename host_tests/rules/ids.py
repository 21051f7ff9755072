"""GNU IDs as no board would write them."""

from binascii import b2a_base64


def gnu_id_of(key):
    """The letters of these bytes."""
    return b2a_base64(key).decode().rstrip("=\n")


def money_match_id(bits):
    """The Match ID of the start of a money session, with bits {number: value} changed."""
    key = bytearray(9)
    for bit in (4, 5, 8):  # nobody owns the cube, a game is being played
        key[bit >> 3] |= 1 << (bit & 7)
    for bit in bits:
        key[bit >> 3] &= ~(1 << (bit & 7))
        key[bit >> 3] |= bits[bit] << (bit & 7)
    return gnu_id_of(key)
