"""Each game by the rules of its specification."""
