"""The questions about the flow of the game: order, army lists, care, weapons on the ground, objectives and endings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final, Literal

import msgspec

from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Query
from app.engine.types import RuleId
from app.systems.war_of_plastic import query_input as ask
from app.systems.war_of_plastic.armies import Entry, unequal_armies
from app.systems.war_of_plastic.care import treated, treatment_refusal
from app.systems.war_of_plastic.damage import WRECK
from app.systems.war_of_plastic.field import Field
from app.systems.war_of_plastic.queries_combat import Answer
from app.systems.war_of_plastic.state import Army, Name, Objective, Piece, Status, Unit, WeaponToken
from app.systems.war_of_plastic.tables import Book, Rules
from app.systems.war_of_plastic.turn_order import next_to_deploy, roll_off
from app.systems.war_of_plastic.victory import EndFacts, ObjectiveFacts, ending, is_reached
from app.systems.war_of_plastic.weapons import pick_up_refusal

MOST_TO_PLACE: Final = 1000

Tally = Annotated[int, msgspec.Meta(ge=0, le=MOST_TO_PLACE)]


class _RollOff(msgspec.Struct, frozen=True):
    dice: ask.Dice


def _roll_off(book: Book, given: Any) -> Answer:
    asked = ask.read(_RollOff, given)
    with ask.given_dice(asked.dice) as dice:
        result = roll_off(dice, "roll-off")
    return {"higher": result.higher, "lower": result.lower, "dice_used": len(dice.rolls)}


class _ToPlace(msgspec.Struct, frozen=True):
    A: Tally = 0
    B: Tally = 0


class _DeploymentOrder(msgspec.Struct, frozen=True):
    first: Army
    to_place: _ToPlace


def _deployment_order(book: Book, given: Any) -> Answer:
    asked = ask.read(_DeploymentOrder, given)
    left: dict[Army, int] = {"A": asked.to_place.A, "B": asked.to_place.B}
    order: list[Army] = []
    # As if the other army had just deployed: the first goes first, unless it has nothing to deploy (WOP-DEPL-12).
    go: Army | None = next_to_deploy("B" if asked.first == "A" else "A", _unfinished(left))
    while go is not None:
        order.append(go)
        left[go] -= 1
        go = next_to_deploy(go, _unfinished(left))
    return {"order": order}


def _unfinished(left: Mapping[Army, int]) -> tuple[Army, ...]:
    return tuple(army for army, units in left.items() if units > 0)


ListInput = Annotated[tuple[tuple[Name, str | None], ...], msgspec.Meta(max_length=500)]


class _EqualArmies(msgspec.Struct, frozen=True):
    A: ListInput
    B: ListInput
    options: ask.Options = {}


def _equal_armies(book: Book, given: Any) -> Answer:
    asked = ask.read(_EqualArmies, given)
    rules = ask.rules_of(book, asked.options)
    one, two = _entries(rules, asked.A, "given.A"), _entries(rules, asked.B, "given.B")
    return ask.verdict(unequal_armies(rules.options, one, two))


def _entries(rules: Rules, listed: ListInput, path: str) -> list[Entry]:
    for index, (kind, special) in enumerate(listed):
        if kind not in rules.kinds:
            raise InvalidInput.at(f"{path}[{index}][0]", "a unit kind", kind)
        if special and special not in rules.weapons:
            raise InvalidInput.at(f"{path}[{index}][1]", "a weapon, or none", special)
    return [(kind, special or None) for kind, special in listed]


class _Heal(msgspec.Struct, frozen=True):
    status: Status
    damage: ask.Damage
    army_turn: ask.Number
    acted_this_turn: bool = False


def _heal(book: Book, given: Any) -> Answer:
    asked = ask.read(_Heal, given)
    refusal = _may_be_treated(asked) or treatment_refusal(asked.status, asked.damage)
    if refusal is not None:
        return ask.verdict(refusal)
    done = treated(asked.damage, asked.army_turn)
    return {"legal": True, "damage": done.damage, "ready_from_turn": done.ready_from_turn}


def _may_be_treated(asked: _Heal) -> Refusal | None:
    if asked.status == "destroyed":
        return Refusal(RuleId("WOP-MAN-15"))
    return Refusal(RuleId("WOP-MAN-03")) if asked.acted_this_turn else None


class _WreckInput(msgspec.Struct, frozen=True):
    x: ask.Coordinate
    y: ask.Coordinate
    radius: ask.Radius


class _TokenInput(msgspec.Struct, frozen=True):
    x: ask.Coordinate | None = None
    y: ask.Coordinate | None = None
    level: ask.Level = 0
    on_wreck: _WreckInput | None = None


class _PickUp(msgspec.Struct, frozen=True):
    unit: ask.UnitInput
    token: _TokenInput
    carried: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    options: ask.Options = {}


def _pick_up(book: Book, given: Any) -> Answer:
    asked = ask.read(_PickUp, given)
    rules = ask.rules_of(book, asked.options)
    token, wreck = _token(asked.token)
    field = ask.field_of(rules, (asked.unit,), names=("given.unit",))
    carried = ("machine_gun",) * asked.carried
    unit = msgspec.structs.replace(ask.unit_named(field, asked.unit.id, "given.unit"), special=carried)
    field = Field({unit.id: unit}, (wreck,) if wreck else (), rules)
    return ask.verdict(_may_pick_up(unit) or pick_up_refusal(field, unit, token))


def _may_pick_up(unit: Unit) -> Refusal | None:
    """What bars a unit from picking up whatever lies where (rules.md, "Which id a refusal names")."""
    if unit.stunned:
        return Refusal(RuleId("WOP-MAN-11"))
    if unit.type == "infantry" and unit.damage:
        return Refusal(RuleId("WOP-DMG-06"))
    if unit.status == "aboard":
        return Refusal(RuleId("WOP-VEH-11"))
    return Refusal(RuleId("WOP-DROP-04")) if unit.type != "infantry" else None


def _token(asked: _TokenInput) -> tuple[WeaponToken, Piece | None]:
    """The token of a question, and the wreck it lies on."""
    if asked.on_wreck is not None:
        x, y, radius = asked.on_wreck.x, asked.on_wreck.y, asked.on_wreck.radius
        wreck = Piece("wreck", WRECK, x_mm=x, y_mm=y, radius_mm=radius)
        return WeaponToken("token", "machine_gun", x, y, on_wreck=wreck.id), wreck
    if asked.x is None or asked.y is None:
        raise InvalidInput.at("given.token", "x and y, or on_wreck", "neither")
    return WeaponToken("token", "machine_gun", asked.x, asked.y, asked.level), None


class _ObjectiveInput(msgspec.Struct, frozen=True):
    type: Literal["destroy_all", "destroy_matching", "reach_edge", "hold_zone", "survive", "manual"]
    count: ask.Number | None = None
    rounds: ask.Number | None = None
    round: ask.Number | None = None


class _FactsInput(msgspec.Struct, frozen=True):
    """The facts of an objective; ``matching_not_destroyed`` and ``round`` are other names of ``matching_left`` and
    ``round_finished``."""

    enemy_not_destroyed: ask.Number | None = None
    matching_left: ask.Number | None = None
    matching_destroyed: ask.Number | None = None
    matching_reached: ask.Number | None = None
    consecutive_rounds_held: ask.Number | None = None
    round_finished: ask.Number | None = None
    confirmed: bool | None = None
    matching_not_destroyed: ask.Number | None = None
    round: ask.Number | None = None


_OTHER_NAMES: Final = {"matching_not_destroyed": "matching_left", "round": "round_finished"}


class _ObjectiveAsked(msgspec.Struct, frozen=True):
    objective: _ObjectiveInput
    facts: _FactsInput


_FACTS_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "destroy_all": ("enemy_not_destroyed",),
    "destroy_matching": (),
    "reach_edge": ("matching_reached",),
    "hold_zone": ("consecutive_rounds_held",),
    "survive": ("matching_left", "round_finished"),
    "manual": ("confirmed",),
}


def _objective(book: Book, given: Any) -> Answer:
    asked = ask.read(_ObjectiveAsked, given)
    kind = asked.objective.type
    needed = _FACTS_NEEDED[kind]
    if kind == "destroy_matching":
        needed = ("matching_destroyed",) if asked.objective.count else ("matching_left",)
    given_facts = msgspec.structs.asdict(asked.facts)
    known = {_OTHER_NAMES.get(name, name): value for name, value in given_facts.items() if value is not None}
    for name in needed:
        if name not in known:
            raise InvalidInput.at(f"given.facts.{name}", f"a fact that {kind} is judged by", "none")
    objective = Objective(kind, count=asked.objective.count, rounds=asked.objective.rounds, round=asked.objective.round)
    # With count 0 only "none left" may be said; that there were some is then taken for granted.
    facts = ObjectiveFacts(**{"matching_destroyed": 1, **known})
    return {"reached": is_reached(objective, facts)}


class _GameEnd(msgspec.Struct, frozen=True):
    A_reached: bool = False
    B_reached: bool = False
    A_empty_turns: ask.Number = 0
    B_empty_turns: ask.Number = 0
    stall_rounds: ask.Number = 0
    round_finished: ask.Number | None = None
    a_points: ask.Number = msgspec.field(default=0, name="points_A")
    b_points: ask.Number = msgspec.field(default=0, name="points_B")
    options: ask.Options = {}


def _game_end(book: Book, given: Any) -> Answer:
    asked = ask.read(_GameEnd, given)
    facts = EndFacts(
        asked.A_reached,
        asked.B_reached,
        asked.A_empty_turns,
        asked.B_empty_turns,
        asked.stall_rounds,
        asked.round_finished,
        asked.a_points,
        asked.b_points,
    )
    end = ending(ask.rules_of(book, asked.options).options, facts)
    return {"result": None, "reason": None} if end is None else {"result": end.winner, "reason": end.reason}


def flow_queries(book: Book) -> Mapping[str, Query]:
    """The questions of this chapter by name."""
    answered = {
        "roll_off": _roll_off,
        "deployment_order": _deployment_order,
        "equal_armies": _equal_armies,
        "heal": _heal,
        "pick_up": _pick_up,
        "objective": _objective,
        "game_end": _game_end,
    }
    return {name: partial(question, book) for name, question in answered.items()}
