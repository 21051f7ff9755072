"""Stand-ins for what the drivers are handed: they record, under MicroPython's own signatures."""
