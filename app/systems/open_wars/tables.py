"""The tables of the game as typed values: what ``data/*.toml`` says, with a room's options and house values laid over it.

``Rules`` is what every chapter reads; ``Book`` builds one for a room's options and overrides and keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.refusal import FieldError, InvalidInput
from app.engine.types import RuleId, Text
from app.systems.open_wars.house_values import house_problems
from app.systems.open_wars.options import Options, options_of, resolve
from app.systems.open_wars.overrides import override
from app.systems.open_wars.scenarios import Campaign, Scenario, campaign_of, scenario_of

Stat = Literal["initiative", "movement", "attack", "range"]
UnitType = Literal["water", "mountain", "forest", "plains", "desert", "city", "magic", "flying"]
CardType = Literal["water", "mountain", "forest", "plains", "desert", "city"]
SpellType = Literal["instant", "combat"]
Reach = Literal["spell", "in_range", "location_in_range", "own_location", "adjacent_location"]
Duration = Literal["instant", "combat", "turn", "next_attack"]
WindowKind = Literal["collect", "recruit", "own_move", "move", "end_move", "act", "roll", "dispel", "turn_end"]

STATS: Final[tuple[Stat, ...]] = ("initiative", "movement", "attack", "range")
COMMON: Final = "common"
"""The ``faction`` of the spells that every magic unit may cast."""


class Values(msgspec.Struct, frozen=True):
    """The four changeable values of a token (OW-UNIT-03, -05 to -07)."""

    initiative: int
    movement: int
    attack: int
    range: int

    def of(self, stat: Stat) -> int:
        """One of the four by name."""
        return int(getattr(self, stat))


class UnitKind(msgspec.Struct, frozen=True):
    """A row of ``[[unit]]``: what is printed on a token (OW-UNIT-01). ``cost`` -1: never for sale (OW-REC-10).
    ``wounded``: the values of its other side, for tokens with 2 hit points (OW-HERO-01)."""

    code: str
    faction: str
    name: Text
    pack: str
    cost: int
    type: UnitType
    printed: Values
    unique: bool
    hit_points: int
    neutral: bool
    wounded: Values | None = None

    @property
    def is_two_sided(self) -> bool:
        """Heroes, titans and inferno tokens: 2 hit points and a wounded side (OW-HERO-01)."""
        return self.hit_points == 2

    @property
    def is_magic(self) -> bool:
        """May cast spells (OW-MAG-01)."""
        return self.type == "magic"

    @property
    def is_flying(self) -> bool:
        """Enters every card, is never locked (OW-FLY)."""
        return self.type == "flying"

    @property
    def value(self) -> int:
        """What it counts for army value and casualties: its cost, 0 if it is not for sale (OW-ORD-02)."""
        return max(0, self.cost)


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """One effect of a card's text (OW-CARD); only the fields that its ``kind`` uses are set."""

    kind: str
    stat: Stat | None = None
    value: int = 0
    types: tuple[str, ...] | None = None
    factions: tuple[str, ...] | None = None
    except_types: tuple[str, ...] = ()
    max_cost: int | None = None
    min_range: int | None = None
    on: tuple[str, ...] = ()
    fail: tuple[int, ...] = ()
    success: tuple[int, ...] = ()
    mana: int = 0
    enter_from: CardType | None = None
    pay: str | None = None
    per_turn: int = 0


class Card(msgspec.Struct, frozen=True):
    """A location card (OW-LOC-02). ``copies``: how many a random map may use, -1 for any number."""

    code: str
    type: CardType
    name: Text
    entry_cost: int
    gold: int
    mana: int
    special: bool
    copies: int
    features: tuple[Feature, ...] = ()
    text: Text | None = None
    rule: RuleId | None = None

    def features_of(self, kind: str) -> tuple[Feature, ...]:
        """Its effects of one kind, in the order of the card."""
        if not self.features:
            return ()
        return tuple(feature for feature in self.features if feature.kind == kind)


class Spell(msgspec.Struct, frozen=True):
    """A row of ``[[spell]]`` (section 16). ``effect`` holds its numbers under the names of ``spells.toml``."""

    code: str
    faction: str
    name: Text
    type: SpellType
    mana: int
    reach: Reach
    target: str
    windows: tuple[WindowKind, ...]
    duration: Duration
    rule: RuleId
    effect: Mapping[str, Any]  # the numbers and words of its row
    text: Text


class Faction(msgspec.Struct, frozen=True):
    """One of the seven factions, or a neutral one."""

    code: str
    name: Text
    color: str
    neutral: bool = False


class Constants(msgspec.Struct, frozen=True):
    """Single numbers of ``data.toml``."""

    stack_normal: int
    stack_magic: int
    stack_unique: int
    terrain_bonus: int
    minimum_entry_cost: int
    muster_gold: int
    muster_mana: int
    muster_min_tokens: int
    leftover_gold_kept_max: int
    least_players: int
    most_players: int


class MapSize(msgspec.Struct, frozen=True):
    """A row of ``[[generator.size]]``: the random map for a number of players."""

    players: int
    columns: int
    rows: int
    starts: tuple[str, ...]


class Generator(msgspec.Struct, frozen=True):
    """``[generator]``: how a random map is made (OW-SET-08)."""

    special_share_percent: int
    basic_mix_percent: Mapping[str, int]
    start_card: str
    max_reshuffles: int
    sizes: Mapping[int, MapSize]


class Rules(msgspec.Struct, frozen=True):
    """All tables of one room. Nothing in it ever changes."""

    options: Options
    constants: Constants
    units: Mapping[str, UnitKind]
    cards: Mapping[str, Card]
    spells: Mapping[str, Spell]
    factions: Mapping[str, Faction]
    ranks: Mapping[str, int]
    """Rank of flying, magic, unique and normal units in a tie of initiative: the lower acts first (OW-INI-03)."""
    window_types: Mapping[str, tuple[str, ...]]
    """Which types of spell a window admits: ``instant``, ``combat`` or ``dispel_only`` (section 15)."""
    generator: Generator
    scenarios: Mapping[str, Scenario]
    campaign: Campaign

    def sellable(self, faction: str, code: str) -> bool:
        """Whether a seat of a faction may own the unit at all: of its own faction, or neutral, and of a pack that the
        room plays with (OW-FAC-03, OW-OPT-01)."""
        kind = self.units.get(code)
        if kind is None or kind.pack not in self.options.unit_packs:
            return False
        return kind.neutral or kind.faction == faction


KEPT_RULES: Final = 4096
"""How many pairs of options and overrides are remembered with their tables."""


class Book:
    """The game's data files and the ``Rules`` made from them."""

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self.tables: Final[Mapping[str, Any]] = tables
        self.raw: Final[dict[str, Any]] = _keyed(tables)
        self.scenarios: Final[Mapping[str, Mapping[str, Any]]] = {
            row["code"]: row for row in tables["scenarios"]["scenario"]
        }
        self.option_rows: Final[Mapping[str, Mapping[str, Any]]] = {
            row["code"]: row for row in [*tables["data"]["option"], *_scenario_options(self.scenarios.values())]
        }
        self._made: dict[bytes, Rules] = {}
        self._found: dict[tuple[int, int], tuple[Any, Any, Rules]] = {}

    def resolve(self, *layers: Mapping[str, Any]) -> dict[str, Any]:
        """Every option: the defaults with the layers over them (a scenario's own, then the room's). Raises
        ``InvalidInput`` naming every unknown option and every value it does not have."""
        return resolve(self.option_rows, *layers)

    def rules(self, options: Mapping[str, Any] | None = None, tables: Mapping[str, Any] | None = None) -> Rules:
        """The tables of a room. ``options`` may hold only differences; ``tables`` maps the dotted path of a house value
        (``"generator.max_reshuffles"``, ``"cards.free_port.gold"``) to another value. Raises ``InvalidInput``.

        The positions of a game share these two objects, which nobody changes: the same ones are not read again."""
        place = (id(options), id(tables))
        found = self._found.get(place)
        if found is not None and found[0] is options and found[1] is tables:
            return found[2]
        rules = self._read_rules(options or {}, tables or {})
        if len(self._found) >= KEPT_RULES:
            self._found.clear()
        self._found[place] = (options, tables, rules)
        return rules

    def _read_rules(self, options: Mapping[str, Any], tables: Mapping[str, Any]) -> Rules:
        values = self.resolve(options)
        raw = override(self.raw, tables)
        try:
            key = msgspec.json.encode([values, tables], order="sorted")
        except UnicodeEncodeError:
            raise InvalidInput.at("tables", "text without lone surrogates", ascii(tables)) from None
        made = self._made.get(key)
        if made is None:
            made = _build(raw, self.tables["scenarios"], options_of(self.option_rows, values))
            problems = list(house_problems(made))
            if problems:
                raise InvalidInput([FieldError("tables", "values that can be played with", why) for why in problems])
            if len(self._made) >= 256:
                self._made.clear()
            self._made[key] = made
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


def _build(raw: Mapping[str, Any], scenarios: Mapping[str, Any], options: Options) -> Rules:
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
                code: Faction(code, _name(row), row["color"], neutral)
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
        )
    except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        raise InvalidInput.at("tables", "values of the tables' own types", error) from None


def _name(row: Mapping[str, Any], key: str = "name") -> Text:
    return Text(row[f"{key}_es"], row[f"{key}_en"])


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
