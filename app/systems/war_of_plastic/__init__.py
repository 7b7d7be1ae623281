"""War of Plastic: plastic soldiers on a measured table."""
