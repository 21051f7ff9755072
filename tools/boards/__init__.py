"""The boards in boards/: reading and checking their data, and what is made from it for makers."""
