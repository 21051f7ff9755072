"""The format of the nets' sections of the weights; native code reads them unchecked.

NETS  hidden nodes, rows, buckets and a zero (halfwords)
NETW  for each row a byte for each hidden node
NETB  the hidden nodes' biases, halfwords
NETV  for each bucket and hidden node five output weights and a zero, halfwords
NETC  for each bucket the five outputs' constants, words
NETP  the odds' curve: chances above one half in 1/65536, halfwords
ESCP  escapes by 12 points ahead, bytes: each of them picks a row

HETS, HETW, HETB, HETV and HETC are those of the net for Hypergammon; it shares the last two.
"""

from micropython import const
from struct import unpack_from

from picogammon.engine.weights import WeightsError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.weights import Weights

# Rows of both sides; the most rows that are active in a position (features_twin).
ROWS = const(924)
MOST = const(52)
BUCKETS = const(9)
NODE_BYTES = const(12)

_LANES = const(16)
USUAL = const("N")  # the first letter of a net's sections: fifteen checkers a side
FEW = const("H")  # three
_HEAD_BYTES = const(8)
_BUCKET_BYTES = const(20)
_CURVE_POINTS = const(256)
_HALF = const(32768)
_ESCAPES = const(4096)
_MOST_ESCAPES = const(36)
_MOST_BIAS = const(1023)  # a sum begins with 1024 more, and is never negative
_ANOTHER = "the weights are those of another net"


def read(
    weights: "Weights", kind: str = USUAL, greatest: "Callable[[memoryview], int]" = max
) -> tuple[int, dict[str, memoryview]]:
    """(number of hidden nodes, {name: the section}) of a weights.Weights.

    `kind`: which net, USUAL or FEW; the names are those of the usual one's.
    `greatest`: finds the greatest of many bytes; max takes 10 ms of the start on a Pico. Raises
    WeightsError if the sections are missing or are those of another net.
    """
    head = weights.section(kind + "ETS", _HEAD_BYTES)
    hidden, rows, buckets = unpack_from("<HHH", head)
    if rows != ROWS or buckets != BUCKETS or not hidden or hidden % _LANES:
        raise WeightsError(_ANOTHER)
    sizes = (
        ("NETW", ROWS * hidden),
        ("NETB", 2 * hidden),
        ("NETV", NODE_BYTES * BUCKETS * hidden),
        ("NETC", _BUCKET_BYTES * BUCKETS),
        ("NETP", 2 * _CURVE_POINTS),
        ("ESCP", _ESCAPES),
    )
    found = {}
    for name, size in sizes:
        here = kind + name[1:] if name[0] == USUAL and name != "NETP" else name
        found[name] = weights.section(here, size)
    curve = unpack_from("<%dH" % _CURVE_POINTS, found["NETP"])
    biases = unpack_from("<%dh" % hidden, found["NETB"])
    if (
        greatest(found["ESCP"]) > _MOST_ESCAPES
        or max(curve) > _HALF
        or not -_MOST_BIAS <= min(biases) <= max(biases) <= _MOST_BIAS
    ):
        raise WeightsError(_ANOTHER)
    return hidden, found
