"""Prints how many known positions there are, and the CRC-32 of the net's outcomes of them."""

from array import array
from binascii import crc32

from picogammon.engine import weights
from picogammon.engine.net import Net
from reference_data import known_positions

net = Net(weights.load())
out = array("i", [0] * 5)
check = count = 0
for pos in known_positions():
    net.outcome(pos, out)
    check = crc32(bytes(out), check)
    count += 1
print(count, check & 0xFFFFFFFF)
