"""Offers: what a seat may do now, in a fixed order, each example legal."""

from __future__ import annotations

import random

import pytest

from app.engine import play
from app.engine.dice import StreamDice
from app.engine.offering import name_of
from app.engine.scene import Disc, Polygon
from app.engine.system import Setup
from app.engine.types import Seat
from app.systems.war_of_plastic.book.state import Objective, Objectives, WeaponToken
from app.systems.war_of_plastic.position import actions as a
from tests.games.war_of_plastic.battlefield import box, jeep, soldier, tank
from tests.games.war_of_plastic.matches import Match, changed, game, kept_in_reserve, opened, turn_of_a


def offer_of(match: Match, kind: str, unit: str | None = None, seat: str = "a"):
    """The only offer of a type."""
    (found,) = [offer for offer in match.offers(seat) if offer.type == kind and (unit is None or offer.unit == unit)]
    return found


def mixed(**options: object) -> Match:
    """A soldier with a machine gun near enemies and a weapon on the ground, a jeep to board, a tank, a unit in reserve."""
    return turn_of_a(
        soldier("A-01", 300, 300, special=("machine_gun",)),
        jeep("A-02", 420, 300),
        tank("A-03", 700, 200),
        kept_in_reserve(soldier("A-04", 0, 0)),
        soldier("B-01", 300, 500, "B"),
        soldier("B-02", 380, 500, "B"),
        soldier("B-03", 460, 500, "B"),
        WeaponToken("token-1", "heavy_weapon", 300, 330),
        **options,
    )


def test_every_kind_of_act_is_offered_in_its_place():
    match = mixed()

    assert match.offered("a", "A-01") == ["move", "shoot", "shoot", "shoot", "drop_weapon"]
    assert match.offered("a", "A-02") == ["move"]
    assert match.offered("a", "A-03") == ["move", "shoot", "shoot"]
    assert match.offered("a", "A-04") == ["enter"]
    assert match.offered("a")[-1] == "end_turn"
    assert match.offered("b") == []


@pytest.mark.rule("WOP-MAN-05", "WOP-MAN-10")
def test_a_unit_that_has_nothing_left_to_do_makes_way_but_not_with_the_last_manoeuvre():
    match = turn_of_a(*(soldier(f"A-0{n}", 100 * n, 100) for n in (1, 2, 3)), soldier("B-01", 300, 200, "B"))
    match.does("a", a.Move("A-01", ((100, 150),)))
    assert offer_of(match, "end_manoeuvre").yields is None, "it may still shoot"
    match.does("a", a.Shoot("A-01", "rifle", ("B-01",)), 1)
    match = turn_of_a(*(soldier(f"A-0{n}", 100 * n, 100) for n in (1, 2, 3)), soldier("B-01", 1100, 700, "B"))
    for n in (1, 2, 3):
        match.does("a", a.Move(f"A-0{n}", ((100 * n, 150),)))
        offer = offer_of(match, "end_manoeuvre")
        assert (offer.at_once, offer.yields) == (True, True if n < 3 else None)
        match.does("a", a.EndManoeuvre())


@pytest.mark.rule("WOP-MAN-09")
def test_a_turn_in_which_nobody_can_do_anything_ends_by_itself_unless_something_was_done():
    def is_given(match: Match) -> bool:
        return any(waiver.given for waiver in offer_of(match, "end_turn").waivers or ())

    helpless = soldier("A-01", 600, 400, damage=1, stunned=True)
    assert not is_given(turn_of_a(helpless, soldier("B-01", 1100, 700, "B"))), "the stun can be removed"
    assert is_given(turn_of_a(helpless, soldier("B-01", 1100, 700, "B"), unstun_by="helper"))


@pytest.mark.rule("WOP-MOVE-05", "WOP-MOVE-02", "WOP-VEH-04")
def test_a_move_is_bounded_by_its_limits_and_shows_varied_examples():
    offer = offer_of(mixed(), "move", "A-01")

    assert offer.input == "path"
    assert offer.domain is not None
    assert (offer.domain.start_mm, offer.domain.longest_mm, offer.domain.min_leg_mm) == ((300, 300), 300, 100)
    assert offer.domain.limits_mm == {"moving": 200, "forced": 300}
    assert offer.domain.units == ("A-02",)
    assert offer.domain.region == (Polygon(((0, 0), (1200, 0), (1200, 800), (0, 800))),)
    assert len(offer.examples) >= 5
    assert any(len(example.path_mm) == 2 for example in offer.examples)
    assert [example.board for example in offer.examples if example.board] == ["A-02"]


@pytest.mark.rule("WOP-MOVE-07")
def test_a_hurt_unit_has_one_limit():
    offer = offer_of(changed(mixed(), "A-03", damage=1), "move", "A-03")

    assert offer.domain is not None
    assert (offer.domain.limits_mm, offer.domain.longest_mm) == ({"hurt": 150}, 150)


@pytest.mark.rule("WOP-BLDG-06")
def test_a_soldier_in_a_house_is_shown_the_stairs():
    match = turn_of_a(
        soldier("A-01", 300, 300), box("h", "house", 200, 200, 400, 400, levels=2), soldier("B-01", 900, 700, "B")
    )

    offer = offer_of(match, "move", "A-01")

    assert a.Move("A-01", ((300, 300, 1),)) in offer.examples
    assert offer.domain is not None
    assert offer.domain.levels == 2


@pytest.mark.rule("WOP-BURST-02", "WOP-BURST-03", "WOP-BURST-06")
def test_a_burst_is_offered_at_one_two_or_three_targets_near_one_another():
    shots = [offer for offer in mixed().offers("a", "A-01") if offer.type == "shoot"]
    offer = next(offer for offer in shots if offer.examples[0].weapon == "machine_gun")

    groups = {frozenset(example.targets) for example in offer.examples}

    assert groups == {
        *(frozenset({target}) for target in ("B-01", "B-02", "B-03")),
        *(frozenset(pair) for pair in (("B-01", "B-02"), ("B-02", "B-03"))),
    }
    assert offer.domain is not None
    assert (offer.domain.units, offer.domain.most) == (("B-01", "B-02", "B-03"), 3)


@pytest.mark.rule("WOP-HID-04", "WOP-SHOT-18")
@pytest.mark.parametrize(("premeasure", "targets"), [(True, ("B-01",)), (False, ("B-01", "B-02"))])
def test_without_measuring_every_designable_target_is_offered_in_range_or_not(premeasure, targets):
    match = turn_of_a(
        soldier("A-01", 300, 100), soldier("B-01", 300, 500, "B"), soldier("B-02", 400, 700, "B"), premeasure=premeasure
    )

    rifle = next(offer for offer in match.offers("a", "A-01") if offer.type == "shoot")

    assert rifle.domain is not None
    assert rifle.domain.units == targets


def test_ending_a_manoeuvre_needs_no_weighing_once_its_unit_can_do_nothing_more():
    match = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 500, "B"))
    match.does("a", a.Move("A-01", ((300, 200),)))
    assert offer_of(match, "end_manoeuvre").at_once is None

    alone = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 780, "B"))
    alone.does("a", a.Move("A-01", ((300, 150),)))
    assert offer_of(alone, "end_manoeuvre").at_once
    assert offer_of(alone, "end_turn").at_once is None


def test_a_unit_that_has_acted_is_offered_nothing_and_an_open_one_alone_goes_on():
    match = mixed()
    match.does("a", a.Move("A-03", ((700, 250),)))

    assert match.offered("a", "A-01") == []
    assert match.offered("a", "A-03") == ["shoot", "shoot"]
    assert match.offered("a")[-2:] == ["end_manoeuvre", "end_turn"]
    match.does("a", a.EndManoeuvre())
    assert match.offered("a", "A-03") == []


@pytest.mark.rule("WOP-RES-03", "WOP-RES-05")
def test_an_entry_names_its_edge_and_who_may_ride_along():
    riders = [kept_in_reserve(soldier(f"A-0{n}", 0, 0)) for n in range(2, 7)]
    match = turn_of_a(kept_in_reserve(jeep("A-01", 0, 0)), *riders, soldier("B-01", 300, 500, "B"))

    offer = offer_of(match, "enter", "A-01")

    assert offer.input == "entry"
    assert offer.domain is not None
    assert (offer.domain.edge, offer.domain.most) == ("south", 3)
    assert offer.domain.units == ("A-02", "A-03", "A-04", "A-05", "A-06")
    assert {len(example.passengers) for example in offer.examples} == {0, 3}
    assert {bool(example.path_mm) for example in offer.examples} == {True, False}


@pytest.mark.rule("WOP-DEPL-09", "WOP-DEPL-11")
def test_a_deployment_is_a_place_in_the_area_or_aboard():
    match = opened("crossroads")
    match.does("a", a.Roll(), 1, 6)
    match.does("b", a.ChooseEdge("north"))
    match.does("a", a.Deploy("A-09", 600, 100))
    match.does("b", a.FinishDeployment())

    place, aboard = match.offers("a", "A-01")

    assert place.domain is not None
    assert place.domain.region == (Polygon(((0, 0), (1800, 0), (1800, 300), (0, 300))),)
    assert place.domain.ghost == Disc(0, 0, 15)
    assert len(place.examples) > 4
    assert aboard.examples == (a.Deploy("A-01", vehicle="A-09"),)
    assert len(aboard.names) == 1
    assert match.offered("a")[-1] == "finish_deployment"


@pytest.mark.rule("WOP-ARMY-07")
def test_a_free_list_is_composed_of_kinds_with_their_points():
    match = opened("crossroads", army_lists="free", symmetric_armies=False)

    lock, submit = match.offers("a")

    assert (submit.type, submit.input, lock.type) == ("submit_army", "list", "lock_army")
    assert submit.domain is not None
    assert submit.domain.most == 40
    assert {item.value: item.cost for item in submit.domain.items}["tank"] == 10


@pytest.mark.rule("WOP-TEAM-03")
def test_handing_over_is_offered_to_the_owner_and_the_captain_also_out_of_turn():
    match = opened(seats=4)
    match.does("a", a.Roll(), 1, 6)

    assert match.offered("a") == ["delegate"]
    assert match.offered("c") == ["delegate"]
    assert len(offer_of(match, "delegate").examples) == 5
    assert len(offer_of(match, "delegate", seat="c").examples) == 2


@pytest.mark.rule("WOP-WIN-05", "WOP-WIN-07")
def test_claims_are_offered_and_draws_are_not():
    by_hand = Objectives("any", (Objective("manual", text_es="Puente", text_en="Bridge"),))
    match = turn_of_a(soldier("A-01", 300, 100), soldier("B-01", 300, 700, "B"), objectives={"A": by_hand})

    claim = offer_of(match, "claim_objective")
    match.does("a", a.OfferDraw())

    assert [name.en for name in claim.names] == ["Bridge"]
    assert match.offered("b") == []


def test_a_helper_is_offered_the_stunned_he_can_reach():
    match = turn_of_a(
        soldier("A-01", 300, 300),
        soldier("A-02", 330, 300, stunned=True),
        soldier("A-03", 600, 300, stunned=True),
        soldier("B-01", 300, 700, "B"),
        unstun_by="helper",
    )

    assert offer_of(match, "unstun").examples == (a.Unstun("A-01", "A-02"),)
    assert match.offered("a", "A-02") == []


@pytest.mark.parametrize("seed", range(6))
def test_a_program_that_posts_random_examples_finishes_the_game(seed):
    pick = random.Random(seed)
    scenario = ("garden_skirmish", "house_to_house", "horde_against_armour")[seed % 3]
    seats = tuple({} for _ in range(2 + 2 * (seed % 2)))
    state = play.start(game(), Setup(scenario, seats), StreamDice(b"secret", str(seed))).state
    acts = 0

    while asked := game().to_act(state):
        seat = pick.choice(asked)
        offer = pick.choice(game().offers(state, Seat(seat)))
        action = pick.choice(offer.examples)
        step = play.step(game(), state, seat, action, StreamDice(b"secret", f"{seed} {acts}"))
        assert isinstance(step, play.Step), f"{action} was offered and refused: {step}"
        state, acts = step.state, acts + 1

    assert game().outcome(state) is not None


@pytest.mark.parametrize("seed", range(4))
def test_nothing_outside_the_offers_is_accepted(seed):
    """Whatever is sampled or was played elsewhere in the game is either refused or within an offer."""
    pick = random.Random(seed)
    scenario = ("garden_skirmish", "crossroads", "breakthrough", "house_to_house")[seed]
    state = play.start(game(), Setup(scenario, ({}, {})), StreamDice(b"other", str(seed))).state
    played: list[a.Action] = [a.EndTurn(), a.EndManoeuvre(), a.Roll()]

    while asked := game().to_act(state):
        seat = pick.choice(asked)
        action = game().sample(state, seat, pick.randrange)
        assert action is not None
        played.append(action)
        if pick.random() < 0.1:
            offers = game().offers(state, seat)
            for each in (action, *pick.sample(played, min(10, len(played)))):
                if game().check(state, seat, each) is None:
                    assert any(is_within(offer, each) for offer in offers), each
        step = play.step(game(), state, seat, action, StreamDice(b"other", f"{seed} {len(played)}"))
        state = step.state


def is_within(offer: object, action: a.Action) -> bool:
    """Whether an accepted action is one of an offer's examples or inside its domain."""
    if offer.type != name_of(action) or offer.unit not in (None, getattr(action, "unit", None)):
        return False
    if action in offer.examples:
        return True
    domain = offer.domain
    if isinstance(action, a.Shoot):
        same = offer.examples[0].weapon == action.weapon
        return same and set(action.targets) <= set(domain.units) and len(action.targets) <= domain.most
    if isinstance(action, a.Enter):
        return set(action.passengers) <= set(domain.units) and len(action.passengers) <= domain.most
    if isinstance(action, a.Move):
        return action.board is None or action.board in domain.units
    if isinstance(action, a.Deploy):
        return action.vehicle is None and bool(domain.region)
    return domain is not None and bool(domain.region)
