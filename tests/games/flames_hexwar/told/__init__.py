"""Flames Hexwar."""
