"""Reads what players and engines write; boards only write it, so this is for PCs."""
