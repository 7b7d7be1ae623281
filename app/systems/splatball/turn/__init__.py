"""Turns: declaring, the end of a turn, control, chickens, benefits, and what runs in between."""
