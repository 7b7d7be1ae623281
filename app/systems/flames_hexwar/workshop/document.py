"""A battle that somebody makes, as a document: a row of ``scenarios.toml`` as data, bounded, and things found in it by their ids.

Ids of things: ``0704`` a hex and what lies in it, ``A1`` a platoon, ``A1.3`` a team of one, ``side.A`` a side, ``objective.0``, ``road.0``
and ``junction.0`` what is on a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine import play
from app.engine.refusal import FieldError, InvalidInput
from app.engine.types import Text
from app.engine.workshop.base import plain
from app.systems.flames_hexwar.book.book import Book, own_scenario
from app.systems.flames_hexwar.book.kinds import SIDES, CompanyId, PlatoonId, Side
from app.systems.flames_hexwar.book.scenarios import (
    BuildingRow,
    Cell,
    JunctionRow,
    Length,
    MixedRow,
    ObjectiveRow,
    Placement,
    PlatoonRow,
    Rectangle,
    Reserves,
    Scenario,
    SideRow,
    Victory,
    WeatherRow,
    WreckRow,
)
from app.systems.flames_hexwar.opening.boards import shapeless

LEAST_SIZE: Final = 4
MOST_HEXES: Final = 640
"""Of a board: a picture of more would take too long."""
MOST_TEAMS: Final = 240
MOST_PLATOONS: Final = 40
MOST_ROWS: Final = 400
MOST_COMPANIES: Final = 4
COMPANY: Final = CompanyId("1")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Summary = Annotated[str, msgspec.Meta(max_length=400)]
Minutes = Annotated[int, msgspec.Meta(ge=5, le=900)]
Turns = Annotated[int, msgspec.Meta(ge=1, le=30)]


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle, whether or not it can be played; see ``book/scenarios.py`` for its parts."""

    name_es: Name
    name_en: Name
    summary_es: Summary = ""
    summary_en: Summary = ""
    minutes: Minutes
    cols: Length
    rows: Length
    turns: Turns
    weather: tuple[WeatherRow, ...] = ()
    surface: tuple[str, ...]
    relief: tuple[str, ...]
    roads: tuple[tuple[Cell, ...], ...] = ()
    tree_lined: tuple[Cell, ...] = ()
    buildings: tuple[BuildingRow, ...] = ()
    mixed: tuple[MixedRow, ...] = ()
    trenches: tuple[Cell, ...] = ()
    wrecks: tuple[WreckRow, ...] = ()
    junctions: tuple[JunctionRow, ...] = ()
    objectives: tuple[ObjectiveRow, ...] = ()
    victory: Victory
    reserves: Reserves = Reserves()
    options: dict[str, Any] = {}
    side: tuple[SideRow, SideRow]


def understood(book: Book, raw: object) -> Battle:
    """A document as somebody sent it. Raises ``InvalidInput`` naming every wrong field."""
    found: Battle = play.decode(Battle, raw, "battle")
    errors = [FieldError(f"battle.{field}", expected, str(value)) for field, expected, value in _beyond(found)]
    if errors:
        raise InvalidInput(errors)
    try:
        rules = book.fresh_rules(book.resolve(found.options))
    except InvalidInput as error:
        raise InvalidInput([replace(each, field=f"battle.{each.field}") for each in error.errors]) from None
    wrong = [*shapeless(rules, scenario_of(found))]
    if wrong:
        raise InvalidInput([FieldError("battle", "a battle that can be laid out", each) for each in wrong[:20]])
    return found


def scenario_of(battle: Battle) -> Scenario:
    """The scenario that a document is."""
    return own_scenario(plain(battle))


def _beyond(battle: Battle) -> Iterator[tuple[str, str, Any]]:
    """What no document may hold, however it is to be played."""
    if min(battle.cols, battle.rows) < LEAST_SIZE or battle.cols * battle.rows > MOST_HEXES:
        yield "cols", f"at least {LEAST_SIZE} each way, at most {MOST_HEXES} hexes", battle.cols * battle.rows
    if [row.seat for row in battle.side] != list(SIDES):
        yield "side", "A, then B", [row.seat for row in battle.side]
    lists: dict[str, tuple[Any, ...]] = {
        "roads": tuple(at for chain in battle.roads for at in chain),
        **{name: getattr(battle, name) for name in ("weather", "tree_lined", "trenches", "junctions", "objectives")},
        "weather.turns": tuple(turn for row in battle.weather for turn in row.turns),
        **{f"side.{row.seat}.deploy": row.deploy for row in battle.side},
        **{f"side.{row.seat}.reinforcement_line": row.reinforcement_line or () for row in battle.side},
    }
    for field, found in lists.items():
        if len(found) > MOST_ROWS:
            yield field, f"up to {MOST_ROWS}", len(found)
    for row in battle.side:
        if len(row.platoon) > MOST_PLATOONS:
            yield f"side.{row.seat}.platoon", f"up to {MOST_PLATOONS}", len(row.platoon)
        if any(each.company not in company_names() for each in row.platoon):
            yield f"side.{row.seat}.platoon", f"companies 1 to {MOST_COMPANIES}", [each.company for each in row.platoon]
        if any(c0 > c1 or r0 > r1 or c1 >= battle.cols or r1 >= battle.rows for c0, r0, c1, r1 in row.deploy):
            yield f"side.{row.seat}.deploy", "rectangles on the board", row.deploy
    teams = sum(len(each.placements) for row in battle.side for each in row.platoon)
    if teams > MOST_TEAMS:
        yield "side", f"up to {MOST_TEAMS} teams", teams
    if any(len(each.name_es) > 80 or len(each.name_en) > 80 for each in battle.objectives):
        yield "objectives", "names of up to 80 letters", "longer ones"


def company_names() -> tuple[str, ...]:
    """How companies of a side are called."""
    return tuple(str(number) for number in range(1, MOST_COMPANIES + 1))


# ------------------------------------------------------------------------------------------------------------ parts by id


def key(at: Cell) -> str:
    """``0704``."""
    return f"{at[0]:02d}{at[1]:02d}"


def cell_of(battle: Battle, name: str | None) -> Cell | None:
    """A hex of the board by its name."""
    found = None if name is None or len(name) != len("0000") else hexes.named(name)
    if found is None:
        return None
    column, row = hexes.to_offset(found)
    return (column, row) if column < battle.cols and row < battle.rows else None


def hex_of(at: Cell) -> Hex:
    """The hex of a cell."""
    return hexes.from_offset(*at)


def side_of(battle: Battle, side: Side) -> SideRow:
    """What is said of a side."""
    return battle.side[SIDES.index(side)]


def side_named(battle: Battle, thing: str) -> SideRow | None:
    """What is said of a side, by ``side.A``."""
    return next((row for row in battle.side if thing == f"side.{row.seat}"), None)


def platoon_of(battle: Battle, thing: str) -> tuple[SideRow, PlatoonRow] | None:
    """A platoon by its id, with its side."""
    return next(((row, each) for row in battle.side for each in row.platoon if each.id == thing), None)


def team_of(battle: Battle, thing: str) -> tuple[SideRow, PlatoonRow, int] | None:
    """A team by its id: its side, its platoon, its index."""
    name, _, index = thing.rpartition(".")
    found = platoon_of(battle, name)
    if found is None or not index.isdecimal() or str(int(index)) != index:
        return None
    return (*found, int(index))


def placement_of(platoon: PlatoonRow, index: int) -> Placement | None:
    """Where a team of a platoon stands."""
    return next((placed for placed in platoon.placements if placed.team == index), None)


# ------------------------------------------------------------------------------------------------------- another in its place


def with_side(battle: Battle, row: SideRow) -> Battle:
    """The battle with another row of a side."""
    first, second = battle.side
    return replace(battle, side=(row, second) if row.seat == "A" else (first, row))


def with_platoon(battle: Battle, platoon: PlatoonRow) -> Battle:
    """The battle with another platoon of the same id."""
    row = side_of(battle, side_in(platoon.id))
    return with_side(
        battle, replace(row, platoon=tuple(platoon if each.id == platoon.id else each for each in row.platoon))
    )


def side_in(name: str) -> Side:
    """The side of a platoon by its id."""
    return "A" if name.startswith("A") else "B"


def with_placement(battle: Battle, platoon: PlatoonRow, index: int, placed: Placement | None) -> Battle:
    """The battle with a team of a platoon somewhere else, or nowhere."""
    rest = [each for each in platoon.placements if each.team != index]
    new = rest if placed is None else [*rest, placed]
    return with_platoon(battle, replace(platoon, placements=tuple(sorted(new, key=lambda each: each.team))))


def next_platoon_id(row: SideRow) -> PlatoonId:
    """The id of a side's next platoon."""
    taken = {each.id for each in row.platoon}
    return next(PlatoonId(f"{row.seat}{n}") for n in range(1, len(taken) + 2) if f"{row.seat}{n}" not in taken)


def rectangles_of(cells: Iterable[Cell]) -> tuple[Rectangle, ...]:
    """The cells of a zone as rectangles that do not overlap: runs of each row, alike runs of rows that follow each other together."""
    left = set(cells)
    found: list[Rectangle] = []
    while left:
        column, row = min(left, key=lambda at: (at[1], at[0]))
        last = column
        while (last + 1, row) in left:
            last += 1
        bottom = row
        while all((c, bottom + 1) in left for c in range(column, last + 1)):
            bottom += 1
        left -= {(c, r) for c in range(column, last + 1) for r in range(row, bottom + 1)}
        found.append((column, row, last, bottom))
    return tuple(found)


def zone_of(row: SideRow) -> set[Cell]:
    """The cells where a side deploys."""
    return {(c, r) for c0, r0, c1, r1 in row.deploy for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)}


def copied(row: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario of the game as a document."""
    found = {name: value for name, value in row.items() if name in Battle.__struct_fields__}
    sides = [{name: each[name] for name in each if name in SideRow.__struct_fields__} for each in row["side"]]
    return {**found, "summary_es": row["description_es"], "summary_en": row["description_en"], "side": sides}


def blank(name: Text, objective: Text) -> Battle:
    """Open ground with a crossroads to hold, and a platoon on each side: it can be played as it is."""
    wide, high, middle = 14, 11, 5
    attackers = tuple(
        PlatoonRow(PlatoonId(f"A{n}"), COMPANY, "sov_smg", "board", _stood(10, (1, middle * n - 4))) for n in (1, 2)
    )
    defender = PlatoonRow(PlatoonId("B1"), COMPANY, "ger_grenadiers_small", "board", _stood(5, (9, middle)))
    return Battle(
        name_es=name.es,
        name_en=name.en,
        minutes=30,
        cols=wide,
        rows=high,
        turns=8,
        surface=("." * wide,) * high,
        relief=("." * wide,) * high,
        roads=(tuple((column, middle) for column in range(wide)),),
        objectives=(ObjectiveRow((8, middle), objective.es, objective.en),),
        victory=Victory(1, 2, "defender"),
        side=(
            SideRow("A", "soviet", ((0, 0, 2, high - 1),), platoon=attackers),
            SideRow("B", "german", ((8, 0, wide - 1, high - 1),), gone_to_ground=True, platoon=(defender,)),
        ),
    )


def _stood(count: int, start: Cell) -> tuple[Placement, ...]:
    """So many teams of foot from a hex downwards, three in each."""
    column, row = start
    return tuple(Placement(number, (column, row + number // 3)) for number in range(count))
