"""The game's book: its data files, and the ``Rules`` made of them for a room's options and house values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from app.engine import book
from app.engine.refusal import FieldError, InvalidInput
from app.engine.words import Words, name_of
from app.engine.workshop.workshop import OWN
from app.systems.open_wars.book.house_values import house_problems
from app.systems.open_wars.book.options import Options, allowed, options_of
from app.systems.open_wars.book.scenarios import Scenario, campaign_of, scenario_of
from app.systems.open_wars.book.tables import STATS, Card, Constants, Faction, Generator, Rules, Spell, UnitKind

HOUSE_VALUES: Final = book.HouseValues(
    frozenset({"source", "rule", "code", "features", "players", "name_es", "name_en", "text_es", "text_en"}),
    frozenset({"copies"}),
    least=-1,
    most=1000,
)
"""Nothing says how many copies of a card there are: they are house values in published rows, too."""


class Book(book.BattleBook[Rules]):
    """The game's data files and the ``Rules`` made from them."""

    house_values = HOUSE_VALUES

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables: Final[Mapping[str, Any]] = tables
        shop = {f"workshop_{section}": rows for section, rows in tables["workshop"].items()}
        self.words: Final = Words({**tables["words"], **shop})
        scenarios = {row["code"]: row for row in tables["scenarios"]["scenario"]}
        self.option_rows: Final[Mapping[str, Mapping[str, Any]]] = {
            row["code"]: row for row in [*tables["data"]["option"], *_scenario_options(scenarios.values())]
        }
        super().__init__(_keyed(tables), scenarios, {code: allowed(row) for code, row in self.option_rows.items()})

    def made(self, battle: Mapping[str, Any]) -> Scenario:
        """The scenario that a document of the workshop is. Raises ``InvalidInput``."""
        return book.scenario_made(battle, scenario_of, code=OWN)

    def build(self, raw: Mapping[str, Any], values: Mapping[str, Any]) -> Rules:
        """The rules of tables and options, if they can be played with."""
        made = _build(raw, self.tables["scenarios"], options_of(self.option_rows, values), self.words)
        problems = list(house_problems(made))
        if problems:
            raise InvalidInput([FieldError("tables", "values that can be played with", why) for why in problems])
        return made


def _keyed(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The data files as tables of rows by code, as they are shown and as house values are named."""
    data = tables["data"]
    lists = {
        "factions": data["faction"],
        "neutral_factions": data["neutral_faction"],
        "unit_types": data["unit_type"],
        "windows": data["window"],
        "units": tables["units"]["unit"],
        "cards": tables["locations"]["location"],
        "spells": tables["spells"]["spell"],
    }
    single = ("players", "stack_limits", "movement", "combat", "initiative_rank", "ties", "phases", "free_setup")
    generator = {name: value for name, value in data["generator"].items() if name != "size"}
    sizes = {str(size["players"]): {**size, "source": "house"} for size in data["generator"]["size"]}
    return {
        **{name: data[name] for name in ("location_types", *single)},
        "generator": generator,
        "map_sizes": sizes,
        **{name: {row["code"]: row for row in rows} for name, rows in lists.items()},
    }


def _scenario_options(scenarios: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**row, "rule": "OW-SCN-01", "source": "house", "scenario": scenario["code"]}
        for scenario in scenarios
        for row in scenario.get("scenario_options", ())
    ]


def _build(raw: Mapping[str, Any], scenarios: Mapping[str, Any], options: Options, words: Words) -> Rules:
    constants = _constants(raw)
    free = {"gold": constants.muster_gold, "mana": constants.muster_mana}
    free["leftover_gold_kept_max"] = constants.leftover_gold_kept_max
    try:
        return Rules(
            options=options,
            constants=constants,
            units={code: _unit(row) for code, row in raw["units"].items()},
            cards={code: _card(row, options) for code, row in raw["cards"].items()},
            spells={code: _spell(row) for code, row in raw["spells"].items()},
            factions={
                code: Faction(code, name_of(row), row["color"], neutral)
                for key, neutral in (("factions", False), ("neutral_factions", True))
                for code, row in raw[key].items()
            },
            ranks={rank: raw["initiative_rank"][rank] for rank in ("flying", "magic", "unique", "normal")},
            window_types={code: tuple(row["spell_types"]) for code, row in raw["windows"].items()},
            generator=_generator(raw),
            scenarios={
                row["code"]: scenario_of({**row, "muster": free} if row.get("map_generator") else row)
                for row in scenarios["scenario"]
            },
            campaign=campaign_of(scenarios["campaign"]),
            words=words,
        )
    except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        raise InvalidInput.at("tables", "values of the tables' own types", error) from None


def _unit(row: Mapping[str, Any]) -> UnitKind:
    wounded = row.get("wounded")
    return msgspec.convert(
        {
            **row,
            "name": {"es": row["name_es"], "en": row["name_en"]},
            "printed": {stat: row[stat] for stat in STATS},
            "neutral": row.get("hireable_by") == "any",
            "wounded": wounded and {stat: wounded[stat] for stat in STATS},
        },
        UnitKind,
    )


def _card(row: Mapping[str, Any], options: Options) -> Card:
    features = list(row.get("features", ()))
    if row["code"] == "spectral_lake" and options.spectral_lake_access == "strict":  # OW-CARD-09
        features = [feature for feature in features if feature["kind"] != "allow_entry"]
    return msgspec.convert(
        {
            **row,
            "name": {"es": row["name_es"], "en": row["name_en"]},
            "features": features,
            "text": {"es": row["text_es"], "en": row["text_en"]} if "text_es" in row else None,
        },
        Card,
    )


def _spell(row: Mapping[str, Any]) -> Spell:
    words = {key: {"es": row[f"{key}_es"], "en": row[f"{key}_en"]} for key in ("name", "text")}
    return msgspec.convert({**row, **words}, Spell)


def _constants(raw: Mapping[str, Any]) -> Constants:
    return msgspec.convert(
        {
            **{f"stack_{name}": raw["stack_limits"][name] for name in ("normal", "magic", "unique")},
            **{name: raw["movement"][name] for name in ("terrain_bonus", "minimum_entry_cost")},
            **raw["free_setup"],
            "least_players": raw["players"]["min"],
            "most_players": raw["players"]["max"],
        },
        Constants,
    )


def _generator(raw: Mapping[str, Any]) -> Generator:
    sizes = {int(players): size for players, size in raw["map_sizes"].items()}
    return msgspec.convert({**raw["generator"], "sizes": sizes}, Generator)
