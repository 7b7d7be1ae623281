"""Scenarios and the campaign as typed values (``scenarios.toml``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from app.engine.types import Text

_DIE: Final = re.compile(r"(\d) = ([A-Z]\d+)")
_TURNS: Final = re.compile(r"(\d+)(?:(\+)|-(\d+))?")
_NO_END: Final = 1_000_000


class Turns(msgspec.Struct, frozen=True):
    """Turns ``first`` to ``last``, both included: ``"any"``, ``5``, ``"2+"``, ``"1-6"``."""

    first: int
    last: int

    def __contains__(self, turn: int) -> bool:
        return self.first <= turn <= self.last


class Force(msgspec.Struct, frozen=True):
    """Tokens placed before play, or by an event."""

    unit: str
    count: int
    at: str = ""
    form: str | None = None


class Approach(msgspec.Struct, frozen=True):
    """``must_approach``: every move of the seat brings tokens nearer to ``cell`` (OW-SCN-05)."""

    cell: str
    from_turn: int


class ScenarioSeat(msgspec.Struct, frozen=True):
    """A seat that the scenario describes: its faction, side, start cell, reserves and opening forces."""

    faction: str
    start: str
    gold: int
    mana: int
    forces: tuple[Force, ...]
    side: str | None = None
    no_recruitment: bool = False
    must_approach: Approach | None = None


class Form(msgspec.Struct, frozen=True):
    """The values of a unit in one of its two lives (OW-SCN-06)."""

    initiative: int
    movement: int
    attack: int
    range: int
    hit_points: int


class Spawn(msgspec.Struct, frozen=True):
    """``spawn`` (OW-SCN-01): at the start of these turns the seat gets the units. Where: ``at`` a cell, ``option`` the
    room's choice of that name, or ``by_die`` (a die each time; a face that is not listed is rolled again)."""

    turns: Turns
    seat: int
    units: tuple[Force, ...]
    at: str | None = None
    option: str | None = None
    by_die: Mapping[int, str] = {}


class TwoLives(msgspec.Struct, frozen=True):
    """``two_lives`` (OW-SCN-06): the unit comes back in its second form; before ``at_once_from`` it stays away and
    appears on ``cell`` at the start of that turn, from then on at once, where it fell."""

    seat: int
    unit: str
    forms: Mapping[str, Form]
    first: str
    second: str
    at_once_from: int
    cell: str


class Modifier(msgspec.Struct, frozen=True):
    """A change of the rules for one scenario (OW-SCN-03, OW-SCN-04); ``features`` are raw, as in ``locations.toml``."""

    kind: Literal["replace_card_feature", "attack_bonus_if_outnumbering"]
    at: str | None = None
    features: tuple[Mapping[str, Any], ...] = ()
    faction: str | None = None
    value: int = 0


class PointCell(msgspec.Struct, frozen=True):
    """A cell that gives points to the side that controls it (OW-VIC-04)."""

    at: str
    points: int


class ControlPoints(msgspec.Struct, frozen=True):
    """``control_points`` (OW-VIC-04)."""

    cells: tuple[PointCell, ...]
    from_turn: int
    target: int


class Accumulate(msgspec.Struct, frozen=True):
    """``accumulate`` (OW-VIC-05)."""

    resource: Literal["gold", "mana"]
    amount: int
    from_turn: int


class SidedLine(msgspec.Struct, frozen=True):
    """A line of a sided list (OW-VIC-06): in these turns the side wins if the condition holds. ``side`` names a side of
    the scenario or the faction of a seat."""

    side: str
    condition: Literal["control", "unit_defeated", "form_defeated", "eliminated", "always"]
    turns: Turns
    at: tuple[str, ...] = ()
    unit: str | None = None
    form: str | None = None
    faction: str | None = None


class Secondary(msgspec.Struct, frozen=True):
    """A secondary objective of a campaign game: control of ``cell`` at the end of the last turn (OW-CAM-02)."""

    code: str
    name: Text
    cell: str


class Victory(msgspec.Struct, frozen=True):
    """``[scenario.victory]``: the kinds in the order in which they are checked (OW-VIC-01)."""

    kinds: tuple[str, ...]
    control_points: ControlPoints | None = None
    accumulate: Accumulate | None = None
    sided: tuple[SidedLine, ...] = ()
    at_turn_limit: tuple[str, ...] = ("draw",)
    secondary: tuple[Secondary, ...] = ()


class MusterTerms(msgspec.Struct, frozen=True):
    """How a seat buys its opening force (OW-SET-05)."""

    gold: int
    mana: int
    leftover_gold_kept_max: int


class Scenario(msgspec.Struct, frozen=True):
    """A scenario: its map (or the generator), who plays it, how it ends. ``map`` is empty for a random map."""

    code: str
    name: Text
    summary: Text
    minutes: int
    least: int
    most: int
    turn_limit: int
    victory: Victory
    options: Mapping[str, Any]  # room options it sets
    map: tuple[tuple[str, ...], ...] = ()
    seats: tuple[ScenarioSeat, ...] = ()
    starts: Mapping[int, tuple[str, ...]] = {}
    unused_start_becomes: str | None = None
    muster: MusterTerms | None = None
    turn_order: tuple[int, ...] | None = None
    spawns: tuple[Spawn, ...] = ()
    two_lives: TwoLives | None = None
    modifiers: tuple[Modifier, ...] = ()


class CampaignGame(msgspec.Struct, frozen=True):
    """One of the linked games (OW-CAM-07)."""

    number: int
    scenario: str
    muster_gold: int
    muster_mana: int
    carry_cap: int
    target_points: int
    unit_packs: tuple[str, ...]


class Campaign(msgspec.Struct, frozen=True):
    """The campaign and its small system (OW-CAM-01)."""

    code: str
    name: Text
    least: int
    most: int
    win: int
    draw: int
    loss: int
    secondary: int
    carry_divisor: int
    carry_max: int
    trailing_bonus_gold: int
    promotion_stats: tuple[str, ...]
    promotion_step: int
    promotion_cap: Mapping[str, int]
    games: tuple[CampaignGame, ...]


def turns_of(given: int | str) -> Turns:
    """``5``, ``"5"``, ``"2+"``, ``"1-6"`` or ``"any"``."""
    if given == "any":
        return Turns(1, _NO_END)
    match = _TURNS.fullmatch(str(given))
    if match is None:
        raise ValueError(f"no turns: {given!r}")
    first, onwards, last = match.groups()
    return Turns(int(first), _NO_END if onwards else int(last or first))


def scenario_of(row: Mapping[str, Any]) -> Scenario:
    """A scenario from its row."""
    order = row["turn_order"]
    return Scenario(
        code=row["code"],
        name=Text(row["name_es"], row["name_en"]),
        summary=Text(row["summary_es"], row["summary_en"]),
        minutes=row["minutes"],
        least=row["players"]["min"],
        most=row["players"]["max"],
        turn_limit=row["turn_limit"],
        victory=_victory(row["victory"]),
        options=row["options"],
        map=tuple(tuple(line) for line in row.get("map", ())),
        seats=msgspec.convert(row.get("seat", ()), tuple[ScenarioSeat, ...]),
        starts={entry["players"]: tuple(entry["starts"]) for entry in row.get("starts_by_players", ())},
        unused_start_becomes=row.get("unused_start_becomes"),
        muster=msgspec.convert(row["muster"], MusterTerms) if "muster" in row else None,
        turn_order=None if order == "army_value" else tuple(order),
        spawns=tuple(_spawn(event) for event in row.get("event", ()) if event["kind"] == "spawn"),
        two_lives=next((_two_lives(event) for event in row.get("event", ()) if event["kind"] == "two_lives"), None),
        modifiers=msgspec.convert(row.get("modifier", ()), tuple[Modifier, ...]),
    )


def campaign_of(row: Mapping[str, Any]) -> Campaign:
    """The campaign from its row."""
    return msgspec.convert(
        {
            "code": row["code"],
            "name": {"es": row["name_es"], "en": row["name_en"]},
            "least": row["players"]["min"],
            "most": row["players"]["max"],
            **row["points"],
            **row["treasury"],
            "trailing_bonus_gold": row["trailing_bonus_gold"],
            "promotion_stats": row["promotion"]["stats"],
            "promotion_step": row["promotion"]["step"],
            "promotion_cap": row["promotion"]["cap"],
            "games": row["game"],
        },
        Campaign,
    )


def _victory(row: Mapping[str, Any]) -> Victory:
    return msgspec.convert(
        {
            **row,
            "sided": [{**line, "turns": msgspec.to_builtins(turns_of(line["turns"]))} for line in row.get("sided", ())],
            "secondary": [
                {
                    "code": entry["code"],
                    "name": {"es": entry["name_es"], "en": entry["name_en"]},
                    "cell": entry["condition"].split()[1],
                }
                for entry in row.get("secondary", ())
            ],
        },
        Victory,
    )


def _spawn(row: Mapping[str, Any]) -> Spawn:
    where: str = row["at"]
    place: dict[str, Any] = {"at": where}
    if where.startswith("option:"):
        place = {"option": where.removeprefix("option:")}
    elif where.startswith("die:"):
        place = {"by_die": {int(face): cell for face, cell in _DIE.findall(where)}}
    units = msgspec.convert(row["units"], tuple[Force, ...])
    return Spawn(turns_of(row["turn"]), row["seat"], units, **place)


def _two_lives(row: Mapping[str, Any]) -> TwoLives:
    """The moments are told in words: before the named turn the unit returns on the named cell at its start."""
    first, second = row["forms"]
    forms = msgspec.convert(row["forms"], Mapping[str, Form])
    if "cell" in row:  # a battle of the workshop says it in values
        return TwoLives(row["seat"], row["unit"], forms, first, second, row["at_once_from"], row["cell"])
    told = re.search(r"on ([A-Z]\d+) at the start of turn (\d+)", row["before_turn_5"])
    if told is None:
        raise ValueError(f"two_lives: no cell and turn in {row['before_turn_5']!r}")
    return TwoLives(row["seat"], row["unit"], forms, first, second, int(told[2]), told[1])
