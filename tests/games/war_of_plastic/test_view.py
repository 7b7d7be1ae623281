"""What each viewer sees: everything on the table, no list before its time, nothing of dice to come."""

from __future__ import annotations

import random
from typing import get_args, get_type_hints

import msgspec
import pytest

from app.engine.dice import SECRET_BYTES
from app.engine.scene import Area
from app.engine.types import SPECTATOR, Viewer
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.judge.view import View
from app.systems.war_of_plastic.muster.armies import list_refusal
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier
from tests.games.war_of_plastic.matches import game, kept_in_reserve, opened, turn_of_a

EVERYBODY = (Viewer("a"), Viewer("b"), SPECTATOR)


@pytest.mark.rule("WOP-HID-01", "WOP-HID-05")
def test_on_the_table_everything_is_open_to_all():
    match = turn_of_a(
        soldier("A-01", 300, 300, damage=1, special=("machine_gun",)),
        jeep("B-01", 300, 500, "B", stunned=True),
        kept_in_reserve(soldier("B-02", 0, 0, "B"), ready_from_turn=3),
    )
    match.does("a", a.Move("A-01", ((300, 350),)))

    views = [game().view(match.position, viewer) for viewer in EVERYBODY]

    for view in views:
        assert view.units == match.position.units
        assert view.tokens == match.position.tokens
        assert view.options == match.position.options
        assert {army: state.objectives for army, state in view.armies.items()} == {
            army: state.objectives for army, state in match.position.armies.items()
        }
    assert [view.viewer for view in views] == list(EVERYBODY)
    assert [view.army for view in views] == ["A", "B", None]


@pytest.mark.rule("WOP-HID-05")
def test_spectators_act_nowhere():
    match = opened()

    assert game().offers(match.position, "spectator") == ()
    assert game().sample(match.position, "spectator", random.Random(1).randrange) is None
    assert match.refuses("spectator", a.Roll()) == "WOP-TEAM-04"


@pytest.mark.rule("WOP-HID-03")
def test_neither_positions_nor_views_have_room_for_a_seed_or_a_coming_die():
    match = opened("crossroads")
    words = msgspec.json.encode([match.position, *(game().view(match.position, viewer) for viewer in EVERYBODY)])

    names = {name for kind in (View, type(match.position)) for name in get_type_hints(kind)}

    assert not {name for name in names if any(word in name for word in ("seed", "secret", "dice", "rng"))}
    assert b"seed" not in words
    assert SECRET_BYTES == 32


@pytest.mark.rule("WOP-HID-03")
def test_only_events_of_dice_that_fell_name_a_die():
    with_die = {kind.__struct_config__.tag for kind in get_args(game().event_type) if "die" in kind.__struct_fields__}

    assert with_die == {"rolled", "shot", "area_shot", "damage"}


@pytest.mark.rule("WOP-HID-02")
@pytest.mark.parametrize("locked", [False, True])
def test_another_world_has_another_legal_list_and_looks_the_same(locked):
    match = opened("crossroads", army_lists="free", symmetric_armies=False)
    match.does("a", a.SubmitArmy(("tank", "tank", "soldier")))
    if locked:
        match.does("a", a.LockArmy())
    rules = game().rules(match.position)

    worlds = [game().resample(match.position, Viewer("b"), random.Random(seed).randrange) for seed in range(20)]

    lists = {world.armies["A"].list for world in worlds}
    assert len(lists) > 5
    assert all(list_refusal(rules, listed) is None for listed in lists if listed is not None)
    assert (None in lists) is not locked
    assert all(world.armies["B"] == match.position.armies["B"] for world in worlds)
    seen = {msgspec.json.encode(game().view(world, Viewer("b"))) for world in worlds}
    assert seen == {msgspec.json.encode(game().view(match.position, Viewer("b")))}


@pytest.mark.rule("WOP-HID-01")
def test_where_nothing_is_hidden_the_other_world_is_the_same():
    match = opened()

    for viewer in EVERYBODY:
        assert game().resample(match.position, viewer, random.Random(1).randrange) is match.position


@pytest.mark.rule("WOP-HID-04")
def test_without_measuring_previews_and_surveys_name_no_distance_and_no_chance():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 300, 500, "B"), premeasure=False)
    shot = a.Shoot("A-01", "rifle", ("B-01",))

    shown = [
        game().preview(match.position, "a", shot),
        game().survey(match.position, "a", "A-01"),
        game().preview(match.position, "a", a.Move("A-01", ((300, 200),))),
    ]

    assert all(not each.chances for each in shown)
    assert not [fact for fact in shown[0].facts if "distance" in fact or "need" in fact]


@pytest.mark.rule("WOP-HID-01")
def test_the_scene_asks_the_one_and_tells_the_other_whom_he_waits_for():
    match = opened()
    match.does("a", a.Roll(), 6, 1)

    scenes = {viewer: game().scene(game().view(match.position, viewer)) for viewer in EVERYBODY}

    assert [scenes[viewer].my_go for viewer in EVERYBODY] == [True, False, False]
    assert scenes[Viewer("a")].prompt != scenes[Viewer("b")].prompt
    assert scenes[Viewer("b")].prompt == scenes[SPECTATOR].prompt
    assert [pips.used for pips in scenes[SPECTATOR].pips] == [0]


def test_pieces_of_one_kind_are_told_apart_by_numbers_and_a_house_says_how_it_is_entered():
    houses = (box("west", "house", 100, 100, 200, 200), box("east", "house", 400, 100, 500, 200))
    match = turn_of_a(
        soldier("A-01", 300, 300), soldier("B-01", 900, 700, "B"), *houses, box("w", "high_wall", 0, 0, 9, 9)
    )

    view = game().view(match.position, SPECTATOR)
    areas = {piece.id: piece for piece in game().scene(view).drawables if isinstance(piece, Area)}

    assert [areas[name].name.in_("en") for name in ("west", "east", "w")] == ["House 1", "House 2", "High wall"]
    assert game().about(view, "east").title.in_("es") == "Casa 2"
    assert [tag.in_("en") for tag in areas["west"].tags if "3 cm" in tag.in_("en")] == [
        "Entered through any wall; inside one sees and is seen within 3 cm of it"
    ]


@pytest.mark.parametrize(("phase", "zones"), [(Phase.FIRST_ROLL, 0), (Phase.DEPLOYMENT, 2)])
def test_deployment_areas_are_drawn_only_while_somebody_is_to_deploy(phase: Phase, zones: int):
    view = game().view(msgspec.structs.replace(opened().position, phase=phase), SPECTATOR)
    drawn = [each for each in game().scene(view).drawables if isinstance(each, Area) and each.kind == "deployment"]
    assert len(drawn) == zones


def test_whoever_waits_is_told_which_unit_is_in_the_middle_of_its_manoeuvre():
    match = turn_of_a(soldier("A-01", 300, 300), soldier("B-01", 900, 700, "B"))
    match.does("a", a.Move("A-01", ((300, 350),)))

    told = {viewer: game().scene(game().view(match.position, viewer)).prompt.in_("en") for viewer in EVERYBODY}

    assert told[Viewer("a")] == "Go on with A-01: act if it can, or end the manoeuvre."
    assert told[Viewer("b")] == told[SPECTATOR] == "Army A's turn: A-01 is in the middle of its manoeuvre."
