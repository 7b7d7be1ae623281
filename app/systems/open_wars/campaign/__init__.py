"""What lies between the games of a campaign."""
