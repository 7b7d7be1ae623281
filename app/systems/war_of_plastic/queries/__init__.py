"""The questions that the rules service answers."""
