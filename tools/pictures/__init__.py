"""Makes the font, the golden pictures and their checksums."""
