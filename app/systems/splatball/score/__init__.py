"""Points, what ends a game, and the story of an act: everything that happens is counted as it happens."""
