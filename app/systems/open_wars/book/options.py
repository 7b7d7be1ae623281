"""The options of a room (section 19 of the rules), each with the ruling it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.book import Allowed

UNIT_PACKS: Final = "unit_packs"
"""The one option with several values at once: a list, or their codes joined by commas, which is how it is kept
(OW-OPT-01)."""


class Options(msgspec.Struct, frozen=True):
    """Every room option, resolved; the names and values of ``data.toml``. ``scenario`` holds the choices that single
    scenarios add (``azrak_spawn``)."""

    unit_packs: tuple[str, ...]
    duplicate_factions: bool
    teams: Literal["none", "fixed"]
    turn_order_recalc: Literal["each_turn", "once"]
    turn1_start_phase: Literal["recruitment", "movement", "combat"]
    recruitment_mode: Literal["secret", "turn_order"]
    open_reserves: bool
    magic_per_location: Literal["one_per_unit", "one_in_all"]
    stacking_check: Literal["end_of_move", "always"]
    split_stacks: bool
    terrain_bonus_types: Literal["six", "four"]
    lock_mutual: bool
    water_units_reenter_port: bool
    spectral_lake_access: Literal["magic_may_enter", "strict"]
    immobile_units: Literal["fixed", "printed_only"]
    range_geometry: Literal["straight", "steps"]
    isolated_ranged_order: Literal["first", "last"]
    isolated_definition: Literal["no_enemies", "no_other_units"]
    combat_rounds: Literal["one_per_turn", "to_the_end"]
    retreat_allowance: Literal["full", "remaining"]
    dispel_reach: Literal["caster_or_target", "unlimited"]
    warcry_dice: Literal["per_unit", "per_token"]
    dark_pact_hit_points: Literal["tokens", "two_sided_only"]
    scenario: Mapping[str, str] = {}


def allowed(row: Mapping[str, Any]) -> Allowed:
    """What an option may be, by its row."""
    return Allowed(row["default"], tuple(row["values"]), several=row.get("multiple", False))


def options_of(rows: Mapping[str, Mapping[str, Any]], values: Mapping[str, Any]) -> Options:
    """The typed options of resolved values; what a scenario adds goes to ``scenario``."""
    general = {code: value for code, value in values.items() if not rows[code].get("scenario")}
    added = {code: value for code, value in values.items() if rows[code].get("scenario")}
    general |= {code: value.split(",") for code, value in general.items() if rows[code].get("multiple")}
    return msgspec.convert({**general, "scenario": added}, Options)
