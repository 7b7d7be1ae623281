"""What is told before anything is done: odds, sight, reach, surveys."""
