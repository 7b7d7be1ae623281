"""Moves step by step: what is refused, tests, windows, opportunity fire, standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import OutOfDice
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import Opportunity, StandingShot
from tests.games.flames_hexwar.scenes import Table, platoon, squad
from tests.games.flames_hexwar.table import rules

FAR = platoon("B9", "ger_pak40_section", {0: "1911", 1: "1911>3"})


def moving(kind: str, at: str, order: str = "MD", dice: tuple[int, ...] = (), **more: Any) -> Table:
    """One platoon whose first team stands somewhere, its card turned; the enemy far away unless ``more`` says otherwise."""
    defenders = more.pop("defenders", [FAR])
    others = more.pop("others", {n: f"00{n:02d}" for n in range(1, 12)})
    count = len(rules().platoons[kind].teams)
    own = platoon("A1", kind, {0: at, **{n: others[n] for n in range(1, count)}})
    found = Table([own], defenders, **more)
    found.plan(A1=order, **{each["id"]: "FO" for each in defenders})
    found.until({"MD": "c", "MT": "b"}[order])
    return found.do("a", a.Activate("A1"), *dice)  # type: ignore[arg-type]


def go(*path: str, **more: Any) -> a.Move:
    return a.Move("A1.0", path, **more)  # type: ignore[arg-type]


def held(at: Table, until: str = "activation") -> Table:
    return at.do("b", a.Hold(until)) if at.prompt == "window" else at  # type: ignore[arg-type]


def walk(at: Table, act: a.Move, *dice: int) -> Table:
    """A move against which nobody fires."""
    at.do("a", act)
    if at.prompt == "window":
        at.do("b", a.Hold("activation"), *dice)
    return at


@pytest.mark.rule("FHW-MOVE-01", "FHW-MOVE-04", "FHW-MOVE-09")
def test_a_tank_goes_its_allowance_hex_by_hex() -> None:
    at = moving("sov_t34_76_4", "0306")
    assert at.refused("a", go("0406", "0506", "0606", "0706")) is None
    assert at.refused("a", go("0406", "0506", "0606", "0706", "0806")) == "MOVE-01"
    assert at.refused("a", go("0506")) == "MOVE-01"
    edge = moving("sov_t34_76_4", "0000", others={n: f"05{n:02d}" for n in range(1, 9)})
    assert edge.refused("a", go("0012")) == "MOVE-09"


@pytest.mark.rule("FHW-MOVE-02", "FHW-MOVE-03", "FHW-MT-02", "FHW-DIST-03")
def test_the_double_goes_twice_as_far_over_normal_ground_and_not_near_enemies_in_sight() -> None:
    near = [platoon("B1", "ger_pak40_section", {0: "0906", 1: "0906>3"})]
    at = moving("sov_t34_76_4", "0106", "MT")
    assert at.refused("a", go("0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906")) is None
    woods = moving("sov_t34_76_4", "0106", "MT", surface={"0206": "w"})
    assert woods.refused("a", go("0206")) == "MOVE-02"
    seen = moving("sov_t34_76_4", "0306", "MT", defenders=near)
    assert seen.refused("a", go("0406", "0506")) is None
    assert seen.refused("a", go("0406", "0506", "0606")) == "MOVE-03"
    walk(at, go("0206"))
    assert at.team("A1.0").turn.moved == "doubled"


@pytest.mark.rule("FHW-TERR-05", "FHW-TERR-09", "FHW-TERR-11", "FHW-BOG-01")
def test_difficult_ground_is_tested_once_for_a_stretch_and_slows_the_whole_move() -> None:
    woods = {"0406": "w", "0506": "w"}
    at = moving("sov_t34_76_4", "0306", surface=woods)
    assert at.refused("a", go("0406", "0506", "0606", "0706")) == "MOVE-01"  # three hexes over rough ground
    walk(at, go("0406", "0506", "0606"), 2)
    assert at.where("A1.0") == "0606"

    stuck = walk(
        moving("sov_t34_76_4", "0306", surface=woods), go("0406", "0506", "0606"), 1, 1
    )  # wide tracks roll again
    assert (stuck.where("A1.0"), stuck.team("A1.0").bogged, stuck.team("A1.0").turn.halted) == ("0406", True, True)


@pytest.mark.rule("FHW-TERR-03", "FHW-TERR-04", "FHW-TERR-06", "FHW-TERR-07")
def test_closed_ground_is_refused_by_its_own_rule() -> None:
    ground = {"surface": {"0406": "d", "0307": "b"}, "relief": {"0206": "A", "0305": "1", "0405": "A", "0505": "A"}}
    at = moving("sov_t34_76_4", "0306", **ground)
    assert at.refused("a", go("0206")) == "TERR-03"
    assert at.refused("a", go("0406")) == "TERR-06"
    assert at.refused("a", go("0307")) == "TERR-07"
    assert at.refused("a", go("0305", "0405", "0505")) == "TERR-04"
    assert at.refused("a", go("0305", "0405")) is None


@pytest.mark.rule("FHW-ROAD-01", "FHW-ROAD-03", "FHW-TERR-08")
def test_wheels_gain_road_hexes() -> None:
    road = [[(column, 6) for column in range(16)]]
    at = moving("ger_recce", "0106", roads=road)
    way = tuple(f"{column:02d}06" for column in range(2, 9))
    assert at.refused("a", go(*way[:6])) is None
    assert at.refused("a", go(*way)) == "MOVE-01"


@pytest.mark.rule("FHW-STACK-01", "FHW-STACK-06", "FHW-STACK-07", "FHW-STACK-03")
def test_a_move_ends_where_there_is_room_and_never_among_enemies() -> None:
    full = {1: "0406", 2: "0406", 3: "0006"}
    at = moving("sov_t34_76_4", "0306", others=full)
    assert at.refused("a", go("0406")) == "STACK-06"
    assert at.refused("a", go("0406", "0506")) is None
    assert at.refused("a", go("0406", halt=False)) is None
    enemy = [platoon("B1", "ger_pak40_section", {0: "0506", 1: "1911>3"})]
    assert moving("sov_t34_76_4", "0306", defenders=enemy).refused("a", go("0406", "0506")) == "STACK-07"


@pytest.mark.rule("FHW-MOVE-07", "FHW-MOVE-08", "FHW-FACE-01", "FHW-FACE-02")
def test_teams_move_once_one_after_the_other_and_set_their_facing_at_the_halt() -> None:
    at = walk(moving("sov_t34_76_4", "0306"), go("0406", halt=False))
    assert at.refused("a", a.Close()) == "MOVE-07"
    assert at.refused("a", a.Move("A1.1", ())) == "MOVE-07"  # type: ignore[arg-type]
    at.do("a", go(facing=2))
    assert (at.team("A1.0").facing, at.team("A1.0").turn.halted, at.team("A1.0").turn.moved) == (2, True, "moved")
    assert at.refused("a", go("0506")) == "MOVE-07"
    assert at.refused("a", a.Close()) is None
    foot = moving("sov_smg", "0306")
    assert foot.refused("a", go("0406", facing=1)) == "FACE-01"


@pytest.mark.rule("FHW-SUPP-03", "FHW-BAIL-02", "FHW-BOG-05")
def test_the_suppressed_go_no_closer_and_the_bogged_and_bailed_out_not_at_all() -> None:
    near = [platoon("B1", "ger_pak40_section", {0: "0906", 1: "0906>3"})]
    at = moving("sov_smg", "0306", defenders=near).change("A1.0", suppressed=True)
    assert at.refused("a", go("0406")) == "SUPP-03"
    assert at.refused("a", go("0206")) is None
    tank = moving("sov_t34_76_4", "0306")
    assert tank.change("A1.0", bogged=True).refused("a", go("0406")) == "BOG-05"
    assert tank.change("A1.0", bogged=False, bailed_out=True).refused("a", go("0406")) == "BAIL-02"


# ------------------------------------------------------------------------------------------------------------------ windows

GRENADIERS = platoon("B1", "ger_grenadiers_small", {n: "0906" if n < 3 else "0907" for n in range(5)})


def under_fire(**more: Any) -> Table:
    return moving("sov_smg", "0506", others=dict.fromkeys(range(1, 10), "0006") | {n: f"00{n:02d}" for n in range(4, 10)},
                  defenders=[GRENADIERS], **more)  # fmt: skip


def fire(*teams: int, count: int = 1) -> a.FireOpportunity:
    return a.FireOpportunity(tuple(Opportunity(f"B1.{n}", "rifle_mg", count) for n in teams))  # type: ignore[arg-type]


@pytest.mark.rule("FHW-FO-01", "FHW-FO-05", "FHW-FO-17", "FHW-MOVE-06", "FHW-HID-04")
def test_a_window_opens_after_each_announced_step_and_after_the_halt() -> None:
    at = under_fire().do("a", go("0606", "0706"))
    assert (at.prompt, at.asked) == ("window", "b")
    assert len(at.told(em.Announced)) == 1
    assert at.where("A1.0") == "0506"
    rest = [frame.moving.rest for frame in at.position.frames if getattr(frame, "moving", None)]
    assert len(rest[0]) == 1
    for viewer in (Viewer("b"), SPECTATOR):
        frames = view(at.moment.field, viewer).known.frames
        assert all(not frame.moving.rest for frame in frames if getattr(frame, "moving", None))  # type: ignore[union-attr]
    at.do("b", a.Hold())
    assert (at.where("A1.0"), at.prompt) == ("0606", "window")
    at.do("b", a.Hold())
    assert (at.where("A1.0"), at.team("A1.0").turn.halted, at.prompt) == ("0706", True, "window")
    at.do("b", a.Hold())
    assert at.prompt == "activation"


@pytest.mark.rule("FHW-FO-15", "FHW-END-04")
def test_holding_for_a_team_or_an_activation_opens_no_further_window_in_that_span() -> None:
    at = under_fire().do("a", go("0606", "0706")).do("b", a.Hold("team"))
    assert (at.prompt, at.where("A1.0")) == ("activation", "0706")
    at.do("a", a.Move("A1.1", ("0106",)))  # type: ignore[arg-type]
    assert at.prompt == "window"
    at.do("b", a.Hold("activation")).do("a", a.Move("A1.2", ("0106",)))  # type: ignore[arg-type]
    assert at.prompt == "activation"


@pytest.mark.rule("FHW-FO-07", "FHW-FO-09", "FHW-ALLOC-04", "FHW-HID-01", "FHW-SAVE-01", "FHW-HIT-08")
def test_opportunity_fire_turns_the_card_up_and_hits_the_mover_alone() -> None:
    at = under_fire().do("a", go("0606"))
    assert at.refused("b", fire(0, 1)) == "SHOT-01"  # the command team has a submachine gun
    at.do(
        "b", fire(1, 2), 3, 5, 2, 1
    )  # trained: 3+, in its starting hex +1; a save of 2 fails, nobody falls in its stead
    assert at.platoon("B1").turned
    assert "A1.0" not in at.position.teams
    assert {event.team for event in at.told(ef.HitGiven)} == {"A1.0"}


@pytest.mark.rule("FHW-MOVE-06", "FHW-FO-04", "FHW-FO-17")
def test_after_a_volley_the_rest_of_the_way_lapses_and_the_player_goes_on_as_he_likes() -> None:
    at = under_fire().do("a", go("0606", "0706")).do("b", fire(1), 1)
    assert (at.prompt, at.where("A1.0")) == ("window", "0506")
    assert at.refused("b", fire(1)) == "FO-04"
    at.do("b", a.Hold("team"))
    assert (at.prompt, at.where("A1.0"), at.asked) == ("activation", "0606", "a")
    assert not at.team("A1.0").turn.halted
    at.do("a", go())
    assert at.team("A1.0").turn.halted


@pytest.mark.rule("FHW-FO-16", "FHW-HID-03")
def test_standing_orders_fire_by_themselves_and_nobody_is_asked() -> None:
    at = Table([platoon("A1", "sov_smg", {n: "0506" if n < 3 else f"00{n:02d}" for n in range(10)})], [GRENADIERS])
    at.do("b", a.GiveOrder("B1", "FO"))  # type: ignore[arg-type]
    at.do("b", a.Standing(True, (StandingShot("B1", 4, "foot"),)))  # type: ignore[arg-type]
    assert at.refused("b", a.Standing(True, (StandingShot("B2", 4, "any"),))) == "SEAT-02"  # type: ignore[arg-type]
    at.plan(A1="MD").until("c").do("a", a.Activate("A1"))  # type: ignore[arg-type]
    assert at.position.seats["b"].in_force  # type: ignore[index]
    assert view(at.moment.field, Viewer("a")).known.seats["b"].standing == ()  # type: ignore[index]
    with pytest.raises(OutOfDice, match="to hit"):  # in its starting hex a trained team is hit on 4
        at.do("a", go("0606"))
    at.do("b", a.Standing(False))
    assert at.do("a", go("0606")).prompt == "window"


@pytest.mark.rule("FHW-FO-16")
def test_standing_orders_hold_where_the_number_is_worse_or_the_mover_another_kind() -> None:
    for need, kind in ((3, "any"), (6, "vehicles")):
        at = Table([platoon("A1", "sov_smg", {n: "0506" if n < 3 else f"00{n:02d}" for n in range(10)})], [GRENADIERS])
        at.do("b", a.GiveOrder("B1", "FO"))  # type: ignore[arg-type]
        at.do("b", a.Standing(True, (StandingShot("B1", need, kind),)))  # type: ignore[arg-type]
        at.plan(A1="MD").until("c").do("a", a.Activate("A1"))  # type: ignore[arg-type]
        at.do("a", go("0606", halt=kind == "vehicles"))  # after it a run of two open hexes makes it 2
        assert (at.prompt, at.where("A1.0"), at.platoon("B1").turned) == ("activation", "0606", False)


@pytest.mark.rule("FHW-FO-12", "FHW-SUPP-01")
def test_five_hits_while_it_moves_suppress_a_platoon_at_once() -> None:
    at = under_fire().changed(lambda now: now)
    at.do("a", go("0606"))
    at.do(
        "b", a.FireOpportunity(tuple(Opportunity(f"B1.{n}", "rifle_mg", 2) for n in (1, 2, 3, 4))), *[6] * 8, *[3] * 8
    )  # type: ignore[arg-type]
    assert at.team("A1.1").suppressed
    assert at.team("A1.0").suppressed


STREET = {
    "surface": dict.fromkeys(("0606", "1306", "1206"), "t"),
    "roads": [[(5, 6), (6, 6), (7, 6)], [(12, 6), (13, 6), (14, 6)]],
}


@pytest.mark.rule("FHW-COV-11", "FHW-COV-02")
@pytest.mark.parametrize(("kind", "start", "stays"), [("sov_smg", "0506", False), ("sov_t34_76_4", "0506>0", True)])
def test_who_halts_on_foot_leaves_the_street_and_a_vehicle_stays_in_it(kind: str, start: str, stays: bool) -> None:
    at = held(moving(kind, start, **STREET).do("a", go("0606", halt=False)))
    assert at.team("A1.0").in_street
    held(at.do("a", go()))
    assert at.team("A1.0").in_street is stays


@pytest.mark.rule("FHW-COV-11", "FHW-ASLT-04", "FHW-ASLT-24")
@pytest.mark.parametrize(("kind", "start", "stays"), [("sov_smg", "1406", False), ("sov_su76", "1406>0", True)])
def test_a_vehicle_is_in_the_street_too_that_comes_by_it_in_an_assault(kind: str, start: str, stays: bool) -> None:
    at = Table([squad("A1", kind, {0: start})], [squad("B1", "ger_grenadiers_small", {1: "1305"})], **STREET)
    at.plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1305").commit()
    at.acts("a", "next_assault", at="1305").acts("a", "assault_move", team="A1.0", at="1306")
    assert at.team("A1.0").in_street is stays
    at.acts("b", "defend", 1, 1, shots=[]).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", team="A1.0", path=("1206",))
    assert (at.where("A1.0"), at.team("A1.0").in_street) == ("1206", stays)
