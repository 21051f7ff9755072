"""Makes the engine's weights: positions, their labels, nets learnt from them, the file."""
