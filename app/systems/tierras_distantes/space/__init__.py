"""Heights: terrain as it stands in space, bodies, distances, sight, bursts. Everything is whole nanometres (TD-GEN-07)."""
