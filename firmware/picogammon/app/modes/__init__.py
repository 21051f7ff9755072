"""What a press means now: one mode for each thing that the board can be doing."""
