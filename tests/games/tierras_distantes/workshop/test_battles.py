"""The workshop as a whole: documents, every tool, faults in words, and whatever somebody does there ("Scenario files" in the rules)."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput, Refusal
from app.engine.system import Setup
from app.engine.workshop.workshop import OWN, Add, Change, Copy, Draw, Mirror, Move, Place, Remove, Turn
from app.systems.tierras_distantes.opening.faults import MOST_CORNERS, MOST_PIECES
from tests.games.tierras_distantes.workshop.shop import SCENARIOS, covered, game, is_taken, made, refused, shop, told
from tests.support.random_play import bounded

SQUARE = ((200, 300), (400, 300), (400, 420), (200, 420))
LAKE = ((0, 0), (1200, 0), (1200, 290), (0, 290))
SEEDS = range(bounded(4, 40))
EDITS = 25
MANGLED = bounded(80, 4000)
JUNK: tuple[Any, ...] = (
    None, 0, -1, 7, 10**6, 2**63, 1.5, True, "", "x", "A", "south", "\0", "a\nb", "ñ" * 500, [], {}, [[]], {"a": 1}, "hill", "A01",
)  # fmt: skip


def opened(scenario: str, battle: Any = None) -> Any:
    setup = Setup(scenario, ({}, {}), battle=battle)
    return play.start(game(), setup, StreamDice(b"workshop", "")).state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_copy_of_a_scenario_is_the_same_position_as_by_its_name(scenario):
    battle = shop().start(scenario)
    own = opened(OWN, battle)

    assert own.scenario == OWN
    assert replace(own, scenario=scenario, battle=None) == opened(scenario)
    spec, listed = shop().spec(battle), next(each for each in game().manifest.scenarios if each.id == scenario)
    assert (spec.options, spec.picture.drawables) == (listed.options, listed.picture.drawables)


def test_a_bare_table_says_what_it_needs_and_is_played_when_it_has_it():
    assert told(made()) == [(None, "Terrain covers 0 % of the table; a third is needed.")]
    assert told(covered()) == []
    assert opened(OWN, covered()).phase == "squads"


def test_every_tool_puts_something_into_a_battle_that_can_be_chosen_and_drawn():
    start = made(Add("member:A:regular"), Add("member:B:regular"))
    for tool in shop().tools(start):
        edit = {"place": Place(tool.id, 600, 400), "draw": Draw(tool.id, SQUARE), "add": Add(tool.id)}[tool.how]
        done = shop().edit(start, edit)
        scene = shop().scene(done.battle)
        rows = {row.unit for panel in scene.panels for row in panel.rows}
        assert done.thing in rows, f"{tool.id} cannot be chosen without a pointer"
        assert shop().read(done.battle) == done.battle
        shop().fields(done.battle, done.thing)


@pytest.mark.rule("TD-BRD-01", "TD-TER-06", "TD-TER-03", "TD-GEN-08", "TD-END-14")
@pytest.mark.parametrize(
    ("edits", "thing", "words"),
    [
        ([Move("woods-1", dx=-100)], "woods-1", "sticks out of the table."),
        ([Move("woods-1", dx=100)], "woods-2", "overlaps Woods or jungle 1: make them parts of one feature, or part them."),
        ([Place("piece:building", 600, 200), Change("z0", 60, "building-1")], "building-1", "its top must be above its bottom"),
        ([Change("option_turn_limit", 0), Change("option_quiet_turns", 0)], None, "it might never end."),
        ([Change("option_squad_min", 20)], None, "The least number of miniatures is above the most."),
        ([Change("option_points_limit", 1)], None, "No squad is legal under that limit of points."),
        ([Change("option_terrain_mode", "generator"), Change("width_mm", 1250)], None, "120, 150 or 180 cm"),
        ([Place("objective", 600, 300), Change("option_terrain_mode", "generator")], None, "the terrain must be fixed."),
        ([Add("member:A:regular"), Change("count", 36, "squad.A.0"), Draw("area:water", LAKE)], "squad.A",
         "Side A, in the south: there is no room for the whole squad."),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_words_at_the_thing(edits, thing, words):
    battle = made(*edits, start=covered())
    faults = shop().faults(battle)

    assert any(each.thing == thing and words in each.text.in_("en") for each in faults), told(battle)
    assert all(each.text.in_("es") != each.text.in_("en") for each in faults)
    fields = {field.field for field in shop().fields(battle)}
    assert all(each.field in fields for each in faults if each.field is not None)
    assert not is_taken(battle)


def test_a_battle_too_large_to_be_played_quickly_is_at_fault():
    row = covered()["terrain"][0]
    many = [{**row, "id": f"w{number}", "feature": f"w{number}"} for number in range(MOST_PIECES + 1)]
    battle = shop().read({**covered(), "terrain": many})
    assert told(battle) == [(None, f"There are too many pieces of terrain; {MOST_PIECES} at most can be played with.")]
    assert not is_taken(battle)
    crater = made(Place("piece:crater", 600, 600))["terrain"][0]
    many = [{**crater, "id": f"c{number}"} for number in range(MOST_CORNERS // 8 + 1)]
    assert "too many corners" in told(shop().read({**covered(), "terrain": many}))[0][1]


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b | {"extra": 1},
        lambda b: b | {"minutes": 1},
        lambda b: b | {"squads": {"A": {"open": True}}},
        lambda b: b | {"squads": {"A": {"open": True}, "B": {"open": True, "members": []}}},
        lambda b: b | {"squads": {"A": {"same_as": "B"}, "B": {"same_as": "A"}}},
        lambda b: b | {"squads": {"A": {"same_as": "A"}, "B": {"open": True}}},
        lambda b: b | {"squads": {"A": {"open": True, "name_es": "Sola"}, "B": {"open": True}}},
        lambda b: b | {"terrain": [b["terrain"][0], b["terrain"][0]]},
        lambda b: b | {"terrain": [b["terrain"][0] | {"id": "A01"}]},
        lambda b: b | {"terrain": [b["terrain"][0] | {"kind": "lawn"}]},
        lambda b: b | {"terrain": [b["terrain"][0] | {"footprint": [[0, 0], [1, 1]]}]},
        lambda b: b | {"options": {"scale_pct": 7}},
        lambda b: b | {"name_es": "a\u202eb"},
        lambda b: b | {"ready": [{"name_es": "a\u202eb", "name_en": "b", "members": []}]},
        lambda b: b | {"sides": ["south"]},
    ],
)  # fmt: skip
def test_a_document_that_is_none_is_refused(change):
    with pytest.raises(InvalidInput):
        shop().read(change(copy.deepcopy(covered())))


def test_a_document_may_leave_out_what_has_a_default_and_say_rectangles_and_points():
    battle = shop().start("outpost")
    bare = {key: value for key, value in battle.items() if key not in ("pool", "objective", "ready", "sides")}
    bare["terrain"] = [row | {"footprint": [*row["footprint"][0], *row["footprint"][2]]} for row in bare["terrain"]]
    bare["squads"] = {"A": battle["squads"]["A"] | {"points": 128}, "B": battle["squads"]["B"]}
    assert shop().read(bare) == battle


@pytest.mark.parametrize(
    "edit",
    [
        Place("piece:tree", 100, 100),
        Place("mini:A", 100, 100),
        Place("mini:C", 100, 100),
        Place("objective", 100, 9000),
        Place("piece:hill", 100, 100, turn_deg=7),
        Add("piece:hill"),
        Add("member:C:regular"),
        Add("places:C:south"),
        Add("nothing"),
        Add("squad:A"),
        Draw("objective", SQUARE),
        Move("squad.A", dx=5),
        Turn("nobody", 15),
        Turn("squad.A", 15, (0, 0)),
        Change("kind", "lawn", "woods-1"),
        Change("z1", -5, "woods-1"),
        Change("count", 3, "squad.A.0"),
        Change("name_en", ""),
        Change("width_mm", 999),
        Remove("squad.A"),
        Copy("places.A.south"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(edit):
    assert refused(edit, covered())


# ------------------------------------------------------------------------------------------------------ whatever is done there


def any_edit(battle: Any, pick: random.Random) -> Any:
    rows = [row.unit for panel in shop().scene(battle).panels for row in panel.rows]
    x, y, what = pick.randrange(battle["table"][0]), pick.randrange(battle["table"][1]), pick.randrange(11)
    thing = pick.choice(rows)
    match what:
        case 0 | 1 | 2:
            tool = pick.choice(shop().tools(battle))
            return {"place": Place(tool.id, x, y), "draw": Draw(tool.id, SQUARE), "add": Add(tool.id)}[tool.how]
        case 3:
            return Move(thing, pick.randrange(-200, 201), pick.randrange(-200, 201))
        case 4:
            return Turn(thing, 15 * pick.randrange(-24, 25), pick.choice((None, (x, y))))
        case 5:
            return Copy(thing, pick.randrange(-200, 201), image=pick.choice((None, "left_right", "half_turn")))
        case 6:
            return Mirror(pick.choice(("south", "north", "west", "east")), turned=pick.random() < 0.5)
        case 7:
            return Remove(thing)
    field = pick.choice(shop().fields(battle, pick.choice((thing, None))) or shop().fields(battle))
    values = [*field.schema.get("enum", (field.value, "Ñu")), field.schema.get("minimum"), field.schema.get("maximum")]
    return Change(field.field, pick.choice([value for value in values if value is not None]), field.unit)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_edited_is_told_at_its_things_and_what_has_no_faults_is_played(seed):
    pick = random.Random(seed)
    battle = shop().start(pick.choice((None, *SCENARIOS)))
    for _ in range(EDITS):
        try:
            done = shop().edit(battle, any_edit(battle, pick))
        except InvalidInput:
            continue
        battle = done.battle
        rows = {row.unit for panel in shop().scene(battle).panels for row in panel.rows}
        faults, tools = shop().faults(battle), {tool.id for tool in shop().tools(battle)}
        assert shop().read(battle) == battle
        assert done.thing is None or done.thing in rows
        assert {fault.thing for fault in faults} <= {None, *rows}
        assert {fault.tool for fault in faults} <= {None, *tools}
        assert is_taken(battle) is not bool(faults), told(battle)
    _played(battle if not told(battle) else covered(), pick)


def _played(battle: Any, pick: random.Random) -> None:
    state = opened(OWN, battle)
    for number in range(20):
        seats = game().to_act(state)
        if not seats:
            return
        action = game().sample(state, seats[0], pick.randrange)
        step = play.step(game(), state, seats[0], action, StreamDice(b"workshop", str(number)))
        assert not isinstance(step, Refusal)
        state = step.state
        assert not game().problems(state)


def test_mangled_documents_are_refused_or_can_be_looked_at():
    pick, read = random.Random(5), 0
    sound = [shop().start(scenario) for scenario in (None, *SCENARIOS)]
    for _ in range(MANGLED):
        document = msgspec.json.decode(msgspec.json.encode(pick.choice(sound)))
        _mangle(document, pick)
        try:
            battle = shop().read(document)
        except InvalidInput:
            continue
        read += 1
        rows = [row.unit for panel in shop().scene(battle).panels for row in panel.rows]
        assert all(fault.text.in_("en") for fault in shop().faults(battle))
        shop().spec(battle)
        shop().tools(battle)
        shop().fields(battle, pick.choice(rows))
    assert read > MANGLED // 10


def _mangle(document: Any, pick: random.Random) -> None:
    """Another value somewhere in it, or nothing, or one too many."""
    node: Any = document
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = pick.choice(keys)
        if isinstance(node[key], dict | list) and pick.random() < 0.8:
            node = node[key]
            continue
        if pick.random() < 0.2:
            del node[key]
        elif isinstance(node[key], int) and pick.random() < 0.5:
            node[key] += pick.choice((-1, 1, 10, -10, 1000))
        else:
            node[key] = pick.choice(JUNK)
        return
