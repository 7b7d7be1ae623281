"""Squads: what they cost, which are legal and balance, how one is composed, the miniatures made of them (TD-SQD)."""
