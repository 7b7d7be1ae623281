"""Fire, bombardments, windows and assaults of Flames Hexwar."""
