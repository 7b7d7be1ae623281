"""What keeps a battle from being played, told of every scenario and of broken ones ("Scenario files" in the rules)."""

from __future__ import annotations

import pytest

from app.engine.refusal import InvalidInput
from app.systems.tierras_distantes.book.book import own_scenario
from app.systems.tierras_distantes.opening.faults import battle_faults
from tests.games.tierras_distantes.playing import opened
from tests.games.tierras_distantes.table import book, rules


def faults(of="outpost", **changes):
    row = {name: value for name, value in book().scenarios[of].items() if name not in ("id", "source")}
    scenario = own_scenario({**row, **changes})
    options = {"terrain_mode": row.get("options", {}).get("terrain_mode", "scenario")}
    return [(fault.key, fault.thing, fault.other) for fault in battle_faults(rules(**options), scenario)]


def pieces(*changes):
    """The terrain of the outpost with other values in its first pieces."""
    terrain = book().scenarios["outpost"]["terrain"]
    changed = [{**piece, **change} for piece, change in zip(terrain, changes, strict=False)]
    return [*changed, *terrain[len(changed) :]]


def squad(**changes):
    own = book().scenarios["outpost"]["squads"]
    return {"A": {**own["A"], **changes}, "B": {**own["A"], "name_es": "B", "name_en": "B"}}


@pytest.mark.rule("TD-BRD-01", "TD-TER-05", "TD-TER-06", "TD-DEP-08")
@pytest.mark.parametrize("scenario", list(book().scenarios))
def test_nothing_is_wrong_with_the_scenarios(scenario):
    assert faults(scenario) == []


@pytest.mark.rule("TD-BRD-01", "TD-DEP-01")
def test_tables_have_their_size_and_two_opposite_sides():
    assert faults(table=[999, 1000]) == faults(table=[1000, 2001]) == [("table", "table", None)]
    assert faults(sides=["south", "east"]) == [("sides", "table", None)]
    assert faults(terrain=pieces({"id": "hill_w2"})) == [("twice", "hill_w2", None)]


@pytest.mark.rule("TD-TER-05", "TD-TER-06")
def test_terrain_must_be_sound():
    assert faults(terrain=pieces({"z1": 0})) == [("heights", "hill_w1", None)]
    assert faults(terrain=pieces({"footprint": [680, 380, 920, 580]})) == [
        ("overlap", "hill_e1", "hill_w1"),
        ("overlap", "hill_e2", "hill_w1"),
    ]


@pytest.mark.rule("TD-SQD-05", "TD-SQD-08", "TD-DEP-08")
def test_given_squads_must_be_playable():
    member = {"quality": "regular", "armour": "light", "weapons": ["carbine"], "count": 1}
    here = [[500, 200, 0]]

    assert faults(squads=squad(members=[])) == [("size", "A", None)]
    assert faults(squads=squad(members=[{**member, "count": 36}, member])) == [("size", "A", None)]
    assert faults(squads=squad(members=[{**member, "armour": "glass"}])) == [("rows", "A", None)]
    one = {"members": [member], "suggested_deployment": {"south": here}}
    assert faults(squads=squad(**one)) == []
    assert faults(squads=squad(**{**one, "suggested_deployment": {"south": [[500, 400, 0]]}})) == [
        ("suggested", "A", "south")
    ]
    assert faults(squads=squad(**{**one, "suggested_deployment": {"south": here * 2}})) == [("suggested", "A", "south")]
    brutes = {**member, "quality": "alien_brute", "count": 36}
    crowd = [brutes]
    walls = [
        {
            "id": f"w{n}",
            "kind": "wall",
            "feature": f"w{n}",
            "footprint": [0, y, 1000, y + 200],
            "z0": 0,
            "z1": 50,
            "base": True,
        }
        for n, y in ((1, 50), (2, 750))
    ]
    assert ("crowded", "A", "north") in faults(squads=squad(members=crowd, suggested_deployment={}), terrain=walls)


def test_a_room_is_not_made_of_a_battle_with_faults():
    row = {name: value for name, value in book().scenarios["outpost"].items() if name not in ("id", "source")}

    with pytest.raises(InvalidInput) as caught:
        opened("own", None, battle={**row, "terrain": pieces({"z1": 0})})

    assert [error.field for error in caught.value.errors] == ["battle.hill_w1"]
    assert opened("own", battle=row).state.phase == "sides"
