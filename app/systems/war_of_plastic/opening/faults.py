"""What keeps a battle that somebody made from being played: one set of tests for the workshop, which words what they find,
and for ``setup``, which refuses it.

A scenario of the game's own needs them no more, since tests hold it to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.boards import plane
from app.boards.measured import Table
from app.boards.outlines import Outline
from app.engine.workshop.base import Found, fault
from app.systems.war_of_plastic.book.house_values import depth_problems
from app.systems.war_of_plastic.book.state import ARMIES, Army, Objective, Piece, Position, Unit, other
from app.systems.war_of_plastic.book.tables import Rules
from app.systems.war_of_plastic.ground.boarding import carrying_rule
from app.systems.war_of_plastic.ground.buildings import has_level
from app.systems.war_of_plastic.ground.places import obstruction, table_of
from app.systems.war_of_plastic.muster.armies import are_equal
from app.systems.war_of_plastic.position.field import Field, outline_of

MOST_PIECES: Final = 120
MOST_CORNERS: Final = 480
"""Of what is played with, ready-made shapes included: bounds on how long one act and one picture of the table take, which everybody
at other tables waits for. No scenario of the game reaches a third of them."""
FIRST_UNIT: Final = "soldier"
"""What an army without units is offered."""


def battle_faults(
    scenario: Mapping[str, Any], rules: Rules, position: Position, pieces: Sequence[Piece]
) -> Iterator[Found]:
    """Everything that the rules of the workshop find; ``position`` is the scenario set up, ``pieces`` are all that it names. What is
    too large is not looked at any closer."""
    too_large = tuple(_size(pieces))
    if too_large:
        yield from too_large
        return
    if not (scenario["name_es"].strip() or scenario["name_en"].strip()):
        yield fault("name", field="name_en")
    least, most = scenario["players"]
    if least > most:
        yield fault("players", field="players_most")
    if any(piece.kind not in rules.terrain for piece in pieces):
        return  # house values took the ground away; ``problems`` says so
    yield from _pieces(position, pieces)
    if rules.options.army_lists == "scenario":
        standing = tuple(piece for piece in pieces if not piece.points_mm or plane.is_simple(piece.points_mm))
        yield from _units(Field(position.units, standing, rules), position)
    yield from _objectives(scenario, rules, position)
    if any(True for _ in depth_problems(position, rules)):
        yield fault("depth", field="height_mm")


def option_faults(scenario: Mapping[str, Any], rules: Rules) -> Iterator[Found]:
    """What does not go with the options."""
    if lacks_pool(scenario, rules):
        yield fault("pool", field="obstacle_pool")
    if are_unequal(scenario, rules):
        yield fault("unequal", field="options.symmetric_armies")


def lacks_pool(scenario: Mapping[str, Any], rules: Rules) -> bool:
    """Whether the players are to place obstacles and there are none to place (WOP-OBST-01)."""
    return rules.options.obstacle_method != "preset" and not scenario.get("obstacle_pool")


def are_unequal(scenario: Mapping[str, Any], rules: Rules) -> bool:
    """Whether the scenario's armies are to be equal and are not (WOP-ARMY-01)."""
    if rules.options.army_lists != "scenario" or not rules.options.symmetric_armies:
        return False
    kinds = {
        army: [(row["kind"], rules.kinds[row["kind"]].special) for row in scenario["units"] if row["army"] == army]
        for army in ARMIES
    }
    return not are_equal(kinds["A"], kinds["B"])


# ------------------------------------------------------------------------------------------------------------------- size


def _size(pieces: Sequence[Piece]) -> Iterator[Found]:
    corners = sum(len(piece.points_mm) for piece in pieces)
    for key, count, most in (("pieces", len(pieces), MOST_PIECES), ("corners", corners, MOST_CORNERS)):
        if count > most:
            yield fault(key, count=count, most=most)


# ----------------------------------------------------------------------------------------------------------------- pieces


def _pieces(position: Position, pieces: Sequence[Piece]) -> Iterator[Found]:
    """Inside the field, sharing no point with another (WOP-OBST-07, WOP-OBST-08), with an outline that crosses itself
    nowhere."""
    table = table_of(position)
    sound: list[tuple[Piece, Outline]] = []
    for piece in pieces:
        if piece.points_mm and not plane.is_simple(piece.points_mm):
            yield fault("outline", piece.id)
            continue
        outline = outline_of(piece)
        if not _is_inside(table, outline):
            yield fault("piece_off", piece.id)
        for other_piece, other_outline in sound:
            if _boxes_meet(outline, other_outline) and outline.meets(other_outline):
                yield fault("pieces_meet", piece.id, other=other_piece.id)
        sound.append((piece, outline))


def _is_inside(table: Table, outline: Outline) -> bool:
    return (
        0 <= outline.west <= outline.east <= table.width_mm and 0 <= outline.south <= outline.north <= table.height_mm
    )


def _boxes_meet(one: Outline, two: Outline) -> bool:
    return one.west <= two.east and two.west <= one.east and one.south <= two.north and two.south <= one.north


# ------------------------------------------------------------------------------------------------------------------ units


def _units(field: Field, position: Position) -> Iterator[Found]:
    for army in ARMIES:
        if not any(unit.army == army for unit in position.units.values()):
            yield fault("no_units", tool=f"unit:placed:{army}:{FIRST_UNIT}", army=army)
    table = table_of(position)
    for unit in position.units.values():
        if unit.status == "aboard":
            yield from _aboard(field, unit)
        elif unit.status == "table":
            yield from _placed(field, table, unit)


def _placed(field: Field, table: Table, unit: Unit) -> Iterator[Found]:
    """A legal end position (WOP-MOVE-12, WOP-DEPL-15)."""
    place = field.place_of(unit)
    if not table.holds(place.x, place.y, place.radius):
        yield fault("unit_off", unit.id)
    elif unit.level and (unit.type != "infantry" or not has_level(field, place.x, place.y, unit.level)):
        yield fault("level", unit.id, level=unit.level)
    else:
        blocker = obstruction(field, unit, place)
        if blocker is not None:
            yield fault("blocked", unit.id, other=blocker)


def _aboard(field: Field, unit: Unit) -> Iterator[Found]:
    """A soldier aboard an own light vehicle that stands on the table and has room (WOP-VEH-01, WOP-VEH-02,
    WOP-VEH-03, WOP-DEPL-11)."""
    vehicle = None if unit.aboard is None else field.units.get(unit.aboard)
    if vehicle is None or unit.type != "infantry" or vehicle.army != unit.army:
        yield fault("aboard", unit.id, other=str(unit.aboard))
        return
    capacity = field.rules.kinds[vehicle.kind].capacity
    others = len(field.passengers_of(vehicle.id)) - 1
    if carrying_rule(vehicle.type, capacity, same_army=True, passengers=others) is not None:
        yield fault("full", unit.id, other=vehicle.id)
    elif vehicle.status != "table":
        yield fault("not_placed", unit.id, other=vehicle.id)


# ------------------------------------------------------------------------------------------------------------- objectives


def _objectives(scenario: Mapping[str, Any], rules: Rules, position: Position) -> Iterator[Found]:
    armies = position.armies
    if not rules.options.max_rounds and not any(armies[army].objectives.list for army in ARMIES):
        yield fault("endless", field="options.max_rounds")
    for army in ARMIES:
        for index, objective in enumerate(armies[army].objectives.list):
            thing = f"objective-{army}-{index}"
            yield from (fault(key, thing) for key in _wrong_with(objective, rules, position, army))


def _wrong_with(objective: Objective, rules: Rules, position: Position, army: Army) -> Iterator[str]:
    if objective.type == "hold_zone":
        if objective.zone is None or not plane.is_simple(objective.zone.points):
            yield "zone"
        elif not table_of(position).holds_points(objective.zone.points):
            yield "zone_off"
        if not objective.rounds:
            yield "rounds"
    elif objective.type == "survive" and not objective.round:
        yield "round"
    elif objective.type == "manual" and not (objective.text_es or objective.text_en or "").strip():
        yield "manual"
    if objective.filter is not None and rules.options.army_lists == "scenario":
        whose = army if objective.type in ("reach_edge", "survive") else other(army)
        if not _names_units(objective, position, whose):
            yield "filter"


def _names_units(objective: Objective, position: Position, army: Army) -> bool:
    """Whether the units that an objective names are there: all of a list of ids, at least one of a kind or a class."""
    mine = [unit for unit in position.units.values() if unit.army == army]
    wanted = objective.filter
    if isinstance(wanted, tuple):
        return {*wanted} <= {unit.id for unit in mine}
    return any(wanted in (unit.kind, unit.type) for unit in mine)
