"""Positions as text, in the formats that players' programs exchange."""
