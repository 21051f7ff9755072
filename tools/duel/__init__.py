"""Duels: two players at the same dice, and again with the seats exchanged."""
