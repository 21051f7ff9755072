"""The net for races in plain Python; race_net_kernel has it in the chip's assembler."""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.bearoff import Side, Table, Words

_HOME = const(6)
_POINTS = const(24)
# The net: words of 16 bits, 32768 is nought: 48 biases, 4 x 48 weights of the outputs, 4 x 3 of
# what goes straight to them (256, pips, pips outside); then a byte for each hidden node, 128 is
# nought, of the first, second, third and any other checker on each point. The bytes of a row come
# in fours, for nodes 0, 2, 1, 3: so the kernel adds up two at once.
_HIDDEN = const(48)
_OUTPUTS = const(4)
_DEEP = const(4)
_ROWS_AT = const(504)
_SECOND_AT = const(48)
_DIRECT_AT = const(240)
_BYTE_OF = (0, 2, 1, 3)
_ZERO = const(32768)


def net(side: "Side", weights: "Table", words: "Words") -> None:
    """Leaves what the net says of the side in words[-4:]: mean, shape, and both until one is off.

    Means in 1/256 roll, shapes in 1/32.
    """
    for h in range(_HIDDEN):
        words[h] = _word(weights, h)
    pips = outside = checkers = 0
    for place in range(1, _POINTS + 1):
        count = side[place]
        pips += place * count
        outside += max(0, place - _HOME) * count
        checkers += count
        for k in range(count):
            at = _ROWS_AT + ((place - 1) * _DEEP + min(k, _DEEP - 1)) * _HIDDEN
            for h in range(_HIDDEN):
                words[h] += weights[at + (h & -4) + _BYTE_OF[h & 3]]
    zero = _ZERO + checkers * 128
    for k in range(_OUTPUTS):
        at = _DIRECT_AT + 3 * k
        total = (_word(weights, at) - _ZERO) * 256
        total += (_word(weights, at + 1) - _ZERO) * pips
        total += (_word(weights, at + 2) - _ZERO) * outside
        total <<= 2
        at = _SECOND_AT + k * _HIDDEN
        for h in range(_HIDDEN):
            if words[h] > zero:
                total += (words[h] - zero) * (_word(weights, at + h) - _ZERO)
        words[_HIDDEN + k] = max(0, total + 1024 >> 11)


def _word(data: "Table", at: int) -> int:
    return data[2 * at] | data[2 * at + 1] << 8
