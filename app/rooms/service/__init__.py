"""What the doors call: rooms founded, played, timed, given to bots and told to others."""
