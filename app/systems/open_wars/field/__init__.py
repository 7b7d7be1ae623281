"""The map as it is read: whose land, whose units, what they can do, the story told in it."""
