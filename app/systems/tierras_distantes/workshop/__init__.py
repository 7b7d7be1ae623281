"""The workshop: battles that people make."""
