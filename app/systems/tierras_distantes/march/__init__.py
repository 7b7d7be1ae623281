"""Walking and climbing."""
