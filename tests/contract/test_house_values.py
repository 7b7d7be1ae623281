"""What a room may replace: all that the host form offers is taken, and what the game declares of it holds."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.system import Setup
from app.web.site.host_form import house_values
from tests.support.random_play import registry

every_game = pytest.mark.parametrize("game", list(registry()))


def wrong(game: str, tables: dict[str, Any]) -> set[str]:
    """The fields that the game refuses when it is set up with these values."""
    system = registry()[game]
    scenario = system.manifest.scenarios[0]
    try:
        play.start(
            system,
            Setup(scenario.id, ({},) * scenario.seats.min, tables=tables),
            StreamDice(bytes(32), "house"),
        )
    except InvalidInput as refused:
        return {error.field for error in refused.errors}
    return set()


@every_game
def test_every_house_value_that_is_offered_is_taken_as_it_stands(game: str) -> None:
    offered = house_values(registry()[game].manifest)

    assert wrong(game, {path: cell.value for path, cell in offered.items()}) == set()


@every_game
def test_all_that_may_be_replaced_is_offered(game: str) -> None:
    manifest = registry()[game].manifest

    assert set(house_values(manifest)) == set(manifest.replaceable or house_values(manifest))


@every_game
@pytest.mark.parametrize("bound", ["minimum", "maximum"])
def test_a_house_value_out_of_its_bounds_is_refused_at_its_place(game: str, bound: str) -> None:
    beyond = {
        path: limit + (1 if bound == "maximum" else -1)
        for path, by in (registry()[game].manifest.replaceable or {}).items()
        if (limit := getattr(by, bound)) is not None
    }

    assert wrong(game, beyond) == {f"tables.{path}" for path in beyond}


@every_game
def test_a_list_of_something_else_is_refused_or_taken_and_never_breaks_the_rules(game: str) -> None:
    offered = house_values(registry()[game].manifest)
    strange: Any
    for path in (path for path, cell in offered.items() if isinstance(cell.value, list | tuple)):
        for strange in ([{"x": 1}], ["x"], [[]], []):
            assert wrong(game, {path: strange}) <= {"tables", f"tables.{path}"}


@every_game
def test_a_word_of_something_else_is_refused_or_taken_and_never_breaks_the_rules(game: str) -> None:
    offered = house_values(registry()[game].manifest)
    for path in (path for path, cell in offered.items() if isinstance(cell.value, str)):
        assert wrong(game, {path: "x"}) <= {"tables", f"tables.{path}"}
