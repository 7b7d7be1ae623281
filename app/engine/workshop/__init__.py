"""The workshop of every game: battles that people make."""
