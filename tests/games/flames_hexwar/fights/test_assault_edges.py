"""Assaults at their edges: who moves, what is repelled in part, who took part, who falls back and who is captured."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.state import Position, TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import FOE, SMG, assaulting, fought, lost
from tests.games.flames_hexwar.fights.test_assault_places import THREE
from tests.games.flames_hexwar.scenes import Table, shot, squad

HERE, BACK = hexes.from_offset(13, 6), hexes.from_offset(12, 6)


def house(*cells: str) -> dict[str, Any]:
    return {
        "surface": dict.fromkeys(cells, "b"),
        "buildings": [{"at": (int(c[:2]), int(c[2:])), "floors": 1} for c in cells],
    }


def seen(now: Position) -> Position:
    """Somebody has seen them enter the house."""
    return replace(now, seen_entering=(("A", HERE),))


# ---------------------------------------------------------------------------------------------------------------------- moves


@pytest.mark.rule("FHW-ASLT-04", "FHW-MOVE-04")
def test_guns_that_do_not_move_and_shoot_make_no_assault_move() -> None:
    at = assaulting([squad("A1", "ger_pak40", {0: "1306", 1: "1306>0"})])
    assert [at.no("a", "assault_move", team=name, at="1206") for name in ("A1.0", "A1.1")] == [None, "ASLT-04"]


@pytest.mark.rule("FHW-LOS-13", "FHW-ASLT-04")
def test_in_an_assault_one_is_seen_entering_a_house_and_leaves_it_unseen_again() -> None:
    inside = assaulting(**house("1305")).acts("a", "assault_move", team="A1.0", at="1305")
    assert inside.position.seen_entering == (("A", hexes.from_offset(13, 5)),)
    out = assaulting(**house("1306")).changed(seen).acts("a", "assault_move", team="A1.0", at="1206")
    assert out.position.seen_entering == ()


@pytest.mark.rule("FHW-LOS-13", "FHW-ASLT-24")
def test_who_falls_back_out_of_a_house_into_another_is_seen_there() -> None:
    at = fought(assaulting(**house("1306", "1206")).changed(seen), 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", team="A1.0", path=("1206",))
    assert at.position.seen_entering == (("A", BACK),)


@pytest.mark.rule("FHW-ASLT-12", "FHW-SUPP-04")
def test_who_is_afraid_of_tanks_is_suppressed_but_not_his_halftracks() -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "1306", 7: "1306>0"})
    at = assaulting([own], [squad("B1", "sov_su76", {0: "1406>3"})], "1406", 1)
    assert [at.team(name).suppressed for name in ("A1.0", "A1.7")] == [True, False]


# ------------------------------------------------------------------------------------------------------------------- repelled


@pytest.mark.rule("FHW-ASLT-07", "FHW-ASLT-08", "FHW-ASLT-14")
def test_tanks_are_repelled_by_themselves_and_a_crew_that_is_out_stays_where_it_is() -> None:
    own = [SMG, squad("A2", "sov_su76", {0: "1304>0", 1: "1304>0", 2: "1304>0"})]
    foe = squad("B1", "ger_pak40", {1: "1406>3", 2: "1406>3"})
    at = assaulting(own, [foe], names=("A1", "A2"))
    for number, to in enumerate(("1305", "1305", "1404")):
        at.acts("a", "assault_move", team=f"A2.{number}", at=to)
    shots = [shot("B1.1", "gun75pak", 1, "A2", priority="A2.0"), shot("B1.2", "gun75pak", 1, "A2", priority="A2.1")]
    at.acts("a", "done").acts("b", "defend", 6, 6, 1, 3, 1, 2, 1, 1, 1, shots=shots)
    assert [event.platoons for event in at.told(ef.Repelled)] == [("A2",)]
    assert "A2.0" not in at.position.teams
    assert (at.team("A2.1").bailed_out, at.where("A2.1"), at.where("A2.2")) == (True, "1305", "1304")
    assert {event.team for event in at.told(ef.Struck)} == {"A1.0", "B1.1", "B1.2"}


# ------------------------------------------------------------------------------------------------------------------- strikes


@pytest.mark.rule("FHW-ASLT-18", "FHW-ASLT-19")
def test_a_tank_that_is_lost_is_rolled_for_no_more() -> None:
    own = squad("A1", "sov_smg", {0: "1306", 1: "1306"})
    at = fought(assaulting([own], [squad("B1", "sov_su76", {0: "1406>3"})], "1406", 6), 4, 4, 1, 1)
    assert lost(at) == {"B1.0"}
    assert len(at.told(ef.ArmourRolled)) == 1


@pytest.mark.rule("FHW-SAVE-07", "FHW-ASLT-19")
def test_a_rider_that_is_lost_rolls_for_no_further_hit() -> None:
    own = squad("A1", "ger_grenadiers_small", {1: "1306", 2: "1306"})
    foes = [squad("B1", "sov_t34_85_3", {0: "1406>3"}), squad("B2", "sov_smg")]
    at = assaulting([own], foes, "1406", 6, before=lambda at: at.change("B2.1", aboard="B1.0", at=None))
    fought(at, 3, 3, 1, 6, 1, 6)
    assert lost(at) == {"B2.1"}
    assert len(at.told(ef.RidersRolled)) == 1


# ----------------------------------------------------------------------------------------------------------- who has taken part


@pytest.mark.rule("FHW-ASLT-24", "FHW-ASLT-25")
def test_who_struck_in_an_earlier_round_has_taken_part() -> None:
    at = fought(assaulting([SMG], [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1305"})]), 1, 1, 1)
    at.acts("a", "stay", yes=True).acts("b", "stay", 6, 6, yes=True).acts("a", "done")
    at.acts("b", "assault_move", team="B1.2", at="1304").acts("b", "done", 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", team="A1.0", path=("1206",))
    found = [at.no("b", "consolidate", team=name, at=to) for name, to in (("B1.2", "1303"), ("B1.3", "1802"))]
    assert found == [None, "ASLT-24"]


@pytest.mark.rule("FHW-ASLT-24")
def test_who_went_along_without_striking_goes_on_with_the_winners() -> None:
    at = fought(assaulting([squad("A1", "sov_smg", {0: "1306", 1: "1206"})]), 1, 1).acts("a", "stay", yes=True)
    at.acts("b", "stay", yes=False).acts("b", "fall_back", team="B1.1", path=("1506",))
    assert (at.prompt, at.no("a", "consolidate", team="A1.1", at="1205")) == ("consolidate", None)


@pytest.mark.rule("FHW-ASLT-24")
def test_a_platoon_of_the_losers_next_to_the_winners_goes_with_them_and_is_suppressed() -> None:
    own = [SMG, squad("A2", "sov_smg", {0: "1305"}), squad("A3", "sov_smg", {0: "1205"})]
    at = fought(assaulting(own), 1, 1).acts("a", "stay", yes=False)
    assert set(at.frame().teams) == {"A1.0", "A2.0"}
    assert [at.team(name).suppressed for name in ("A1.0", "A2.0", "A3.0")] == [True, True, False]


@pytest.mark.rule("FHW-ASLT-24", "FHW-ASLT-25")
def test_losers_who_are_near_nobody_any_more_are_suppressed_for_all_that() -> None:
    at = fought(assaulting(), 1, 1).acts("a", "stay", yes=True).acts("b", "stay", 6, 6, yes=True)
    at.acts("a", "assault_move", team="A1.0", at="1206").acts("b", "done")
    assert (at.prompt, at.team("A1.0").suppressed) == ("consolidate", True)


# ------------------------------------------------------------------------------------------------------------- falling back


@pytest.mark.rule("FHW-ASLT-24", "FHW-STACK-06")
def test_nobody_falls_back_to_where_there_is_no_room() -> None:
    own = squad("A1", "sov_smg", {0: "1306"} | dict.fromkeys(range(1, 5), "1206"))
    at = fought(assaulting([own]), 1, 1).acts("a", "stay", yes=False)
    assert [at.no("a", "fall_back", team="A1.0", path=(to,)) for to in ("1206", "1207")] == ["STACK-06", None]


@pytest.mark.rule("FHW-ASLT-24", "FHW-BOG-01")
def test_a_loser_that_bogs_down_far_enough_away_is_not_lost() -> None:
    own = squad("A1", "sov_su76", {0: "1306>0"})
    at = fought(assaulting([own], surface={"1206": "w"}), 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", 1, team="A1.0", path=("1206", "1106"))
    assert (at.where("A1.0"), at.team("A1.0").bogged) == ("1206", True)


@pytest.mark.rule("FHW-ASLT-24", "FHW-SEAT-02")
def test_every_seat_of_the_losers_moves_its_own_teams_back() -> None:
    foes = [FOE, squad("B2", "ger_grenadiers_small", {1: "1305"}, company="2")]
    at = Table([SMG], foes, seats=THREE)
    for seat, name in (("a", "A1"), ("b", "B1"), ("c", "B2")):
        at.acts(seat, "order", platoon=name, order="FO")
    at.plan().acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406")
    at.acts("a", "done").acts("b", "defend", shots=[]).acts("c", "defend", 1, 1, 1, shots=[])
    at.acts("a", "stay", yes=True).acts("b", "stay", yes=False)
    assert (at.prompt, at.asked) == ("fall_back", "b")
    at.acts("b", "fall_back", team="B1.1", path=("1506",))
    assert (at.prompt, at.asked) == ("fall_back", "c")


@pytest.mark.rule("FHW-ASLT-24", "FHW-HQ-07")
def test_no_vehicle_that_is_captured_with_the_command_takes_it_over() -> None:
    own = [SMG, squad("A2", "ger_panzer4", {0: "1306>0", 1: "1305>0"})]
    at = assaulting(own).change("A2.0", bogged=True).change("A2.1", bailed_out=True)
    fought(at, 1, 1).acts("a", "stay", yes=False)
    assert [(event.team, event.cause) for event in at.told(ef.Destroyed)] == [
        ("A2.0", "captured"),
        ("A2.1", "captured"),
    ]
    assert (at.platoon("A2").command, at.prompt) == ("A2.2", "fall_back")


@pytest.mark.rule("FHW-ASLT-24", "FHW-HQ-07")
def test_nobody_who_has_no_way_back_either_takes_over_the_command() -> None:
    guns = squad("B1", "ger_flak88", {1: "1406>3", 2: "1406>3"})

    def before(at: Table) -> Table:
        led = replace(at.platoon("B1"), command=UnitId("B1.1"))
        return at.changed(lambda now: replace(now, platoons={**now.platoons, led.id: led}))

    at = fought(assaulting([SMG], [guns], before=before), 1, 1, 1).acts("a", "stay", yes=True)
    at.acts("b", "stay", yes=False)
    assert lost(at) == {"B1.1", "B1.2"}
    assert (at.platoon("B1").command, at.prompt) == ("B1.0", "consolidate")


@pytest.mark.rule("FHW-REC-03", "FHW-TERR-09")
def test_a_gun_that_stuck_does_not_disengage() -> None:
    at = Table([squad("A1", "sov_maxims", {1: "1006"})], [squad("B1", "sov_scouts", {0: "1206", 1: "1206"})])
    at.change("B1.1", type="hmg_team", facing=3).plan(A1="MD", B1="FO").until("c")
    at.change("B1.1", turn=TeamTurn(stuck=True)).acts("a", "activate", platoon="A1")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]).acts("b", "disengage", 3, yes=True)
    assert "B1.0" in at.frame().teams
    assert "B1.1" not in at.frame().teams
