"""What everything else here is made of: errors, ports, events and other plain values."""
