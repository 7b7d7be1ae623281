"""What keeps a battle in the making from being played, in words ("Scenario files" in the rules)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from app.engine.refusal import FieldError, InvalidInput
from app.engine.types import Text
from app.engine.words import shaped
from app.engine.workshop.base import Found, fault, plain, worded
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import Fault
from app.systems.tierras_distantes.book.book import own_scenario
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.scenarios import Scenario
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.land.placing import covered_twice
from app.systems.tierras_distantes.opening.faults import BattleFault, battle_faults
from app.systems.tierras_distantes.opening.seats import squads_led
from app.systems.tierras_distantes.opening.setup import option_errors
from app.systems.tierras_distantes.words import names
from app.systems.tierras_distantes.workshop.document import Battle, ids_of
from app.systems.tierras_distantes.workshop.things import OBJECTIVE, PlacesAt, places_id, squad_id
from app.systems.tierras_distantes.workshop.told import share, thing_name

MOST_TOLD: Final = 60
"""Faults told at a time: whoever has more mends some of these first."""
FIRST: Final = "regular"
"""Who is offered to a squad without anybody."""
OF_SQUADS: Final = frozenset({"size", "rows"})
OF_SIDES: Final = frozenset({"suggested", "crowded"})
OF_TABLE: Final = {"table": "width_mm", "sides": "sides", "pieces": None, "corners": None}
"""Faults of the table as a whole, with the field that puts them right."""


def faults_of(rules: Rules, battle: Battle) -> tuple[Fault, ...]:
    """Everything that can be told beforehand, the first ``MOST_TOLD`` of it."""
    return worded(_found(rules, battle), partial(_text, rules, battle), MOST_TOLD)


def _found(rules: Rules, battle: Battle) -> Iterator[Found]:
    scenario = own_scenario(plain(battle))
    found = battle_faults(rules, scenario)
    for each in found:
        yield _of_battle(battle, each)
    for error in (*option_errors(rules, scenario), *(() if found else _seat_errors(rules, scenario))):
        yield _of_option(rules, scenario, error)


def _seat_errors(rules: Rules, scenario: Scenario) -> Iterable[FieldError]:
    """Where a squad is open: that some squad is legal, and one balances with a given one (TD-GEN-08)."""
    try:
        squads_led(rules, scenario, ({}, {}))
    except InvalidInput as error:
        return error.errors
    return ()


def _of_battle(battle: Battle, found: BattleFault) -> Found:
    """A fault of the scenario at the thing that it is about."""
    key = found.key
    if key in OF_TABLE:
        return fault(key, field=OF_TABLE[key], n=found.other)
    if key in OF_SQUADS:
        player = _player(found.thing)
        return fault(key, squad_id(player), tool=f"member:{player}:{FIRST}" if key == "size" else None)
    if key in OF_SIDES:
        player, side = _player(found.thing), next(side for side in battle.sides if side == found.other)
        has_places = side in battle.squads[player].suggested_deployment
        thing = places_id(PlacesAt(player, side)) if key == "suggested" and has_places else squad_id(player)
        return fault(key, thing, who=player, side=side)
    is_objective = any(row.id == found.thing for row in battle.objective)
    thing = OBJECTIVE + found.thing if is_objective else found.thing
    return fault(key, thing if found.thing in ids_of(battle) else None, other=found.other, name=found.thing)


def _player(name: str) -> Player:
    return "A" if name == PLAYERS[0] else "B"


def _of_option(rules: Rules, scenario: Scenario, error: FieldError) -> Found:
    """What does not go with the options, at the option."""
    mode, field = rules.options.terrain_mode, error.field.removeprefix("options.")
    if field == "terrain_mode" and mode != "scenario" and scenario.objectives:
        return fault("objectives_fixed", field="option_terrain_mode")
    if field == "terrain_mode" and mode == "scenario":
        return fault("thin", share=share(covered_twice(scenario.terrain), scenario.table))
    if field == "terrain_mode" and mode == "players":
        in_pool = sum(2 * width * height for width, height in (piece.size_mm for piece in scenario.pool))
        return fault("thin_pool", share=share(in_pool, scenario.table), tool="pool:woods")
    if field == "terrain_mode":
        return fault("sectors", field="width_mm")
    option = f"option_{field}" if error.field.startswith("options.") else None
    return fault(field if option else "unbalanced", field=option, found=error.found)


def _text(rules: Rules, battle: Battle, found: Found) -> Text:
    places = dict(found.places)
    if found.thing is not None:
        places["thing"] = thing_name(rules, battle, found.thing)
    if places.get("other") is not None:
        places["other"] = thing_name(rules, battle, str(places["other"]))
    if "who" in places:
        places["who"] = names.player(rules, _player(str(places["who"])))
    if "side" in places:
        places["side"] = names.side(rules, str(places["side"]))
    if "name" in places and found.thing is None:
        places["thing"] = shaped("{id}", id=places["name"])
    return say(rules, "faults", found.key, **places)
