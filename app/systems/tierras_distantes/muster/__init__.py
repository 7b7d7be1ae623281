"""Sides and deployment (TD-DEP)."""
