"""main.py on MicroPython's unix port, its link on stdin and stdout, upon the simulated circuit.

usage: micropython run_board.py FOLDER: the files are kept there.
"""

import gc
import os
import sys

gc.threshold(16384)  # what is imported stays close together, and large blocks find room

from fakes.wires import I2C, PWM, SSD1306Display, Switches, Wire  # noqa: E402

sys.path.insert(0, __file__.rsplit("/", 1)[0] + "/circuit")
import machine  # noqa: E402

import main  # noqa: E402

here = machine.here
here.switches, here.bus = Switches(), I2C(SSD1306Display())
here.wire, here.piezo = Wire(0), PWM()
os.chdir(sys.argv[1])
while True:
    try:
        main.run()
        break
    except machine.Reset:
        pass
