"""The miniatures of a squad (TD-SQD-05, TD-SQD-08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.types import Text, UnitId
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.actions import ListedMember
from app.systems.tierras_distantes.position.state import Unit


def units_of(rules: Rules, player: Player, members: Sequence[Member]) -> Iterator[Unit]:
    """The miniatures of a list in its order, with ids by the player's letter and two digits."""
    each = (member for member in members for _ in range(member.count))
    for number, member in enumerate(each, start=1):
        yield Unit(
            id=UnitId(f"{player}{number:02}"),
            player=player,
            name=member.name or rules.qualities[member.quality].name,
            quality=member.quality,
            armour=member.armour,
            weapons=member.weapons,
            leader=member.leader,
            status="undeployed",
        )


def members_of(listed: Sequence[ListedMember]) -> tuple[Member, ...]:
    """A list as a player hands it in."""
    return tuple(
        Member(
            each.quality,
            each.armour,
            each.weapons,
            each.leader,
            each.count,
            Text(each.name, each.name) if each.name else None,
        )
        for each in listed
    )
