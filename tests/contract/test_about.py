"""What things are, in every game that explains itself: every id of a scene is answered, in both languages, with rules there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.engine.about import About, Explaining, about
from app.engine.scene import Scene
from app.engine.types import SPECTATOR, Viewer
from tests.support.random_play import Game, played, registry, same_bytes

GAMES = [game for game, system in registry().items() if isinstance(system, Explaining)]


TABLES = {
    "unit": ("kinds", "units", "qualities"),
    "weapon": ("weapons",),
    "armour": ("armours",),
    "terrain": ("terrain", "ground"),
    "card": ("cards",),
    "spell": ("spells",),
}
"""By family what the tables of its members are called, as one game or another calls them."""


def played_games(game: str) -> Iterator[Game]:
    system = registry()[game]
    for scenario in system.manifest.scenarios:
        yield played(game, scenario.id, scenario.seats.min, 0)


def ids_of(scene: Scene) -> set[str]:
    """Everything of a scene that can be pointed at."""
    panels = [*scene.panels, *([scene.spotlight] if scene.spotlight else [])]
    rows = [row for panel in panels for row in panel.rows]
    carriers = [*scene.drawables, *rows]
    figured = [*carriers, *scene.standings]
    return {
        *(drawable.id for drawable in scene.drawables),
        *(row.id for row in rows),
        *(f"pips.{n}" for n in range(len(scene.pips))),
        *(f"mark.{mark.symbol}" for each in carriers for mark in getattr(each, "marks", ())),
        *(f"figure.{figure.symbol}" for each in figured for figure in getattr(each, "figures", ())),
    }


@pytest.mark.parametrize("game", GAMES)
def test_everything_on_the_board_and_beside_it_says_what_it_is(game: str) -> None:
    system = registry()[game]
    rules = {rule.id for rule in system.manifest.rules}
    for played_game in played_games(game):
        states = [moment.state for moment in played_game.some_moments(2)] + [played_game.final]
        for state in states:
            for viewer in (Viewer("a"), SPECTATOR):
                view = system.view(state, viewer)
                for thing in ids_of(system.scene(view)):
                    found = about(system, view, thing)
                    assert found is not None, f"{played_game.setup.scenario}: nothing is said of {thing}"
                    assert_told(found, rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_unit_weapon_terrain_card_and_spell_says_what_it_is(game: str) -> None:
    system = registry()[game]
    view = system.view(next(played_games(game)).opening.state, SPECTATOR)
    rules = {rule.id for rule in system.manifest.rules}
    known = system.book.rules()  # type: ignore[attr-defined]
    assert any(hasattr(known, table) for table in TABLES["unit"])
    for family, tables in TABLES.items():
        for member in next((getattr(known, table) for table in tables if hasattr(known, table)), ()):
            found = about(system, view, f"{family}.{member}")
            assert found is not None, f"nothing is said of {family}.{member}"
            assert_told(found, rules)


@pytest.mark.parametrize("game", GAMES)
def test_of_what_is_not_there_nothing_is_said(game: str) -> None:
    system = registry()[game]
    view = system.view(next(played_games(game)).opening.state, SPECTATOR)

    for thing in (
        "",
        "nobody",
        "mark.nothing",
        "unit.",
        "row-",
        "Z99",
        "objective-A-9",
        "effect-x",
        "list-A-0-0",
        "pool-99",
    ):
        assert about(system, view, thing) is None, thing


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_is_the_same_in_every_world_a_viewer_cannot_tell_apart(game: str) -> None:
    system = registry()[game]
    for played_game in played_games(game):
        moment = played_game.some_moments(2)[-1]
        for viewer in played_game.viewers:
            other = system.resample(moment.state, viewer, lambda n: n - 1)
            view, other_view = system.view(moment.state, viewer), system.view(other, viewer)
            for thing in ids_of(system.scene(view)):
                assert same_bytes(about(system, view, thing), about(system, other_view, thing))


def assert_told(found: About, rules: set[str]) -> None:
    """In both languages, with rules that there are and at least one number or sentence."""
    assert found.title.es
    assert found.title.en
    assert found.numbers or found.lines, f"{found.id} has a name and nothing else"
    assert all(line.text.es and line.text.en for line in found.lines)
    assert {rule for line in found.lines for rule in line.rules} <= rules
