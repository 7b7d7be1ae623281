"""Setting up, putting right, and making battles of one's own."""
