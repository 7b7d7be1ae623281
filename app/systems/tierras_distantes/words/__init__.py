"""The game in words: what happened, and why something cannot be."""
