"""The workshop: battles edited by hand."""
