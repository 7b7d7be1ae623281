"""The log and the refusals in both languages."""
