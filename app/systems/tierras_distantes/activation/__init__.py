"""Who acts when, and how much: initiative, activation, the three actions (TD-INI, TD-ACT, TD-ACC)."""
