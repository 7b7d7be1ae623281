"""How a game is opened: a battle, what is wrong with it, the set-up, corrections by hand."""
