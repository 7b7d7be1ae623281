"""The game's book: its data files, and the ``Rules`` made of them for a room's options and house values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.engine import book
from app.engine.refusal import FieldError, InvalidInput
from app.engine.words import Words, name_of
from app.systems.tierras_distantes.book.house_values import (
    Override,
    house_problems,
    hundredths,
    in_hundredths,
    overrides_of,
)
from app.systems.tierras_distantes.book.kinds import NM_PER_CM
from app.systems.tierras_distantes.book.options import Options, allowed
from app.systems.tierras_distantes.book.scenarios import Scenario, scenario_of
from app.systems.tierras_distantes.book.tables import (
    Armour,
    Constants,
    Generator,
    Ground,
    MoraleBand,
    Quality,
    ResultRow,
    Rules,
    Weapon,
)

TABLES: Final = ("constant", "weapon", "armour", "quality", "result", "morale_fixed", "morale_roll", "terrain")
"""The tables that values of a room may lie over."""
WORDS: Final = "words"
"""How the files of sentences begin; no section stands in two of them."""
SCALED_NM: Final = NM_PER_CM // 100 // 100
"""A hundredth of a centimetre at one per cent (TD-GEN-02)."""
HUNDREDTHS_PER_MM: Final = 10


class Looked(book.HouseValues):
    """Values that ``in_hundredths`` has looked at go in as they are."""

    def put(self, node: dict[str, Any], name: str, value: Any, source: str | None) -> str | None:
        """Puts a value at a name of a row."""
        node[name] = value
        return None


class Book(book.BattleBook[Rules]):
    """The game's data files and the ``Rules`` made from them."""

    house_values = Looked(frozenset(), frozenset(), least=0, most=0)

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables: Final[Mapping[str, Any]] = tables
        self.option_rows: Final[Mapping[str, Mapping[str, Any]]] = {row["id"]: row for row in tables["data"]["option"]}
        shop = {f"workshop_{section}": rows for section, rows in tables.get("workshop", {}).items()}
        files = [rows for name, rows in tables.items() if name.startswith(WORDS) or name == "refusals"]
        said = {section: rows for sections in files for section, rows in sections.items()}
        self.words: Final = Words({**said, **shop})
        raw = {name: {row["id"]: _whole(row) for row in tables["data"][name]} for name in TABLES}
        self.overrides: Final[Mapping[str, Override]] = overrides_of(tables["data"]["override"], raw)
        super().__init__(
            raw,
            {row["id"]: row for row in tables["scenarios"]["scenario"]},
            {name: allowed(row) for name, row in self.option_rows.items()},
        )
        self._generator: Final = _generator(tables["generator"])
        self._scenarios: Final = {name: scenario_of(row) for name, row in self.scenarios.items()}

    def made(self, battle: Mapping[str, Any]) -> Scenario:
        """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
        return own_scenario(battle)

    def fresh_rules(
        self,
        options: Mapping[str, Any] | None,
        tables: Mapping[str, Any] | None = None,
        battle: Mapping[str, Any] | None = None,
    ) -> Rules:
        """The same, not remembered; values of the room are looked at by what the rules let it override (TD-GEN-05)."""
        return super().fresh_rules(options, in_hundredths(self.overrides, tables or {}), battle)

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        """The rules of tables and options, if they can be played with."""
        problems = list(house_problems(raw))
        if problems:
            raise InvalidInput([FieldError("tables", "values that can be played with", why) for why in problems])
        options = msgspec.convert(values, Options)
        scale = SCALED_NM * options.scale_pct
        return Rules(
            options=options,
            constants=_constants(raw["constant"], scale),
            weapons={name: _weapon(row, scale) for name, row in raw["weapon"].items()},
            armours={name: msgspec.convert(_named(row), Armour) for name, row in raw["armour"].items()},
            qualities={name: _quality(row, scale) for name, row in raw["quality"].items()},
            results=tuple(msgspec.convert(_named(row), ResultRow) for row in raw["result"].values()),
            breaks_at={row["start"]: row["breaks_at"] for row in raw["morale_fixed"].values()},
            bands=tuple(_band(row) for row in raw["morale_roll"].values()),
            ground={name: _ground(row) for name, row in raw["terrain"].items()},
            generator=self._generator,
            scenarios=self._scenarios,
            words=self.words,
        )


def own_scenario(battle: Mapping[str, Any]) -> Scenario:
    """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
    return book.scenario_made(battle, scenario_of)


def _whole(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without fractions: its lengths in hundredths (TD-GEN-07)."""
    return {name: hundredths(value) if isinstance(value, float) else value for name, value in row.items()}


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "name": name_of(row)}


def _weapon(row: Mapping[str, Any], scale: int) -> Weapon:
    lengths = {f"{name}_nm": row[name] * scale for name in ("effective_range", "max_range", "area_radius")}
    without = {name: None for name in ("max_range_nm", "area_radius_nm") if lengths[name] == 0}
    return msgspec.convert({**_named(row), **lengths, **without}, Weapon)


def _quality(row: Mapping[str, Any], scale: int) -> Quality:
    lengths = {f"{name}_nm": row[name] * scale for name in ("move", "climb", "height", "radius")}
    return msgspec.convert({**_named(row), **lengths}, Quality)


def _band(row: Mapping[str, Any]) -> MoraleBand:
    parts = {part: (row[f"{part}_num"], row[f"{part}_den"]) for part in ("low", "high")}
    return msgspec.convert({**_named(row), **parts}, MoraleBand)


def _ground(row: Mapping[str, Any]) -> Ground:
    return msgspec.convert({**_named(row), "usual_mm": row["z1"] // HUNDREDTHS_PER_MM}, Ground)


def _generator(table: Mapping[str, Any]) -> Generator:
    templates = {row["die"]: row for row in table["template"]}
    return msgspec.convert({**table["generator"], "templates": templates}, Generator)


def _constants(rows: Mapping[str, Mapping[str, Any]], scale: int) -> Constants:
    value = {name: row["value"] for name, row in rows.items()}
    return Constants(
        deployment_pct=value["deployment_fraction"],
        terrain_num=value["terrain_fraction_numerator"],
        terrain_den=value["terrain_fraction_denominator"],
        actions=value["actions_per_activation"],
        moves=value["moves_per_activation"],
        shots=value["shots_per_activation"],
        activation_dice=value["activation_dice"],
        activation_divisor=value["activation_divisor"],
        step_pct=value["step_fraction_of_height"],
        difficult_factor=value["difficult_cost_factor"],
        rally_dice=value["rally_dice"],
        leader_range_nm=value["leader_range_cm"] * scale,
        cover_bonus=value["cover_bonus"],
        long_range_dice=value["long_range_dice_lost"],
        see_min_nm=value["see_min_cm"] * scale,
        cover_min_nm=value["cover_min_cm"] * scale,
        soft_block_nm=value["soft_block_cm"] * scale,
        soft_cover_nm=value["soft_cover_cm"] * scale,
        burst_height_nm=value["burst_height_cm"] * scale,
        climb_reach_nm=value["climb_reach_cm"] * scale,
        climb_shift_nm=value["climb_shift_extra_cm"] * scale,
        replacements=value["replacements_per_miniature"],
        leader_cost=value["leader_cost"],
        leader_per=value["leader_per_miniatures"],
        max_weapons=value["max_weapons"],
    )
