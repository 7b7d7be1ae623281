"""Flames Hexwar in a real browser."""
