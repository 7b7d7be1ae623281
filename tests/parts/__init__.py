"""Rooms, storage and web, each by itself."""
