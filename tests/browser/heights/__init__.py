"""A game on squares in real browsers: Splatball."""
