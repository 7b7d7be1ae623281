"""Splatball."""
