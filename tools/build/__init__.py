"""What a maker needs to build a board: templates at full size, printable parts, lists, pictures."""
