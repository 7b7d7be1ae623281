"""Everything the data files name is drawn by the game itself: no unit, weapon, terrain, card, spell or faction looks like another's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.systems.flames_hexwar.screen.counters import SIGNS
from app.systems.flames_hexwar.screen.silhouettes import SILHOUETTES
from app.systems.flames_hexwar.workshop.tools import SYMBOLS
from app.systems.tierras_distantes.screen.silhouettes import BODIES
from app.web.draw.render import load_symbols
from app.web.draw.sprites import drawings_of
from app.web.wire.templating import ROOT
from tests.support.random_play import registry

SYSTEMS = ROOT / "app" / "systems"
TANKS_AND_MEN = SYSTEMS / "war_of_plastic"
CARDS = SYSTEMS / "open_wars"
HEXES = SYSTEMS / "flames_hexwar"
PLANET = SYSTEMS / "tierras_distantes"
GAMES = pytest.mark.parametrize("folder", [TANKS_AND_MEN, CARDS, HEXES, PLANET], ids=lambda folder: folder.name)

MARKS_OF_PLASTIC = ("wound", "damage", "stun", "engaged", "passengers", "acted")
MARKS_OF_CARDS = (
    *(
        "entry",
        "gold",
        "mana",
        "movement",
        "attack",
        "range",
        "initiative",
        "cost",
        "income",
        "mana_income",
        "army",
        "points",
    ),
    *(
        "target",
        "turn",
        "port",
        "special",
        "locked",
        "halted",
        "barred",
        "acted",
        "spent",
        "wounded",
        "fallen",
        "dice",
        "out",
    ),
)


def table(folder: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((folder / "data" / f"{name}.toml").read_text("utf-8"))


def ids(folder: Path) -> set[str]:
    return set(re.findall(r'id="([^"]+)"', (folder / "symbols.svg").read_text("utf-8")))


def of_plastic() -> Iterator[str]:
    """What War of Plastic's data names, by the names of its drawings."""
    data = table(TANKS_AND_MEN, "data")
    for kind, unit in data["units"].items():
        poses = ("wounded", "stunned") if unit["type"] == "infantry" else ("stunned", "overturned")
        yield from (f"unit-{kind}", *(f"unit-{kind}-{pose}" for pose in poses))
    yield from (f"{way}-{weapon}" for weapon in data["weapons"] for way in ("mark", "chip"))
    yield from (f"mark-{mark}" for mark in MARKS_OF_PLASTIC)
    yield from (f"terrain-{kind}" for kind in data["terrain"] if kind not in ("tree", "wreck"))
    yield from ("piece-tree", "piece-wreck", "piece-crater", "piece-emplacement", "terrain-objective")


def of_cards() -> Iterator[str]:
    """What Open Wars' data names, by the names of its drawings."""
    cards = table(CARDS, "locations")["location"]
    yield from (f"card-{card['code']}" for card in cards)
    yield from (f"{what}-{card['type']}" for card in cards for what in ("card", "backdrop", "edge", "type"))
    units = table(CARDS, "units")["unit"]
    yield from (f"unit-{unit['code']}" for unit in units)
    yield from (f"type-{unit['type']}" for unit in units)
    yield from (f"arms-{unit['code'].split('.')[0]}" for unit in units)
    yield from (f"mark-{spell['code']}" for spell in table(CARDS, "spells")["spell"])
    yield from (f"mark-{mark}" for mark in MARKS_OF_CARDS)


def of_hexes() -> Iterator[str]:
    """What Flames Hexwar's data names, by the names of its drawings."""
    data = table(HEXES, "data")
    yield from (f"unit-{name}" for name in SILHOUETTES)
    yield from (f"mark-{sign}" for sign in SIGNS)
    yield from (f"mark-order-{row['id'].lower()}" for row in data["order"])
    surfaces = [name for row in data["surface"] for name in _made_of(row["id"])]
    yield from (f"{what}-{name}" for name in surfaces if name != "open" for what in ("ground", "cell"))
    yield from (f"{what}-mountain_{name}" for name in surfaces if name != "open" for what in ("ground", "cell"))
    yield from ("ground-open", "ground-mountain", "cell-mountain")
    yield from (f"terrain-half_{name}" for name in ("woods", "building_stone", "building_wood"))
    yield from (
        f"stain-{kind}"
        for kind in ("road", "road_bed", "road_end", "road_end_bed", "trees", "trench", "wreck", "smoke")
    )
    yield from ("piece-objective", "mark-fire", "mark-assault", *SYMBOLS.values())


def of_planet() -> Iterator[str]:
    """What Tierras Distantes' data names, by the names of its drawings."""
    data = table(PLANET, "data")
    weapons = [row["id"] for row in data["weapon"]]
    yield from (f"unit-{body}{held}" for body in BODIES for held in ("", *(f"-{weapon}" for weapon in weapons)))
    yield from (f"mark-{weapon}" for weapon in weapons)
    yield from (f"mark-armour-{row['id']}" for row in data["armour"])
    yield from (f"mark-{sign}" for sign in table(PLANET, "words_screen")["legend"])
    yield from (f"terrain-{row['id']}" for row in data["terrain"])
    yield "terrain-objective"


def _made_of(surface: str) -> tuple[str, ...]:
    return ("building_stone", "building_wood") if surface == "building" else (surface,)


def test_everything_of_flames_hexwar_has_a_drawing_of_its_own() -> None:
    assert set(of_hexes()) - ids(HEXES) == set()


def test_everything_of_war_of_plastic_has_a_drawing_of_its_own() -> None:
    assert set(of_plastic()) - ids(TANKS_AND_MEN) == set()


def test_everything_of_open_wars_has_a_drawing_of_its_own() -> None:
    assert set(of_cards()) - ids(CARDS) == set()


def test_everything_of_tierras_distantes_has_a_drawing_of_its_own() -> None:
    assert set(of_planet()) - ids(PLANET) == set()


def test_no_two_things_are_drawn_alike() -> None:
    for folder, named in (
        (TANKS_AND_MEN, of_plastic()),
        (CARDS, of_cards()),
        (HEXES, of_hexes()),
        (PLANET, of_planet()),
    ):
        symbols = load_symbols(folder)
        drawn = drawings_of(symbols.svg + symbols.tools)
        seen: dict[str, str] = {}
        for name in sorted(set(named)):
            if name.startswith(("edge-", "ground-")):  # a frame, and what little lies under what is drawn
                continue
            look = re.sub(r'^<\w+ [^>]*id="[^"]*"', "", drawn[name])
            assert look not in seen, f"{name} looks like {seen[look]}"
            seen[look] = name


@GAMES
def test_a_game_draws_no_name_twice_and_uses_nothing_that_is_not_drawn(folder: Path) -> None:
    symbols = load_symbols(folder)
    svg = str(symbols.svg + symbols.tools)
    found = re.findall(r'\bid="([^"]+)"', svg)

    assert sorted(found) == sorted(set(found))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg)) <= set(found)


@GAMES
def test_every_rule_of_a_games_sheet_speaks_of_that_game_alone(folder: Path) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", (folder / "board.css").read_text("utf-8"), flags=re.DOTALL)
    selectors = [each.strip() for each in re.findall(r"([^{};]+)\{", sheet) if not each.strip().startswith("@")]

    assert selectors
    assert [each for each in selectors if f'[data-game="{folder.name}"]' not in each] == []


@GAMES
def test_every_colour_that_a_drawing_asks_for_is_given_by_day_and_by_night(folder: Path) -> None:
    sheet = (folder / "board.css").read_text("utf-8")
    shared = "".join(path.read_text("utf-8") for path in sorted((ROOT / "static" / "css").rglob("*.css")))
    asked = set(re.findall(r"var\(--([a-z-]+)\)", (folder / "symbols.svg").read_text("utf-8")))

    assert {name for name in asked if f"--{name}:" not in sheet + shared} == set()


@GAMES
def test_the_legend_tells_what_is_drawn(folder: Path) -> None:
    legend = registry()[folder.name].manifest.legend
    assert legend
    assert {f"mark-{sign.symbol}" for sign in legend} <= ids(folder)
    assert all(sign.text.es and sign.text.en for sign in legend)
