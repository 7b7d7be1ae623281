"""The game as a whole: how it opens, what positions it knows to be impossible, and that nothing posted can break it."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput, InvalidPosition
from app.engine.system import Setup
from app.engine.types import Seat, Viewer
from app.systems.war_of_plastic.book.state import Position
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import Match, game, kept_in_reserve, opened, turn_of_a
from tests.support.dice import ScriptedDice

quick = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


# ---------------------------------------------------------------------------------------------------------------- opening


@pytest.mark.rule("WOP-TEAM-01")
@pytest.mark.parametrize(
    ("setup", "fields"),
    [
        (Setup("nowhere", ({}, {})), {"scenario"}),
        (Setup("garden_skirmish", ({},)), {"seats"}),
        (Setup("garden_skirmish", ({},) * 5), {"seats"}),
        (Setup("garden_skirmish", ({"army": "A"}, {"army": "A"})), {"seats"}),
        (Setup("garden_skirmish", ({"army": "C"}, {"captain": "yes"})), {"seats[0].army", "seats[1].captain"}),
        (Setup("garden_skirmish", ({"captain": True}, {}, {"captain": True})), {"seats"}),
        (
            Setup("garden_skirmish", ({}, {}), {"nonsense": 1, "max_rounds": -1}),
            {"options.nonsense", "options.max_rounds"},
        ),
        (Setup("garden_skirmish", ({}, {}), {"premeasure": 1}), {"options.premeasure"}),
        (Setup("garden_skirmish", ({}, {}), {}, {"nowhere.at.all": 1}), {"tables.nowhere.at.all"}),
        (Setup("garden_skirmish", ({}, {}), {}, {"weapons.rifle.power": 3}), {"tables.weapons.rifle.power"}),
    ],
)
def test_a_set_up_that_cannot_be_names_every_wrong_field(setup, fields):
    with pytest.raises(InvalidInput) as raised, ScriptedDice() as dice:
        play.start(game(), setup, dice)

    assert {error.field for error in raised.value.errors} == fields


@pytest.mark.rule("WOP-GEN-04")
@pytest.mark.parametrize(
    "tables",
    [
        {"units.tank.radius_mm": 151},
        {"units.bazooka.special": "rifle"},
        {"units.armoured_car.weapons": ["catapult"]},
        {"terrain.tree.sight": "solid"},
        {"terrain.wood.stop": ["cavalry"]},
        {"constants.floor_mm.value": 0},
        {"rotation.cos": [1]},
        {"obstacle_shapes.rock_8.points": [[0, 0], [10, 0]]},
        {"obstacle_pools.standard.pieces": ["castle"]},
    ],
    ids=lambda tables: next(iter(tables)),
)
def test_house_values_that_nothing_can_be_played_with_are_refused(tables):
    with pytest.raises(InvalidInput), ScriptedDice() as dice:
        play.start(game(), Setup("crossroads", ({}, {}), {}, tables), dice)


def test_house_values_hold_for_the_game():
    setup = Setup("crossroads", ({}, {}), {}, {"units.jeep.radius_mm": 45, "terrain.wood.cover_inside": 3})
    with ScriptedDice() as dice:
        match = Match(play.start(game(), setup, dice).state)

    assert match.unit("A-09").radius_mm == 45
    assert game().rules(match.position).terrain["wood"].cover_inside == 3
    assert match.position.tables == setup.tables


def test_the_position_holds_every_option_resolved():
    match = opened("breakthrough", premeasure=False)

    assert set(match.position.options) == {spec.id for spec in game().manifest.options}
    assert match.position.options["max_rounds"] == 18
    assert match.position.options["premeasure"] is False


# ----------------------------------------------------------------------------------------------------- wire and positions


def test_the_bare_names_of_the_specification_are_read_too():
    read = [
        {"type": "move", "unit": "A-01", "path": [[1, 2]]},
        {"type": "enter", "unit": "A-01", "along": 3},
        {"type": "deploy", "unit": "A-01", "x": 4, "y": 5},
        {"type": "place_obstacle", "index": 0, "x": 6, "y": 7, "step": 2},
        {"type": "take_weapon", "unit": "A-01", "from": "A-02", "weapon": "machine_gun"},
    ]

    actions = [play.decode_action(game(), each) for each in read]

    assert actions == [
        a.Move("A-01", ((1, 2),)),
        a.Enter("A-01", 3),
        a.Deploy("A-01", 4, 5),
        a.PlaceObstacle(0, 6, 7, 2),
        a.TakeWeapon("A-01", "A-02", "machine_gun"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "move", "unit": "A-01", "path_mm": []},
        {"type": "move", "unit": "A-01", "path_mm": [[1, 2, -1]]},
        {"type": "move", "unit": "A-01", "path_mm": [[1]]},
        {"type": "move", "unit": "A-01", "path_mm": [[10**9, 0]]},
        {"type": "move", "unit": "A-01", "path_mm": [[0, 0]] * 41},
        {"type": "shoot", "unit": "A-01", "weapon": "rifle", "targets": []},
        {"type": "deploy", "unit": "A-01", "x_mm": 1},
        {"type": "deploy", "unit": "A-01", "x_mm": 1, "y_mm": 1, "vehicle": "A-02"},
        {"type": "place_survivor", "unit": "A-01", "x_mm": 1},
        {"type": "place_obstacle", "index": 0, "x_mm": 1, "y_mm": 1, "rotation_step": 24},
        {"type": "answer_draw", "yes": "yes"},
        {"type": "nonsense"},
        {"type": "end_turn", "more": 1},
    ],
    ids=str,
)
def test_what_is_wrong_in_shape_names_no_rule(wrong):
    with pytest.raises(InvalidInput):
        play.decode_action(game(), wrong)


@pytest.mark.rule("WOP-BURST-02")
def test_too_many_targets_are_right_in_shape_and_refused_by_the_rules():
    match = turn_of_a(soldier("A-01", 300, 300, special=("machine_gun",)), soldier("B-01", 300, 500, "B"))
    wire = {"type": "shoot", "unit": "A-01", "weapon": "machine_gun", "targets": ["B-01"] * 4}

    assert match.refuses("a", play.decode_action(game(), wire)) == "WOP-BURST-02"


def possible() -> dict[str, Any]:
    """A position as JSON: an open manoeuvre, a passenger, a unit in reserve, a house."""
    match = turn_of_a(
        soldier("A-01", 300, 300),
        jeep("A-02", 600, 300),
        soldier("A-03", 0, 0, aboard="A-02"),
        kept_in_reserve(tank("A-04", 0, 0)),
        soldier("B-01", 300, 700, "B", level=1),
        box("house", "house", 250, 600, 400, 780, levels=2),
    )
    match.does("a", a.Move("A-01", ((300, 350),)))
    return as_json(match.position)


def as_json(position: Position) -> dict[str, Any]:
    """A position as a caller of the rules service holds it."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    return decoded


def with_change(path: str, value: object) -> dict[str, Any]:
    """That position with one thing changed, ``path`` dotted."""
    position = possible()
    *way, last = path.split(".")
    node: Any = position
    for name in way:
        node = node[int(name)] if isinstance(node, list) else node[name]
    if isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value
    return position


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units.A-01.id", "A-99"),
        ("units.A-01.kind", "dragon"),
        ("units.A-01.type", "heavy"),
        ("units.A-01.x_mm", None),
        ("units.A-01.x_mm", 5),
        ("units.A-01.status", "reserve"),
        ("units.A-01.owner", "b"),
        ("units.A-01.handler", "z"),
        ("units.A-01.weapons", ["catapult"]),
        ("units.A-01.special", ["rifle"]),
        ("units.A-01.damage", 2),
        ("units.A-01.level", 1),
        ("units.A-02.special", ["machine_gun"]),
        ("units.A-02.status", "destroyed_"),
        ("units.A-03.aboard", None),
        ("units.A-03.aboard", "A-04"),
        ("units.A-03.aboard", "nobody"),
        ("units.A-04.x_mm", 100),
        ("units.A-04.status", "undeployed"),
        ("units.B-01.level", 2),
        ("board.pieces.0.kind", "castle"),
        ("board.pieces.0.points_mm", [[0, 0], [10, 10], [10, 0], [0, 10]]),
        ("board.width_mm", 5000),
        ("armies.A.seats", []),
        ("armies.A.captain", "b"),
        ("armies.A.edge", None),
        ("armies.B.edge", "south"),
        ("armies.A.turn_number", 0),
        ("phase", "deployment_"),
        ("phase", "finished"),
        ("phase", "armies"),
        ("phase", "obstacles"),
        ("army_to_act", None),
        ("first_army", None),
        ("round", 0),
        ("manoeuvres_used", 4),
        ("open.unit", "B-01"),
        ("open.unit", "nobody"),
        ("prompts", [{"kind": "place_survivor", "seat": "a", "unit": "A-03", "wreck": "none"}]),
        ("claim", {"army": "A", "index": 0}),
        ("result", {"winner": "A", "reason": "objective"}),
        ("options.max_rounds", -1),
        ("options.nonsense", 1),
        ("tables", {"weapons.rifle.power": 2}),
        ("tokens", [{"id": "token-1", "weapon": "rifle", "x_mm": 0, "y_mm": 0}]),
        ("tokens", [{"id": "token-1", "weapon": "machine_gun", "x_mm": 0, "y_mm": 0}]),
    ],
)
def test_an_impossible_position_is_refused(path, value):
    play.decode_state(game(), possible())

    with pytest.raises(InvalidInput):
        play.decode_state(game(), with_change(path, value))


def test_every_reason_is_named():
    position = with_change("units.A-01.damage", 7)
    position["units"]["A-02"]["kind"] = "dragon"

    with pytest.raises(InvalidPosition) as raised:
        play.decode_state(game(), position)

    assert {("A-01" in error.found, "A-02" in error.found) for error in raised.value.errors} == {
        (True, False),
        (False, True),
    }


# ---------------------------------------------------------------------------------------------------------- strange input


def leaves(value: Any) -> list[Any]:
    """Every value inside JSON data that holds no other."""
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, list) else [value]


def altered(data: st.DataObject, value: Any, others: list[Any]) -> Any:
    """A copy in which something, somewhere, has moved a little or is another value of the same position."""
    if isinstance(value, dict) and value:
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: altered(data, value[key], others)}
    if isinstance(value, list) and value:
        number = data.draw(st.integers(0, len(value) - 1))
        return [altered(data, item, others) if place == number else item for place, item in enumerate(value)]
    if type(value) is int and data.draw(st.integers(0, 4)):
        return value + data.draw(st.integers(-60, 60))
    return data.draw(st.sampled_from(others))


@pytest.fixture(scope="module")
def positions() -> list[dict[str, Any]]:
    """Positions of all phases, as JSON."""
    found = [possible()]
    for scenario, options in (
        ("horde_against_armour", {}),
        ("crossroads", {"army_lists": "free", "symmetric_armies": False}),
        ("crossroads", {"obstacle_method": "alternate", "max_rounds": 3}),
        ("garden_skirmish", {}),
        ("house_to_house", {}),
    ):
        pick = random.Random(scenario)
        setup = Setup(scenario, ({}, {}, {}, {}), options)
        state = play.start(game(), setup, StreamDice(b"fuzz", "opening")).state
        acts = 0
        while asked := game().to_act(state):
            action = game().sample(state, asked[0], pick.randrange)
            step = play.step(game(), state, asked[0], action, StreamDice(b"fuzz", str(acts)))
            if acts % 25 == 0 or state.prompts:
                found.append(as_json(state))
            state, acts = step.state, acts + 1
        found.append(as_json(state))
    return found


def test_no_position_posted_from_outside_breaks_the_rules(positions):
    values = list({repr(leaf): leaf for position in positions[:3] for leaf in leaves(position)}.values())
    seen = 0

    @quick
    @given(st.data())
    def look(data: st.DataObject) -> None:
        nonlocal seen
        position = data.draw(st.sampled_from(positions))
        for _ in range(data.draw(st.integers(1, 3))):
            position = altered(data, position, values)
        try:
            state = play.decode_state(game(), position)
        except InvalidInput:
            return
        seen += 1
        everything_is_asked(state, data.draw(st.integers(0, 10_000)))

    look()
    assert seen > 5


def everything_is_asked(state: Any, seed: int) -> None:
    """Asks the game whatever the rules service asks of a position; an act that is offered is played."""
    pick = random.Random(seed)
    for viewer in ("a", "b", "spectator"):
        game().scene(game().view(state, Viewer(viewer)))
        game().resample(state, Viewer(viewer), pick.randrange)
    for seat in {*game().to_act(state), Seat("a"), Seat("g")}:
        game().sample(state, seat, pick.randrange)
        offers = game().offers(state, seat)
        for offer in pick.sample(offers, min(3, len(offers))):
            action = pick.choice(offer.examples)
            assert game().check(state, seat, action) is None
            game().preview(state, seat, action)
            step = play.step(game(), state, seat, action, StreamDice(b"strange", str(seed)))
            assert isinstance(step, play.Step)
            for event in step.events:
                game().describe(event)
    for unit in pick.sample(sorted(state.units), min(2, len(state.units))):
        game().survey(state, Seat("a"), unit)
