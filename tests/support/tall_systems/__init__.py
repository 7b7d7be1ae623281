"""A tiny game with heights and with lists put together from slots. It is no whole game, and so is not among the toy games."""
