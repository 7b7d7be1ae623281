"""What is drawn for a viewer, and what stands beside the board."""
