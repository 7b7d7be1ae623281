"""What may be done now, and what it is worth: offers, samples, plans, odds, time that runs out."""
