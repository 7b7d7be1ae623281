"""The questions of the rules service (part 13 of the rules)."""
