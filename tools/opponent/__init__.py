"""A PC's engine plays a side on a board: it answers what the board asks over USB."""
