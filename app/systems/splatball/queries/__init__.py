"""What the rules service is asked by name."""
