"""Shooting: dice and pools, results and odds, aimed fire and bursts (TD-FIRE, TD-RES, TD-CON, TD-DIV, TD-AREA, TD-RNG, TD-COV)."""
