"""Moving: steps, whole moves, going aboard and getting off, what a move brings about, and what can be reached."""
