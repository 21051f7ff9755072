"""A circuit board that is not there, for main.py and all below it to run on."""
