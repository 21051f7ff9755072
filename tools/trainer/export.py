"""Packs the net and the tables into the engine's file of weights: integers, in sections.

firmware/picogammon/engine/weights.py describes the file. In NETW are weights times 255, and 128
more; in NETB biases times 255; in NETV output weights times 256.
"""

import struct
import zlib

import numpy as np

from tools.fast_engine.net import ESCAPES

MAGIC = b"PGwt"
VERSION = 2
HIDDEN_ONE = 255  # a hidden node that is fully on
OUTPUT_ONE = 256
ACTIVE_ONE = HIDDEN_ONE * HIDDEN_ONE >> 6  # what it gives to the outputs
SHIFT = 10  # from an output's sum to steps of the curve
_STEP = 8
_POINTS = 256  # of the curve
_OUTPUTS = 5
_ROUND = 1 / 2


def net_sections(first, biases, output, constants):
    """Returns the sections of a trained net: W (rows, hidden), b1, V (buckets, 5, hidden), b2.

    Raises ValueError for weights that do not fit.
    """
    rows, hidden = first.shape
    buckets = len(output)
    if hidden % 16:
        raise ValueError("the hidden nodes must be a multiple of 16")
    weights = _whole(first, HIDDEN_ONE, 127, "W")
    added = np.zeros((buckets, hidden, _OUTPUTS + 1), "<i2")
    added[:, :, :_OUTPUTS] = _whole(output, OUTPUT_ONE, 32767, "V").transpose(0, 2, 1)
    scale = ACTIVE_ONE * OUTPUT_ONE
    words = _whole(constants, scale, 1 << 29, "b2")
    most = ACTIVE_ONE * np.abs(added.astype(np.int64)).sum(1)[:, :_OUTPUTS] + np.abs(words)
    if most.max() >= 1 << 30:
        raise ValueError("the outputs' sums may exceed 31 bits")
    return {
        "NETS": struct.pack("<HHHH", hidden, rows, buckets, 0),
        "NETW": (weights + 128).astype(np.uint8).tobytes(),
        "NETB": _whole(biases, HIDDEN_ONE, 1023, "b1").astype("<i2").tobytes(),
        "NETV": added.tobytes(),
        "NETC": words.astype("<i4").tobytes(),
        "NETP": _curve().tobytes(),
        "ESCP": ESCAPES.tobytes(),
    }


def pack(sections):
    """Returns the file of sections, {name of four letters: bytes}."""
    table = b""
    body = b""
    start = 16 + 12 * len(sections)
    for name, data in sections.items():
        if len(name) != 4:
            raise ValueError(f"a section's name has four letters: {name!r}")
        table += struct.pack("<4sII", name.encode("ascii"), start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    length = start + len(body) + 4
    data = struct.pack("<4sIII", MAGIC, VERSION, length, len(sections)) + table + body
    return data + struct.pack("<I", zlib.crc32(data))


def unpack(data):
    """Returns {name: bytes} of a file that `pack` made."""
    count = struct.unpack_from("<I", data, 12)[0]
    entries = [struct.unpack_from("<4sII", data, 16 + 12 * i) for i in range(count)]
    return {name.decode("ascii"): data[start : start + size] for name, start, size in entries}


def _whole(values, scale, most, name):
    found = np.floor(np.asarray(values, np.float64) * scale + _ROUND).astype(np.int64)
    if np.abs(found).max() > most:
        raise ValueError(f"{name} has a weight of {np.abs(values).max():.3f}, which does not fit")
    return found


def _curve():
    odds = np.arange(_POINTS) * _STEP * (1 << SHIFT) / (ACTIVE_ONE * OUTPUT_ONE)
    above = np.floor(65536 / (1 + np.exp(-odds)) + _ROUND) - 32768
    above[-1] = 32768  # beyond it, certainty
    return above.astype("<u2")
