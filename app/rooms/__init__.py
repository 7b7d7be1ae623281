"""What people do with a game: rooms, seats, live viewers, bots; no HTTP, no SQL."""
