"""What the players are called that nobody gave a name: computers have one each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.engine.types import SEATS, Seat

BOT_NAMES: Final[Mapping[Seat, str]] = MappingProxyType(
    dict(zip(SEATS, ("Ada", "Babbage", "Curie", "Dijkstra", "Euler", "Fermat", "Gauss"), strict=True))
)
"""The computer in each seat; a name begins with the letter of its seat."""
