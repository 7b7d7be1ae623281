"""One room in memory: the fold of what happened, and what each viewer is told of it."""
