"""What may still come of a position: what bots hope for and fear."""
