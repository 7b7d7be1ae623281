"""What needs no server, no database and no clock."""
