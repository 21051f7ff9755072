"""How the board's dice do with sources of randomness, good and bad, that are simulated."""
