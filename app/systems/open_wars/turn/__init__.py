"""The order of a turn: prompts, the machine that runs them, leaving, winning."""
