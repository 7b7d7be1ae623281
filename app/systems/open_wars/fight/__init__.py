"""Attacks from initiative to the last hit, and the sites that are fought for."""
