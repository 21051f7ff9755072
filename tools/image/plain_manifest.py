# ruff: noqa: F821
"""What stock MicroPython for the Pico freezes, less the drivers that Debian's sources lack."""

freeze("$(PORT_DIR)/modules")
include("$(MPY_DIR)/extmod/asyncio")
