"""Geometry of the four kinds of board; pure, exact, and ignorant of any game."""
