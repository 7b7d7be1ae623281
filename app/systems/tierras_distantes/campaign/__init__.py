"""Two games with the squads exchanged between them."""
