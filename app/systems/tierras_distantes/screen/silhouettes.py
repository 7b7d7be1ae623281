"""Which drawing a miniature has: its body by who it is and what it wears, in its hands its most telling weapon."""

from __future__ import annotations

from typing import Final, Literal, Protocol, get_args

from app.systems.tierras_distantes.book.kinds import Name
from app.systems.tierras_distantes.book.tables import Rules

Body = Literal["scout", "soldier", "trooper", "agile", "drone", "brute"]
BODIES: Final[tuple[Body, ...]] = get_args(Body)
"""Every body that there is: ``unit-<body>``, and ``unit-<body>-<weapon>`` with each weapon."""
_OF_SPECIES: Final[dict[Name, Body]] = {"alien_agile": "agile", "alien_drone": "drone", "alien_brute": "brute"}
_OF_ARMOUR: Final[dict[Name, Body]] = {
    "medium": "soldier",
    "chitin": "soldier",
    "heavy": "trooper",
    "powered": "trooper",
}
"""What a human looks like in it; in anything lighter, or in nothing, a scout."""


class Armed(Protocol):
    """A miniature, or a line of a list."""

    @property
    def quality(self) -> Name:
        """How good it is, or its species."""
        ...

    @property
    def armour(self) -> Name:
        """What it wears."""
        ...

    @property
    def weapons(self) -> tuple[Name, ...]:
        """What it carries."""
        ...


def symbol_of(rules: Rules, unit: Armed) -> str:
    """The drawing of a miniature."""
    body, held = body_of(unit.quality, unit.armour), held_of(rules, unit)
    return body if held is None else f"{body}-{held}"


def held_of(rules: Rules, unit: Armed) -> Name | None:
    """Which of its weapons a miniature is drawn with: the dearest, of equal ones the first."""
    return max(unit.weapons, key=lambda weapon: rules.weapons[weapon].cost, default=None)


def body_of(quality: Name, armour: Name) -> Body:
    """The drawing of a miniature without a weapon."""
    return _OF_SPECIES.get(quality) or _OF_ARMOUR.get(armour, "scout")
