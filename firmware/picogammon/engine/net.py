"""What a position with contact is worth, by a net that has learnt it from many games.

The active rows of features are added up, one sum for each hidden node. The sum is cut off at 0 and
at 255, squared, and goes with five weights into five outputs; the position's bucket selects the
weights. All of it is integers, and the same to the last bit wherever it is computed: net_kernel
does it natively on the chip, net_twin in plain Python, and tools/trainer/bulk.py on PCs for many
positions at once.

    >>> net = Net(weights.load())
    >>> net.outcome(pos, out)  # pos: as the player who has just played sees it
"""

from picogammon.ground import ASSEMBLER

if ASSEMBLER:
    from picogammon.engine.net_kernel import Net
else:
    from picogammon.engine.net_twin import Net

__all__ = ("Net",)
