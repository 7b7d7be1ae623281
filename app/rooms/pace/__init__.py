"""Whose turn it is to be worked for: in order, in fairness, aside."""
