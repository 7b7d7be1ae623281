"""Planning: orders, decks, what each platoon may get."""
