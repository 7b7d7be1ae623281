"""What players, miniatures, pieces and weapons are called."""

from __future__ import annotations

from app.engine.types import Text, UnitId
from app.engine.words import called, shaped
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.tables import Rules


def player(rules: Rules, which: Player) -> Text:
    """Whoever plays a side, by name where somebody has one."""
    return called(which, rules.words.say("players", which))


def unit(name: Text | None, which: UnitId) -> Text:
    """A miniature by its name and id: ``Rifleman A03``."""
    return shaped("{id}", id=which) if name is None else shaped("{name} {id}", name=name, id=which)


def weapon(rules: Rules, which: str) -> Text:
    """A weapon by its name."""
    return rules.weapons[which].name


def side(rules: Rules, which: str) -> Text:
    """A side of the table, within a sentence."""
    return rules.words.say("sides", which)


def owner(which: UnitId) -> Player:
    """Whose a miniature is: ids begin with the letter of their player."""
    return "A" if which.startswith("A") else "B"
