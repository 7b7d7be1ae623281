"""The position: frozen values, acts, events and their fold; no rules."""
