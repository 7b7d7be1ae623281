"""A battle that somebody made, as typed values: a scenario in the shape of ``scenarios.toml``.

A document is the plain data of a ``Battle`` and always holds all of it. One that was read (``reading.py``) names nothing that
the game does not have; whether it can be played is another matter (``faults.py``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from app.engine.types import SEATS
from app.systems.open_wars.book.geometry import LETTERS
from app.systems.open_wars.book.kinds import Cell, Name, UnitCode

MOST_CELLS: Final = 400
MOST_COLUMNS: Final = len(LETTERS)
MOST_ROWS: Final = 40
LAST_TURN: Final = 99
MOST_NUMBER: Final = 100
MOST_IN_STACK: Final = 12
MOST_LISTED: Final = 20
_FACE: Final = re.compile(r"([1-6]) = ([A-Z][1-9][0-9]?)")

Small = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)]
Turn = Annotated[int, msgspec.Meta(ge=1, le=LAST_TURN)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Summary = Annotated[str, msgspec.Meta(max_length=400)]
When = Annotated[str, msgspec.Meta(pattern=r"^(any|[1-9][0-9]?(\+|-[1-9][0-9]?)?)$(?!\n)")]
"""Turns: ``any``, ``5``, ``2+``, ``1-6``."""
Where = Annotated[str, msgspec.Meta(max_length=120, pattern=r"^([A-Z][1-9][0-9]?|option:[a-z_]+|die: .+)$(?!\n)")]
"""Where tokens appear: a cell, the cell that a room option names, or a cell by die."""
CellOrNone = Annotated[str, msgspec.Meta(pattern=r"^([A-Z][1-9][0-9]?)?$(?!\n)")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=len(SEATS) - 1)]
SideName = Annotated[str, msgspec.Meta(min_length=1, max_length=24, pattern=r"^[\w-]+$(?!\n)")]
Criterion = Literal["points", "gold", "cities", "army_value", "draw"]
Kind = Literal["control_points", "accumulate", "sided", "annihilation"]
Condition = Literal["control", "unit_defeated", "form_defeated", "eliminated", "always"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any part of a battle."""


class Players(Part, frozen=True):
    """How many play, at least and at most."""

    min: Annotated[int, msgspec.Meta(ge=1, le=len(SEATS))]
    max: Annotated[int, msgspec.Meta(ge=1, le=len(SEATS))]


class ForceRow(Part, frozen=True):
    """Tokens that stand on a cell from the start, or appear by an event (then without a cell of their own)."""

    unit: UnitCode
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_IN_STACK)]
    at: CellOrNone = ""
    form: Name | None = None


class ApproachRow(Part, frozen=True):
    """``must_approach`` (OW-SCN-05)."""

    cell: Cell
    from_turn: Turn


class SeatRow(Part, frozen=True):
    """A seat that the battle describes."""

    faction: Name
    start: Cell
    gold: Small = 0
    mana: Small = 0
    forces: Annotated[tuple[ForceRow, ...], msgspec.Meta(max_length=200)] = ()
    side: SideName | None = None
    no_recruitment: bool = False
    must_approach: ApproachRow | None = None


class StartsRow(Part, frozen=True):
    """The start cells of a number of players, in seat order (OW-SET-07)."""

    players: Annotated[int, msgspec.Meta(ge=1, le=len(SEATS))]
    starts: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=len(SEATS))]


class MusterRow(Part, frozen=True):
    """How every seat buys its opening force (OW-SET-05)."""

    gold: Small
    mana: Small
    leftover_gold_kept_max: Small


class SpawnRow(Part, frozen=True, tag_field="kind", tag="spawn"):
    """Tokens that appear at the start of turns (OW-SCN-01)."""

    turn: When
    seat: SeatNumber
    at: Where
    units: Annotated[tuple[ForceRow, ...], msgspec.Meta(max_length=12)]


class FormRow(Part, frozen=True):
    """The values of a unit in one of its two lives (OW-SCN-06)."""

    initiative: Small
    movement: Small
    attack: Small
    range: Small
    hit_points: Annotated[int, msgspec.Meta(ge=1, le=1)]


class TwoLivesRow(Part, frozen=True, tag_field="kind", tag="two_lives"):
    """A unit that comes back in its second form (OW-SCN-06)."""

    seat: SeatNumber
    unit: UnitCode
    forms: Annotated[Mapping[Name, FormRow], msgspec.Meta(min_length=2, max_length=2)]
    at_once_from: Turn
    cell: Cell


class FeatureRow(Part, frozen=True, omit_defaults=True):
    """An effect of a card's text, with the fields that its kind uses (OW-CARD)."""

    kind: str
    stat: Literal["initiative", "movement", "attack", "range"] | None = None
    value: Annotated[int, msgspec.Meta(ge=-9, le=9)] | None = None
    types: tuple[str, ...] | None = None
    factions: tuple[Name, ...] | None = None
    except_types: tuple[str, ...] | None = None
    max_cost: Small | None = None
    min_range: Small | None = None
    on: tuple[Literal["enter", "leave"], ...] | None = None
    fail: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...] | None = None
    success: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...] | None = None
    mana: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    enter_from: Literal["water", "mountain", "forest", "plains", "desert", "city"] | None = None
    pay: Literal["cost"] | None = None
    per_turn: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None


class ReplaceRow(Part, frozen=True, tag_field="kind", tag="replace_card_feature"):
    """A card that does something else in this battle (OW-SCN-03)."""

    at: Cell
    features: Annotated[tuple[FeatureRow, ...], msgspec.Meta(max_length=4)]


class BonusRow(Part, frozen=True, tag_field="kind", tag="attack_bonus_if_outnumbering"):
    """Attack for a faction where it outnumbers the enemy (OW-SCN-04)."""

    faction: Name
    value: Annotated[int, msgspec.Meta(ge=-9, le=9)]


class PointRow(Part, frozen=True):
    """A cell that gives points (OW-VIC-04)."""

    at: Cell
    points: Annotated[int, msgspec.Meta(ge=1, le=20)]


class ControlPointsRow(Part, frozen=True):
    """``control_points`` (OW-VIC-04)."""

    cells: Annotated[tuple[PointRow, ...], msgspec.Meta(max_length=MOST_CELLS)]
    from_turn: Turn
    target: Annotated[int, msgspec.Meta(ge=1, le=999)]


class AccumulateRow(Part, frozen=True):
    """``accumulate`` (OW-VIC-05)."""

    resource: Literal["gold", "mana"]
    amount: Annotated[int, msgspec.Meta(ge=1, le=999)]
    from_turn: Turn


class SidedRow(Part, frozen=True):
    """A line of the list of conditions (OW-VIC-06)."""

    side: SideName
    condition: Condition
    turns: When
    at: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=12)] = ()
    unit: UnitCode | None = None
    form: Name | None = None
    faction: Name | None = None


class VictoryRow(Part, frozen=True):
    """How the battle ends (OW-VIC-01)."""

    kinds: tuple[Kind, ...]
    control_points: ControlPointsRow | None = None
    accumulate: AccumulateRow | None = None
    sided: Annotated[tuple[SidedRow, ...], msgspec.Meta(max_length=20)] = ()
    at_turn_limit: tuple[Criterion, ...] = ("draw",)


class Battle(Part, frozen=True):
    """A battle. Its seats are described (``seat``), or whoever sits down chooses a faction and starts where
    ``starts_by_players`` says. ``map`` is empty where every game draws a random one (``map_generator``)."""

    name_es: Title
    name_en: Title
    summary_es: Summary
    summary_en: Summary
    minutes: Annotated[int, msgspec.Meta(ge=5, le=600)]
    players: Players
    turn_limit: Turn
    turn_order: Literal["army_value"] | tuple[SeatNumber, ...]
    victory: VictoryRow
    map: Annotated[
        tuple[Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_COLUMNS)], ...],
        msgspec.Meta(max_length=MOST_ROWS),
    ] = ()
    map_generator: bool = False
    options: Mapping[str, bool | int | str | tuple[str, ...]] = {}
    seat: Annotated[tuple[SeatRow, ...], msgspec.Meta(max_length=len(SEATS))] = ()
    starts_by_players: Annotated[tuple[StartsRow, ...], msgspec.Meta(max_length=len(SEATS))] = ()
    unused_start_becomes: Name | None = None
    muster: MusterRow | None = None
    event: Annotated[tuple[SpawnRow | TwoLivesRow, ...], msgspec.Meta(max_length=20)] = ()
    modifier: Annotated[tuple[ReplaceRow | BonusRow, ...], msgspec.Meta(max_length=20)] = ()

    @property
    def columns(self) -> int:
        """How many columns the map has."""
        return max((len(row) for row in self.map), default=0)

    @property
    def two_lives(self) -> TwoLivesRow | None:
        """The unit with two lives, if there is one."""
        return next((event for event in self.event if isinstance(event, TwoLivesRow)), None)

    def starts(self, players: int) -> tuple[Cell, ...]:
        """The start cells of a number of players."""
        if self.seat:
            return tuple(seat.start for seat in self.seat)
        return next((row.starts for row in self.starts_by_players if row.players == players), ())


def cells_by_die(where: str) -> dict[int, Cell]:
    """The cells of ``"die: 1 = B1, 2 = C2"``, by face; nothing where it says something else besides."""
    found: dict[int, Cell] = {}
    for part in where.removeprefix("die:").split(","):
        told = _FACE.fullmatch(part.strip())
        if told is None:
            return {}
        found[int(told[1])] = told[2]
    return found


def by_die(cells: Mapping[int, Cell]) -> str:
    """The words of cells by die."""
    return "die: " + ", ".join(f"{face} = {cell}" for face, cell in sorted(cells.items()))
