"""What a game says its wire looks like is what it takes and answers."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.play import decode_action
from app.engine.registry import discover
from app.engine.system import GameSystem
from app.engine.workshop.workshop import Edit, workshop_of

GAMES = [system for system in discover("app.systems").values() if system.manifest.examples]


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.manifest.id)
def test_the_examples_of_a_game_are_true(system: GameSystem) -> None:
    examples = system.manifest.examples
    query, refusal = examples["query"], examples["refusal"]

    assert msgspec.json.decode(msgspec.json.encode(decode_action(system, examples["action"]))) == examples["action"]
    assert system.queries[query["name"]](query["given"]) == query["answer"]
    assert refusal["rule"] in {rule.id for rule in system.manifest.rules}
    assert set(refusal) == {"rule", "facts"}


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.manifest.id)
def test_the_edit_of_the_examples_changes_a_battle(system: GameSystem) -> None:
    workshop = workshop_of(system)
    assert workshop is not None
    blank = workshop.start(None)

    edited = workshop.edit(blank, msgspec.convert(system.manifest.examples["edit"], Edit))

    assert edited.battle != blank


def test_some_game_shows_examples() -> None:
    assert GAMES
