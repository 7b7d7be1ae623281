"""How a battle that somebody makes is won, value by value (OW-VIC)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.engine.workshop.forms import NONE, form_of, names, say
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import (
    LAST_TURN,
    AccumulateRow,
    Battle,
    ControlPointsRow,
    Criterion,
    Kind,
    VictoryRow,
)
from app.systems.open_wars.workshop.forms import Form, Put, Setting

CRITERIA: Final = 4
KINDS: Final[tuple[Kind, ...]] = ("control_points", "accumulate", "sided", "annihilation")


def of_victory(rules: Rules, battle: Battle) -> Iterator[Setting]:
    """How a battle is won: its turns, the ways to win, and what decides when the turns are over."""
    victory, form = battle.victory, form_of(rules, None, battle, lambda made: made, "end")
    yield form.number("turn_limit", 1, LAST_TURN)
    for kind in KINDS:
        yield form.switch(f"wins_{kind}", value=kind in victory.kinds, put=_kind_setter(battle, kind))
        if kind in victory.kinds:
            yield from _parameters(rules, form, battle, kind)
    given = [criterion for criterion in victory.at_turn_limit if criterion != "draw"]
    for number in range(min(CRITERIA, len(given) + 1)):
        yield form.choice(
            f"at_limit_{number + 1}",
            names(rules, "criteria"),
            label=say(rules, "fields", "at_limit", n=number + 1),
            value=given[number] if number < len(given) else NONE,
            put=_criterion_setter(battle, given, number),
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


def _parameters(rules: Rules, form: Form, battle: Battle, kind: Kind) -> Iterator[Setting]:
    points, hoard = battle.victory.control_points, battle.victory.accumulate

    def put_points(changed: ControlPointsRow) -> Battle:
        return replace(battle, victory=replace(battle.victory, control_points=changed))

    def put_hoard(changed: AccumulateRow) -> Battle:
        return replace(battle, victory=replace(battle.victory, accumulate=changed))

    if kind == "control_points" and points is not None:
        form = form.of(points, put_points)
        yield form.number("points_target", 1, 999, at="target")
        yield form.number("points_from", 1, LAST_TURN, at="from_turn")
    if kind == "accumulate" and hoard is not None:
        form = form.of(hoard, put_hoard)
        yield form.choice(
            "hoard_resource", {name: rules.words.table("numbers")[name] for name in ("gold", "mana")}, at="resource"
        )
        yield form.number("hoard_amount", 1, 999, at="amount")
        yield form.number("hoard_from", 1, LAST_TURN, at="from_turn")


def _criterion_setter(battle: Battle, given: Sequence[Criterion], number: int) -> Put:
    def put(value: Any) -> Battle:  # one of the criteria, or none
        head = [each for each in given[:number] if each != value]
        chosen = [*head] if value == NONE else [*head, value, *(each for each in given[number + 1 :] if each != value)]
        return replace(battle, victory=replace(battle.victory, at_turn_limit=(*chosen, "draw")))

    return put
