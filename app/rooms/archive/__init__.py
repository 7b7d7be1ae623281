"""A room as a file: exports and their proof, replays, films, imports."""
