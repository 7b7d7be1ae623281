"""The turn: its steps, who acts, rally, morale, the end."""
