"""Opening a game, and checking positions that are given."""
