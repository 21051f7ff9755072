"""Ends the guest before a test has run."""

import sys

print("so far")
sys.exit(3)
