"""What the table is to a soldier: buildings, vehicles, sight, protection, places, weapons."""
