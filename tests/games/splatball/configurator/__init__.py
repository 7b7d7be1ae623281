"""The board configurator: its draws, its routes, what it guarantees."""
