"""Armies, deployment, obstacles, captains."""
