"""Games made for tests: complete, tiny, and found like any other."""
