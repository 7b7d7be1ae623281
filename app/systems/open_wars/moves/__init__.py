"""Paths, marches and ways back over the cards."""
