"""Mounts the flash's file system before main.py runs. Where it cannot, main.py asks."""

from picogammon.devices import file_system

file_system.missing = True
try:
    file_system.missing = not file_system.mount_own()
except OSError:
    pass  # not even a blank one can be used
