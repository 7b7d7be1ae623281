"""Other servers to be measured beside this one, and the position they all use."""
