"""Spells: when, by whom, on whom, to what effect."""
