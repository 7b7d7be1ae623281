"""One folder per game, found by scanning; nobody imports them by name."""
