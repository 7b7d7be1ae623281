"""Games that misbehave, for the tests of worker processes."""
