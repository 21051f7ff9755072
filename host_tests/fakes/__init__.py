"""Stand-ins for what is handed to the drivers: they record what reaches them, under MicroPython's own signatures."""
