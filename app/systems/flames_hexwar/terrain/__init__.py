"""The ground: what every hex is, what going it is, how many stand on it."""
