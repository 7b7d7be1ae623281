"""Opening a game, putting a position right, and what cannot be."""
