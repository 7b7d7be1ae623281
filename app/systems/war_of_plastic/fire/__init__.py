"""Shooting and close combat, and what becomes of it."""
