"""Tierras Distantes."""
