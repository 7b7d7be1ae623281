"""Armies: kinds of units, equal armies, free lists and their secrecy."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.play import decode_action
from app.engine.refusal import InvalidInput
from app.engine.types import Viewer
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import ArmiesRevealed, ArmyLocked, ArmySubmitted
from tests.games.war_of_plastic.battlefield import book, rules
from tests.games.war_of_plastic.matches import Match, game, names, of_kind, opened

SMALL = ("soldier", "bazooka", "jeep")
OTHER = ("tank", "soldier")


def unequal(seats: int = 2, **options: object) -> Match:
    """Free lists of unequal armies, still to be written."""
    return opened("crossroads", seats=seats, army_lists="free", symmetric_armies=False, **options)


def equal() -> Match:
    """Free lists of equal armies."""
    return opened("crossroads", army_lists="free")


@pytest.mark.rule("WOP-ARMY-03", "WOP-ARMY-04", "WOP-GEN-06")
def test_every_kind_belongs_to_a_class_and_bears_what_its_class_bears():
    kinds, classes = rules().kinds, rules().classes

    assert {kind.type for kind in kinds.values()} == {"infantry", "light", "heavy"}
    assert {name: row.damage_limit for name, row in classes.items()} == {"infantry": 1, "light": 2, "heavy": 3}
    assert [kinds[kind].capacity for kind in ("soldier", "jeep", "truck", "tank")] == [0, 3, 5, 0]
    assert kinds["soldier"].weapons == ("rifle", "grenade")
    assert kinds["tank"].weapons == ("heavy_weapon", "machine_gun")
    assert kinds["jeep"].weapons == kinds["truck"].weapons == ()


@pytest.mark.rule("WOP-ARMY-05", "WOP-ARMY-06")
def test_special_weapons_are_carried_besides_rifle_and_grenades():
    specials = {kind.id: kind.special for kind in rules().kinds.values() if kind.special}

    assert specials == {"machine_gunner": "machine_gun", "bazooka": "heavy_weapon", "mortar": "artillery"}
    assert all(rules().kinds[kind].weapons == ("rifle", "grenade") for kind in specials)
    assert "artillery" in rules().kinds["self_propelled_gun"].weapons


@pytest.mark.rule("WOP-ARMY-08")
def test_the_pistol_is_the_officers_and_in_no_scenario():
    carriers = [kind.id for kind in rules().kinds.values() if "pistol" in kind.weapons]
    listed = {unit["kind"] for scenario in book().scenarios.values() for unit in scenario["units"]}

    assert carriers == ["officer"]
    assert "officer" not in listed
    assert (rules().weapons["pistol"].range_mm, rules().weapons["pistol"].power) == (200, 1)


@pytest.mark.rule("WOP-ARMY-01", "WOP-ARMY-02")
def test_unequal_armies_of_a_scenario_must_be_agreed_on():
    assert opened("breakthrough").position.options["symmetric_armies"] is False

    with pytest.raises(InvalidInput) as raised:
        opened("breakthrough", symmetric_armies=True)
    assert [error.field for error in raised.value.errors] == ["options.symmetric_armies"]


# --------------------------------------------------------------------------------------------------------- unequal armies


@pytest.mark.rule("WOP-ARMY-07")
def test_units_follow_the_order_of_the_list_and_belong_to_the_captain():
    match = unequal(seats=4)
    assert match.to_act == ("a", "b")

    match.does("a", a.SubmitArmy(SMALL))
    match.does("a", a.LockArmy())
    assert match.to_act == ("b",)
    events = match.does("b", a.LockArmy(OTHER))

    assert names(events) == ["army_submitted", "army_locked", "armies_revealed", "phase_changed"]
    assert {unit.id: (unit.kind, unit.owner) for unit in match.position.units.values()} == {
        "A-01": ("soldier", "a"),
        "A-02": ("bazooka", "a"),
        "A-03": ("jeep", "a"),
        "B-01": ("tank", "b"),
        "B-02": ("soldier", "b"),
    }
    assert match.unit("A-02").special == ("heavy_weapon",)
    assert match.position.phase is Phase.EDGE_ROLL


@pytest.mark.rule("WOP-ARMY-07")
@pytest.mark.parametrize("kinds", [(), ("dragon",), ("tank",) * 5, ("soldier",) * 21])
def test_an_empty_list_an_unknown_kind_or_too_many_points_are_refused(kinds):
    match = unequal()

    assert match.refuses("a", a.SubmitArmy(kinds)) == "WOP-ARMY-07"
    assert match.refuses("a", a.LockArmy(kinds)) == "WOP-ARMY-07"


@pytest.mark.rule("WOP-ARMY-07")
def test_a_list_may_use_up_the_points_and_needs_to_be_there_to_be_locked():
    match = unequal()

    assert match.refuses("a", a.SubmitArmy(("tank",) * 4)) is None
    assert match.refuses("a", a.LockArmy()) == "WOP-ARMY-07"
    match.does("a", a.SubmitArmy(("tank",) * 4))
    assert match.refuses("a", a.LockArmy()) is None


@pytest.mark.rule("WOP-ARMY-07", "WOP-MAN-14")
def test_a_locked_list_stays():
    match = unequal()
    match.does("a", a.LockArmy(SMALL))

    assert match.refuses("a", a.SubmitArmy(OTHER)) == "WOP-MAN-14"
    assert match.refuses("a", a.LockArmy()) == "WOP-MAN-14"


@pytest.mark.rule("WOP-TEAM-04")
def test_lists_are_the_captains():
    match = unequal(seats=4)

    assert match.refuses("c", a.SubmitArmy(SMALL)) == "WOP-TEAM-04"
    assert match.refuses("d", a.LockArmy(SMALL)) == "WOP-TEAM-04"


# ----------------------------------------------------------------------------------------------------------- equal armies


@pytest.mark.rule("WOP-ARMY-07")
def test_captain_a_writes_the_one_list_and_captain_b_accepts_it():
    match = equal()
    assert match.to_act == ("a",)
    match.does("a", a.SubmitArmy(SMALL))
    match.does("a", a.SubmitArmy(OTHER))
    assert match.to_act == ("b",)

    events = match.does("b", a.LockArmy())

    assert of_kind(events, ArmyLocked) == [ArmyLocked("B"), ArmyLocked("A")]
    (revealed,) = of_kind(events, ArmiesRevealed)
    assert revealed.lists == {"A": OTHER, "B": OTHER}
    assert [unit.kind for unit in match.position.units.values()] == [*OTHER, *OTHER]


@pytest.mark.rule("WOP-ARMY-01")
def test_captain_b_of_equal_armies_can_have_no_other_list():
    match = equal()

    assert match.refuses("b", a.LockArmy()) == "WOP-ARMY-07"
    assert match.refuses("b", a.SubmitArmy(SMALL)) == "WOP-ARMY-01"
    match.does("a", a.SubmitArmy(SMALL))
    assert match.refuses("b", a.LockArmy(OTHER)) == "WOP-ARMY-01"
    assert match.refuses("b", a.LockArmy(("jeep", "soldier", "bazooka"))) is None


def test_captain_b_is_asked_to_accept_a_list_only_once_it_is_proposed():
    match = equal()

    def told(viewer):
        return game().scene(game().view(match.position, viewer)).prompt.in_("en")

    assert told("a").startswith("Propose the army")
    assert told("b").startswith("Army A proposes the list")
    match.does("a", a.SubmitArmy(SMALL))
    assert told("a").endswith("until Army B accepts it.")
    assert told("b").startswith("Look at the proposed list")


@pytest.mark.rule("WOP-HID-02")
def test_the_one_list_of_equal_armies_is_open():
    match = equal()
    events = match.does("a", a.SubmitArmy(SMALL))

    for viewer in ("a", "b", "spectator"):
        assert game().view(match.position, Viewer(viewer)).armies["A"].list == SMALL
        assert game().tell(match.position, events[0], Viewer(viewer)) is events[0]


# ---------------------------------------------------------------------------------------------------------------- secrecy


@pytest.mark.rule("WOP-HID-02")
@pytest.mark.parametrize("locked", [False, True])
def test_a_secret_list_shows_nothing_but_whether_it_is_locked(locked):
    small, large = unequal(), unequal()
    small.does("a", a.SubmitArmy(("soldier",)))
    large.does("a", a.SubmitArmy(("soldier",) * 20))
    for match in (small, large):
        if locked:
            match.does("a", a.LockArmy())

    for viewer in ("b", "spectator"):
        views = [game().view(match.position, Viewer(viewer)) for match in (small, large)]
        scenes = [game().scene(view) for view in views]

        assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])
        assert msgspec.json.encode(scenes[0]) == msgspec.json.encode(scenes[1])
        assert views[0].armies["A"].list is None
        assert views[0].armies["A"].list_locked is locked


@pytest.mark.rule("WOP-HID-02")
def test_a_secret_list_is_told_to_its_own_army_only():
    match = unequal(seats=4)
    before = match.position

    (submitted,) = match.does("a", a.SubmitArmy(SMALL))

    told = {viewer: game().tell(before, submitted, Viewer(viewer)) for viewer in ("a", "b", "c", "d", "spectator")}
    assert told == {"a": submitted, "b": None, "c": submitted, "d": None, "spectator": None}
    assert isinstance(submitted, ArmySubmitted)


@pytest.mark.rule("WOP-HID-02")
def test_that_a_list_is_locked_is_told_to_all_without_the_list():
    match = unequal()
    before = match.position

    events = match.does("a", a.LockArmy(SMALL))

    told = [game().tell(before, event, Viewer("b")) for event in events]
    assert told == [None, ArmyLocked("A")]


@pytest.mark.rule("WOP-HID-02")
def test_what_the_other_captain_may_do_does_not_depend_on_a_secret_list():
    bare, written = unequal(), unequal()
    written.does("a", a.SubmitArmy(SMALL))

    assert msgspec.json.encode(bare.offers("b")) == msgspec.json.encode(written.offers("b"))
    for action in (a.SubmitArmy(OTHER), a.LockArmy(), a.LockArmy(SMALL), a.SubmitArmy(())):
        assert bare.refuses("b", action) == written.refuses("b", action)
    assert bare.to_act == written.to_act


def test_a_list_longer_than_sixty_units_is_wrong_in_shape():
    with pytest.raises(InvalidInput):
        decode_action(game(), {"type": "submit_army", "list": ["soldier"] * 61})
