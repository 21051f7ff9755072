"""A board's report about its own hardware (firmware/picogammon/hardware.py), asked for and kept."""
