"""The position of a game, what a player can do, what can happen, and how it folds."""
