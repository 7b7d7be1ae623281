"""Every reason why a position cannot be, so that nothing posted from outside can break the rules' code.

Whether bases overlap is not asked: it costs much and breaks nothing. References, ranges, states and phases are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from app.boards import plane
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS
from app.systems.war_of_plastic.book.house_values import house_problems
from app.systems.war_of_plastic.book.state import ARMIES, ArmyState, Phase, Piece, Position, Prompt, Unit
from app.systems.war_of_plastic.book.tables import Book, Rules
from app.systems.war_of_plastic.ground.buildings import has_level
from app.systems.war_of_plastic.muster.armies import list_refusal
from app.systems.war_of_plastic.position.field import Field

PLAYED: Final = (Phase.DEPLOYMENT, Phase.FIRST_ROLL, Phase.TURN)
"""The phases in which both armies have their edges."""

ASKED: Final = (Phase.OBSTACLE_ROLE, Phase.OBSTACLES, Phase.EDGE_CHOICE, Phase.DEPLOYMENT, Phase.TURN)
"""The phases in which one army is asked."""


def problems(book: Book, position: Position) -> tuple[str, ...]:
    """Every reason, in sentences; empty for a possible position."""
    try:
        rules = book.rules(position.options, position.tables)
    except InvalidInput as error:
        return tuple(f"{each.field}: expected {each.expected}, found {each.found}" for each in error.errors)
    found = [*house_problems(rules), *_board(position, rules), *_armies(position, rules)]
    if found:  # what follows looks things up in what has just been tested
        return tuple(found)
    found = [*_units(position, rules), *_tokens(position, rules), *_phase(position, rules)]
    return tuple(found or [*_levels(position, rules)])


# ------------------------------------------------------------------------------------------------------------------ board


def _board(position: Position, rules: Rules) -> Iterator[str]:
    pieces = position.board.pieces
    yield from _repeated("piece", (piece.id for piece in pieces))
    for piece in pieces:
        terrain = rules.terrain.get(piece.kind)
        if terrain is None:
            yield f"piece {piece.id}: expected a kind of terrain, found {piece.kind!r}"
        elif piece.points_mm:
            if piece.x_mm is not None or piece.y_mm is not None or piece.radius_mm is not None:
                yield f"piece {piece.id}: expected a polygon or a disc, found both"
            elif not plane.is_simple(piece.points_mm):
                yield f"piece {piece.id}: expected a simple polygon of at least 3 different points (WOP-GEO-05)"
        elif not _is_disc(piece):
            yield f"piece {piece.id}: expected points, or x, y and a radius above 0"
        elif terrain.building or terrain.sight != "open":
            yield f"piece {piece.id}: expected a polygon, as every {piece.kind} is (WOP-GEO-05)"


def _is_disc(piece: Piece) -> bool:
    return piece.x_mm is not None and piece.y_mm is not None and piece.radius_mm is not None and piece.radius_mm > 0


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{what} {name}: expected an id that no other has, found it {count} times"


# ----------------------------------------------------------------------------------------------------------------- armies


def _armies(position: Position, rules: Rules) -> Iterator[str]:
    if set(position.armies) != set(ARMIES):
        yield "armies: expected A and B"
        return
    yield from _repeated("seat", (seat for army in ARMIES for seat in position.armies[army].seats))
    for army in ARMIES:
        own = position.armies[army]
        if not own.seats or any(seat not in SEATS for seat in own.seats):
            yield f"army {army}: expected seats from a to g, found {', '.join(own.seats) or 'none'}"
        if own.captain not in own.seats:
            yield f"army {army}: expected one of its seats as captain, found {own.captain!r}"
        yield from _objectives(army, own)
    edges = {army: position.armies[army].edge for army in ARMIES}
    if (edges["A"] is None) != (edges["B"] is None) or (
        edges["A"] is not None and rules.opposite[edges["A"]] != edges["B"]
    ):
        yield f"armies: expected opposite edges, found {edges['A']} and {edges['B']}"
    if position.phase in PLAYED and edges["A"] is None:
        yield f"phase {position.phase}: expected both armies to have their edges"


def _objectives(army: str, own: ArmyState) -> Iterator[str]:
    for index, objective in enumerate(own.objectives.list):
        name = f"objective {index} of army {army}"
        if objective.type == "hold_zone" and (objective.zone is None or not plane.is_simple(objective.zone.points)):
            yield f"{name}: expected a zone that is a simple polygon"
        if objective.type == "hold_zone" and not objective.rounds:
            yield f"{name}: expected at least 1 round"
        if objective.type == "survive" and not objective.round:
            yield f"{name}: expected a round from 1"
        if objective.type == "reach_edge" and objective.edge not in (
            *(None, "enemy", "own"),
            *("south", "north", "west", "east"),
        ):
            yield f"{name}: expected enemy, own or an edge, found {objective.edge!r}"


# ------------------------------------------------------------------------------------------------------------------ units


def _units(position: Position, rules: Rules) -> Iterator[str]:
    for key, unit in position.units.items():
        if key != unit.id or not 1 <= len(unit.id) <= 64:
            yield f"unit {key[:64]!r}: expected its own id, at most 64 characters, found {unit.id[:64]!r}"
        kind = rules.kinds.get(unit.kind)
        if kind is None or kind.type != unit.type:
            yield f"unit {unit.id}: expected a kind of {unit.type} unit, found {unit.kind!r}"
            continue
        yield from _unit(position, rules, unit)
        yield from _place(position, rules, unit)
    aboard = Counter(unit.aboard for unit in position.units.values() if unit.status == "aboard")
    for vehicle_id, count in aboard.items():
        vehicle = None if vehicle_id is None else position.units.get(vehicle_id)
        if vehicle is not None and vehicle.kind in rules.kinds and count > rules.kinds[vehicle.kind].capacity:
            yield f"unit {vehicle_id}: expected at most {rules.kinds[vehicle.kind].capacity} passengers, found {count}"


def _unit(position: Position, rules: Rules, unit: Unit) -> Iterator[str]:
    seats = position.armies[unit.army].seats
    if unit.owner not in seats or unit.handler not in seats:
        yield f"unit {unit.id}: expected owner and handler among the seats of army {unit.army}"
    if any(weapon not in rules.weapons for weapon in unit.weapons):
        yield f"unit {unit.id}: expected known weapons, found {', '.join(unit.weapons)}"
    if any(weapon not in rules.weapons or not rules.weapons[weapon].special for weapon in unit.special):
        yield f"unit {unit.id}: expected special weapons, found {', '.join(unit.special)}"
    if unit.special and unit.type != "infantry":
        yield f"unit {unit.id}: expected no weapon tokens on a vehicle"
    limit = rules.classes[unit.type].damage_limit
    if unit.damage > limit:
        yield f"unit {unit.id}: expected at most {limit} hurts, found {unit.damage}"


def _place(position: Position, rules: Rules, unit: Unit) -> Iterator[str]:
    on_table = unit.status == "table"
    placed = unit.x_mm is not None
    if placed != (unit.y_mm is not None) or (on_table != placed and unit.status != "destroyed"):
        yield f"unit {unit.id}: expected x and y exactly while it is on the table, or where it fell"
    elif unit.x_mm is not None and unit.y_mm is not None:
        r, board = unit.radius_mm, position.board
        if not (r <= unit.x_mm <= board.width_mm - r and r <= unit.y_mm <= board.height_mm - r):
            yield f"unit {unit.id}: expected its base inside the field, found it at {unit.x_mm}, {unit.y_mm}"
    if unit.level and (not on_table or unit.type != "infantry"):
        yield f"unit {unit.id}: expected level 0, found {unit.level}"
    if (unit.status == "aboard") != (unit.aboard is not None):
        yield f"unit {unit.id}: expected a vehicle exactly while it is aboard"
    elif unit.aboard is not None:
        yield from _aboard(position, rules, unit)


def _aboard(position: Position, rules: Rules, unit: Unit) -> Iterator[str]:
    vehicle = None if unit.aboard is None else position.units.get(unit.aboard)
    if unit.type != "infantry":
        yield f"unit {unit.id}: expected only soldiers aboard (WOP-VEH-13)"
    if vehicle is None or vehicle.army != unit.army or vehicle.type != "light":
        yield f"unit {unit.id}: expected an own light vehicle, found {unit.aboard!r}"
        return
    # While an action is resolved, survivors are still aboard the vehicle just destroyed.
    waiting = position.phase is Phase.FINISHED or position.open or unit.id in {each.unit for each in position.prompts}
    if vehicle.status != "table" and not (vehicle.status == "destroyed" and vehicle.x_mm is not None and waiting):
        yield f"unit {unit.id}: expected its vehicle {vehicle.id} on the table, found it {vehicle.status}"


def _levels(position: Position, rules: Rules) -> Iterator[str]:
    field = Field.of(position, rules)
    for unit in position.units.values():
        if unit.level and not has_level(field, unit.x_mm or 0, unit.y_mm or 0, unit.level):
            yield f"unit {unit.id}: expected a building that has level {unit.level} (WOP-BLDG-06)"


def _tokens(position: Position, rules: Rules) -> Iterator[str]:
    yield from _repeated("token", (token.id for token in position.tokens))
    names = {f"token-{number}" for number in range(1, min(position.tokens_made, 100_000) + 1)}
    discs = {piece.id for piece in position.board.pieces if _is_disc(piece)}
    for token in position.tokens:
        if token.weapon not in rules.weapons or not rules.weapons[token.weapon].special:
            yield f"token {token.id}: expected a special weapon, found {token.weapon!r}"
        if token.id not in names:
            yield f"token {token.id}: expected token-1 to token-{position.tokens_made}"
        if token.on_wreck is not None and token.on_wreck not in discs:
            yield f"token {token.id}: expected a wreck, found {token.on_wreck!r}"


# ------------------------------------------------------------------------------------------------------------------ phase


def _phase(position: Position, rules: Rules) -> Iterator[str]:
    phase = position.phase
    over = phase is Phase.DEPLOYMENT and all(position.armies[army].deploy_finished for army in ARMIES)
    if phase in ASKED and position.army_to_act is None and not over:
        yield f"phase {phase}: expected an army to act"
    if (phase is Phase.FINISHED) != (position.result is not None):
        yield f"phase {phase}: expected a result exactly when the game is finished"
    if phase is not Phase.TURN and (position.open or position.prompts or position.claim):
        yield f"phase {phase}: expected no manoeuvre, prompt or claim"
    if phase is Phase.ARMIES:
        yield from _lists(position, rules)
    if phase in (Phase.OBSTACLE_ROLL, Phase.OBSTACLE_ROLE, Phase.OBSTACLES):
        yield from _pool(position, rules)
    deploying = position.army_to_act if phase is Phase.DEPLOYMENT and not over else None
    if deploying is not None and position.armies[deploying].deploy_finished:
        yield f"army {deploying}: expected it not to have finished deployment"
    if phase is Phase.TURN:
        yield from _turn(position, rules)


def _lists(position: Position, rules: Rules) -> Iterator[str]:
    if rules.options.army_lists != "free":
        yield "phase armies: expected the option army_lists = free"
    for army in ARMIES:
        own = position.armies[army]
        if (own.list is not None or own.list_locked) and list_refusal(rules, own.list) is not None:
            yield f"army {army}: expected a legal list (WOP-ARMY-07)"


def _pool(position: Position, rules: Rules) -> Iterator[str]:
    pool, method = position.obstacles, rules.options.obstacle_method
    if pool is None or method == "preset":
        yield f"phase {position.phase}: expected a pool of obstacles and a method to place them"
        return
    if any(shape is not None and shape not in rules.shapes for shape in pool.remaining):
        yield "obstacles: expected known shapes"
    if position.phase is Phase.OBSTACLES and pool.army_to_place is None:
        yield "obstacles: expected an army to place"
    if position.phase is Phase.OBSTACLE_ROLE and method != "one_side":
        yield "phase obstacle_role: expected the option obstacle_method = one_side"


def _turn(position: Position, rules: Rules) -> Iterator[str]:
    army = position.army_to_act
    if army is None or position.first_army is None or not position.round:
        yield "phase turn: expected a round, the army that began and the army to act"
        return
    if any(unit.status == "undeployed" for unit in position.units.values()):
        yield "phase turn: expected every unit to be deployed or in reserve"
    turn, used = position.armies[army].turn_number, position.manoeuvres_used
    if not turn:
        yield f"army {army}: expected a turn number from 1"
    if used > rules.constants.manoeuvres_per_turn:
        yield f"manoeuvres_used: expected at most {rules.constants.manoeuvres_per_turn}, found {used}"
    opened = position.open
    if opened is not None:
        unit = position.units.get(opened.unit)
        if unit is None or unit.army != army or unit.status == "undeployed" or unit.acted_on_turn == turn:
            yield f"open: expected a unit of army {army} in the middle of its manoeuvre, found {opened.unit!r}"
        if not used:
            yield "manoeuvres_used: expected at least 1 while one is open"
    yield from _repeated("prompt", (prompt.unit for prompt in position.prompts))
    for prompt in position.prompts:
        yield from _prompt(position, prompt)
    claim = position.claim
    if claim is not None:
        listed = position.armies[claim.army].objectives.list
        if claim.index >= len(listed) or listed[claim.index].type != "manual":
            yield f"claim: expected an objective agreed by hand, found {claim.index}"


def _prompt(position: Position, prompt: Prompt) -> Iterator[str]:
    unit = position.units.get(prompt.unit)
    wreck = next((piece for piece in position.board.pieces if piece.id == prompt.wreck), None)
    vehicle = None if unit is None or unit.aboard is None else position.units.get(unit.aboard)
    if unit is None or vehicle is None or vehicle.status != "destroyed":
        yield f"prompt: expected a survivor of a destroyed vehicle, found {prompt.unit!r}"
        return
    if wreck is None or not _is_disc(wreck):
        yield f"prompt: expected a wreck, found {prompt.wreck!r}"
    if prompt.seat not in position.armies[unit.army].seats:
        yield f"prompt: expected a seat of army {unit.army}, found {prompt.seat!r}"
    if Counter(prompt.weapons) - Counter(unit.special):
        yield f"prompt: expected weapons that {unit.id} carries, found {', '.join(prompt.weapons)}"
