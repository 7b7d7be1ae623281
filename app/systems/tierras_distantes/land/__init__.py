"""Terrain before play: by dice, or by lot and placed by the players (TD-TER)."""
