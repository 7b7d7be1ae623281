"""The page of the table: its parts, its messages, its socket."""
