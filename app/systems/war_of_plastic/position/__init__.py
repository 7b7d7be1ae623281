"""Where a game stands: the state, what may be done, what happened, and the fold of it."""
