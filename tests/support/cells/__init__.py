"""Skirmish: a tiny game on cells of any shape, for tests. What differs between squares and hexes is a ``Geometry``."""
