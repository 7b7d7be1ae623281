"""The game's book: its data files, and the ``Rules`` made of them for a room's options and house values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from app.engine import book
from app.engine.book import Allowed
from app.engine.refusal import FieldError, InvalidInput
from app.engine.words import Words, name_of
from app.systems.flames_hexwar.book import tables as t
from app.systems.flames_hexwar.book.house_values import MOST, every_field, house_problems, never
from app.systems.flames_hexwar.book.options import Options
from app.systems.flames_hexwar.book.scenarios import Scenario, scenario_of
from app.systems.flames_hexwar.book.units import Aircraft, MobilityType, PlatoonType, TeamType, Weapon

RESERVE_NEEDED: Final = 5
"""What a die of the reserves must show (FHW-REIN-01)."""
RECCE_DISTANCE: Final = 5
"""FHW-REC-01."""
NOT_TABLES: Final = frozenset(
    {"game", "options", "option_choices", "option_ranges", "standing_orders", "order", "special_action"}
)
"""Sections of ``data.toml`` that are no house values: what the options are, and lists of words of the rules themselves."""
PROBLEMS_TOLD: Final = 20
WORDS: Final = "words"
"""How the files of sentences begin; no section stands in two of them."""


class Book(book.BattleBook[t.Rules]):
    """The game's data files and the ``Rules`` made from them; each value says where it comes from (FHW-GEN-01)."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables: Final[Mapping[str, Any]] = tables
        data, units = tables["data"], tables["units"]
        shop = {f"workshop_{section}": rows for section, rows in tables.get("workshop", {}).items()}
        files = [rows for name, rows in tables.items() if name.startswith(WORDS) or name == "refusals"]
        said = {section: rows for sections in files for section, rows in sections.items()}
        self.words: Final = Words({**said, **shop})
        raw = {
            **{name: rows for name, rows in data.items() if name not in NOT_TABLES},
            **{name: units[name] for name in ("weapons", "teams", "platoons", "aircraft")},
        }
        bounds = {name: (0, most) for name, most in MOST.items()}
        self.house_values = book.HouseValues(never(), frozenset(every_field(raw)), -6, 1000, bounds=bounds)  # type: ignore[misc]
        super().__init__(raw, {row["id"]: row for row in tables["scenarios"]["scenario"]}, dict(_allowed(data)))
        self._scenarios: Final = {name: scenario_of(row) for name, row in self.scenarios.items()}

    def made(self, battle: Mapping[str, Any]) -> Scenario:
        """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
        return own_scenario(battle)

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> t.Rules:
        """The rules of tables and options, if they can be played with."""
        problems = list(house_problems(raw))[:PROBLEMS_TOLD]
        if problems:
            raise InvalidInput([FieldError("tables", "values that can be played with", why) for why in problems])
        extra = raw["distance_extra"]
        return t.Rules(
            options=msgspec.convert(values, Options),
            constants=_constants(raw),
            cm_to_hexes=_numbered({**raw["distance"]["cm_to_hexes"], **extra["cm_to_hexes"]}),
            double_exceptions=_numbered({**raw["distance"]["double_exceptions"], **extra["double_exceptions"]}),
            skills={row["id"]: _named(row, t.SkillType) for row in raw["skill"]},
            motivations={row["id"]: _named(row, t.MotivationType) for row in raw["motivation"]},
            mobility={
                name: _named({**row, "id": name, "of": row["class"]}, MobilityType)
                for name, row in raw["mobility"].items()
            },
            going={row["id"]: row for row in raw["going"]},
            surfaces={row["id"]: _surface(row) for row in raw["surface"]},
            weather={row["id"]: _weather(row) for row in raw["weather"]},
            to_hit=_to_hit(raw),
            opportunity=msgspec.convert(raw["opportunity_fire"], t.OpportunityFire),
            saves=msgspec.convert(raw["saves"], t.Saves),
            firepower=msgspec.convert(raw["firepower"], t.Firepower),
            suppression=msgspec.convert(raw["suppression"], t.Suppression),
            footprints=tuple(msgspec.convert(row, t.Footprint, strict=False) for row in raw["bombardment_footprint"]),
            bombardment=msgspec.convert(raw["bombardment"], t.Bombardment),
            air=_air(raw, self.tables["units"]["points_rule"]),
            assault=_assault(raw),
            nations={name: _named({**row, "id": name}, t.Nation) for name, row in raw["nations"].items()},
            command_bonus=tuple(msgspec.convert(row, t.CommandBonus) for row in raw["command"]["bonus"]),
            blank={name: _blank(row) for name, row in raw["blank_card"].items() if name != "source"},
            weapons={
                name: _named({**row, "id": name, "weapon_class": row["class"]}, Weapon)
                for name, row in raw["weapons"].items()
            },
            teams={name: _named({**row, "id": name}, TeamType) for name, row in raw["teams"].items()},
            platoons={name: _platoon(name, row) for name, row in raw["platoons"].items()},
            aircraft={name: _named({**row, "id": name}, Aircraft) for name, row in raw["aircraft"].items()},
            scenarios=self._scenarios,
            words=self.words,
        )


def own_scenario(battle: Mapping[str, Any]) -> Scenario:
    """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
    told = {f"description_{tongue}": battle.get(f"summary_{tongue}", "") for tongue in ("es", "en")}
    return book.scenario_made(battle, scenario_of, **told)


def _allowed(data: Mapping[str, Any]) -> Iterator[tuple[str, Allowed]]:
    """What each option may be."""
    for name, default in data["options"].items():
        if name == "source":
            continue
        least, most = data["option_ranges"].get(name, (None, None))
        choices = data["option_choices"].get(name, (False, True) if isinstance(default, bool) else None)
        yield name, Allowed(default, None if choices is None else tuple(choices), least, most)


def _named(row: Mapping[str, Any], kind: type[Any]) -> Any:  # a Struct of that type
    return msgspec.convert({**row, "name": name_of(row)}, kind)


def _numbered(row: Mapping[str, int]) -> Mapping[int, int]:
    return {int(name): value for name, value in row.items()}


def _surface(row: Mapping[str, Any]) -> Any:
    return _named({**row, "cover_vehicles": row.get("cover_vehicles", row["cover"])}, t.SurfaceType)


def _weather(row: Mapping[str, Any]) -> Any:
    return _named(
        {
            **row,
            "sight_low": row.get("sight_infantry_small_vehicle"),
            "halves_movement": "movement_factor" in row,
            "raises_difficult": "difficult_becomes" in row,
            "rerolled": row.get("very_difficult_reroll_passed", ()),
            "barred": row.get("very_difficult_forbidden", ()),
        },
        t.WeatherType,
    )


def _to_hit(raw: Mapping[str, Any]) -> t.ToHit:
    own, base, house = raw["to_hit"], raw["to_hit_base"], raw["to_hit_house"]
    low, other, hull = (
        own["long_range_infantry_small_vehicle"],
        own["long_range_gun_vehicle"],
        own["hull_gun_outside_60"],
    )
    return t.ToHit(
        cover=own["cover"],
        gone_to_ground=own["gone_to_ground_in_cover"],
        low_from=low["from_hexes"],
        low_add=low["add"],
        other_from=other["from_hexes"],
        other_add=other["add"],
        out_of_command=own["moved_out_of_command"],
        no_prior_sight=own["no_prior_sight_of_target_platoon"],
        hit_in_fo=own["shooter_hit_by_opportunity_fire"],
        opposite_sides=own["opposite_sides"],
        adjacent=own["small_arms_adjacent"],
        small_arms=frozenset(own["small_arms_classes"]),
        disabled_priority=own["disabled_priority_vehicle"],
        hull_add=hull["add"],
        hull_cap=hull["cap"],
        hull_confirm=hull["confirm"],
        rof1_moved=base["rof1_gun_moved"],
        confirm=_numbered(base["impossible"]),
        least=house["minimum_needed"],
        impossible_from=house["impossible_from"],
    )


def _air(raw: Mapping[str, Any], points: Mapping[str, Any]) -> t.AirRules:
    own, house, off = raw["air"], raw["air_house"], raw["off_board"]
    return msgspec.convert(
        {
            **own,
            **house,
            "planes_by_die": [house["planes_by_die"][str(die)] for die in range(1, 7)],
            "acquire_static": off["air_acquire_static"],
            "acquire_self_propelled": off["air_acquire_self_propelled"],
            "pieces_in_zone": off["pieces_in_zone_per_attack"],
            "entry_turns": off["self_propelled_entry_turns"],
            "points": points["air_support"],
        },
        t.AirRules,
    )


def _assault(raw: Mapping[str, Any]) -> t.AssaultRules:
    own, base = raw["assault"], raw["assault_base"]
    return msgspec.convert(
        {
            **own,
            **base,
            "repel_tanks_extra": own["repel_tanks_extra_platoon_destroyed"],
            "double_add": own["ratio_double"]["add"],
            "half_more_add": own["ratio_one_and_half"]["add"],
        },
        t.AssaultRules,
    )


def _blank(row: Any) -> tuple[Any, str | None]:
    """An order, and the content of a special action."""
    return (row["order"], row["ae"]) if isinstance(row, dict) else (row, None)


def _platoon(name: str, row: Mapping[str, Any]) -> Any:
    teams = tuple(each["team"] for each in row["teams"] for _ in range(each["count"]))
    return _named({**row, "id": name, "teams": teams}, PlatoonType)


def _constants(raw: Mapping[str, Any]) -> t.Constants:
    stacking, wrecks, sight = raw["stacking"], raw["wrecks"], raw["sight"]
    return t.Constants(
        half_limit=stacking["half_limit"],
        hex_limit=stacking["hex_limit"],
        stack_points=stacking["points"],
        mortar_hexes=raw["distance"]["mortar_hexes_per_10_cm"],
        bog_pass=raw["going_effects"]["difficult_bog_pass"],
        wreck_tests=frozenset(wrecks["one_wreck_bog_test_sizes"]),
        wrecks_block=wrecks["wrecks_that_block_road"],
        wrecks_cover=wrecks["wrecks_for_cover"],
        wrecks_cover_road=wrecks["wrecks_for_cover_along_road"],
        woods_depth=sight["woods_depth"],
        hill_hexes_that_hide=sight["hill_hexes_that_hide_vehicles"],
        plateau_most=sight["plateau_max_hexes"],
        overlook_factor=sight["mountain_overlook_factor"],
        limited_cancelled_above=sight["limited_vision_cancelled_above_stack"],
        recce_distance=RECCE_DISTANCE,
        recce_distance_building=sight["recce_distance_building"],
        smoke_exhausted_on=raw["smoke"]["exhausted_on"],
        reserve_needed=RESERVE_NEEDED,
    )
