"""What a seat may choose from, and what is chosen for it when its time is up."""
