"""How a battle that somebody makes is won, value by value (OW-VIC)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from app.engine.types import Text
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    AccumulateRow,
    Battle,
    ControlPointsRow,
    Criterion,
    Kind,
    VictoryRow,
)
from app.systems.open_wars.words.screen_words import NUMBERS, said
from app.systems.open_wars.workshop.forms import NONE, Form, Put, Setting

CRITERIA: Final = 4
KINDS: Final[tuple[Kind, ...]] = ("control_points", "accumulate", "sided", "annihilation")
KIND_NAMES: Final = (
    Text("Se gana por puntos de control", "Won by control points"),
    Text("Se gana por acumular", "Won by hoarding"),
    Text("Se gana por metas de bando", "Won by goals of a side"),
    Text("Se gana por aniquilación", "Won by annihilation"),
)
CRITERION_NAMES: Final = MappingProxyType(
    {
        NONE: Text("Nada más: tablas", "Nothing else: a draw"),
        "points": Text("Más puntos", "Most points"),
        "gold": Text("Más oro", "Most gold"),
        "cities": Text("Más ciudades", "Most cities"),
        "army_value": Text("Mayor ejército", "Greatest army"),
    }
)


def of_victory(form: Form, battle: Battle) -> Iterator[Setting]:
    """How a battle is won: its turns, the ways to win, and what decides when the turns are over."""
    victory = battle.victory
    yield form.number(
        "turn_limit",
        Text("Turnos", "Turns"),
        battle.turn_limit,
        1,
        LAST_TURN,
        lambda value: replace(battle, turn_limit=value),
    )
    for kind, label in zip(KINDS, KIND_NAMES, strict=True):
        yield form.switch(f"wins_{kind}", label, kind in victory.kinds, _kind_setter(battle, kind))
        if kind in victory.kinds:
            yield from _parameters(form, battle, kind)
    given = [criterion for criterion in victory.at_turn_limit if criterion != "draw"]
    for number in range(min(CRITERIA, len(given) + 1)):
        label = said("Al acabarse los turnos, {n}.º", "When the turns are over, no. {n}", n=number + 1)
        value = given[number] if number < len(given) else NONE
        yield form.choice(
            f"at_limit_{number + 1}", label, value, CRITERION_NAMES, _criterion_setter(battle, given, number)
        )


def _kind_setter(battle: Battle, kind: Kind) -> Put:
    return lambda value: replace(
        battle, victory=with_kind(battle.victory, kind) if value else _without(battle.victory, kind)
    )


def with_kind(victory: VictoryRow, kind: Kind) -> VictoryRow:
    """The ways to win with one more, in the order in which they are checked."""
    kinds = victory.kinds if kind in victory.kinds else (*victory.kinds, kind)
    victory = replace(victory, kinds=tuple(sorted(kinds, key=lambda each: each == "annihilation")))
    if kind == "control_points" and victory.control_points is None:
        return replace(victory, control_points=ControlPointsRow((), 1, 10))
    if kind == "accumulate" and victory.accumulate is None:
        return replace(victory, accumulate=AccumulateRow("gold", 15, 2))
    return victory


def _without(victory: VictoryRow, kind: Kind) -> VictoryRow:
    victory = replace(victory, kinds=tuple(other for other in victory.kinds if other != kind))
    if kind == "control_points":
        return replace(victory, control_points=None)
    if kind == "accumulate":
        return replace(victory, accumulate=None)
    return replace(victory, sided=()) if kind == "sided" else victory


def _parameters(form: Form, battle: Battle, kind: Kind) -> Iterator[Setting]:
    victory = battle.victory

    def setter(part: str, field: str) -> Put:
        def put(value: Any) -> Battle:  # of the type of its field
            changed = replace(getattr(victory, part), **{field: value})
            return replace(battle, victory=replace(victory, **{part: changed}))

        return put

    if kind == "control_points" and victory.control_points is not None:
        points = victory.control_points
        yield form.number(
            "points_target",
            Text("Puntos para ganar", "Points to win"),
            points.target,
            1,
            999,
            setter("control_points", "target"),
        )
        yield form.number(
            "points_from",
            Text("Se puntúa desde el turno", "Points from turn"),
            points.from_turn,
            1,
            LAST_TURN,
            setter("control_points", "from_turn"),
        )
    if kind == "accumulate" and victory.accumulate is not None:
        hoard = victory.accumulate
        resources = {name: NUMBERS[name] for name in ("gold", "mana")}
        yield form.choice(
            "hoard_resource",
            Text("Qué hay que acumular", "What to hoard"),
            hoard.resource,
            resources,
            setter("accumulate", "resource"),
        )
        yield form.number(
            "hoard_amount", Text("Cuánto", "How much"), hoard.amount, 1, 999, setter("accumulate", "amount")
        )
        yield form.number(
            "hoard_from",
            Text("Cuenta desde el turno", "Counts from turn"),
            hoard.from_turn,
            1,
            LAST_TURN,
            setter("accumulate", "from_turn"),
        )


def _criterion_setter(battle: Battle, given: Sequence[Criterion], number: int) -> Put:
    def put(value: Any) -> Battle:  # one of the criteria, or none
        head = [each for each in given[:number] if each != value]
        chosen = [*head] if value == NONE else [*head, value, *(each for each in given[number + 1 :] if each != value)]
        return replace(battle, victory=replace(battle.victory, at_turn_limit=(*chosen, "draw")))

    return put
