"""Reads what players and engines write. Boards write such texts and read none: this is for PCs."""
