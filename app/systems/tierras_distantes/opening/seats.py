"""Whose squad a seat leads: one of the scenario, or one brought along (TD-SQD-09)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.engine.play import decode
from app.engine.refusal import FieldError, InvalidInput, Refusal
from app.systems.tierras_distantes.book.kinds import PLAYERS, Place, Player, Side
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.scenarios import Scenario
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.actions import MemberList
from app.systems.tierras_distantes.squads.balance import balances
from app.systems.tierras_distantes.squads.composing import bounds_of, compose, soldiers
from app.systems.tierras_distantes.squads.lists import judge_list, points_of
from app.systems.tierras_distantes.squads.units import members_of, named


class Led(NamedTuple):
    """The squad that a seat leads; ``members`` is ``None`` for one that is still to be built."""

    members: tuple[Member, ...] | None
    brought: bool = False
    suggested: Mapping[Side, tuple[Place, ...]] = {}


def squads_led(rules: Rules, scenario: Scenario, seats: Sequence[Mapping[str, Any]]) -> dict[Player, Led]:
    """The squad of each player. Raises ``InvalidInput`` naming every wrong field (TD-GEN-08)."""
    if len(seats) != len(PLAYERS):
        raise InvalidInput.at("seats", f"{len(PLAYERS)} seats", len(seats))
    chosen = [seat.get("squad", player) for player, seat in zip(PLAYERS, seats, strict=True)]
    led = {
        player: _led(scenario, squad, f"seats[{at}].squad")
        for at, (player, squad) in enumerate(zip(PLAYERS, chosen, strict=True))
    }
    if chosen[0] == chosen[1] and chosen[0] in PLAYERS:
        raise InvalidInput.at("seats[1].squad", "another squad than the first seat's", chosen[1])
    errors = [*_brought_errors(rules, led), *_open_errors(rules, led)]
    if errors:
        raise InvalidInput(errors)
    return led


def _led(scenario: Scenario, squad: Any, field: str) -> Led:  # Any: as it was sent
    if isinstance(squad, str):
        if squad not in PLAYERS:
            raise InvalidInput.at(field, "A, B or a list of members", squad)
        found = scenario.squads[squad]
        return Led(None) if found.open else Led(found.members, suggested=found.suggested)
    return Led(named(scenario.ready, members_of(decode(MemberList, squad, field))), brought=True)


def _brought_errors(rules: Rules, led: Mapping[Player, Led]) -> Iterator[FieldError]:
    """A squad brought along must be one that could be locked, and balance with the other's, if that is known (TD-SQD-09)."""
    for at, player in enumerate(PLAYERS):
        members, field = led[player].members, f"seats[{at}].squad"
        if not led[player].brought or members is None:
            continue
        found = judge_list(rules, members)
        if isinstance(found, Refusal):
            yield FieldError(field, "a squad that may be locked", str(dict(found.facts)))
            continue
        others = led["B" if player == "A" else "A"].members
        if others is not None and not balances(rules, found, points_of(rules, others)):
            yield FieldError(field, "a squad that balances with the other's", str(found))


def _open_errors(rules: Rules, led: Mapping[Player, Led]) -> Iterator[FieldError]:
    """Where a squad is open, some squad must be legal, and one balance with a given one (TD-GEN-08)."""
    known = [each.members for each in led.values() if each.members is not None]
    if len(known) == len(PLAYERS):
        return
    options = rules.options
    cheapest = options.squad_min * min(soldiers(rules))
    if options.squad_min > options.squad_max:
        yield FieldError("options.squad_min", f"at most squad_max, {options.squad_max}", str(options.squad_min))
    elif 0 < options.points_limit < cheapest:
        yield FieldError("options.points_limit", f"0, or at least {cheapest}", str(options.points_limit))
    elif known and compose(rules, bounds_of(rules, points_of(rules, known[0]))) is None:
        yield FieldError("seats", "a squad that some other balances", str(points_of(rules, known[0])))
