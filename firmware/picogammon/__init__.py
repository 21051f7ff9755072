"""Picogammon: a backgammon board for the Raspberry Pi Pico."""

VERSION = "0.1.0"
