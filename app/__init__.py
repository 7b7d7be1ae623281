"""Tapete: a web virtual tabletop that knows the rules."""
