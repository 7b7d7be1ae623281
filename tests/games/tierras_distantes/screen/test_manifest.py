"""What the pages know of the game before anybody plays: scenarios, options, what a room may replace, the words of its tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from app.engine.dice import StreamDice
from app.engine.registry import read_tables
from app.engine.scene import Area
from app.engine.system import Manifest, Setup
from app.engine.types import SPECTATOR
from app.systems.tierras_distantes.judge.view import view
from app.systems.tierras_distantes.opening.setup import open_game
from app.systems.tierras_distantes.position.evolve import evolve
from app.systems.tierras_distantes.screen.manifest import build_manifest
from app.systems.tierras_distantes.screen.scene import scene
from app.web.site.host_form import house_values, seat_fields
from app.web.site.reference import field_words, leaves, rows_of, sheets
from tests.games.tierras_distantes.table import FOLDER, book


def picture(scenario: str, seats: int) -> Any:
    setup = Setup(scenario, tuple({} for _ in range(seats)))
    at = evolve(None, open_game(book(), setup, StreamDice(bytes(32), "picture")))
    rules = book().rules(at.options)
    return scene(rules, view(rules, at, SPECTATOR))


@lru_cache(maxsize=1)
def manifest() -> Manifest:
    return build_manifest(book(), read_tables(FOLDER), "hash", picture)


def test_all_options_are_there_seven_of_them_at_first_sight():
    options = manifest().options

    assert len(options) == len(book().option_rows) == 24
    assert [option.id for option in options if not option.rare] == [
        *("points_limit", "deployment_order", "activation_choice", "blind_shot", "morale", "turn_limit", "quiet_turns")
    ]
    assert [option.group.en for option in options] == sorted(
        (option.group.en for option in options), key=[row["name_en"] for row in groups()].index
    )
    for option in options:
        named = set(option.choice_names)
        assert named == (set(map(str, option.choices or ())) if option.type == "string" else set()), option.id


def groups():
    return read_tables(FOLDER)["data"]["option_group"]


@pytest.mark.rule("TD-TER-03")
def test_a_scenario_takes_only_the_terrain_that_it_can_serve():
    taken = {scenario.id: scenario.takes["terrain_mode"] for scenario in manifest().scenarios}

    assert taken == {
        "outpost": ("scenario",),
        "relay": ("scenario", "generator"),
        "reactor": ("scenario",),
        "unknown_world": ("generator",),
        "two_halves": ("players",),
    }


def test_the_picture_of_a_scenario_shows_its_land():
    for scenario in manifest().scenarios:
        areas = [each for each in scenario.picture.drawables if isinstance(each, Area)]
        own = book().rules().scenarios[scenario.id]
        assert len(areas) == len(own.terrain) + len(own.objectives)


@pytest.mark.rule("TD-GEN-05")
def test_a_room_is_offered_all_that_it_may_replace_and_nothing_else():
    assert set(house_values(manifest())) == set(book().overrides)
    lengths = {path for path, by in manifest().replaceable.items() if by.decimals}
    assert lengths == {path for path, override in book().overrides.items() if override.kind == "length"}


def test_every_column_of_the_tables_has_a_name():
    known = field_words(manifest().tables)
    shown = {name: table for name, table in manifest().tables.items() if name != "words"}

    fields = {
        part
        for table in shown.values()
        for _, row in rows_of(table)
        for field, _ in leaves(row, None)
        for part in field.split(".")
    }
    assert {name for name in (*shown, *fields) if name and name not in known} - {str(n) for n in range(99)} == set()
    assert sheets(manifest().tables)


@pytest.mark.rule("TD-SQD-09")
def test_a_seat_says_whose_squad_it_leads():
    (name, schema), *others = manifest().seat_fields.items()

    letters, brought = schema["anyOf"]
    assert (name, letters, others) == ("squad", {"enum": ["A", "B"]}, [])
    assert set(brought["items"]["required"]) == {"quality", "armour", "weapons"}
    assert [[value for value, _ in field.choices] for field in seat_fields(manifest())] == [["A", "B"]]


def test_what_rolls_or_moves_is_taken_back_only_by_consent():
    assert manifest().final_actions == {
        *("move", "climb", "fire", "fire_area", "rally", "rally_other", "end_batch", "confirm_deployment")
    }
