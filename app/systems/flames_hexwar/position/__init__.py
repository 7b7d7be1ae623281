"""The position of a game, what can be done in it, what happens to it."""
