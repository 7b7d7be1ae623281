"""Offers, plans and odds of Splatball."""
