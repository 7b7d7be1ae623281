"""What befalls teams: losses, what follows from them, morale."""
