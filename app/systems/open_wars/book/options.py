"""The options of a room (section 19 of the rules), each with the ruling it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from app.engine.refusal import FieldError, InvalidInput

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


def resolve(rows: Mapping[str, Mapping[str, Any]], *layers: Mapping[str, Any]) -> dict[str, Any]:
    """Every option by name: the defaults of ``rows`` with the layers over them (a scenario's own, then the room's).

    Raises ``InvalidInput`` naming every unknown option and every value that is not one of its values.
    """
    values = {code: _normal(row, row["default"]) for code, row in rows.items()}
    errors = []
    for layer in layers:
        for code, given in layer.items():
            row = rows.get(code)
            if row is None:
                errors.append(FieldError(f"options.{code}"[:120], "the name of an option", repr(code)[:120]))
                continue
            value = _normal(row, given)
            if value is None:
                errors.append(FieldError(f"options.{code}", _expected(row), repr(given)[:120]))
            else:
                values[code] = value
    if errors:
        raise InvalidInput(errors)
    return values


def options_of(rows: Mapping[str, Mapping[str, Any]], values: Mapping[str, Any]) -> Options:
    """The typed options of resolved values; what a scenario adds goes to ``scenario``."""
    general = {code: value for code, value in values.items() if not rows[code].get("scenario")}
    added = {code: value for code, value in values.items() if rows[code].get("scenario")}
    general |= {code: value.split(",") for code, value in general.items() if rows[code].get("multiple")}
    return msgspec.convert({**general, "scenario": added}, Options)


def _normal(row: Mapping[str, Any], given: Any) -> Any:
    """The value as it is kept, ``None`` for one that the option does not have."""
    if row.get("multiple"):
        return _several(row["values"], given)
    return given if any(type(value) is type(given) and value == given for value in row["values"]) else None


def _several(known: Sequence[str], given: Any) -> str | None:
    """The chosen codes in the order of the data, each once, at least one, joined by commas."""
    chosen = given.split(",") if isinstance(given, str) else given
    if not isinstance(chosen, (list, tuple)) or not chosen:
        return None
    if any(not isinstance(code, str) or code not in known for code in chosen) or len(set(chosen)) < len(chosen):
        return None
    return ",".join(code for code in known if code in chosen)


def _expected(row: Mapping[str, Any]) -> str:
    words = ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in row["values"])
    return f"a list of some of {words}" if row.get("multiple") else f"one of {words}"
