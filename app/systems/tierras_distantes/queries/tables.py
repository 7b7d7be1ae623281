"""Questions about the tables as they are printed, and about scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.activation.rounds import activation_roll
from app.systems.tierras_distantes.book.book import Book
from app.systems.tierras_distantes.book.kinds import DIE_SIDES, NM_PER_CM, NM_PER_MM
from app.systems.tierras_distantes.book.tables import Ground, Quality, Rules, Weapon
from app.systems.tierras_distantes.fire.results import result_of
from app.systems.tierras_distantes.queries import inputs as ask

TABLES: Final = ask.questions()
Percent = Annotated[int, msgspec.Meta(ge=30, le=200)]
HUNDRED: Final = 100
TABLE_SIDE_NM: Final = HUNDRED * NM_PER_CM
"""A table of 100 cm, which no scale changes (TD-GEN-02)."""


def _weapons(value: Callable[[Weapon], Any]) -> Callable[[Rules], Any]:
    return lambda rules: {name: value(row) for name, row in rules.weapons.items()}


def _qualities(value: Callable[[Quality], Any]) -> Callable[[Rules], Any]:
    return lambda rules: {name: value(row) for name, row in rules.qualities.items()}


def _grounds(has: Callable[[Ground], bool]) -> Callable[[Rules], Any]:
    return lambda rules: sorted(name for name, row in rules.ground.items() if has(row))


def _activation(rules: Rules) -> Mapping[str, int]:
    dice = rules.constants.activation_dice
    return {str(total): activation_roll(rules, (total,)) for total in range(dice, dice * DIE_SIDES + 1)}


def _ranges(weapon: Weapon) -> list[float]:
    return [ask.cm(weapon.effective_range_nm), ask.cm(weapon.max_range_nm or 0), ask.cm(weapon.area_radius_nm or 0)]


def _inside_cover(rules: Rules) -> Mapping[str, int]:
    return {name: row.inside_cover for name, row in rules.ground.items() if row.inside_cover}


_LOOK_UPS: Final[Mapping[str, Callable[[Rules], Any]]] = {
    "activation": _activation,
    "armour_dice": lambda rules: {name: row.dice for name, row in rules.armours.items()},
    "weapon_dice": _weapons(lambda row: [row.total, row.effective]),
    "weapon_ranges": _weapons(_ranges),
    "weapon_divides": lambda rules: sorted(name for name, row in rules.weapons.items() if row.divide),
    "weapon_area": lambda rules: sorted(name for name, row in rules.weapons.items() if row.area_radius_nm is not None),
    "weapon_cost": _weapons(lambda row: row.cost),
    "armour_cost": lambda rules: {name: row.cost for name, row in rules.armours.items()},
    "quality_cost": _qualities(lambda row: row.cost),
    "quality_move": _qualities(lambda row: ask.cm(row.move_nm)),
    "quality_climb": _qualities(lambda row: ask.cm(row.climb_nm)),
    "quality_step": lambda rules: {
        name: ask.cm(row.height_nm * rules.constants.step_pct // HUNDRED) for name, row in rules.qualities.items()
    },
    "rally_same": _qualities(lambda row: row.rally_below),
    "rally_varied": _qualities(lambda row: row.rally_below_varied),
    "morale_fixed": lambda rules: {str(start): breaks for start, breaks in rules.breaks_at.items()},
    "terrain_half": _grounds(lambda row: row.half),
    "terrain_inside_cover": _inside_cover,
    "terrain_solid": _grounds(lambda row: row.solid),
}

_LENGTHS: Final[Mapping[str, Callable[[Rules], int]]] = {
    "regular_move": lambda rules: rules.qualities["regular"].move_nm,
    "regular_climb": lambda rules: rules.qualities["regular"].climb_nm,
    "regular_height": lambda rules: rules.qualities["regular"].height_nm,
    "regular_radius": lambda rules: rules.qualities["regular"].radius_nm,
    "leader_range": lambda rules: rules.constants.leader_range_nm,
    "assault_rifle_effective_range": lambda rules: rules.weapons["assault_rifle"].effective_range_nm,
    "hand_grenade_area_radius": lambda rules: rules.weapons["hand_grenade"].area_radius_nm or 0,
    "soft_block": lambda rules: rules.constants.soft_block_nm,
    "table_side": lambda rules: TABLE_SIDE_NM,
    "container_top": lambda rules: rules.ground["container"].usual_mm * NM_PER_MM,
}


@TABLES.question
def _table_lookup(rules: Rules, *, table: ask.Name) -> Answer:
    look_up = _LOOK_UPS.get(table)
    if look_up is None:
        raise InvalidInput.at("given.table", "one of " + ", ".join(_LOOK_UPS), table)
    return {"values": look_up(rules)}


@TABLES.question
def _scaled(book: Book, *, name: ask.Name, scale_pct: Percent) -> Answer:
    rules = book.rules({"scale_pct": scale_pct})
    if name == "deployment_fraction":
        return {"value": rules.constants.deployment_pct / HUNDRED}
    length = _LENGTHS.get(name)
    if length is None:
        raise InvalidInput.at("given.name", "one of deployment_fraction, " + ", ".join(_LENGTHS), name)
    return {"value": ask.cm(length(rules))}


@TABLES.question
def _result_table(
    rules: Rules,
    *,
    margins: Annotated[tuple[Annotated[int, msgspec.Meta(ge=-999, le=999)], ...], msgspec.Meta(max_length=2000)],
) -> Answer:
    return {"results": [result_of(rules, margin) for margin in margins]}
