"""What can be set of the single things of a battle in the making: hexes, teams, platoons, sides, objectives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.types import Text
from app.engine.workshop.forms import NONE, form_of, listed, names, say, with_row
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.scenarios import AirRow, Cell, MixedRow, Placement, PlatoonRow, SideRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.workshop.aboard import carried
from app.systems.flames_hexwar.workshop.document import (
    Battle,
    cell_of,
    company_names,
    placement_of,
    platoon_of,
    side_named,
    team_of,
    with_placement,
    with_platoon,
    with_side,
)
from app.systems.flames_hexwar.workshop.edits import MOST_WRECKS, check_room
from app.systems.flames_hexwar.workshop.forms import Form, Put, Setting, facing_names, whose
from app.systems.flames_hexwar.workshop.ground import Lot, lot_of, with_lots
from app.systems.flames_hexwar.workshop.tools import RELIEFS, SURFACES

MOST_FLOORS: Final = 9
MOST_SUPPORTS: Final = 4


def settings_of(book: Book, rules: Rules, battle: Battle, thing: str) -> Iterator[Setting]:
    """What can be set of a thing; nothing of a road or a junction. Raises ``InvalidInput`` for what is not there."""
    if (at := cell_of(battle, thing)) is not None:
        return _hex(rules, battle, thing, at)
    if (team := team_of(battle, thing)) is not None:
        return _team(rules, battle, thing, *team)
    if (platoon := platoon_of(battle, thing)) is not None:
        return _platoon(book, rules, battle, *platoon)
    if (side := side_named(battle, thing)) is not None:
        return _side(rules, battle, side)
    lists = {"objective": battle.objectives, "road": battle.roads, "junction": battle.junctions}
    found = listed(thing, lists)
    if found is None:
        raise InvalidInput.at("thing", "a thing of the battle", thing)
    return _objective(rules, battle, thing, found[1]) if found[0] == "objective" else iter(())


# -------------------------------------------------------------------------------------------------------------------- hexes


def _hex(rules: Rules, battle: Battle, thing: str, at: Cell) -> Iterator[Setting]:
    lot = lot_of(battle, at)

    def put(changed: Lot) -> Battle:
        return with_lots(battle, {at: changed})

    form = form_of(rules, thing, lot, put)
    yield form.choice("surface", {sign: say(rules, "tools", name) for name, sign in SURFACES.items()})
    yield form.choice("relief", {sign: say(rules, "tools", name) for name, sign in RELIEFS.items()})
    for field in ("trees", "trench"):
        yield form.switch(field)
    yield form.number("wrecks", 0, max(MOST_WRECKS, lot.wrecks))
    if lot.building is not None:
        own = form.of(lot.building, lambda changed: put(replace(lot, building=changed)))
        yield own.number("floors", 1, MOST_FLOORS)
        yield own.choice("material", names(rules, "materials"))
    if lot.surface == SURFACES["open"]:
        yield from _mixed(rules, form, at, lot, put)
    zones: dict[str, Text] = {NONE: say(rules, "values", "nobody"), **{side: whose(rules, side) for side in SIDES}}
    now = lot.zones[0] if lot.zones else NONE
    yield form.choice(
        "zone", zones, value=now, put=lambda side: put(replace(lot, zones=() if side == NONE else (side,)))
    )
    for side in SIDES:
        yield form.switch(
            f"line_{side}",
            label=say(rules, "tools", "line", who=whose(rules, side)),
            value=side in lot.lines,
            put=_line_setter(lot, side, put),
        )


def _line_setter(lot: Lot, side: Side, put: Callable[[Lot], Battle]) -> Put:
    others = tuple(each for each in lot.lines if each != side)
    return lambda holds: put(replace(lot, lines=(*others, side) if holds else others))


def _mixed(rules: Rules, form: Form, at: Cell, lot: Lot, put: Callable[[Lot], Battle]) -> Iterator[Setting]:
    """What covers a half of an open hex, and on which side of it (FHW-COV-07)."""
    mixed, features = lot.mixed, {NONE: say(rules, "values", "no_half"), **names(rules, "features")}

    def filled(feature: str) -> Battle:
        new = None if feature == NONE else replace(mixed or MixedRow(at, 0, "woods"), feature=feature)
        return put(replace(lot, mixed=new))

    yield form.choice("feature", features, value=NONE if mixed is None else mixed.feature, put=filled)
    if mixed is None:
        return
    yield form.choice(
        "dir",
        facing_names(rules),
        value=str(mixed.dir),
        put=lambda d: put(replace(lot, mixed=replace(mixed, dir=int(d)))),
    )
    if mixed.feature == "building":
        own = form.of(mixed, lambda changed: put(replace(lot, mixed=changed)))
        yield own.choice("half_material", names(rules, "materials"), at="material")


# --------------------------------------------------------------------------------------------------------- teams and platoons


def _team(rules: Rules, battle: Battle, thing: str, row: SideRow, platoon: PlatoonRow, index: int) -> Iterator[Setting]:
    """Aboard what it begins, or where it stands in its hex (FHW-SET-06)."""
    spot, kinds = placement_of(platoon, index), rules.platoons[platoon.platoon].teams
    if index >= len(kinds):
        return
    kind = rules.teams[kinds[index]]
    if platoon.start == "board" and not kind.is_vehicle:
        yield from carried(rules, battle, row, platoon, index)
    if spot is None or spot.aboard is not None:
        return
    lot = lot_of(battle, spot.at)
    form = form_of(rules, thing, spot, lambda changed: with_placement(battle, platoon, index, changed))
    if kind.turns:
        now = spot.facing if spot.facing is not None else 0
        yield form.choice("facing", facing_names(rules), value=str(now), put=_facing_setter(battle, platoon, spot))
    if lot.building is not None and not kind.is_vehicle:
        yield form.number("floor", 1, max(lot.building.floors, spot.floor))
    if lot.mixed is not None:
        yield form.choice("half", names(rules, "halves"), value=spot.half or ("free" if kind.is_vehicle else "cover"))


def _facing_setter(battle: Battle, platoon: PlatoonRow, spot: Placement) -> Put:
    return lambda facing: with_placement(battle, platoon, spot.team, replace(spot, facing=int(facing)))


def _platoon(book: Book, rules: Rules, battle: Battle, row: SideRow, platoon: PlatoonRow) -> Iterator[Setting]:
    form = form_of(rules, platoon.id, platoon, lambda changed: with_platoon(battle, changed))
    kinds = {name: of.name for name, of in rules.platoons.items() if of.nation == row.nation}
    yield form.choice("platoon", kinds, put=_kind_setter(book, battle, row, platoon))
    yield form.choice("company", {name: say(rules, "values", "company", n=name) for name in company_names()})
    yield form.choice(
        "start", names(rules, "starts"), put=lambda start: with_platoon(battle, _starting(platoon, start))
    )


def _starting(platoon: PlatoonRow, start: Any) -> PlatoonRow:
    """A platoon that begins elsewhere stands nowhere."""
    return replace(platoon, start=start, placements=platoon.placements if start == "board" else ())


def _kind_setter(book: Book, battle: Battle, row: SideRow, platoon: PlatoonRow) -> Put:
    def put(kind: str) -> Battle:
        others = tuple(each for each in row.platoon if each.id != platoon.id)
        without = with_side(battle, replace(row, platoon=others))
        changed = replace(platoon, platoon=kind, placements=())
        check_room(book, without, others, changed)
        return with_platoon(battle, platoon if kind == platoon.platoon else changed)

    return put


# -------------------------------------------------------------------------------------------------------- sides, objectives


def _side(rules: Rules, battle: Battle, row: SideRow) -> Iterator[Setting]:
    """Its nation, whether its foot goes to ground, its air support (FHW-SET-05, FHW-SET-06, FHW-AIR-01)."""
    form = form_of(rules, f"side.{row.seat}", row, lambda changed: with_side(battle, changed))
    yield form.choice("nation", {name: of.name for name, of in rules.nations.items()})
    yield form.switch("gone_to_ground")
    air = row.air
    levels = {NONE: say(rules, "values", "no_air"), **names(rules, "levels")}
    yield form.choice("air", levels, value=NONE if air is None else air.level, put=_air_setter(rules, battle, row))
    if air is not None:
        own = form.of(air, lambda changed: with_side(battle, replace(row, air=changed)))
        yield own.choice("aircraft", {name: of.name for name, of in rules.aircraft.items()})
        yield own.number("supports", 1, MOST_SUPPORTS, at="count")


def _air_setter(rules: Rules, battle: Battle, row: SideRow) -> Put:
    def put(level: Any) -> Battle:
        if level == NONE:
            return with_side(battle, replace(row, air=None))
        air = row.air or AirRow(level, next(iter(rules.aircraft)))
        return with_side(battle, replace(row, air=replace(air, level=level)))

    return put


def _objective(rules: Rules, battle: Battle, thing: str, number: int) -> Iterator[Setting]:
    rows = battle.objectives
    form = form_of(
        rules, thing, rows[number], lambda changed: replace(battle, objectives=with_row(rows, number, changed))
    )
    for tongue in ("es", "en"):
        yield form.words(f"objective_{tongue}", 1, 80, at=f"name_{tongue}")
