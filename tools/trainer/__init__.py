"""From nothing to the weights that the engine plays with: `make train`. See README.md here."""
