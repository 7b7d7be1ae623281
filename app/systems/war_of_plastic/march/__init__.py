"""Movement, marches and reserves."""
