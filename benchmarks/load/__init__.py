"""A load generator in its own process: rooms full of players and spectators, against this server and its peers."""
