"""Fire: who may attack whom, with how many dice, what they do, and what follows (section 7 of the rules)."""
