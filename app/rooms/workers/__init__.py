"""What is worked out in other processes."""
