"""main.py on MicroPython's unix port, its link on stdin and stdout, upon the simulated circuit.

usage: micropython run_board.py FOLDER: the files are kept there.
"""

import gc
import os
import select
import sys

gc.threshold(16384)  # what is imported stays close together, and large blocks find room

import main  # noqa: E402
from fakes.bench import Desk  # noqa: E402
from fakes.circuit import Circuit, Reset  # noqa: E402
from fakes.wires import Wire  # noqa: E402
from picogammon.devices.link import Serial  # noqa: E402

circuit = Circuit()
os.chdir(sys.argv[1])
while True:
    try:
        circuit.begin(Wire(0))
        main.run(Desk(circuit, Serial(select, sys.stdin, sys.stdout)))
        break
    except Reset:
        circuit.after_reset()
