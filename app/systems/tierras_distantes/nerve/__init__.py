"""Fright and rallying, morale, objectives, how a game ends (TD-FRT, TD-END)."""
