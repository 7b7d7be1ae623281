"""What people do in a room, judged and made into entries."""
