"""Deployment: unit after unit, aboard, in buildings, and what stays in reserve."""

from __future__ import annotations

import pytest

from app.systems.war_of_plastic.book.state import Phase
from app.systems.war_of_plastic.position import actions as a
from app.systems.war_of_plastic.position.events import Deployed, DeploymentFinished
from tests.games.war_of_plastic.matches import Match, game, names, next_turn, of_kind, opened

INFANTRY = [f"A-0{number}" for number in range(1, 9)]
JEEP, TRUCK, TANK = "A-09", "A-10", "A-11"


def deploying(*, seats: int = 2) -> Match:
    """The crossroads with A in the south; A deploys first."""
    match = opened("crossroads", seats=seats)
    match.does("a", a.Roll(), 1, 6)
    match.does("b", a.ChooseEdge("north"))
    return match


@pytest.mark.rule("WOP-DEPL-06", "WOP-DEPL-08", "WOP-DEPL-14")
def test_the_armies_deploy_one_unit_each_in_turn():
    match = deploying()
    assert match.refuses("b", a.Deploy("B-01", 100, 1100)) == "WOP-DEPL-08"

    (deployed,) = match.does("a", a.Deploy("A-01", 100, 100))

    assert isinstance(deployed, Deployed)
    assert match.place("A-01") == (100, 100, 0)
    assert match.refuses("a", a.Deploy("A-02", 200, 100)) == "WOP-DEPL-08"
    match.does("b", a.Deploy("B-01", 100, 1100))
    assert match.refuses("a", a.Deploy("A-02", 200, 100)) is None
    for viewer in ("a", "b", "spectator"):
        assert game().view(match.position, viewer).units == match.position.units


@pytest.mark.rule("WOP-DEPL-05", "WOP-DEPL-09")
def test_the_whole_base_lies_in_the_own_deployment_area():
    match = deploying()

    assert match.refuses("a", a.Deploy("A-01", 15, 285)) is None
    assert match.refuses("a", a.Deploy("A-01", 15, 286)) == "WOP-DEPL-09"
    assert match.refuses("a", a.Deploy("A-01", 14, 285)) == "WOP-DEPL-09"
    assert match.refuses("a", a.Deploy(TANK, 900, 250)) is None
    assert match.refuses("a", a.Deploy(TANK, 900, 251)) == "WOP-DEPL-09"


@pytest.mark.rule("WOP-DEPL-10")
def test_a_unit_is_deployed_only_where_it_may_stand():
    match = deploying()
    match.does("a", a.Deploy("A-01", 100, 100))
    match.does("b", a.Deploy("B-01", 100, 1100))

    assert match.refuses("a", a.Deploy("A-02", 129, 100)) == "WOP-DEPL-10"
    assert match.refuses("a", a.Deploy("A-02", 130, 100)) is None
    assert match.refuses("a", a.Deploy("A-02", 400, 100, level=1)) == "WOP-DEPL-10"


@pytest.mark.rule("WOP-DEPL-10", "WOP-BLDG-03")
def test_infantry_may_be_deployed_on_any_level_of_an_empty_house():
    match = opened("crossroads", obstacle_method="alternate")
    match.does("a", a.Roll(), 6, 1)
    match.does("a", a.PlaceObstacle(12, 900, 120))
    match.does("b", a.PassObstacle())
    match.does("a", a.PassObstacle())
    match.does("b", a.Roll(), 1, 6)
    match.does("b", a.ChooseEdge("north"))

    assert match.refuses("a", a.Deploy("A-01", 900, 120, level=2)) == "WOP-DEPL-10"
    assert match.refuses("a", a.Deploy(TANK, 900, 120)) == "WOP-DEPL-10"
    match.does("a", a.Deploy("A-01", 900, 120, level=1))
    assert match.place("A-01") == (900, 120, 1)


@pytest.mark.rule("WOP-DEPL-11", "WOP-VEH-01", "WOP-VEH-02", "WOP-VEH-03")
def test_a_soldier_may_be_deployed_aboard_an_own_vehicle_with_room():
    match = deploying()
    assert match.refuses("a", a.Deploy("A-01", vehicle=JEEP)) == "WOP-DEPL-11"
    match.does("a", a.Deploy(JEEP, 300, 100))
    match.does("b", a.Deploy("B-09", 300, 1100))
    match.does("a", a.Deploy(TANK, 500, 100))
    match.does("b", a.FinishDeployment())

    assert match.refuses("a", a.Deploy("A-01", vehicle=TANK)) == "WOP-VEH-01"
    assert match.refuses("a", a.Deploy("A-01", vehicle="B-09")) == "WOP-VEH-02"
    assert match.refuses("a", a.Deploy("A-01", vehicle="A-02")) == "WOP-VEH-01"
    assert match.refuses("a", a.Deploy("A-01", vehicle="nobody")) == "WOP-VEH-01"
    assert match.refuses("a", a.Deploy(TRUCK, vehicle=JEEP)) == "WOP-VEH-01"
    for soldier in INFANTRY[:3]:
        match.does("a", a.Deploy(soldier, vehicle=JEEP))
    assert match.refuses("a", a.Deploy("A-04", vehicle=JEEP)) == "WOP-VEH-03"
    assert (match.unit("A-01").status, match.unit("A-01").aboard) == ("aboard", JEEP)


@pytest.mark.rule("WOP-DEPL-12", "WOP-DEPL-13", "WOP-RES-07")
def test_who_finishes_sends_the_rest_to_the_reserve_and_the_other_goes_on_alone():
    match = deploying()
    match.does("a", a.Deploy("A-01", 100, 100))

    (finished,) = match.does("b", a.FinishDeployment())
    assert isinstance(finished, DeploymentFinished)
    assert len(finished.reserve) == 11
    match.does("a", a.Deploy("A-02", 200, 100))
    match.does("a", a.Deploy("A-03", 300, 100))
    assert match.refuses("b", a.Deploy("B-01", 100, 1100)) == "WOP-DEPL-08"
    assert match.refuses("b", a.FinishDeployment()) == "WOP-DEPL-08"
    match.does("a", a.FinishDeployment())

    assert match.position.phase is Phase.FIRST_ROLL
    assert all(match.unit(f"B-{n:02d}").status == "reserve" for n in range(1, 12))
    match.does("a", a.Roll(), 1, 6)
    assert match.refuses("b", a.Enter("B-01", 500)) is None


@pytest.mark.rule("WOP-DEPL-12")
def test_deploying_nothing_is_legal():
    match = deploying()

    match.does("a", a.FinishDeployment())
    match.does("b", a.FinishDeployment())

    assert match.position.phase is Phase.FIRST_ROLL


@pytest.mark.rule("WOP-DEPL-12")
def test_an_army_with_nothing_left_to_deploy_finishes_by_itself():
    match = opened("crossroads", army_lists="free")
    match.does("a", a.SubmitArmy(("soldier",)))
    match.does("b", a.LockArmy())
    match.does("a", a.Roll(), 1, 6)
    match.does("b", a.ChooseEdge("north"))

    first = match.does("a", a.Deploy("A-01", 100, 100))
    second = match.does("b", a.Deploy("B-01", 100, 1100))

    assert names(first) == ["deployed", "deployment_finished"]
    assert [event.automatic for event in of_kind(first, DeploymentFinished)] == [True]
    assert names(second) == ["deployed", "deployment_finished", "phase_changed"]


@pytest.mark.rule("WOP-TEAM-03", "WOP-TEAM-04", "WOP-DEPL-08")
def test_each_unit_is_deployed_by_its_handler_whoever_of_the_army_is_first():
    match = deploying(seats=4)
    assert match.to_act == ("a", "c")

    assert match.refuses("a", a.Deploy("A-04", 100, 100)) == "WOP-TEAM-03"
    assert match.refuses("a", a.Deploy("B-01", 100, 100)) == "WOP-TEAM-03"
    assert match.refuses("a", a.Deploy("nobody", 100, 100)) == "WOP-TEAM-03"
    match.does("c", a.Deploy("A-04", 100, 100))

    assert match.refuses("a", a.Deploy("A-01", 200, 100)) == "WOP-DEPL-08"
    assert match.to_act == ("b", "d")


@pytest.mark.rule("WOP-MAN-14")
def test_a_unit_is_deployed_once():
    match = deploying()
    match.does("a", a.Deploy("A-01", 100, 100))
    match.does("b", a.FinishDeployment())

    assert match.refuses("a", a.Deploy("A-01", 200, 100)) == "WOP-MAN-14"


@pytest.mark.rule("WOP-DEPL-11", "WOP-VEH-05")
def test_who_was_deployed_aboard_travels_with_the_vehicle():
    match = deploying()
    match.does("a", a.Deploy(JEEP, 600, 100))
    match.does("b", a.FinishDeployment())
    match.does("a", a.Deploy("A-01", vehicle=JEEP))
    match.does("a", a.FinishDeployment())
    match.does("a", a.Roll(), 6, 1)

    match.does("a", a.Move(JEEP, ((600, 300),)))
    match.does("a", a.EndManoeuvre())
    match.does("a", a.Move("A-01", ((600, 400),)))

    assert match.place("A-01") == (600, 400, 0)
    next_turn(match)
    assert match.unit("A-01").aboard is None
