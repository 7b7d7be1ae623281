"""The miniatures of a squad (TD-SQD-05, TD-SQD-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from app.engine.types import Text, UnitId
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.scenarios import ReadySquad
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


def listed_of(members: Sequence[Member]) -> tuple[ListedMember, ...]:
    """The list that a player would hand in for the same members; a name that differs between the languages is that of a ready-made squad,
    which comes back by itself (``named``)."""
    return tuple(
        ListedMember(
            each.quality,
            each.armour,
            each.weapons,
            each.leader,
            each.count,
            each.name.en if each.name is not None and each.name.es == each.name.en else "",
        )
        for each in members
    )


def named(ready: Iterable[ReadySquad], members: tuple[Member, ...]) -> tuple[Member, ...]:
    """The members; those of a ready-made squad, of whom nobody is named, have its names (TD-SQD-11)."""
    bare = {tuple(replace(member, name=None) for member in each.members): each.members for each in ready}
    return bare.get(members, members)
