"""Bombardments and air attacks."""
