"""The virtual board: the firmware itself, on MicroPython for WebAssembly, in a page that looks like the board."""
