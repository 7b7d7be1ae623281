"""The questions of the rules service ("Queries" in the rules)."""
