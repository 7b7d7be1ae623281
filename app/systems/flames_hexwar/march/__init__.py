"""Movement: command, bogging, ways."""
