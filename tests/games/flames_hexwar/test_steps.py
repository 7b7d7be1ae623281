"""Covering fire, special actions, rally, reserves, the end step and victory."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Viewer
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.actions import AirAttack, AntiAir, Shot, Vertex
from app.systems.flames_hexwar.turn.machine import prompt_of
from tests.games.flames_hexwar.scenes import Table, platoon

FOOT = {n: "1506" if n < 3 else "1505" for n in range(5)}
GRENADIERS = platoon("B1", "ger_grenadiers_small", FOOT)
SMG = platoon("A1", "sov_smg", {n: "1106" if n < 3 else "1105" if n < 6 else "1104" for n in range(9)} | {9: "1103"})
MORTARS = platoon("A2", "sov_mortars", {0: "0904", 1: "0904", **{n: "0503" if n < 5 else "0504" for n in range(2, 8)}})


def shots(*teams: str, at: str, weapon: str, count: int = 1) -> tuple[Shot, ...]:
    return tuple(Shot(team, weapon, count, at) for team in teams)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------- covering fire


def covering(**more: Any) -> Table:
    at = Table([SMG, MORTARS], [GRENADIERS], **more)
    return at.plan(A1="FC", A2="FC", B1="FC")


def bombard(**more: Any) -> a.Bombard:
    vertex, cells = Vertex("1505", 4), ("1505", "1506", "1606")
    values: dict[str, Any] = {"mode": "normal", "ammo": "he", "vertex": vertex, "hexes": cells, **more}
    return a.Bombard("A2", "A2.1", "B1.0", **values)  # type: ignore[arg-type]


@pytest.mark.rule("FHW-FC-01", "FHW-FC-02", "FHW-SEAT-05", "FHW-EXEC-02")
def test_artillery_designates_first_and_only_who_has_some_is_asked() -> None:
    at = covering()
    assert (at.prompt, at.asked) == ("a1_designate", "a")
    assert at.position.companies["A1"].counted == 2  # type: ignore[index]
    at.do("a", a.Commit())
    assert (at.prompt, at.asked) == ("a2_designate", "ab")


@pytest.mark.rule("FHW-ART-07", "FHW-ART-15", "FHW-ART-20", "FHW-ART-06")
def test_a_bombardment_is_judged_in_its_order() -> None:
    at = covering()
    assert at.refused("a", bombard()) == "ART-07"  # six pieces take six hexes
    assert at.refused("a", bombard(hexes=("1505", "1506", "1606", "1406", "1706", "1405"))) == "ART-07"
    assert at.refused("a", bombard(hexes=("1505", "1506", "1606", "1605", "1507", "1405"))) is None
    assert at.refused("a", bombard(mode="concentrated")) is None
    wrong = a.Bombard("A2", "A2.1", "A1.0", "concentrated", "he", Vertex("1505", 4), ("1505", "1506", "1606"))  # type: ignore[arg-type]
    assert at.refused("a", wrong) == "ART-15"
    blind = a.Bombard("A2", "A2.3", "B1.0", "concentrated", "he", Vertex("1505", 4), ("1505", "1506", "1606"))  # type: ignore[arg-type]
    assert at.refused("a", blind) == "ART-06"


@pytest.mark.rule("FHW-ART-17", "FHW-ART-18", "FHW-ART-16", "FHW-ART-10", "FHW-FC-03", "FHW-ART-13", "FHW-FC-06")
def test_mortars_range_in_and_suppress_everybody_in_the_pattern() -> None:
    at = covering().do("a", bombard(mode="concentrated"))
    at.do("a", a.Commit(), 3, 5, *[2, 2] * 5, 1)  # veterans: 4+; five teams, missed twice each by conscripts; no rally
    assert at.prompt == "a2_designate"
    assert all(at.team(f"B1.{n}").suppressed for n in range(5))
    assert at.platoon("A2").turned
    assert at.asked == "ab"
    assert at.refused("a", a.Fire("A2", shots("A2.0", at="B1", weapon="rifle"))) == "FC-06"  # type: ignore[arg-type]


@pytest.mark.rule("FHW-FC-04", "FHW-FC-05", "FHW-HIT-01", "FHW-SAVE-01", "FHW-HIT-03", "FHW-SHOT-06")
def test_all_shoot_before_anybody_falls() -> None:
    near = platoon("A1", "sov_smg", dict.fromkeys(range(3), "1406") | {n: f"00{n:02d}" for n in range(3, 10)})
    at = Table([near], [platoon("B1", "ger_grenadiers_small", {n: "1506" if n < 3 else "1911" for n in range(5)})])
    at.plan(A1="FC", B1="FC")
    assert at.prompt == "a2_designate"
    at.do("a", a.Fire("A1", shots("A1.1", at="B1", weapon="smg")))  # type: ignore[arg-type]
    at.do("b", a.Fire("B1", shots("B1.1", at="A1", weapon="rifle_mg")))  # type: ignore[arg-type]
    at.do("a", a.Commit()).do("b", a.Commit(), 6)
    assert (at.prompt, at.asked) == ("hits", "b")  # a command team is not as good as another
    at.do("b", a.Allocate(("B1.1",)), 1, 6)  # type: ignore[arg-type]
    assert "B1.1" in at.position.teams  # it fires all the same
    at.do("a", a.Allocate(("A1.1",)), 1)  # type: ignore[arg-type]
    lost = [event.team for event in at.told(ef.Destroyed)]
    assert lost == ["B1.1", "A1.1"]


@pytest.mark.rule("FHW-FC-02")
def test_openly_the_attacker_designates_first_and_the_defender_sees_it() -> None:
    near = platoon("A1", "sov_smg", dict.fromkeys(range(3), "1406") | {n: f"00{n:02d}" for n in range(3, 10)})
    at = Table([near], [GRENADIERS], options={"fc_designation": "open"}).plan(A1="FC", B1="FC")
    assert (at.prompt, at.asked) == ("a2_designate", "a")
    at.do("a", a.Fire("A1", shots("A1.0", at="B1", weapon="smg", count=1)))  # type: ignore[arg-type]
    assert view(at.moment.field, Viewer("b")).known.seats["a"].drafts.fires == {}  # type: ignore[index]
    at.do("a", a.Commit())
    assert at.asked == "b"
    assert list(view(at.moment.field, Viewer("b")).known.seats["a"].drafts.fires) == ["A1"]  # type: ignore[index]


# ------------------------------------------------------------------------------------------------------------------ aircraft


@pytest.mark.rule("FHW-AIR-02", "FHW-AIR-12", "FHW-SEAT-03")
def test_a_call_is_rolled_at_the_start_of_covering_fire() -> None:
    air = {"level": "sporadic", "aircraft": "il2", "count": 1}
    at = Table([SMG], [GRENADIERS], air=air)
    assert at.refused("b", a.Air(True)) == "AIR-02"
    at.do("a", a.Air(True)).plan(4, A1="MD", B1="FO")
    assert at.position.sides["A"].air_dice == 2
    assert [event.planes for event in at.told(em.AirCalled)] == [0]
    again = Table([SMG], [GRENADIERS], air=air)
    again.do("a", a.Air(True)).plan(5, 4, A1="MD", B1="FO")
    assert (again.prompt, again.asked, again.position.sides["A"].flight) == ("a1_designate", "a", 2)
    assert Table([SMG], [GRENADIERS], air=air, weather="rain").refused("a", a.Air(True)) == "AIR-12"


@pytest.mark.rule("FHW-AIR-03", "FHW-AIR-05", "FHW-AIR-06", "FHW-AIR-08", "FHW-AIR-10", "FHW-AIR-04", "FHW-AIR-11")
def test_an_air_attack_is_met_by_guns_and_suppresses_what_it_acquires() -> None:
    air = {"level": "sporadic", "aircraft": "il2", "count": 1}
    flak = platoon("B2", "ger_flak", {0: "1706", 1: "1707", 2: "1708"})
    at = Table([SMG], [GRENADIERS, flak], air=air)
    at.do("a", a.Air(True)).plan(5, 4, A1="MD", B1="FO", B2="FO")
    vertex, cells = Vertex("1505", 4), ("1505", "1406", "1506")
    whole = a.Strike((AirAttack(2, vertex, cells),))  # type: ignore[arg-type]
    assert at.refused("a", a.Strike((AirAttack(1, vertex, cells),))) == "AIR-06"  # type: ignore[arg-type]
    assert at.refused("a", a.Strike((AirAttack(2, vertex, ("1505", "1505", "1506")),))) == "AIR-03"  # type: ignore[arg-type]
    at.do("a", whole).do("a", a.Commit())
    assert (at.prompt, at.asked) == ("aa", "b")
    assert at.refused("b", a.AssignAntiAir((AntiAir("B1.1", 0, 1),))) == "AIR-10"  # type: ignore[arg-type]
    # two planes on each of two hexes with enemies: acquired on 4; a die for each team, misses again
    at.do("b", a.AssignAntiAir(()), 4, 1, 1, 4, *[1, 1] * 5)
    assert all(at.team(f"B1.{n}").suppressed for n in range(5))


# ----------------------------------------------------------------------------------------------------------- special actions


def special(content: str, kind: str = "ger_grenadiers_small", teams: dict[int, str] | None = None) -> Table:
    at = Table([SMG], [platoon("B1", kind, teams or FOOT)])
    at.plan(A1="FO", B1=f"AE {content}")
    assert at.prompt == "d"
    return at


@pytest.mark.rule("FHW-AE-01", "FHW-AE-02")
def test_digging_in_takes_one_die_for_the_platoon() -> None:
    at = special("dig_in").do("b", a.Activate("B1"), 3)  # type: ignore[arg-type]
    assert all(at.team(f"B1.{n}").foxhole for n in range(5))
    assert not special("dig_in").do("b", a.Activate("B1"), 2).team("B1.0").foxhole  # type: ignore[arg-type]


@pytest.mark.rule("FHW-AE-04")
def test_any_living_team_may_be_appointed() -> None:
    at = special("appoint_command").do("b", a.Activate("B1"))  # type: ignore[arg-type]
    assert (at.prompt, at.asked) == ("special", "b")
    assert at.refused("b", a.Appoint("A1.1")) in ("AE-04", "SEAT-02")  # type: ignore[arg-type]
    at.do("b", a.Appoint("B1.3"))  # type: ignore[arg-type]
    assert at.platoon("B1").command == "B1.3"


@pytest.mark.rule("FHW-AE-06", "FHW-ART-05", "FHW-REIN-04")
def test_self_propelled_artillery_comes_two_turns_after_the_call() -> None:
    priests = platoon("B2", "us_priests", {}, start="off_board")
    at = Table([SMG], [GRENADIERS, priests])
    at.plan(A1="FO", B1="FO", B2="AE bring_on").do("b", a.Activate("B2"))  # type: ignore[arg-type]
    assert (at.platoon("B2").status, at.platoon("B2").arrives) == ("coming", 3)
    at.plan(A1="FO", B1="FO")
    assert (at.position.turn, at.platoon("B2").status) == (3, "arriving")
    assert at.refused("b", a.GiveOrder("B2", "FC")) == "PLAN-09"  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------------- reserves


@pytest.mark.rule("FHW-REIN-01", "FHW-REIN-02", "FHW-REIN-03")
def test_reserves_come_by_dice_and_lot_and_enter_by_their_line() -> None:
    tanks = [platoon(f"A{n}", "sov_t34_76_4", {}, start="reserve") for n in (2, 3)]
    reserves = {"attacker_start_turn": 1, "defender_start_turn": 0}
    at = Table([SMG, *tanks], [GRENADIERS], reserves=reserves, dice=(5, 2))
    assert [at.platoon(name).status for name in ("A2", "A3")] == ["reserve", "arriving"]
    at.plan(A1="FO", A3="MD", B1="FO").until("c").do("a", a.Activate("A3"))  # type: ignore[arg-type]
    assert at.refused("a", a.Move("A3.0", ("0106",))) == "REIN-03"  # type: ignore[arg-type]
    at.do("a", a.Move("A3.0", ("0006", "0106")))  # type: ignore[arg-type]
    assert at.prompt == "window"  # none for the step onto the board
    at.do("b", a.Hold("activation")).do("a", a.Close(), 6)
    assert (at.where("A3.0"), at.platoon("A3").status) == ("0106", "arriving")


@pytest.mark.rule("FHW-RALLY-04", "FHW-RALLY-01", "FHW-RALLY-02", "FHW-RALLY-03", "FHW-RALLY-05")
def test_a_platoon_rallies_when_its_card_is_turned() -> None:
    tanks = platoon("A2", "sov_su76", {0: "0304", 1: "0305", 2: "0306", 3: "0307"})
    at = Table([tanks], [GRENADIERS]).plan(A2="MD", B1="FO").until("c")
    at.change("A2.1", bailed_out=True).change("A2.2", bogged=True)
    at.do("a", a.Activate("A2"), 4, 4)  # type: ignore[arg-type]
    told = [(event.what, event.passed) for event in at.told(em.Rallied)]
    assert told == [("bailed_out", True), ("bogged", False)]
    assert (at.team("A2.1").bailed_out, at.team("A2.2").bogged) == (False, True)


# ------------------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("FHW-GTG-02", "FHW-TURN-04")
def test_whoever_did_nothing_goes_to_ground_at_the_end() -> None:
    at = Table([SMG], [GRENADIERS]).plan(A1="FO", B1="FO")
    assert at.position.turn == 2
    assert all(team.gone_to_ground for team in at.position.teams.values())


@pytest.mark.rule("FHW-VIC-01", "FHW-VIC-02")
def test_the_attacker_wins_by_holding_what_is_asked() -> None:
    there = platoon("A1", "sov_smg", {n: "1911" if n < 3 else f"00{n:02d}" for n in range(10)})
    at = Table([there], [GRENADIERS]).plan(A1="FO", B1="FO")
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == ("A", "objectives")

    contested = Table([there], [platoon("B1", "ger_grenadiers_small", FOOT | {4: "1910"})]).plan(A1="FO", B1="FO")
    assert contested.position.result is None


@pytest.mark.rule("FHW-VIC-04", "FHW-END-01")
def test_when_the_turns_are_over_the_scenario_says_who_wins() -> None:
    at = Table([SMG], [GRENADIERS], turns=1).plan(A1="FO", B1="FO")
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == ("B", "turn_limit")


@pytest.mark.rule("FHW-MOR-05", "FHW-MOR-06", "FHW-VIC-03")
def test_a_company_without_command_that_is_below_half_fails() -> None:
    three = [GRENADIERS, platoon("B2", "ger_pak40_section", {0: "1601", 1: "1601>3"}), platoon("B3", "ger_hmg_section", dict.fromkeys(range(3), "1801"))]  # fmt: skip
    at = Table([SMG], three)
    gone = {
        name: replace(each, status="destroyed") for name, each in at.position.platoons.items() if name in ("B2", "B3")
    }
    teams = {name: team for name, team in at.position.teams.items() if team.platoon not in gone}
    at.changed(lambda now: replace(now, platoons={**now.platoons, **gone}, teams=teams))
    at.plan(A1="FO", B1="FO")
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == ("A", "collapse")


@pytest.mark.rule("FHW-VIC-05")
def test_a_draw_is_offered_once_and_answered_by_the_other_side() -> None:
    at = Table([SMG], [GRENADIERS])
    assert at.refused("b", a.AnswerDraw(True)) == "VIC-05"
    at.do("a", a.OfferDraw())
    assert at.refused("a", a.OfferDraw()) == "VIC-05"
    assert at.refused("a", a.AnswerDraw(True)) == "VIC-05"
    at.do("b", a.AnswerDraw(False))
    assert at.refused("a", a.OfferDraw()) == "VIC-05"
    at.do("a", a.Commit(fill=True)).do("a", a.OfferDraw()).do("b", a.AnswerDraw(True))
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == (None, "draw")
    assert prompt_of(at.position) == "over"


@pytest.mark.rule("FHW-VIC-05", "FHW-SEAT-03")
def test_giving_up_is_the_commanders() -> None:
    at = Table([SMG], [GRENADIERS]).do("a", a.Resign())
    assert at.position.result is not None
    assert (at.position.result.side, at.position.result.reason) == ("B", "resignation")
