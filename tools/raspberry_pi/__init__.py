"""A board with a Raspberry Pi: the firmware on CPython, its pins through Adafruit's Blinka."""
