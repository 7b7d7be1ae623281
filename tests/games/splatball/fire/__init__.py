"""Fire: who may attack whom, what dice do, what follows."""
