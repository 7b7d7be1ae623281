"""The board configurator: one seed, one board, on every machine and for ever (SPL-CFG)."""
