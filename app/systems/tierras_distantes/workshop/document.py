"""A battle that somebody makes, as a document: a row of ``scenarios.toml`` as data, bounded ("Scenario files" in the rules); and the reading
of one.

What is read may still be unplayable (``workshop/faults.py``). Ids of things are told in ``workshop/things.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from app.engine import play
from app.engine.refusal import FieldError, InvalidInput
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import (
    LONGEST_NAME,
    MOST_UNITS,
    MOST_WEAPONS,
    PLAYERS,
    GroundKind,
    Player,
    Side,
)
from app.systems.tierras_distantes.book.scenarios import corners

MOST_PIECES: Final = 200
MOST_OBJECTIVES: Final = 20
MOST_POOL: Final = 40
MOST_PARTS: Final = 12
MOST_READY: Final = 12
MOST_CORNERS: Final = 12
MOST_MINUTES: Final = 600
FARTHEST_MM: Final = 10_000
HIGHEST_MM: Final = 1_000

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]
TAKEN: Final = re.compile(r"[AB]\d\d|objective-.*|zone-.*")
"""Ids that miniatures, objectives and zones have on the board."""
Coordinate = Annotated[int, msgspec.Meta(ge=-FARTHEST_MM, le=FARTHEST_MM)]
Length = Annotated[int, msgspec.Meta(ge=0, le=FARTHEST_MM)]
Height = Annotated[int, msgspec.Meta(ge=-HIGHEST_MM, le=HIGHEST_MM)]
Corners = Annotated[tuple[tuple[Coordinate, Coordinate], ...], msgspec.Meta(min_length=3, max_length=MOST_CORNERS)]
Spot = tuple[Coordinate, Coordinate, Height]
Title = Annotated[str, msgspec.Meta(max_length=80)]
Called = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Summary = Annotated[str, msgspec.Meta(max_length=400)]
RowId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)")]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a battle."""


class PieceRow(Row, frozen=True):
    """A piece of terrain (TD-TER-05)."""

    id: Id
    kind: GroundKind
    feature: Id
    footprint: Corners
    z0: Height
    z1: Height
    base: bool


class ObjectiveRow(Row, frozen=True):
    """A disc to be held (TD-END-10)."""

    id: Id
    name_es: Called
    name_en: Called
    x: Coordinate
    y: Coordinate
    radius: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    z_min: Height
    z_max: Height
    points: Annotated[int, msgspec.Meta(ge=0, le=99)]


class PartRow(Row, frozen=True):
    """A part stacked on a piece of the pool (TD-TER-04)."""

    kind: GroundKind
    box: tuple[Length, Length, Length, Length]
    z1: Height


class PoolRow(Row, frozen=True):
    """A piece that the players place (TD-TER-04)."""

    id: Id
    kind: GroundKind
    size: tuple[Length, Length]
    z1: Height
    parts: Annotated[tuple[PartRow, ...], msgspec.Meta(max_length=MOST_PARTS)] = ()


class MemberRow(Row, frozen=True):
    """So many miniatures alike of a squad (TD-SQD-08)."""

    quality: RowId
    armour: RowId
    weapons: Annotated[tuple[RowId, ...], msgspec.Meta(max_length=MOST_WEAPONS)]
    leader: bool = False
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)] = 1
    name_es: Called | None = None
    name_en: Called | None = None


Members = Annotated[tuple[MemberRow, ...], msgspec.Meta(max_length=MOST_UNITS)]
Spots = Annotated[tuple[Spot, ...], msgspec.Meta(max_length=MOST_UNITS)]


class SquadRow(Row, frozen=True):
    """A squad: its ``members``, or the ``same_as`` the other, or ``open``, to be built by its player. ``points`` are read and forgotten:
    they follow from the members (TD-SQD-05)."""

    name_es: Called | None = None
    name_en: Called | None = None
    open: bool = False
    same_as: Player | None = None
    members: Members | None = None
    suggested_deployment: dict[Side, Spots] = {}
    points: int | None = None


class ReadyRow(Row, frozen=True):
    """A squad ready to be locked (TD-SQD-11)."""

    name_es: Called
    name_en: Called
    members: Members
    points: int | None = None


class Battle(Row, frozen=True, kw_only=True, omit_defaults=False):
    """A battle, whether or not it can be played; see ``book/scenarios.py`` for what it becomes."""

    name_es: Title
    name_en: Title
    summary_es: Summary = ""
    summary_en: Summary = ""
    minutes: Annotated[int, msgspec.Meta(ge=5, le=MOST_MINUTES)]
    table: tuple[Length, Length]
    sides: tuple[Side, Side] = ("south", "north")
    options: dict[str, bool | int | str] = {}
    terrain: Annotated[tuple[PieceRow, ...], msgspec.Meta(max_length=MOST_PIECES)] = ()
    objective: Annotated[tuple[ObjectiveRow, ...], msgspec.Meta(max_length=MOST_OBJECTIVES)] = ()
    pool: Annotated[tuple[PoolRow, ...], msgspec.Meta(max_length=MOST_POOL)] = ()
    squads: dict[Player, SquadRow]
    ready: Annotated[tuple[ReadyRow, ...], msgspec.Meta(max_length=MOST_READY)] = ()


# ------------------------------------------------------------------------------------------------------------------ reading


def understood(book: Book, raw: object) -> Battle:
    """A document as somebody sent it. Raises ``InvalidInput`` naming every wrong field."""
    found: Battle = play.decode(Battle, _with_corners(raw), "battle")
    errors = [FieldError(f"battle.{field}", expected, str(value)[:80]) for field, expected, value in _beyond(found)]
    if errors:
        raise InvalidInput(errors)
    try:
        book.fresh_rules(book.resolve(found.options))
    except InvalidInput as error:
        raise InvalidInput([replace(each, field=f"battle.{each.field}") for each in error.errors]) from None
    return _without_points(found)


def _with_corners(raw: object) -> object:
    """The same with footprints that are upright rectangles (TD-TER-05) told by their corners."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("terrain"), list | tuple):
        return raw
    return {**raw, "terrain": [_with_own_corners(row) for row in raw["terrain"]]}


def _with_own_corners(row: object) -> object:
    footprint = row.get("footprint") if isinstance(row, Mapping) else None
    is_box = (
        isinstance(footprint, list | tuple) and len(footprint) == 4 and all(type(each) is int for each in footprint)
    )
    return {**row, "footprint": corners(footprint)} if is_box and isinstance(row, Mapping) else row  # type: ignore[arg-type]


def _beyond(battle: Battle) -> Iterator[tuple[str, str, Any]]:
    """What no document may hold, however it is to be played."""
    if set(battle.squads) != set(PLAYERS):
        yield "squads", "A and B", ", ".join(battle.squads)
    names = list(_ids(battle))
    for name in sorted({name for name in names if names.count(name) > 1 or TAKEN.fullmatch(name)}):
        yield "terrain", "ids that nothing else has", name
    for player, squad in battle.squads.items():
        yield from _beyond_squad(battle.squads, player, squad)
    if any((row.name_es is None) != (row.name_en is None) for row in _named(battle)):
        yield "squads", "names in both languages, or in none", "one"
    if not all(text.isprintable() for text in _texts(battle)):
        yield "name_es", "texts without control characters", "some"


def _beyond_squad(squads: Mapping[Player, SquadRow], player: Player, squad: SquadRow) -> Iterator[tuple[str, str, Any]]:
    ways = [squad.open, squad.same_as is not None, squad.members is not None]
    if sum(ways) != 1:
        yield f"squads.{player}", "members, or same_as, or open", sum(ways)
    model = squads.get(squad.same_as) if squad.same_as is not None else None
    if squad.same_as is not None and (squad.same_as == player or model is None or model.same_as is not None):
        yield f"squads.{player}.same_as", "the other squad, with members of its own or open", squad.same_as


def _named(battle: Battle) -> Iterator[SquadRow | MemberRow]:
    """Everything that may have a name, in both languages."""
    for squad in battle.squads.values():
        yield squad
        yield from squad.members or ()
    for ready in battle.ready:
        yield from ready.members


def _texts(battle: Battle) -> Iterator[str]:
    yield from (battle.name_es, battle.name_en, battle.summary_es, battle.summary_en)
    for row in (*battle.objective, *battle.ready, *_named(battle)):
        yield from (row.name_es or "", row.name_en or "")


def _without_points(battle: Battle) -> Battle:
    squads = {player: replace(battle.squads[player], points=None) for player in PLAYERS}
    return replace(battle, squads=squads, ready=tuple(replace(row, points=None) for row in battle.ready))


def copied(row: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario of the game as a document."""
    return {name: value for name, value in row.items() if name in Battle.__struct_fields__}


# ------------------------------------------------------------------------------------------------- another in its place


def with_squad(battle: Battle, player: Player, row: SquadRow) -> Battle:
    """The battle with another squad of a player."""
    return replace(battle, squads={each: row if each == player else battle.squads[each] for each in PLAYERS})


def ids_of(battle: Battle) -> set[str]:
    """Every id that a piece or an objective has."""
    return set(_ids(battle))


def _ids(battle: Battle) -> Iterator[str]:
    yield from (row.id for row in battle.terrain)
    yield from (row.id for row in battle.pool)
    yield from (row.id for row in battle.objective)


def size_of_squad(members: Sequence[MemberRow]) -> int:
    """How many miniatures there are."""
    return sum(row.count for row in members)
