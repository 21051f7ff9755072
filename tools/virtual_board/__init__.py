"""The virtual board: the firmware itself, on WebAssembly, in a page that looks like the board."""
