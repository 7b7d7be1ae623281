"""The workshop: every scenario opens in it, edits make what they say, faults are told at the thing, and what has none plays."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from app.engine import play
from app.engine.dice import GivenDice, StreamDice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Setup
from app.engine.workshop.workshop import (
    OWN,
    Add,
    Battle,
    Change,
    Copy,
    Draw,
    Mirror,
    Move,
    Place,
    Remove,
    Turn,
    workshop_of,
)
from tests.support.random_play import registry

ACTS = 60
EDITS = 40
SQUARE = ((200, 300), (400, 300), (400, 420), (200, 420))


@lru_cache
def game() -> Any:
    return registry()["war_of_plastic"]


@lru_cache
def shop() -> Any:
    return workshop_of(game())


SCENARIOS = [scenario.id for scenario in game().manifest.scenarios]


def opened(scenario: str, battle: Battle | None = None, seats: int = 2) -> Any:
    setup = Setup(scenario, tuple({} for _ in range(seats)), battle=battle)
    return play.start(game(), setup, StreamDice(b"workshop", "")).state


def made(*edits: Any, start: Battle | None = None) -> Battle:
    battle = start or shop().start()
    for edit in edits:
        battle = shop().edit(battle, edit).battle
    return battle


def told(battle: Battle) -> list[tuple[str | None, str]]:
    return [(fault.thing, fault.text.in_("en")) for fault in shop().faults(battle)]


def small() -> Battle:
    """Two soldiers a side on an empty table."""
    return made(
        Place("unit:placed:A:soldier", 300, 100),
        Place("unit:placed:A:soldier", 600, 100),
        Place("unit:placed:B:soldier", 300, 700),
        Add("unit:undeployed:B:soldier"),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_no_faults_and_is_the_same_position_as_by_its_name(scenario):
    battle = shop().start(scenario)

    assert told(battle) == []
    assert shop().read(msgspec.json.decode(msgspec.json.encode(battle))) == battle
    by_name, own = opened(scenario), opened(OWN, battle)
    assert own.scenario == OWN
    assert msgspec.structs.replace(own, scenario=scenario) == by_name
    spec, listed = shop().spec(battle), next(each for each in game().manifest.scenarios if each.id == scenario)
    assert (spec.name, spec.seats, spec.minutes, spec.options) == (
        listed.name, listed.seats, listed.minutes, listed.options,
    )  # fmt: skip
    assert spec.picture == listed.picture


def test_an_empty_table_tells_what_it_still_needs_and_then_plays():
    empty = shop().start()
    assert told(empty) == [(None, "Army A has no units."), (None, "Army B has no units.")]

    battle = small()

    assert told(battle) == []
    position = opened(OWN, battle)
    assert [unit.status for unit in position.units.values()] == ["table", "table", "table", "undeployed"]
    assert position.armies["A"].edge == "south"


def test_every_tool_puts_something_into_a_battle_that_can_be_drawn_and_read():
    battle = shop().start()
    for tool in shop().tools(battle):
        edit = {
            "place": Place(tool.id, 600, 400),
            "draw": Draw(tool.id, SQUARE),
            "add": Add(tool.id),
        }[tool.how]
        done = shop().edit(battle, edit)
        assert done.thing is not None
        assert shop().read(done.battle) == done.battle
        scene = shop().scene(done.battle)
        drawn = {drawable.id for drawable in scene.drawables}
        rows = {row.unit for panel in scene.panels for row in panel.rows}
        assert done.thing in drawn | rows, tool.id
        assert done.thing in rows, f"{tool.id} cannot be chosen without a pointer"
        shop().fields(done.battle, done.thing)
    kinds = {tool.id.partition(":")[2] for tool in shop().tools(battle) if tool.how != "add"}
    assert {f"{kind}" for kind in game().manifest.tables["terrain"]} - {"wreck"} <= kinds


def test_what_is_turned_about_a_point_goes_round_it_and_turns_as_it_goes():
    battle = made(Place("shape:house_16", 700, 400), Draw("area:wood", SQUARE), start=small())
    turns = [Turn(thing, 90, (600, 400)) for thing in ("house-1", "wood-1", "A-01")]

    turned = made(*turns, start=battle)

    house, wood = turned["pieces"]
    assert (house["x"], house["y"], house["turn_deg"]) == (600, 500, 90)
    assert wood["points"] == [[700, 0], [700, 200], [580, 200], [580, 0]]
    assert (turned["units"][0]["x"], turned["units"][0]["y"]) == (900, 100)
    with pytest.raises(InvalidInput):
        made(Turn("A-04", 90, (600, 400)), start=battle)
    with pytest.raises(InvalidInput):
        made(Turn("house-1", 90, (0, 0)), start=battle)


@pytest.mark.parametrize(
    ("edits", "thing", "words"),
    [
        ([Place("shape:house_16", 40, 400)], "house-1", "House 1 sticks out of the table."),
        (
            [Place("shape:house_16", 600, 400), Place("disc:tree", 640, 400)],
            "tree-1",
            "Tree 1 touches House 1.",
        ),
        ([Draw("area:wood", ((200, 300), (400, 420), (400, 300), (200, 420)))], "wood-1", "Wood 1: its outline crosses"),
        ([Place("unit:placed:A:tank", 10, 400)], "A-03", "A-03 · Tank sticks out of the table."),
        ([Place("unit:placed:A:soldier", 305, 100)], "A-01", "A-01 · Soldier does not fit there: A-03"),
        ([Place("shape:rock_8", 300, 100)], "A-01", "does not fit there: Rock 1 is in the way."),
        ([Change("level", 1, "A-01")], "A-01", "there is no floor 1 there."),
        ([Change("where", "aboard:A-03", "A-01")], None, None),
        ([Add("objective:A:manual")], "objective-A-1", "write what is agreed"),
        ([Change("filter", "tank", "objective-A-1")], "objective-A-1", "there are no such units."),
        ([Change("width_mm", 600), Change("x", 600, "A-02")], "A-02", "sticks out of the table."),
        ([Change("name_es", ""), Change("name_en", "")], None, "The battle has no name."),
        ([Change("players_least", 5)], None, "above the most"),
        ([Change("options.obstacle_method", "alternate")], None, "choose a pool."),
        ([Add("unit:reserve:A:tank")], None, "The armies must be equal"),
        (
            [Change("options.max_rounds", 0), Remove("objective-A-0"), Remove("objective-B-0")],
            None,
            "it would never end",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_words_at_the_thing(edits, thing, words):
    start = small()
    if edits[0] == Change("filter", "tank", "objective-A-1"):
        start = made(Add("objective:A:destroy_matching"), start=start)
    if edits[0] == Change("where", "aboard:A-03", "A-01"):
        start = made(Add("unit:undeployed:A:jeep"), Add("unit:undeployed:B:jeep"), start=start)
        thing, words = "A-01", "A-01 · Soldier is aboard A-03 · Jeep, which is not on the table."
    battle = made(*edits, start=start)

    found = told(battle)

    assert any(where == thing and words in said for where, said in found), found
    assert all(fault.text.in_("es") and fault.text.in_("es") != fault.text.in_("en") for fault in shop().faults(battle))
    with pytest.raises(InvalidInput):
        opened(OWN, battle, seats=max(2, battle["players"][0]))


def test_a_ready_made_shape_comes_back_to_itself_after_a_whole_turn():
    battle = made(Place("shape:ruins_15", 600, 400, turn_deg=30))
    turned = battle
    for _ in range(24):
        turned = shop().edit(turned, Turn("ruins-1", 15)).battle
    assert turned == battle

    drawn = made(Draw("area:wood", SQUARE))
    assert made(*[Turn("wood-1", 90)] * 4, start=drawn) == drawn


def test_a_zone_that_both_armies_are_to_hold_moves_for_both():
    battle = made(Draw("zone:AB", SQUARE), Move("objective-B-1", dx=100), Change("rounds", 3, "objective-A-1"))

    zones = [battle["objectives"][army]["list"][1]["zone"]["points"] for army in "AB"]
    assert zones[0] == zones[1] == [[x + 100, y] for x, y in SQUARE]
    assert [area.id for area in shop().scene(battle).drawables if area.kind == "objective"] == ["objective-A-1"]


def test_a_vehicle_taken_away_leaves_its_soldiers_to_be_deployed():
    battle = made(
        Place("unit:placed:A:truck", 600, 200), Add("unit:reserve:A:soldier"), Change("where", "aboard:A-01", "A-02")
    )
    assert battle["units"][1]["aboard"] == "A-01"

    assert made(Remove("A-01"), start=battle)["units"] == [{"id": "A-02", "army": "A", "kind": "soldier"}]


def test_units_stay_in_a_battle_in_which_the_players_write_lists_of_their_own():
    battle = made(Change("options.army_lists", "free"), Change("where", "table", "B-02"), start=small())

    assert told(battle) == []
    assert {"A-01", "B-02"} <= {drawable.id for drawable in shop().scene(battle).drawables}
    assert opened(OWN, battle).units == {}


def test_a_unit_brought_onto_the_table_stands_where_there_is_room():
    battle = made(Place("shape:house_16", 600, 400), Add("unit:undeployed:A:tank"), Change("where", "table", "A-01"))

    assert [thing for thing, _ in told(battle) if thing is not None] == []


@pytest.mark.parametrize(
    "edit",
    [
        Place("unit:placed:A:dragon", 100, 100),
        Place("unit:placed:C:tank", 100, 100),
        Place("shape:tree", 100, 100),
        Place("disc:house", 100, 100),
        Place("disc:tree", 5000, 100),
        Place("disc:tree", 100, 100, cell="B2"),
        Place("shape:house_16", 100, 100, turn_deg=7),
        Draw("area:wood", SQUARE[:2]),
        Draw("area:wreck", SQUARE),
        Draw("zone:C", SQUARE),
        Add("unit:placed:A:tank"),
        Add("objective:A:hold_zone"),
        Add("nothing"),
        Move("B-04", dx=1),
        Move("A-01", dx=-5000),
        Move("nobody", dx=1),
        Turn("A-01", 15),
        Remove("nobody"),
        Change("level", 99, "A-01"),
        Change("level", True, "A-01"),
        Change("colour", "red", "A-01"),
        Change("kind", "dragon", "A-01"),
        Change("name_es", "a\u202eb"),
        Change("name_es", "x" * 81),
        Change("minutes", 1),
        Change("options.max_rounds", "many"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_and_changes_nothing(edit):
    battle = small()
    before = msgspec.json.encode(battle)

    with pytest.raises(InvalidInput):
        shop().edit(battle, edit)

    assert msgspec.json.encode(battle) == before


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        (lambda b: [], {"battle"}),
        (lambda b: {}, {"name_es", "name_en", "summary_es", "summary_en", "minutes", "players", "board", "options",
                        "edges", "pieces", "units", "objectives"}),
        (lambda b: b | {"extra": 1, "minutes": "x"}, {"extra", "minutes"}),
        (lambda b: b | {"units": [{**b["units"][0], "kind": "dragon"}, {**b["units"][1], "x": None, "y": 5}]},
         {"units[0].kind", "units[1]"}),
        (lambda b: b | {"units": [b["units"][0], b["units"][0]]}, {"units"}),
        (lambda b: b | {"units": [{"id": "a b", "army": "C"}, 7]}, {"units[0].id", "units[1]"}),
        (lambda b: b | {"units": [b["units"][0]] * 201}, {"units"}),
        (lambda b: b | {"pieces": [{"id": "p", "kind": "house", "x": 1, "y": 1, "radius": 20}]}, {"pieces[0].radius"}),
        (lambda b: b | {"pieces": [{"id": "p", "kind": "wood"}]}, {"pieces[0]"}),
        (lambda b: b | {"pieces": [{"id": "p", "kind": "wood", "shape": "tree", "x": 1, "y": 2}]}, {"pieces[0].shape"}),
        (lambda b: b | {"options": {"colour": 1}}, {"options.colour"}),
        (lambda b: b | {"edges": {"mode": "fixed", "A": "south", "B": "west"}}, {"edges"}),
        (lambda b: b | {"board": {"width_mm": 10, "height_mm": 800}}, {"board.width_mm"}),
        (lambda b: b | {"obstacle_pool": "huge"}, {"obstacle_pool"}),
        (lambda b: b | {"pieces": [{"id": f"w-{n}", "kind": "wood", "points": [[n, m] for m in range(99)]} for n in range(9)]},
         {"pieces"}),
        (lambda b: b | {"objectives": {"A": b["objectives"]["A"]}}, {"objectives"}),
        (lambda b: b | {"objectives": b["objectives"] | {"A": {"mode": "any", "list": [{"type": "destroy_all", "count": 1}]}}},
         {"objectives.A.list[0].count"}),
    ],
)  # fmt: skip
def test_a_document_that_is_none_names_every_wrong_field(change, fields):
    with pytest.raises(InvalidInput) as refused:
        shop().read(change(dict(small())))

    assert {error.field for error in refused.value.errors} == fields


def _any_edit(battle: Battle, pick: random.Random) -> Any:
    """An edit that mostly makes sense: something new, or something done to what is there."""
    tools = shop().tools(battle)
    rows = [row.unit for panel in shop().scene(battle).panels for row in panel.rows]
    board = battle["board"]
    x, y = pick.randrange(board["width_mm"] + 1), pick.randrange(board["height_mm"] + 1)
    what = pick.randrange(10)
    if what < 4 or not rows:
        tool = pick.choice(tools)
        corners = tuple((min(x + dx, board["width_mm"]), max(0, y + dy)) for dx, dy in ((0, 0), (90, 10), (70, -80)))
        return {"place": Place(tool.id, x, y), "draw": Draw(tool.id, corners), "add": Add(tool.id)}[tool.how]
    thing = pick.choice(rows)
    if what == 4:
        return Move(thing, pick.randrange(-200, 201), pick.randrange(-200, 201))
    if what == 5:
        return Turn(thing, 15 * pick.randrange(-24, 25))
    if what == 6:
        return Remove(thing)
    field = pick.choice(shop().fields(battle, pick.choice((thing, None))) or shop().fields(battle))
    return Change(field.field, _any_value(field, pick), field.unit)


def _any_value(field: Any, pick: random.Random) -> Any:
    schema = field.schema
    if "enum" in schema:
        return pick.choice(schema["enum"])
    if schema["type"] == "boolean":
        return pick.random() < 0.5
    if schema["type"] == "integer":
        return pick.randint(schema["minimum"], min(schema["maximum"], schema["minimum"] + 900))
    return pick.choice(("", "A-01, B-01", "Ñu", "10 10, 90 10, 50 90", field.value))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_edited_can_be_read_drawn_and_judged_and_what_has_no_faults_is_played(seed):
    pick = random.Random(seed)
    battle = shop().start(pick.choice((None, *SCENARIOS)))
    sound = [battle] if not told(battle) else []
    for _ in range(EDITS):
        try:
            done = shop().edit(battle, _any_edit(battle, pick))
        except InvalidInput:
            continue
        battle = done.battle
        assert shop().read(battle) == battle
        rows = {row.unit for panel in shop().scene(battle).panels for row in panel.rows}
        assert done.thing is None or done.thing in rows
        assert {thing for thing, _ in told(battle)} <= {None, *rows}
        if not told(battle):
            sound.append(battle)
    for chosen in sound[-1:]:
        _play(chosen, pick)


def _play(battle: Battle, pick: random.Random) -> None:
    shop().spec(battle)
    state = opened(OWN, battle, seats=battle["players"][0])
    for number in range(ACTS):
        seats = game().to_act(state)
        if not seats:
            return
        action = game().sample(state, seats[0], pick.randrange)
        assert action is not None
        step = play.step(game(), state, seats[0], action, StreamDice(b"workshop", str(number)))
        assert not isinstance(step, Refusal)
        state = step.state
        assert not game().problems(state)


def test_no_faults_are_told_exactly_when_the_battle_can_be_set_up():
    pick = random.Random(7)
    seen = {True: 0, False: 0}
    for scenario in SCENARIOS[:4]:
        for _ in range(12):
            battle = shop().start(scenario)
            for _ in range(2):
                try:
                    battle = shop().edit(battle, _any_edit(battle, pick)).battle
                except InvalidInput:
                    continue
            try:
                game().setup(Setup(OWN, ({},) * battle["players"][0], battle=battle), GivenDice(()))
                taken = True
            except InvalidInput:
                taken = False
            assert taken is not bool(told(battle)), told(battle)
            seen[taken] += 1
    assert min(seen.values()) > 5, seen


# -- likenesses


def test_a_copy_stands_where_it_is_put_and_belongs_to_whom_the_first_did():
    start = made(Place("shape:house_16", 300, 200, 45), Place("unit:placed:A:tank", 500, 100), start=small())

    house = shop().edit(start, Copy("house-1", dx=200))
    tank = shop().edit(house.battle, Copy("A-03", dx=100, dy=20))
    reserve = shop().edit(tank.battle, Copy("B-02"))
    aim = shop().edit(reserve.battle, Copy("objective-A-0"))

    assert house.battle["pieces"][1] == {**start["pieces"][0], "id": "house-2", "x": 500}
    assert tank.battle["units"][-1] == {"id": "A-04", "army": "A", "kind": "tank", "x": 600, "y": 120}
    assert reserve.battle["units"][-1] == {"id": "B-03", "army": "B", "kind": "soldier"}
    assert (aim.thing, len(aim.battle["objectives"]["A"]["list"])) == ("objective-A-1", 2)
    for edit in (Copy("nobody"), Copy("house-1", dx=5000), Copy("A-03", dy=-900), Copy("house-1", cell="A1")):
        with pytest.raises(InvalidInput):
            shop().edit(start, edit)


@pytest.mark.parametrize(
    ("image", "x", "y", "turn", "army"),
    [("left_right", 900, 200, 315, "A"), ("top_bottom", 300, 600, 135, "B"), ("half_turn", 900, 600, 225, "B")],
)
def test_an_image_stands_opposite_turned_and_who_faces_the_other_way_is_the_enemy(image, x, y, turn, army):
    start = made(Place("shape:house_16", 300, 200, 45), Place("shape:rock_8", 500, 200), start=small())

    house = shop().edit(start, Copy("house-1", image=image)).battle["pieces"][-1]
    soldier = shop().edit(start, Copy("A-01", image=image)).battle["units"][-1]
    rock = shop().edit(start, Copy("rock-1", image=image)).battle["pieces"][-1]

    assert (house["shape"], house["x"], house["y"], house["turn_deg"]) == ("house_16", x, y, turn)
    assert (soldier["army"], soldier["x"], soldier["y"]) == (army, x, 700 if y == 600 else 100)
    assert ("shape" in rock) is (image == "half_turn"), "a crooked shape has no mirror image among the ready-made ones"


@pytest.mark.parametrize("half", ["south", "north", "west", "east"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("scenario", ["crossroads", "house_to_house"])
def test_a_half_and_its_image_are_mirrored_again_into_the_same(half, turned, scenario):
    battle = made(Draw("area:wood", ((90, 301), (180, 320), (101, 390))), start=shop().start(scenario))

    once = made(Mirror(half, turned=turned), start=battle)

    assert made(Mirror(half, turned=turned), start=once) == once
    opposite = {"south": "north", "north": "south", "west": "east", "east": "west"}[half]
    back = made(Mirror(opposite, turned=turned), start=once)
    assert sorted(drawn(back)) == sorted(drawn(once)), "both halves are each other's image"


def drawn(battle: Battle) -> list[Any]:
    """Where every thing of a battle is, whatever it is called; corners in whatever order."""
    scene = shop().scene(battle)
    return [
        repr((each.kind, sorted(each.shape.points)) if hasattr(each.shape, "points") else (each.kind, each.shape))
        for each in scene.drawables
        if hasattr(each, "shape") and each.layer == "terrain"
    ] + [f"{row['army']} {row['kind']} {row.get('x')} {row.get('y')}" for row in battle["units"]]


def test_a_fair_table_is_one_half_and_its_image_and_can_be_played():
    start = made(
        Place("unit:placed:A:truck", 300, 100),
        Add("unit:undeployed:A:soldier"),
        Add("unit:reserve:A:soldier"),
        Change("where", "aboard:A-01", "A-02"),
        Place("unit:placed:B:tank", 600, 700),
        Add("unit:undeployed:B:tank"),
        Place("shape:house_16", 300, 250),
        Place("shape:house_16", 900, 700),
        Place("shape:ruins_15", 600, 400),
        Draw("zone:A", SQUARE),
        Draw("zone:AB", ((100, 20), (200, 20), (200, 120))),
    )

    fair = made(Mirror("south", turned=True), start=start)

    kinds = [(row["army"], row["kind"], row.get("aboard"), row.get("reserve", False)) for row in fair["units"]]
    assert kinds == [
        ("A", "truck", None, False), ("A", "soldier", "A-01", False), ("A", "soldier", None, True),
        ("B", "truck", None, False), ("B", "soldier", None, True), ("B", "soldier", "B-01", False),
    ]  # fmt: skip
    assert [(row["kind"], row["x"], row["y"]) for row in fair["pieces"]] == [
        ("house", 300, 250), ("ruins", 600, 400), ("house", 900, 550),
    ]  # fmt: skip
    assert [len(fair["objectives"][army]["list"]) for army in "AB"] == [4, 4]
    assert told(fair) == []
    opened(OWN, fair)
