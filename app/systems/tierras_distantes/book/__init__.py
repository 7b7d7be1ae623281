"""Tables, options, scenarios, house values: what the rules read of data files."""
