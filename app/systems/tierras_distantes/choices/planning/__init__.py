"""Plans before they are acts: what each kind of act would mean, drawn and reckoned."""
