"""A game that a real server takes, with a question that lasts as long as it is told to."""
