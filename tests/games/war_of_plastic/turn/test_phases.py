"""Roll-offs, edges, the first turn, and what belongs to which phase."""

from __future__ import annotations

import pytest

from app.engine.offering import name_of
from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import RollDecided, Rolled, TurnStarted
from tests.games.war_of_plastic.battlefield import soldier
from tests.games.war_of_plastic.matches import Match, names, of_kind, opened, turn_of_a

A_MOVE = a.Move("A-01", ((250, 200),))


@pytest.mark.rule("WOP-START-01", "WOP-DICE-02")
def test_the_higher_die_takes_the_first_turn():
    match = opened()

    events = match.does("b", a.Roll(), 2, 5)

    assert [(roll.army, roll.die) for roll in of_kind(events, Rolled)] == [("A", 2), ("B", 5)]
    assert of_kind(events, TurnStarted) == [TurnStarted("B", 1, 1)]
    assert match.position.phase is Phase.TURN
    assert match.to_act == ("b",)


@pytest.mark.rule("WOP-START-01", "WOP-DEPL-04", "WOP-DICE-02")
def test_a_tied_roll_off_is_rolled_again_by_both():
    match = opened()

    events = match.does("a", a.Roll(), 3, 3, 6, 6, 4, 1)

    assert [roll.die for roll in of_kind(events, Rolled)] == [3, 3, 6, 6, 4, 1]
    assert of_kind(events, RollDecided) == [RollDecided("first", "A", "B")]


@pytest.mark.rule("WOP-START-02")
def test_a_round_is_one_turn_of_each_army_from_the_one_that_began():
    match = opened()
    match.does("a", a.Roll(), 1, 2)
    seen = []

    for seat in ("b", "a", "b", "a"):
        seen.append((match.position.army_to_act, match.position.round))
        match.does(seat, a.EndTurn())

    assert seen == [("B", 1), ("A", 1), ("B", 2), ("A", 2)]
    assert match.position.round == 3


@pytest.mark.rule("WOP-DEPL-01", "WOP-DEPL-02", "WOP-DEPL-03", "WOP-DEPL-06")
def test_the_higher_die_chooses_an_edge_and_the_lower_one_deploys_first():
    match = opened("crossroads")
    match.does("a", a.Roll(), 5, 3)
    assert match.to_act == ("a",)

    match.does("a", a.ChooseEdge("west"))

    assert match.position.armies["A"].edge == "west"
    assert match.position.armies["B"].edge == "east"
    assert match.position.phase is Phase.DEPLOYMENT
    assert match.to_act == ("b",)


@pytest.mark.rule("WOP-DEPL-01")
def test_with_fixed_edges_the_roll_off_is_made_all_the_same():
    match = opened("breakthrough")
    assert match.position.phase is Phase.EDGE_ROLL

    match.does("a", a.Roll(), 6, 2)

    assert match.position.phase is Phase.DEPLOYMENT
    assert match.position.army_to_act == "B"


@pytest.mark.rule("WOP-DEPL-02")
@pytest.mark.parametrize(
    ("option", "legal"),
    [("any", ["south", "north", "west", "east"]), ("long", ["south", "north"]), ("short", ["west", "east"])],
)
def test_only_edges_that_the_room_allows_can_be_chosen(option, legal):
    match = opened("crossroads", deployment_edges=option)
    match.does("a", a.Roll(), 2, 4)

    accepted = [e for e in ("south", "north", "west", "east") if match.refuses("b", a.ChooseEdge(e)) is None]

    assert accepted == legal
    assert {match.refuses("b", a.ChooseEdge(e)) for e in ("south", "north", "west", "east")} <= {None, "WOP-DEPL-02"}


@pytest.mark.rule("WOP-DEPL-15")
def test_with_every_unit_placed_or_in_reserve_the_edge_roll_and_deployment_are_skipped():
    assert opened("garden_skirmish").position.phase is Phase.FIRST_ROLL
    assert opened("house_to_house").position.phase is Phase.FIRST_ROLL
    assert opened("crossroads").position.phase is Phase.EDGE_ROLL


@pytest.mark.rule("WOP-OBST-04", "WOP-OBST-02")
def test_method_a_is_begun_by_the_higher_die():
    match = opened("crossroads", obstacle_method="alternate")
    assert match.position.phase is Phase.OBSTACLE_ROLL

    match.does("a", a.Roll(), 2, 6)

    assert match.position.phase is Phase.OBSTACLES
    assert match.to_act == ("b",)


@pytest.mark.rule("WOP-OBST-05", "WOP-OBST-03", "WOP-DEPL-07")
@pytest.mark.parametrize(("role", "placing", "choosing"), [("place", "b", "a"), ("edge", "a", "b")])
def test_method_b_lets_the_higher_die_choose_its_role_and_the_placing_army_deploy_first(role, placing, choosing):
    match = opened("horde_against_armour")
    match.does("a", a.Roll(), 1, 6)
    assert match.to_act == ("b",)

    match.does("b", a.ChooseRole(role))
    assert match.to_act == (placing,)
    match.does(placing, a.FinishObstacles())
    assert match.to_act == (choosing,)
    match.does(choosing, a.ChooseEdge("north"))

    assert match.position.phase is Phase.DEPLOYMENT
    assert match.to_act == (placing,)


# ------------------------------------------------------------------------------------------------ captains and phases


@pytest.mark.rule("WOP-TEAM-04")
@pytest.mark.parametrize(
    "action", [a.EndTurn(), a.OfferDraw(), a.Concede(), a.ClaimObjective(0)], ids=lambda action: name_of(action)
)
def test_what_the_captain_decides_is_refused_to_his_companions(action):
    match = opened(seats=4)
    match.does("a", a.Roll(), 6, 1)

    assert match.refuses("c", action) == "WOP-TEAM-04"


@pytest.mark.rule("WOP-TEAM-04")
def test_before_the_first_turn_too_the_captains_decide():
    rolling, choosing, deploying, placing = (opened("crossroads", seats=4) for _ in range(4))
    for match in (choosing, deploying):
        match.does("a", a.Roll(), 6, 1)
    deploying.does("a", a.ChooseEdge("south"))
    placing = opened("crossroads", seats=4, obstacle_method="alternate")
    placing.does("a", a.Roll(), 6, 1)

    assert rolling.refuses("d", a.Roll()) == "WOP-TEAM-04"
    assert choosing.refuses("c", a.ChooseEdge("south")) == "WOP-TEAM-04"
    assert deploying.refuses("d", a.FinishDeployment()) == "WOP-TEAM-04"
    assert placing.refuses("c", a.PlaceObstacle(0, 300, 300)) == "WOP-TEAM-04"
    assert placing.refuses("c", a.PassObstacle()) == "WOP-TEAM-04"


@pytest.mark.rule("WOP-TEAM-04")
def test_the_first_seat_of_an_army_is_its_captain_unless_another_is_named():
    default = opened(seats=4)
    named = opened(seats=[{}, {}, {"captain": True}, {}])

    assert [default.position.armies[army].captain for army in ("A", "B")] == ["a", "b"]
    assert [named.position.armies[army].captain for army in ("A", "B")] == ["c", "b"]


@pytest.mark.rule("WOP-MAN-14")
@pytest.mark.parametrize(
    "action",
    [
        A_MOVE,
        a.Shoot("nobody", "nothing", ("nobody",)),
        a.EndTurn(),
        a.EndManoeuvre(),
        a.Deploy("A-01", 100, 100),
        a.ChooseEdge("south"),
        a.ChooseRole("place"),
        a.PlaceObstacle(0, 0, 0),
        a.LockArmy(),
        a.PlaceSurvivor("A-01"),
        a.AnswerDraw(yes=True),
        a.ConfirmObjective(yes=True),
    ],
    ids=lambda action: name_of(action),
)
def test_what_does_not_belong_to_the_phase_is_refused_before_anything_else(action):
    match = opened()

    assert [match.refuses(seat, action) for seat in ("a", "b", "g")] == ["WOP-MAN-14"] * 3


@pytest.mark.rule("WOP-MAN-14")
def test_in_the_other_armys_turn_nothing_of_a_turn_is_done():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 100, 700, "B"))

    refused = [
        match.refuses("b", action)
        for action in (a.Move("B-01", ((100, 600),)), a.EndTurn(), a.Shoot("B-01", "rifle", ("A-01",)))
    ]

    assert refused == ["WOP-MAN-14"] * 3


@pytest.mark.rule("WOP-MAN-14", "WOP-WIN-07")
def test_out_of_turn_one_may_still_offer_a_draw_concede_and_hand_over():
    match = turn_of_a(soldier("A-01", 100, 100), soldier("B-01", 100, 700, "B"), seats=4)

    assert match.refuses("b", a.OfferDraw()) is None
    assert match.refuses("b", a.Concede()) is None
    assert match.refuses("b", a.Delegate("B-01", "d")) is None


@pytest.mark.rule("WOP-MAN-14")
def test_a_finished_game_takes_no_more_acts():
    match = opened()
    match.does("a", a.Concede())

    for action in (a.Roll(), A_MOVE, a.Concede(), a.OfferDraw(), a.Delegate("A-01", "a"), a.EndTurn()):
        assert match.refuses("a", action) == "WOP-MAN-14"
    assert match.to_act == ()


# ----------------------------------------------------------------------------------------------------- who is waited for


@pytest.mark.rule("WOP-TEAM-05", "WOP-TEAM-02")
def test_the_seats_of_an_army_use_its_three_manoeuvres_in_any_order():
    match = opened(seats=4)
    match.does("a", a.Roll(), 6, 1)
    assert match.to_act == ("a", "c")

    match.does("c", a.Move("A-04", ((800, 200),)))
    assert match.to_act == ("a", "c")
    match.does("c", a.EndManoeuvre())
    match.does("a", A_MOVE)
    match.does("a", a.EndManoeuvre())
    match.does("c", a.Move("A-05", ((900, 200),)))
    events = match.does("c", a.EndManoeuvre())

    assert names(events) == ["manoeuvre_closed", "turn_ended", "turn_started"]
    assert match.to_act == ("b", "d")


@pytest.mark.rule("WOP-TEAM-01", "WOP-TEAM-02")
def test_seats_join_the_armies_in_turn_unless_they_say_otherwise():
    by_turns: Match = opened(seats=4)
    chosen = opened(seats=[{"army": "B"}, {"army": "A"}, {"army": "A"}])

    assert by_turns.position.armies["A"].seats == ("a", "c")
    assert by_turns.position.armies["B"].seats == ("b", "d")
    assert chosen.position.armies["A"].seats == ("b", "c")
    assert chosen.position.armies["B"].seats == ("a",)
