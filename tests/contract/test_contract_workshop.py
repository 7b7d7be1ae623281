"""What every game's workshop keeps to, whatever its board: ``app/engine/workshop/workshop.py``, proved for every game that has one."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import msgspec
import pytest

from app.engine.refusal import InvalidInput
from app.engine.scene import Card, Cell
from app.engine.workshop.workshop import (
    OWN,
    Add,
    Change,
    Copy,
    Draw,
    Mirror,
    Move,
    Place,
    Remove,
    battle_of,
    refuse_faults,
    workshop_of,
)
from tests.support.random_play import registry

GAMES = {name: system for name, system in registry().items() if workshop_of(system) is not None}
SCENARIOS = [(game, scenario.id) for game, system in GAMES.items() for scenario in system.manifest.scenarios]
STRANGE = (None, 7, "", [], {}, {"name_es": 1}, [{}], {"units": [[]]}, {"\0": {}}, {"pieces": {"a": None}})


def shop_of(game: str) -> Any:
    return workshop_of(GAMES[game])


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_copy_of_a_scenario_is_plain_has_no_faults_and_says_the_same(game: str, scenario: str) -> None:
    shop, system = shop_of(game), GAMES[game]
    battle = shop.start(scenario)

    plain = msgspec.json.decode(msgspec.json.encode(battle))
    assert msgspec.json.encode(shop.read(plain)) == msgspec.json.encode(battle)
    assert shop.faults(battle) == () or list(shop.faults(battle)) == []
    refuse_faults(system, battle)
    assert battle_of(system, OWN, plain) is not None
    spec, listed = shop.spec(battle), next(each for each in system.manifest.scenarios if each.id == scenario)
    assert spec.id == OWN
    assert (spec.name, spec.summary, spec.seats, spec.minutes) == (
        listed.name, listed.summary, listed.seats, listed.minutes,
    )  # fmt: skip
    assert spec.picture is not None
    assert shop.scene(battle).board is system.manifest.board
    assert len(msgspec.json.encode(battle)) < 32 * 1024


@pytest.mark.parametrize("game", GAMES)
def test_tools_stand_in_groups_and_every_text_is_in_both_languages(game: str) -> None:
    shop = shop_of(game)
    for scenario in (None, *(name for each, name in SCENARIOS if each == game)):
        tools = shop.tools(shop.start(scenario))
        assert len({tool.id for tool in tools}) == len(tools)
        groups = [group for group, _ in groupby(tool.group for tool in tools)]
        assert len(groups) == len(set(groups))
        for text in (
            *groups,
            *(tool.name for tool in tools),
            *(field.label for field in shop.fields(shop.start(scenario))),
        ):
            assert text.es
            assert text.en
    with pytest.raises(InvalidInput):
        shop.start("no such scenario")


@pytest.mark.parametrize("game", GAMES)
def test_a_new_battle_named_in_one_language_is_named_in_the_other_until_that_has_a_name_of_its_own(game: str) -> None:
    shop = shop_of(game)

    named = shop.edit(shop.start(), Change("name_en", "The lane")).battle
    both = shop.edit(named, Change("name_es", "El callejón")).battle

    assert shop.scene(named).headline.es == shop.scene(named).headline.en == "The lane"
    assert (shop.scene(both).headline.es, shop.scene(both).headline.en) == ("El callejón", "The lane")


@pytest.mark.parametrize("strange", STRANGE, ids=repr)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_document_is_refused_by_its_fields(game: str, strange: object) -> None:
    with pytest.raises(InvalidInput) as refused:
        shop_of(game).read(strange)
    assert refused.value.errors


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_done_the_document_can_be_read_drawn_and_judged(game: str, seed: int) -> None:
    shop, pick = shop_of(game), random.Random(seed)
    battle = shop.start(pick.choice((None, *(name for each, name in SCENARIOS if each == game))))
    done = 0
    for _ in range(30):
        before = msgspec.json.encode(battle)
        try:
            edit = any_edit(shop, battle, pick)
            made = shop.edit(battle, edit)
        except InvalidInput:
            continue
        finally:
            assert msgspec.json.encode(battle) == before
        done += 1
        battle = made.battle
        assert msgspec.json.encode(shop.read(battle)) == msgspec.json.encode(battle)
        assert all(fault.text.es and fault.text.en for fault in shop.faults(battle))
        shop.spec(battle)
        if made.thing is not None:
            shop.fields(battle, made.thing)
    assert done > 5


def any_edit(shop: Any, battle: Any, pick: random.Random) -> Any:
    """An edit of any kind, in a cell where the board has cells."""
    scene = shop.scene(battle)
    cells = [each.id for each in scene.drawables if isinstance(each, Card | Cell)]
    cell = pick.choice(cells) if cells else None
    x, y = (0, 0) if cell else (pick.randrange(int(scene.width)), pick.randrange(int(scene.height)))
    tools = shop.tools(battle)  # none where everything is left to the opening
    things = [row.unit for panel in scene.panels for row in panel.rows if row.unit] + cells
    if tools and (pick.random() < 0.5 or not things):
        tool = pick.choice(tools)
        corners = ((x, y), (min(x + 60, int(scene.width)), y), (x, max(0, y - 70)))
        place = Place(tool.id, x, y, cell=cell)
        return {"place": place, "paint": place, "draw": Draw(tool.id, corners), "add": Add(tool.id)}[tool.how]
    thing = pick.choice(things)
    fields = shop.fields(battle, pick.choice((thing, None)))
    if not fields or pick.random() < 0.3:
        likeness = (
            Copy(thing, image=pick.choice(("left_right", "half_turn"))),
            Mirror("west", turned=pick.random() < 0.5),
        )
        return pick.choice((Remove(thing), Move(thing, cell=cell) if cell else Move(thing, dx=10), *likeness))
    field = pick.choice(fields)
    values = field.schema.get("enum") or [field.value, field.schema.get("minimum"), field.schema.get("maximum")]
    value = pick.choice([each for each in values if each is not None])
    return Change(field.field, value, field.unit)
