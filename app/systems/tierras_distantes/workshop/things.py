"""The things of a battle in the making, found by their ids.

``hill-2`` a piece on the table or in the pool, ``hill-2.0`` a part stacked on a piece of the pool, ``objective-core`` an objective;
``squad.A`` a squad, ``squad.A.0`` so many alike in it, ``ready.0`` and ``ready.0.1`` the same of a ready-made squad; ``A03`` a miniature with a
suggested place on the side where its squad is drawn, ``places.A.south`` all places of a squad on a side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from app.systems.tierras_distantes.book.kinds import PLAYERS, Player, Side
from app.systems.tierras_distantes.workshop.document import (
    Battle,
    MemberRow,
    ObjectiveRow,
    PieceRow,
    PoolRow,
    ReadyRow,
    Spot,
    SquadRow,
    with_squad,
)

OBJECTIVE: Final = "objective-"
"""How the id of an objective begins on the board."""
_MEMBERS: Final = re.compile(r"(squad\.[AB]|ready\.\d{1,2})(?:\.(\d{1,2}))?")
_MINI: Final = re.compile(r"([AB])(\d\d)")
_PLACES: Final = re.compile(r"places\.([AB])\.(south|north|west|east)")


class PartAt(NamedTuple):
    """A part of a piece of the pool."""

    piece: PoolRow
    number: int


class SquadAt(NamedTuple):
    """A player's squad."""

    player: Player


class ReadyAt(NamedTuple):
    """A ready-made squad."""

    number: int


class MemberAt(NamedTuple):
    """So many alike, of a squad of either kind."""

    of: SquadAt | ReadyAt
    number: int


class MiniAt(NamedTuple):
    """A miniature that has a suggested place where its squad is drawn."""

    player: Player
    side: Side
    number: int


class PlacesAt(NamedTuple):
    """All places of a squad on a side."""

    player: Player
    side: Side


Thing = PieceRow | PoolRow | PartAt | ObjectiveRow | SquadAt | ReadyAt | MemberAt | MiniAt | PlacesAt


def thing_of(battle: Battle, thing: str) -> Thing | None:
    """A thing by its id; ``None`` for one that is not there."""
    rows: tuple[PieceRow | PoolRow, ...] = (*battle.terrain, *battle.pool)
    piece = next((row for row in rows if row.id == thing), None)
    if piece is not None:
        return piece
    if thing.startswith(OBJECTIVE):
        return next((row for row in battle.objective if OBJECTIVE + row.id == thing), None)
    return _part_of(battle, thing) or _member_of(battle, thing) or _place_of(battle, thing)


def _part_of(battle: Battle, thing: str) -> PartAt | None:
    parts = (PartAt(row, number) for row in battle.pool for number in range(len(row.parts)))
    return next((part for part in parts if part_id(part) == thing), None)


def _member_of(battle: Battle, thing: str) -> SquadAt | ReadyAt | MemberAt | None:
    lists: dict[str, SquadAt | ReadyAt] = {squad_id(player): SquadAt(player) for player in PLAYERS}
    lists |= {ready_id(number): ReadyAt(number) for number in range(len(battle.ready))}
    found = _MEMBERS.fullmatch(thing)
    of = None if found is None else lists.get(found[1])
    if found is None or of is None or found[2] is None:
        return of
    rows = own_members(battle, of)
    return next((MemberAt(of, number) for number in range(len(rows)) if member_id(of, number) == thing), None)


def _place_of(battle: Battle, thing: str) -> MiniAt | PlacesAt | None:
    mini, places = _MINI.fullmatch(thing), _PLACES.fullmatch(thing)
    if mini is not None:
        return next((each for player in PLAYERS for each in shown(battle, player) if mini_id(each) == thing), None)
    sets = (PlacesAt(player, side) for player in PLAYERS for side in battle_places(battle, player))
    return None if places is None else next((each for each in sets if places_id(each) == thing), None)


# ----------------------------------------------------------------------------------------------------------------- their ids


def part_id(part: PartAt) -> str:
    """``p05.0``."""
    return f"{part.piece.id}.{part.number}"


def squad_id(player: Player) -> str:
    """``squad.A``."""
    return f"squad.{player}"


def ready_id(number: int) -> str:
    """``ready.0``."""
    return f"ready.{number}"


def list_id(of: SquadAt | ReadyAt) -> str:
    """The id of a squad of either kind."""
    return squad_id(of.player) if isinstance(of, SquadAt) else ready_id(of.number)


def member_id(of: SquadAt | ReadyAt, number: int) -> str:
    """``squad.A.0``."""
    return f"{list_id(of)}.{number}"


def mini_id(mini: MiniAt) -> str:
    """``A03``, as at the table."""
    return f"{mini.player}{mini.number + 1:02}"


def places_id(places: PlacesAt) -> str:
    """``places.A.south``."""
    return f"places.{places.player}.{places.side}"


# ------------------------------------------------------------------------------------------------------------------- squads


def model_of(battle: Battle, player: Player) -> SquadRow:
    """The squad that a player's is the same as: itself, or the other."""
    row = battle.squads[player]
    return row if row.same_as is None else battle.squads[row.same_as]


def is_open(battle: Battle, player: Player) -> bool:
    """Whether a player builds the squad."""
    return model_of(battle, player).open


def members_of(battle: Battle, player: Player) -> tuple[MemberRow, ...]:
    """The members of a squad, its own or the other's; none of an open one."""
    return model_of(battle, player).members or ()


def own_members(battle: Battle, of: SquadAt | ReadyAt) -> tuple[MemberRow, ...]:
    """The members that a squad of either kind lists itself."""
    rows = battle.squads[of.player] if isinstance(of, SquadAt) else battle.ready[of.number]
    return rows.members or ()


def with_members(battle: Battle, of: SquadAt | ReadyAt, members: tuple[MemberRow, ...]) -> Battle:
    """The battle with other members listed."""
    if isinstance(of, SquadAt):
        return with_squad(battle, of.player, replace(battle.squads[of.player], members=members))
    return with_ready(battle, of.number, replace(battle.ready[of.number], members=members))


def with_ready(battle: Battle, number: int, row: ReadyRow) -> Battle:
    """The battle with another ready-made squad."""
    return replace(battle, ready=(*battle.ready[:number], row, *battle.ready[number + 1 :]))


# ---------------------------------------------------------------------------------------------------------- suggested places


def side_shown(battle: Battle, player: Player) -> Side:
    """The side on which a squad's places are drawn: A's on the first that the battle names, B's on the second."""
    return battle.sides[PLAYERS.index(player)]


def battle_places(battle: Battle, player: Player) -> dict[Side, tuple[Spot, ...]]:
    """The suggested places of a squad by side, its own or those of the one it is the same as (TD-DEP-08)."""
    return battle.squads[player].suggested_deployment or model_of(battle, player).suggested_deployment


def spots_of(battle: Battle, player: Player, side: Side) -> tuple[Spot, ...]:
    """The suggested places of a squad on a side."""
    return battle_places(battle, player).get(side, ())


def shown(battle: Battle, player: Player) -> Iterator[MiniAt]:
    """The miniatures of a player that have a place where their squad is drawn."""
    side = side_shown(battle, player)
    most = sum(row.count for row in members_of(battle, player))
    yield from (MiniAt(player, side, number) for number in range(min(most, len(spots_of(battle, player, side)))))


def with_spots(battle: Battle, player: Player, side: Side, spots: tuple[Spot, ...]) -> Battle:
    """The battle with other suggested places of a squad on a side."""
    places = {**battle_places(battle, player), side: spots}
    kept = {each: found for each, found in places.items() if found}
    return with_squad(battle, player, replace(battle.squads[player], suggested_deployment=kept))


# ------------------------------------------------------------------------------------------------------------------- pieces


def with_piece(battle: Battle, changed: PieceRow) -> Battle:
    """The battle with a piece in the place of the one of its id."""
    return replace(battle, terrain=tuple(changed if row.id == changed.id else row for row in battle.terrain))


def with_objective(battle: Battle, changed: ObjectiveRow) -> Battle:
    """The same of an objective."""
    return replace(battle, objective=tuple(changed if row.id == changed.id else row for row in battle.objective))


def with_pool(battle: Battle, changed: PoolRow) -> Battle:
    """The same of a piece of the pool."""
    return replace(battle, pool=tuple(changed if row.id == changed.id else row for row in battle.pool))
