"""Sight between hexes: lines, what blocks them, vision and cover."""
