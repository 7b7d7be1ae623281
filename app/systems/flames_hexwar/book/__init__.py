"""The tables of the game as typed values, and what a room may change in them."""
