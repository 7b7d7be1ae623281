"""Turns and their ends."""
