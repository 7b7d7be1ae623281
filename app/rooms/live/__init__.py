"""Who is there, and what they are pushed."""
