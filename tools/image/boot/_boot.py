"""Mounts the flash's file system before main.py runs. Where it cannot, main.py asks."""

import vfs

import rp2

from picogammon.devices import file_system

file_system.missing = True
try:
    file_system.missing = not file_system.take_up(rp2.Flash(), vfs)
except OSError:
    pass  # not even a blank one can be used
