"""Runs main.py on MicroPython's unix port and the simulated circuit, with its link on stdin.

usage: micropython run_board.py FOLDER (of its files)
"""

import gc
import os
import select
import sys

gc.threshold(16384)  # keeps imported code together, and so leaves large free blocks

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
