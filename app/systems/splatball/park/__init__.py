"""The board and what stands on it: squares, zones, pieces, fences, units, contact."""
