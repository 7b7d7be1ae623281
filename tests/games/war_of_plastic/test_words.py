"""Words: every event, every prompt, every objective and every refusal is said in both languages, whatever happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from app.engine.refusal import Refusal
from app.engine.types import Event, Text, Viewer
from app.systems.war_of_plastic.book.state import Mode, Objective, Objectives, Zone
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.damage import DamageResult
from app.systems.war_of_plastic.position.events_captains import GameEnded
from app.systems.war_of_plastic.position.events_combat import AreaHit, AreaShot, Damage, Fought, Shot, Spot
from tests.games.war_of_plastic.battlefield import FOLDER, book, box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import Match, game, kept_in_reserve, opened, turn_of_a

HERE = Spot(300, 300, 15)
THERE = Spot(300, 500, 15)
ZONE = Zone(((0, 0), (100, 0), (100, 100)))


def said(text: Text | None) -> bool:
    """Whether there are words in both languages, with every place filled."""
    return text is not None and all(words.strip() and not re.search(r"[{}]", words) for words in (text.es, text.en))


def told(events: tuple[Event, ...]) -> list[Text]:
    """Every word of the log lines of events."""
    lines = [line for event in events if (line := game().describe(event)) is not None]
    return [text for line in lines for text in (line.text, *line.details, *(roll.purpose for roll in line.rolls))]


def a_shot(**more: Any) -> Shot:
    usual = {"gap_mm": 170, "reach_mm": 500, "mode": Mode.MOVING, "power": 1, "protection": 2, "need": 6, "die": 6}
    return Shot("A", "A-01", "B-01", "rifle", HERE, THERE, **{**usual, "hit": True, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "event",
    [
        a_shot(),
        a_shot(hit=False, die=1, penalty=2, cover="wall-1", into_close_combat=True),
        a_shot(need=None, die=None, hit=False),
        a_shot(die=None, hit=False, lost=True),
        a_shot(assault=True),
        a_shot(assault=True, hit=False, die=1),
        AreaHit("B", "B-01", THERE, 60, ("B-02", "A-01")),
        AreaHit("B", "B-01", THERE, 60, ()),
        AreaShot("B", "B-02", 5, 6, True),
        AreaShot("B", "B-02", None, None, False),
        *(Damage("B", "B-01", 1, result, 0, False, THERE) for result in DamageResult),
        Fought("A", "A-01", "B-01", (5, 2), "B-01", HERE, THERE),
        Fought("A", "A-01", "B-01", (2, 5), "A-01", HERE, THERE),
        Fought("A", "A-01", "B-01", (3, 3), None, HERE, THERE),
        Fought("A", "A-01", "B-01", None, "B-01", HERE, THERE),
        *(
            GameEnded(winner, reason, {"A": 1, "B": 2})
            for winner in ("A", "draw")
            for reason in book().words.table("results")
        ),
    ],
    ids=lambda event: type(event).__name__,
)
def test_whatever_dice_did_is_said_in_both_languages(event):
    words = told((event,))

    assert words
    assert all(said(text) for text in words)


def whole_stories() -> Iterator[tuple[Event, ...]]:
    """Acts that together make nearly every kind of event happen."""
    lists = opened("crossroads", army_lists="free", symmetric_armies=False)
    yield lists.does("a", a.LockArmy(("soldier", "jeep")))
    yield lists.does("b", a.LockArmy(("soldier",)))
    pool = opened("horde_against_armour")
    yield pool.does("a", a.Roll(), 6, 1)
    yield pool.does("a", a.ChooseRole("place"))
    yield pool.does("a", a.PlaceObstacle(0, 300, 300))
    yield pool.does("a", a.FinishObstacles())
    yield pool.does("b", a.ChooseEdge("north"))
    yield pool.does("a", a.Deploy("A-01", 300, 100))
    yield pool.does("b", a.FinishDeployment())
    passing = opened("crossroads", obstacle_method="alternate")
    passing.does("a", a.Roll(), 6, 1)
    yield passing.does("a", a.PassObstacle())
    yield from turn_stories()


def turn_stories() -> Iterator[tuple[Event, ...]]:
    """The same in a turn."""
    by_hand = Objectives("any", (Objective("manual", text_es="Puente", text_en="Bridge"),))
    match = turn_of_a(
        soldier("A-01", 300, 300, special=("machine_gun",)),
        soldier("A-02", 330, 300),
        jeep("A-03", 600, 300),
        kept_in_reserve(tank("A-04", 0, 0), damage=2),
        soldier("A-05", 800, 100, damage=1),
        soldier("A-06", 900, 300, stunned=True),
        kept_in_reserve(soldier("A-07", 0, 0)),
        soldier("B-01", 300, 700, "B"),
        seats=4,
        objectives={"A": by_hand},
    )
    for seat, action in (
        ("a", a.DropWeapon("A-01", "machine_gun")),
        ("a", a.PickUp("A-01", "token-1")),
        ("a", a.TakeWeapon("A-02", "A-01", "machine_gun")),
        ("a", a.Delegate("A-01", "c")),
        ("a", a.OfferDraw()),
        ("b", a.AnswerDraw(yes=False)),
        ("a", a.ClaimObjective(0)),
        ("b", a.ConfirmObjective(yes=False)),
        ("a", a.Move("A-05", ((800, 15),))),
        ("b", a.EndTurn()),
        ("a", a.Move("A-02", ((580, 300),), board="A-03")),
        ("a", a.EndManoeuvre()),
        ("a", a.Unstun("A-06", "A-06")),
        ("a", a.Heal("A-04")),
        ("b", a.EndTurn()),
        ("a", a.Move("A-02", ((500, 300),))),
        ("a", a.EndManoeuvre()),
        ("a", a.Enter("A-07", 700, ((700, 100),))),
        ("a", a.ClaimObjective(0)),
        ("b", a.ConfirmObjective(yes=True)),
    ):
        yield match.does(seat, action)
    early = turn_of_a(soldier("A-01", 300, 15, damage=1), soldier("B-01", 300, 700, "B"))
    yield early.does("a", a.Withdraw("A-01"))
    yield early.does("a", a.Concede())


def test_every_act_is_told_in_both_languages():
    happened: set[type[Event]] = set()

    for events in whole_stories():
        happened |= {type(event) for event in events}
        assert all(said(text) for text in told(events)), events

    rare = {"Rolled", "SetUp", "Stray", "AreaHit", "AreaShot", "Damage", "Destroyed", "WreckPlaced", "Fought", "Shot"}
    rare |= {"SurvivorsWaiting", "SurvivorPlaced"}
    assert {kind.__name__ for kind in set(get_args(game().event_type)) - happened} <= rare


def details(match: Match, action: a.Action) -> list[str]:
    """What the log adds to the lines of an act of army A, in English."""
    lines = [game().describe(event) for event in match.does("a", action)]
    return [text.en for line in lines if line is not None for text in line.details]


@pytest.mark.rule("WOP-BLDG-06", "WOP-RES-05")
def test_the_log_names_the_floor_a_way_led_to_and_who_came_in_aboard():
    house = box("h", "house", 400, 200, 560, 360, levels=2)
    truck, rider = kept_in_reserve(jeep("A-02", 0, 0)), kept_in_reserve(soldier("A-03", 0, 0))
    enemy = soldier("B-01", 900, 700, "B")

    below, above = soldier("A-01", 450, 280), soldier("A-01", 450, 280, level=1)
    assert details(turn_of_a(below, enemy, house), a.Move("A-01", ((450, 280, 1),))) == ["To floor 1."]
    assert details(turn_of_a(above, enemy, house), a.Move("A-01", ((450, 280, 0),))) == ["To the ground floor."]
    came = a.Enter("A-02", 600, passengers=("A-03",))
    assert details(turn_of_a(truck, rider, enemy), came) == ["Aboard: A-03."]


@pytest.mark.parametrize(
    "objective",
    [
        Objective("destroy_all"),
        Objective("destroy_matching", filter="tank", count=0),
        Objective("destroy_matching", filter="infantry", count=2),
        Objective("destroy_matching", filter=("B-01", "B-02"), count=1),
        Objective("destroy_matching", count=3),
        *(Objective("reach_edge", filter="tank", count=1, edge=edge) for edge in ("enemy", "own", "west", None)),
        Objective("hold_zone", zone=ZONE, rounds=2),
        Objective("survive", filter="soldier", count=1, round=4),
        Objective("manual", text_es="Volar el puente", text_en="Blow up the bridge"),
        Objective("manual", text_es="Solo en español"),
    ],
    ids=lambda objective: objective.type,
)
@pytest.mark.parametrize("mode", ["any", "all"])
def test_every_objective_is_put_into_words(objective, mode):
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("B-01", 300, 700, "B"), objectives={"A": Objectives(mode, (objective,) * 2)}
    )

    scene = game().scene(game().view(match.position, Viewer("a")))

    (panel,) = [panel for panel in scene.panels if panel.id == "objectives"]
    assert len(panel.rows) == 3
    assert all(said(row.title) and said(row.detail) for row in panel.rows)


def phases() -> Iterator[Match]:
    """A game in every phase, under the methods that change what is asked."""
    yield opened("crossroads", army_lists="free", seats=4)
    yield opened("crossroads", army_lists="free", symmetric_armies=False, seats=4)
    for options in ({}, {"obstacle_method": "alternate"}, {"obstacle_method": "one_side"}):
        match = opened("crossroads", seats=4, **options)
        yield match
        match = Match(match.position)
        match.does("a", a.Roll(), 6, 1)
        yield match
        if options.get("obstacle_method") == "one_side":
            match = Match(match.position)
            match.does("a", a.ChooseRole("place"))
            yield match
        elif not options:
            match = Match(match.position)
            match.does("a", a.ChooseEdge("south"))
            yield match
    match = opened("garden_skirmish", seats=4)
    yield match
    for action, dice in ((a.Roll(), (6, 1)), (a.Move("A-01", ((250, 200),)), ()), (a.EndTurn(), ()), (None, ())):
        match = Match(match.position)
        match.does("a" if action else "b", action or a.Concede(), *dice)
        yield match


def test_in_every_phase_each_viewer_is_told_what_is_asked():
    seen = set()

    for match in phases():
        seen.add(match.position.phase)
        for viewer in ("a", "b", "c", "d", "spectator"):
            scene = game().scene(game().view(match.position, Viewer(viewer)))
            assert said(scene.prompt)
            assert said(scene.headline)
            assert all(said(panel.title) for panel in scene.panels)
            assert scene.my_go is (viewer in match.to_act)

    assert len(seen) == 10


def test_every_rule_that_the_code_refuses_with_has_words():
    rules = {
        rule
        for path in FOLDER.rglob("*.py")
        for rule in re.findall(r'RuleId\("(WOP-[A-Z]+-\d\d)"\)', path.read_text("utf-8"))
    }

    wordless = {rule for rule in rules if game().explain(Refusal(rule)).en == rule}

    assert len(rules) > 50
    assert wordless == set()


def test_a_refusal_names_the_lengths_that_decided_it():
    refusal = Refusal("WOP-SHOT-18", {"distance_cm": 51.2, "reach_cm": 50})

    text = game().explain(refusal)

    assert "51.2 cm" in text.en
    assert "51,2 cm" in text.es


def test_words_survive_the_wire():
    for events in whole_stories():
        for event in events:
            line = game().describe(event)
            if line is not None:
                assert msgspec.json.decode(msgspec.json.encode(line), type=type(line)) == line
