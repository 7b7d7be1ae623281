"""Who stands where in a position, as the rules measure it."""
