"""What may be done: examples, offers, previews, what a bot tries, what is done for who is late."""
