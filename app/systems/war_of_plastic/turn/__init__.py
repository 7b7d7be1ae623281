"""The order of a turn: phases, manoeuvres, objectives."""
