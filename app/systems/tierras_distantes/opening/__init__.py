"""Opening a game; what a position cannot be."""
