"""Who stands where on what, and what they see of each other."""
