"""The log in both languages."""
