"""What is printed and chosen: tables, options, scenarios, house values, words."""
