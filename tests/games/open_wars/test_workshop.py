"""Battles that people make: copies of scenarios are what they are copies of, edits make sense or are refused, and what has no
fault is played to its end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.refusal import InvalidInput
from app.engine.scene import Card, Stack
from app.engine.system import Setup
from app.engine.types import SPECTATOR
from app.engine.workshop.workshop import (
    OWN,
    Add,
    Change,
    Copy,
    Draw,
    Edit,
    Mirror,
    Move,
    Place,
    Remove,
    Turn,
    Workshop,
    workshop_of,
)
from app.systems.open_wars.system import OpenWars
from tests.support.random_play import registry

MOST_ACTS = 1500
EDITS = 40


@lru_cache(maxsize=1)
def game() -> OpenWars:
    found = registry()["open_wars"]
    assert isinstance(found, OpenWars)
    return found


def shop() -> Workshop:
    found = workshop_of(game())
    assert found is not None
    return found


def edited(battle: Mapping[str, Any], *edits: Edit) -> Mapping[str, Any]:
    for edit in edits:
        battle = shop().edit(battle, edit).battle
    return battle


def told(battle: Mapping[str, Any]) -> list[str]:
    return [fault.text.in_("en") for fault in shop().faults(battle)]


def opened(battle: Mapping[str, Any], seats: int, label: str = "own") -> play.Step:
    setup = Setup(OWN, tuple({} for _ in range(seats)), battle=battle)
    return play.start(game(), setup, StreamDice(bytes(32), label))


def scenarios() -> list[str]:
    return [scenario.id for scenario in registry()["open_wars"].manifest.scenarios]


# -- scenarios of the game


@pytest.mark.parametrize("scenario", scenarios())
def test_every_scenario_opened_in_the_workshop_is_faultless_and_the_same_game(scenario: str) -> None:
    battle = shop().start(scenario)
    spec = shop().spec(battle)

    assert told(battle) == []
    for seats in range(spec.seats.min, spec.seats.max + 1):
        by_name = Setup(scenario, tuple({} for _ in range(seats)))
        one = play.start(game(), by_name, StreamDice(bytes(32), "same")).state
        other = opened(battle, seats, "same").state
        assert msgspec.structs.replace(other, scenario=scenario, battle=None) == one


@pytest.mark.parametrize("scenario", [None, *scenarios()])
def test_what_is_read_is_what_was_written(scenario: str | None) -> None:
    battle = shop().start(scenario)

    assert shop().read(msgspec.json.decode(msgspec.json.encode(battle))) == battle


def test_an_empty_board_can_be_played_at_once() -> None:
    assert told(shop().start()) == []
    assert opened(shop().start(), 2).state.phase == "muster"


def test_an_unknown_scenario_is_invalid() -> None:
    with pytest.raises(InvalidInput, match="one of clash_at_the_bridge"):
        shop().start("nowhere")


def test_every_wrong_field_of_a_document_is_named() -> None:
    battle = dict(shop().start("clash_at_the_bridge"))
    battle["map"] = [["town", "moon"], ["plains"]]
    battle["options"] = {"lock_mutual": 3}

    with pytest.raises(InvalidInput) as caught:
        shop().read(battle)

    assert [error.field for error in caught.value.errors] == [
        "battle.map[0][1]",
        "battle.map[1]",
        "battle.options.lock_mutual",
    ]


# -- edits


def test_cards_are_laid_taken_away_and_changed_for_one_another() -> None:
    battle = edited(
        shop().start("clash_at_the_bridge"), Place("card.mage_tower", cell="A2"), Remove("B1"), Move("B2", cell="B3")
    )

    assert battle["map"] == [
        ["town", "", "plains"],
        ["mage_tower", "forest", "mountain"],
        ["plains", "bridge_of_the_brave", "town"],
    ]
    assert battle["victory"]["control_points"]["cells"] == [{"at": "B3", "points": 1}]


def test_a_card_that_moves_takes_along_who_stands_on_it_and_who_starts_there() -> None:
    battle = edited(shop().start("clash_at_the_bridge"), Move("A1", cell="A3"))

    assert battle["seat"][0]["start"] == "A3"
    assert {force["at"] for force in battle["seat"][0]["forces"]} == {"A3"}
    assert told(battle) == []


def test_the_map_grows_and_shrinks_by_rows_and_columns() -> None:
    battle = edited(shop().start("clash_at_the_bridge"), Change("columns", 4), Change("rows", 2))

    assert battle["map"] == [
        ["town", "forest", "plains", "plains"],
        ["mountain", "bridge_of_the_brave", "mountain", "plains"],
    ]
    assert "There is no card on C3." in told(battle)


def test_tokens_are_put_down_stacked_moved_and_taken_away() -> None:
    battle = shop().start("clash_at_the_bridge")
    put = shop().edit(battle, Place("force.b.orcs.axer", cell="C3"))
    assert put.thing == "C3.b.orcs.axer"
    moved = shop().edit(put.battle, Move("C3.b.orcs.axer", cell="B3"))
    assert moved.thing == "B3.b.orcs.axer"

    forces = moved.battle["seat"][1]["forces"]
    assert {"unit": "orcs.axer", "count": 3, "at": "B3", "form": None} in forces
    left = edited(moved.battle, Remove("B3.b.orcs.axer"))
    assert [force["unit"] for force in left["seat"][1]["forces"]] == ["orcs.slynn", "orcs.wolf_rider"]


def test_seats_are_added_and_taken_away_with_their_events_and_their_turn() -> None:
    battle = edited(shop().start("the_last_stand"), Change("turn_order", "stated"), Add("seat"), Remove("a"))

    assert [seat["faction"] for seat in battle["seat"]] == ["undead", "amazons"]
    assert battle["turn_order"] == [0, 1]
    assert {event["seat"] for event in battle["event"]} == {0}


def test_a_battle_for_whoever_sits_down_becomes_one_with_its_own_seats_and_back() -> None:
    free = shop().start("arcanums_crown")
    fixed = edited(free, Change("seating", "fixed"))

    assert [seat["start"] for seat in fixed["seat"]] == ["A1", "E1", "E5", "A5"]
    assert told(fixed) == []
    assert told(edited(fixed, Change("seating", "free"))) == []


def test_a_random_map_becomes_one_to_be_changed() -> None:
    battle = edited(shop().start("seven_crowns"), Change("players_max", 4), Change("map_generator", value=False))

    assert len(battle["map"]) > 4
    assert told(battle) == []
    assert opened(battle, 3).state.map == tuple(tuple(row) for row in battle["map"])


def test_teams_are_fixed_while_any_seat_has_a_side() -> None:
    battle = edited(
        shop().start("clash_at_the_bridge"), Add("seat"), Change("side", "1", "a"), Change("side", "1", "b")
    )
    assert battle["options"]["teams"] == "fixed"

    alone = edited(battle, Change("side", "none", "a"), Change("side", "none", "b"))
    assert "teams" not in alone["options"]


def test_an_event_is_set_value_by_value() -> None:
    battle = edited(shop().start("clash_at_the_bridge"), Add("spawn"))
    thing = "event.0"
    battle = edited(
        battle,
        Change("seat", "b", thing),
        Change("from_turn", 3, thing),
        Change("to_turn", 5, thing),
        Change("at", "die", thing),
        Change("die_2", "B3", thing),
        Change("unit_1", "orcs.axer", thing),
        Change("count_1", 2, thing),
        Change("unit_2", "orcs.shaman", thing),
    )

    event = battle["event"][0]
    assert (event["turn"], event["at"]) == ("3-5", "die: 1 = A1, 2 = B3")
    assert [(unit["unit"], unit["count"]) for unit in event["units"]] == [("orcs.axer", 2), ("orcs.shaman", 1)]
    assert told(battle) == []


def test_goals_of_sides_are_looked_at_in_the_order_they_are_given() -> None:
    battle = edited(
        shop().start("clash_at_the_bridge"),
        Add("sided"),
        Add("sided"),
        Change("side", "orcs", "sided.1"),
        Change("condition", "control", "sided.1"),
        Change("at_1", "A1", "sided.1"),
        Change("place", 1, "sided.1"),
    )

    assert [line["side"] for line in battle["victory"]["sided"]] == ["orcs", "barbarians"]
    assert battle["victory"]["kinds"] == ["control_points", "sided", "annihilation"]
    assert told(battle) == []


def test_a_card_may_do_what_another_does_or_change_one_value() -> None:
    battle = edited(shop().start("clash_at_the_bridge"), Add("replace_card_feature"), Change("at", "B2", "modifier.0"))
    as_tower = edited(battle, Change("does", "mage_tower", "modifier.0"))
    plain = edited(battle, Change("does", "stat_bonus", "modifier.0"), Change("value", 2, "modifier.0"))

    assert as_tower["modifier"][0]["features"] == [{"kind": "spell_discount", "value": 1}]
    assert plain["modifier"][0]["features"] == [{"kind": "stat_bonus", "stat": "attack", "value": 2}]
    assert told(as_tower) == told(plain) == []


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (Place("card.forest", cell="Z9"), "edit.cell"),
        (Place("card.moon", cell="A1"), "edit.tool"),
        (Place("force.b.orcs.axer"), "edit.cell"),
        (Add("nothing"), "edit.tool"),
        (Move("A1", dx=3), "edit.cell"),
        (Remove("event.4"), "edit.id"),
        (Turn("A1", 90), "edit.type"),
        (Draw("card.forest", ((0, 0), (1, 1), (2, 0))), "edit.type"),
        (Change("rows", 0), "edit.value"),
        (Change("rows", value=True), "edit.value"),
        (Change("gold", 5, "g"), "thing"),
        (Change("moon", 5), "edit.field"),
        (Change("faction", "mercenaries", "a"), "edit.value"),
    ],
)
def test_an_edit_that_makes_no_sense_is_invalid(edit: Edit, field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        shop().edit(shop().start("clash_at_the_bridge"), edit)

    assert caught.value.errors[0].field == field


# -- faults


@pytest.mark.parametrize(
    ("edits", "fault"),
    [
        ((Place("card.water", cell="A1"),), "Lancer cannot stand on Water A1."),
        ((Remove("B2"),), "No card gives points."),
        ((Change("faction", "orcs", "a"),), "Two seats play Orcs."),
        ((Place("force.a.barbarians.cleric", cell="A1"),) * 2, "2 Cleric do not fit on A1."),
        ((Change("muster", value=True), Place("card.forest", cell="A1")), "Armies muster in a city, which A1 is not."),
        (
            (
                Change("muster", value=True),
                Change("muster_gold", 0),
                *(Remove(f"C3.b.orcs.{unit}") for unit in ("slynn", "axer", "wolf_rider")),
            ),
            "For 0 gold Orcs can muster nothing in C3.",
        ),
        ((Add("spawn"), Change("from_turn", 9, "event.0"), Change("to_turn", 9, "event.0")), "It never happens."),
        (
            (Change("wins_control_points", value=False), Change("wins_annihilation", value=False)),
            "There is no way to win.",
        ),
        ((Remove("b"),), "At least two seats are needed."),
        ((Change("start", "C3", "a"),), "Two seats start on C3."),
    ],
)
@pytest.mark.rule("OW-SET-04")
def test_what_cannot_be_played_is_told_as_a_fault_and_refused_by_set_up(edits: tuple[Edit, ...], fault: str) -> None:
    battle = edited(shop().start("clash_at_the_bridge"), *edits)

    assert fault in told(battle)
    with pytest.raises(InvalidInput):
        opened(battle, max(1, len(battle["seat"])))


def test_what_only_set_up_can_tell_is_a_fault_too() -> None:
    random_map = edited(shop().start(), Change("map_generator", value=True))
    poor = edited(random_map, Change("muster_gold", 0))

    assert told(random_map) == []
    assert told(poor) == ["It cannot be set up like this (options.unit_packs)."]
    with pytest.raises(InvalidInput):
        opened(poor, 2)


def test_faults_name_things_that_can_be_looked_at() -> None:
    battle = edited(shop().start("the_last_stand"), Remove("B2"), Change("faction", "orcs", "b"))

    named = [fault.thing for fault in shop().faults(battle) if fault.thing is not None]
    assert named
    for thing in named:
        assert shop().fields(battle, thing)


# -- the drawing


def test_the_drawing_has_every_cell_every_stack_and_a_row_for_everything_else() -> None:
    battle = shop().start("the_last_stand")
    scene = shop().scene(battle)
    cards = [each for each in scene.drawables if isinstance(each, Card)]
    rows = [row.unit for panel in scene.panels for row in panel.rows]

    assert sorted(card.id for card in cards) == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert [card.id for card in cards if card.kind == "hole"] == ["A1", "C1", "A3", "C3"]
    assert "B2.b.undead.skeleton" in {each.id for each in scene.drawables if isinstance(each, Stack)}
    assert {"a", "b", "event.0", "event.4", "modifier.1", "sided.2"} <= set(rows)
    assert all(shop().fields(battle, str(thing)) for thing in [*rows, *(each.id for each in scene.drawables)])
    picture = shop().spec(battle).picture
    assert picture is not None
    assert not [each for each in picture.drawables if isinstance(each, Card) and each.kind == "hole"]


def test_a_tool_has_words_in_both_languages_and_stands_with_its_group() -> None:
    tools = shop().tools(shop().start("siege_of_the_infernal_bastion"))
    groups = [tool.group for tool in tools]

    assert len({tool.id for tool in tools}) == len(tools)
    assert all(tool.name.in_("es") and tool.name.in_("en") for tool in tools)
    assert len([1 for one, other in pairwise(groups) if one != other]) + 1 == len(set(groups))


@pytest.mark.rule("OW-SCN-03", "OW-SCN-04", "OW-SCN-05", "OW-SCN-07", "OW-VIC-06")
def test_whoever_plays_it_reads_how_to_win_and_what_is_different() -> None:
    battle = edited(shop().start("the_last_stand"), Change("summary_en", ""), Change("summary_es", ""))
    scene = game().scene(game().view(opened(battle, 2).state, SPECTATOR))
    goals = [row.title.in_("en") for panel in scene.panels if panel.id == "goals" for row in panel.rows]
    (graveyard,) = [each for each in scene.drawables if isinstance(each, Card) and each.id == "B2"]

    assert "Victory for Barbarians if Morven the Eternal is defeated in its second life (turns 1-8)" in goals
    assert "Victory for Undead with no more ado (turn 8)" in goals
    assert "Barbarians: Attack +1 where they are more." in goals
    assert "B must approach B2 from turn 2 on." in goals
    assert "A does not recruit." in goals
    assert [text.in_("en") for text in graveyard.tags] == ["In this game: Attack +1 for Undead."]


# -- anything whatsoever


def an_edit(battle: Mapping[str, Any], pick: random.Random) -> Edit:
    """Something that somebody may do, sometimes nonsense."""
    scene, tools = shop().scene(battle), shop().tools(battle)
    things = [None, *(each.id for each in scene.drawables), *(row.unit for panel in scene.panels for row in panel.rows)]
    cells = [each.id for each in scene.drawables if isinstance(each, Card)] or ["A1"]
    thing, tool = pick.choice(things), pick.choice(tools).id
    kind = pick.randrange(10)
    if kind < 2:
        return Place(tool, cell=pick.choice(cells))
    if kind < 3:
        return Add(pick.choice([each.id for each in tools if each.how == "add"] or [tool]))
    if kind < 4 and thing is not None:
        return Remove(str(thing))
    if kind < 5 and thing is not None:
        return Move(str(thing), cell=pick.choice(cells))
    field = pick.choice(
        list(shop().fields(battle, None if thing is None else str(thing))) or list(shop().fields(battle))
    )
    return Change(field.field, a_value(field.schema, pick), field.unit)


def a_value(schema: Mapping[str, Any], pick: random.Random) -> Any:
    if "enum" in schema:
        return pick.choice(schema["enum"])
    if schema["type"] == "integer":
        return pick.randint(schema["minimum"], min(schema["maximum"], schema["minimum"] + 12))
    return pick.choice([True, False]) if schema["type"] == "boolean" else "Batalla"


@pytest.mark.parametrize("seed", range(10))
def test_random_edits_never_break_anything_and_what_has_no_fault_is_played(seed: int) -> None:
    pick = random.Random(seed)
    battle = shop().start(pick.choice([None, *scenarios()]))
    faultless = battle
    for _ in range(EDITS):
        edit = an_edit(battle, pick)
        before = msgspec.json.encode(battle)
        try:
            made = shop().edit(battle, edit)
        except InvalidInput:
            assert msgspec.json.encode(battle) == before
            continue
        assert shop().read(made.battle) == made.battle
        if made.thing is not None:
            assert shop().fields(made.battle, made.thing) is not None
        battle = made.battle
        faults, spec = shop().faults(battle), shop().spec(battle)
        if faults:
            for seats in range(spec.seats.min, spec.seats.max + 1):
                with pytest.raises(InvalidInput):
                    opened(battle, seats)
        else:
            opened(battle, spec.seats.min)
            faultless = battle
    played_out(faultless, pick)


def played_out(battle: Mapping[str, Any], pick: random.Random) -> None:
    """A game at random with every number of seats at either end, each of its positions possible."""
    system, spec = game(), shop().spec(battle)
    state = opened(battle, pick.choice([spec.seats.min, spec.seats.max])).state
    for number in range(MOST_ACTS):
        if system.outcome(state) is not None:
            break
        assert system.problems(state) == () if number % 25 == 0 else True
        seat = pick.choice(system.to_act(state))
        action = system.sample(state, seat, pick.randrange)
        assert action is not None
        step = play.step(system, state, seat, action, StreamDice(bytes(32), f"{number}"))
        assert isinstance(step, play.Step)
        state = step.state
    assert system.problems(state) == ()
    assert system.scene(system.view(state, SPECTATOR)).panels


# -- likenesses, rows and columns


def test_a_copy_is_laid_stacked_or_listed_once_more() -> None:
    start = edited(
        shop().start("siege_of_the_infernal_bastion"),
        Place("points", cell="A1"),
        Place("card.water", cell="A1"),
    )
    force = start["seat"][1]["forces"][0]
    stack, goal = f"{force['at']}.b.{force['unit']}", "A1" if force["at"] != "A1" else "B1"

    card = shop().edit(start, Copy("A1", cell="B2"))
    tokens = shop().edit(start, Copy(stack, cell=goal))
    event = shop().edit(start, Copy("event.0"))

    assert (card.thing, card.battle["map"][1][1]) == ("B2", "water")
    assert {row["at"] for row in card.battle["victory"]["control_points"]["cells"]} >= {"A1", "B2"}
    assert tokens.battle["seat"][1]["forces"][-1] == {**force, "at": goal}
    assert event.battle["event"][-1] == event.battle["event"][0]
    seat = shop().edit(start, Copy("b"))
    assert (seat.thing, seat.battle["seat"][-1]["gold"]) == ("d", start["seat"][1]["gold"])
    for edit in (
        Copy("nobody"),
        Copy("A1", cell="Z40"),
        Copy("starts.2"),
        Copy("event.0", cell="A1"),
        Copy("event.99"),
    ):
        with pytest.raises(InvalidInput):
            shop().edit(start, edit)


@pytest.mark.parametrize("half", ["south", "north", "west", "east"])
@pytest.mark.parametrize("turned", [False, True])
def test_one_half_of_a_map_becomes_the_image_of_the_other(half: Any, turned: bool) -> None:
    start = edited(
        shop().start(),
        *(
            Place(f"card.{card}", cell=cell)
            for card, cell in zip(("water", "forest", "desert"), ("B1", "B5", "D2"), strict=True)
        ),
        Place("hole", cell="A4"),
        Place("points", cell="C5"),
        Place("points", cell="A2"),
    )

    once = edited(start, Mirror(half, turned=turned))

    rows = once["map"]
    assert rows == (
        [row[::-1] for row in rows[::-1]] if turned else rows[::-1] if half in ("south", "north") else
        [row[::-1] for row in rows]
    )  # fmt: skip
    assert edited(once, Mirror(half, turned=turned)) == once


def test_a_fair_map_has_its_points_and_starts_opposite_each_other() -> None:
    start = edited(
        shop().start(),
        Change("seating", "fixed"),
        Change("faction", "elves", id="a"),
        Change("faction", "orcs", id="b"),
        Place("force.a.elves.elyria", cell="A1"),
        Place("force.a.elves.castle", cell="B1"),
        Place("force.a.elves.warrior", cell="B1"),
        Place("force.a.elves.warrior", cell="B1"),
        Place("force.b.orcs.axer", cell="D5"),
        Add("spawn"),
        Add("replace_card_feature"),
        Place("points", cell="B2"),
        Place("start.b", cell="D3"),
        Place("card.capital", cell="A2"),
    )

    fair = edited(start, Mirror("north", turned=True))

    assert [seat["start"] for seat in fair["seat"]] == ["A1", "E5"]
    assert [(force["unit"], force["count"], force["at"]) for force in fair["seat"][1]["forces"]] == [
        ("orcs.gorath", 1, "E5"), ("orcs.castle", 1, "D5"), ("orcs.slynn", 2, "D5"),
    ]  # fmt: skip
    assert fair["seat"][0] == start["seat"][0]
    assert [(row["seat"], row["at"]) for row in fair["event"]] == [(0, "A1"), (1, "E5")]
    assert [row["at"] for row in fair["modifier"]] == ["A1", "E5"]
    assert edited(fair, Mirror("north", turned=True)) == fair
    back = edited(fair, Mirror("south", turned=True))
    assert back["seat"][0] == fair["seat"][0]
    assert [row["at"] for row in fair["victory"]["control_points"]["cells"]] == ["B2", "D4"]
    assert (fair["map"][1][0], fair["map"][3][4]) == ("capital", "capital")
    opened(fair, 2)


def test_a_row_and_a_column_come_in_and_go_anywhere_and_what_lies_beyond_moves_along() -> None:
    start = edited(shop().start("siege_of_the_infernal_bastion"), Place("points", cell="A1"))
    columns, rows = len(start["map"][0]), len(start["map"])

    wider = edited(start, Place("row.new", cell="B1"), Place("column.new", cell="A1"))

    assert (len(wider["map"][0]), len(wider["map"])) == (columns + 1, rows + 1)
    assert set(wider["map"][0]) == {"plains"} == {row[0] for row in wider["map"]}
    assert [row[1:] for row in wider["map"][1:]] == start["map"]
    assert wider["victory"]["control_points"]["cells"][-1]["at"] == "B2"
    assert told(wider) == []
    assert edited(wider, Place("row.gone", cell="E1"), Place("column.gone", cell="A3")) == start
    smaller = edited(start, Place("row.gone", cell="A1"))
    assert smaller["map"] == start["map"][1:]
    for tool, cell in (("row.new", "Z40"), ("column.gone", "")):
        with pytest.raises(InvalidInput):
            shop().edit(start, Place(tool, cell=cell))
    with pytest.raises(InvalidInput):
        edited(start, *[Place("column.gone", cell="A1")] * columns)
    with pytest.raises(InvalidInput):
        edited(start, *[Place("row.new", cell="A1")] * 41)
