"""What may be done: offers, random acts, plans with their odds, reasons, worth."""
