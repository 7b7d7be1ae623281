"""The game's book: its data files, and the ``Rules`` made of them for a room's options and house values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.engine import book
from app.engine.refusal import FieldError, InvalidInput
from app.engine.words import Words, name_of
from app.systems.splatball.book.house_values import house_problems
from app.systems.splatball.book.options import Options, allowed
from app.systems.splatball.book.scenarios import Scenario, scenario_of
from app.systems.splatball.book.tables import Configurator, Constants, Rules, Shape, Terrain, UnitType

MOST_UNITS: Final = 50
"""Units of an army at most (SPL-ARMY-03)."""

HOUSE_VALUES: Final = book.HouseValues(
    frozenset({"source", "id", "name_es", "name_en"}), frozenset(), least=0, most=1000
)
_OVERRIDABLE: Final = (
    "range", "arc", "strength", "transport_slots", "configurator_weight", "configurator_large",
)  # fmt: skip
"""The tables of house values that a room may replace; on the others the guarantees of the configurator and of every game's end rest."""


class Book(book.BattleBook[Rules]):
    """The game's data files and the ``Rules`` made from them."""

    house_values = HOUSE_VALUES

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables: Final[Mapping[str, Any]] = tables
        shop = {f"workshop_{section}": rows for section, rows in tables.get("workshop", {}).items()}
        said = {name: rows for name in ("words", "refusals", "told") for name, rows in tables.get(name, {}).items()}
        self.words: Final = Words({**said, **shop})
        self.option_rows: Final[Mapping[str, Mapping[str, Any]]] = {row["id"]: row for row in tables["data"]["option"]}
        super().__init__(
            {name: _keyed(tables["data"][name]) for name in _OVERRIDABLE},
            {row["id"]: row for row in tables["scenarios"]["scenario"]},
            {name: allowed(row) for name, row in self.option_rows.items()},
        )
        self._scenarios: Final = {name: scenario_of(row) for name, row in self.scenarios.items()}

    def made(self, battle: Mapping[str, Any]) -> Scenario:
        """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
        return own_scenario(battle)

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        """The rules of tables and options, if they can be played with."""
        if 0 < values["army_value"] < LEAST_VALUE:  # SPL-SET-13
            raise InvalidInput.at(
                "options.army_value", f"0, or a whole number from {LEAST_VALUE}", values["army_value"]
            )
        problems = list(house_problems(raw))
        if problems:
            raise InvalidInput([FieldError("tables", "values that can be played with", why) for why in problems])
        data = {**self.tables["data"], **raw}
        return Rules(
            options=msgspec.convert(values, Options),
            constants=_constants(data),
            units={row["id"]: _unit(data, row) for row in (*data["unit"], *data["vehicle"])},
            terrain={row["id"]: _terrain(data, row) for row in data["terrain"]},
            shapes={
                row["id"]: msgspec.convert({**row, "name": name_of(row)}, Shape, strict=True) for row in data["shape"]
            },
            configurator=_configurator(data),
            scenarios=self._scenarios,
            words=self.words,
        )


LEAST_VALUE: Final = 100
"""What an army may cost at least, where a room says it itself (SPL-SET-13)."""


def _keyed(rows: Any) -> Any:  # a table of data.toml
    """Rows by their ids; a table that has none as it is."""
    return {row["id"]: row for row in rows} if isinstance(rows, list) else rows


def own_scenario(battle: Mapping[str, Any]) -> Scenario:
    """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
    return book.scenario_made(battle, scenario_of)


def _unit(data: Mapping[str, Any], row: Mapping[str, Any]) -> UnitType:
    kind = row["id"]
    ranged = data["range"].get(kind)
    return msgspec.convert(
        {
            **row,
            "name": {"es": row["name_es"], "en": row["name_en"]},
            "unit_class": row.get("class"),
            "dice": () if ranged is None else ranged["dice"],
            "arc": data["arc"].get(kind, {"arc": "all"})["arc"],
            "strength": data["strength"].get(kind),
            "slots": row.get("foot_capacity_slots", 0),
            "most_passengers": row.get("foot_capacity_units", 0),
        },
        UnitType,
    )


def _terrain(data: Mapping[str, Any], row: Mapping[str, Any]) -> Terrain:
    driven: Mapping[str, Any] = next((each for each in data["vehicle_terrain"] if each["id"] == row["id"]), {})
    return msgspec.convert(
        {
            **row,
            "name": {"es": row["name_es"], "en": row["name_en"]},
            "is_large": row["size"] == "large",
            "blocks_sight": row["blocks_los"],
            "ignores_first_retreat": row["ignore_first_retreat"],
            "foot_may_enter": row["foot"] in ("cross_next_turn", "free"),
            "stops": driven.get("stops", ()),
            "extra_cost": driven.get("extra_cost", 0),
        },
        Terrain,
    )


def _configurator(data: Mapping[str, Any]) -> Configurator:
    return msgspec.convert(
        {
            **data["configurator"],
            "weights": [(kind, row["weight"]) for kind, row in data["configurator_weight"].items()],
            "large_weights": [(kind, row["weight"]) for kind, row in data["configurator_large"].items()],
            "squares_per_element": {row["id"]: row["squares_per_element"] for row in data["scenery_amount"]},
        },
        Configurator,
    )


def _constants(data: Mapping[str, Any]) -> Constants:
    board, zone, track, control = data["board"], data["zone_house"], data["damage_track"], data["control"]
    road = next(row for row in data["terrain"] if row["id"] == "road")
    return Constants(
        module_size=board["module_size"],
        modules_least=board["modules_wide_min"],
        modules_most=board["modules_wide_max"],
        zone_squares_min=board["zone_squares_min"],
        zone_free_min=board["zone_free_min"],
        zone_depth=data["zone"]["depth"],
        cut_corners_from_players=zone["cut_corners_from_players"],
        edges_two_players=tuple(zone["edges_two_players"]),
        edges_more_players=tuple(zone["edges_more_players"]),
        army_units_max=MOST_UNITS,
        places={name: data["transport_slots"][name] for name in ("assault", "support")},
        single_damage=track["single_impact_damage"],
        double_damage=track["double_impact_damage"],
        road_foot_squares=road["foot_squares_along_road"],
        road_bonus=road["vehicle_bonus"],
        small_units_needed=control["small_units_needed"],
        large_units_needed=control["large_units_needed"],
        large_vehicles_needed=control["large_vehicles_needed"],
        objective_points=data["objective"]["points"],
        objectives_least=data["objective"]["min_per_player"],
        eligible=frozenset(data["objective_house"]["eligible"]),
        marker_distance=data["camouflage_marker"]["target_distance_max"],
        chicken_rounds=data["chicken"]["rounds"],
        recruit=data["recruit"]["unit"],
    )
