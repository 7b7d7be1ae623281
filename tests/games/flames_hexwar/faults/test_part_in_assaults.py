"""Who takes part in an assault, who goes with whom out of it, in which order: what readers of the rules found unseen."""

from __future__ import annotations

from typing import Any

import pytest

from app.boards import hexes
from app.engine.types import Seat
from app.systems.flames_hexwar.assault.contact import rows_against
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.judge.understood import understood
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import FOE, SMG, assaulting, fought, lost, written
from tests.games.flames_hexwar.scenes import Table, act, shot, squad

HQ = squad("A9", "sov_hq", {0: "1306"})
SU76 = squad("A1", "sov_su76", {0: "1306>0"})
MAXIMS = squad("B1", "ger_hmg", {1: "1406>3", 2: "1406>3"})


def hero(at: Table) -> Table:
    """The company command is a warrior."""
    return at.change("A9.0", type="hero_team", role="warrior")


def repelled(**more: Any) -> Table:
    """Five hits of machine guns on three submachine gunners who stay where they are; all of them save."""
    own = [squad("A1", "sov_smg", dict.fromkeys(range(3), "1306")), HQ]
    at = assaulting(own, [MAXIMS], **more).acts("a", "done")
    at.acts("b", "defend", *[6] * 5, shots=[shot("B1.1", "hmg", 3, "A1"), shot("B1.2", "hmg", 2, "A1")])
    return at.acts("a", "allocate", *[6] * 5, teams=("A1.0", "A1.1", "A1.2", "A9.0", "A1.1"))


# ------------------------------------------------------------------------------------------------------------------ in order


@pytest.mark.rule("FHW-ASLT-12", "FHW-ASLT-02")
def test_platoons_of_an_entry_are_afraid_in_the_order_in_which_they_were_written() -> None:
    own, foe = [SMG, squad("A2", "sov_smg", {0: "1306"})], squad("B1", "ger_panzer4", {0: "1406>3"})
    at = Table(own, [foe]).plan(A1="FO", A2="FO", B1="FO")
    entry = understood(at.moment.field, Seat("a"), act("assault", platoons=("A2", "A1"), at="1406"))
    assert isinstance(entry, a.WriteAssault)
    at.do("a", entry).commit().acts("a", "next_assault", 1, 6, at="1406")
    assert [(event.platoon, event.passed) for event in at.told(ef.AssaultTested)] == [("A2", False), ("A1", True)]


@pytest.mark.rule("FHW-ASLT-24", "FHW-GEN-07")
def test_whose_time_is_up_falls_back_by_index_whoever_stands_together() -> None:
    at = fought(assaulting([squad("A1", "sov_smg", {1: "1306", 2: "1305", 3: "1306"})]), 1, 1, 1, 1)
    at.acts("a", "stay", yes=False)
    gone = []
    while at.prompt == "fall_back":
        back = time_out(at.moment, Seat("a"))
        assert isinstance(back, a.FallBack)
        gone.append(back.team)
        at.do("a", back)
    assert gone == ["A1.1", "A1.2", "A1.3"]


# ---------------------------------------------------------------------------------------------------------------- taking part


@pytest.mark.rule("FHW-GTG-02", "FHW-ASLT-14")
def test_who_was_repelled_where_he_stood_took_part_and_does_not_go_to_ground() -> None:
    at = repelled()
    ground = {name for event in at.told(ep.WentToGround) for name in event.teams}
    assert {"A1.0", "A1.1", "B1.1"}.isdisjoint(ground)
    assert {"B1.0", "A9.1"} <= ground


@pytest.mark.rule("FHW-ASLT-24", "FHW-ASLT-25")
def test_a_crew_that_is_out_is_captured_by_those_next_to_it_though_nobody_struck() -> None:
    own, foe = squad("A1", "sov_su76", {0: "1306>0"}), squad("B1", "ger_pak40", {0: "1406", 1: "1406>3"})
    at = assaulting([own], [foe]).acts("a", "done")
    at.acts("b", "defend", 6, 3, 1, shots=[shot("B1.1", "gun75pak", 1, "A1")])
    assert [(event.team, event.cause) for event in at.told(ef.Destroyed)] == [("A1.0", "captured")]
    assert (at.prompt, at.no("b", "consolidate", team="B1.0", at="1306")) == ("consolidate", None)


@pytest.mark.rule("FHW-ASLT-24", "FHW-SUPP-01")
def test_infantry_of_the_losers_is_suppressed_aboard_its_carriers_too() -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "1306", 7: "1205>0"})
    at = fought(assaulting([own], before=lambda at: at.change("A1.1", aboard="A1.7", at=None)), 1, 1)
    assert at.acts("a", "stay", yes=False).team("A1.1").suppressed


@pytest.mark.rule("FHW-ASLT-24", "FHW-SAVE-01", "FHW-SAVE-07")
@pytest.mark.parametrize(("die", "lives"), [(4, False), (5, True)])
def test_passengers_of_a_carrier_that_is_captured_save_and_fall_back(die: int, lives: bool) -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "1306", 7: "1305>0"})
    at = assaulting([own], before=lambda at: at.change("A1.1", aboard="A1.7", at=None)).change("A1.7", bogged=True)
    fought(at, 1, 1).acts("a", "stay", die, yes=False)
    assert (lost(at), at.frame().teams) == (({"A1.7"}, ("A1.0", "A1.1")) if lives else ({"A1.7", "A1.1"}, ("A1.0",)))
    assert not lives or at.team("A1.1").suppressed


@pytest.mark.rule("FHW-ASLT-24", "FHW-SAVE-01")
@pytest.mark.parametrize(("die", "lives"), [(4, False), (5, True)])
def test_passengers_of_a_carrier_that_has_no_way_back_save(die: int, lives: bool) -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "1306", 7: "1305>0"})
    open_ones = {(13, 6), (14, 6), (13, 5)}
    dense = {f"{c:02d}{r:02d}": "d" for c in range(10, 16) for r in range(2, 10) if (c, r) not in open_ones}
    at = assaulting([own], before=lambda at: at.change("A1.1", aboard="A1.7", at=None), surface=dense)
    fought(at, 1, 1, 1).acts("a", "stay", die, yes=False)
    assert ("A1.7" in lost(at), "A1.1" in at.position.teams) == (True, lives)


@pytest.mark.rule("FHW-ASLT-24")
def test_losers_of_whom_nobody_who_fought_is_left_are_suppressed_too() -> None:
    own = squad("B1", "ger_grenadiers_small", {0: "1911", 1: "1406", 2: "1911"})
    at = fought(assaulting([SMG], [own]), 6, 1)
    assert lost(at) == {"B1.1"}
    assert at.team("B1.0").suppressed
    assert at.team("B1.2").suppressed


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-08")
@pytest.mark.parametrize(("at_tanks", "repelled"), [(True, []), (False, [("A1",)])])
def test_hits_on_foot_of_a_platoon_that_assaults_as_tanks_do_not_repel_infantry(
    at_tanks: bool, repelled: list[tuple[str, ...]]
) -> None:
    """Of five hits three are on the company command that is joined to the tanks."""
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_t34_85_3", {0: "1305>0"})]
    foe = [squad("B1", "ger_hmg", {1: "1406>3", 2: "1406>3"})]
    at = assaulting([*own, squad("A9", "sov_hq", {0: "1305"})], foe, names=("A1", "A2")).acts("a", "done")
    if at_tanks:
        at.acts("b", "defend", *[6] * 10, shots=[shot("B1.1", "hmg", 2, "A1"), shot("B1.2", "hmg", 6, "A2")])
        at.acts("a", "allocate", *[6] * 10, teams=("A9.0", "A2.0") * 3)
    else:
        at.acts("b", "defend", *[6] * 15, shots=[shot("B1.1", "hmg", 5, "A1")])
    assert [event.platoons for event in at.told(ef.Repelled)] == repelled


@pytest.mark.rule("FHW-ASLT-07", "FHW-ASLT-10")
def test_tanks_that_stick_on_their_way_into_a_mutual_assault_are_repelled_too() -> None:
    own, woods = squad("A1", "sov_su76", {0: "1306>0", 1: "1306>0"}), {"1305": "w"}
    at = written([own], [FOE], ("a", ("A1",), "1406"), ("b", ("B1",), "1306"), surface=woods)
    for name in ("A1.0", "A1.1"):
        at.acts("a", "assault_move", 1, team=name, at="1305")
    assert [event.platoons for event in at.told(ef.Repelled)] == [("A1",)]
    assert at.position.turn == 2


# ----------------------------------------------------------------------------------------------------------------- suppressed


@pytest.mark.rule("FHW-ASLT-14", "FHW-ASLT-24", "FHW-ASLT-12", "FHW-SUPP-01")
def test_whoever_is_joined_to_a_platoon_is_suppressed_with_it() -> None:
    assert repelled(before=hero).team("A9.0").suppressed
    lose = fought(assaulting([SMG, HQ]), 1, 1).acts("a", "stay", yes=False)
    assert [lose.team(name).suppressed for name in ("A1.0", "A9.0")] == [True, True]
    tanks = fought(assaulting([SU76, HQ]), 1, 1).acts("a", "stay", yes=False)
    assert not tanks.team("A9.0").suppressed
    afraid = assaulting([SMG, HQ], [squad("B1", "ger_panzer4", {0: "1406>3"})], "1406", 1, before=hero)
    assert afraid.team("A9.0").suppressed


# --------------------------------------------------------------------------------------------------------------------- strikes


@pytest.mark.rule("FHW-ASLT-18", "FHW-ASLT-19")
def test_hits_of_tanks_that_are_left_over_below_an_upper_floor_go_next_door() -> None:
    own = squad("A1", "sov_su76", {0: "1306>0", 1: "1306>0"})
    foe = squad("B1", "ger_grenadiers_small", {1: "1406/2", 2: "1406", 3: "1506"})
    at = assaulting([own], [foe], surface={"1406": "b"}, buildings=[{"at": (14, 6), "floors": 2}])
    for name in ("A1.0", "A1.1"):
        at.change(name, at=hexes.from_offset(14, 6))
    rows = rows_against(at.moment.field, at.frame(), "B", [("A1.0", 1), ("A1.1", 1)])  # type: ignore[list-item]
    assert [row.teams for row in rows] == [("B1.2",), ("B1.3",)]


# ----------------------------------------------------------------------------------------------------------------- stuck guns


@pytest.mark.rule("FHW-TERR-09", "FHW-ASLT-04", "FHW-ASLT-24")
def test_a_gun_that_stuck_neither_goes_in_nor_on_nor_back() -> None:
    stuck = TeamTurn(stuck=True)
    own = squad("A1", "sov_maxims", {1: "1306>0", 2: "1306>0"})
    at = assaulting([own], [FOE]).change("A1.1", turn=stuck)
    assert [at.no("a", "assault_move", team=name, at="1406") for name in ("A1.1", "A1.2")] == ["ASLT-04", None]
    back = fought(assaulting([SMG], [MAXIMS]).change("B1.1", turn=stuck), 1, 1, 1).acts("a", "stay", yes=True)
    back.acts("b", "stay", yes=False)
    assert (lost(back), back.frame().teams) == ({"B1.1"}, ("B1.2",))
    on = fought(assaulting([SMG], [MAXIMS]).change("B1.1", turn=stuck), 1, 1, 1).acts("a", "stay", yes=False)
    on.acts("a", "fall_back", team="A1.0", path=("1206",))
    assert [on.no("b", "consolidate", team=name, at="1306") for name in ("B1.1", "B1.2")] == ["ASLT-24", None]


# ------------------------------------------------------------------------------------------------------------- nothing to choose


@pytest.mark.rule("FHW-ASLT-24")
def test_the_last_loser_that_has_but_one_way_is_not_asked_for_it() -> None:
    own = squad("A1", "sov_smg", {0: "0000"} | {n: f"10{n:02d}" for n in range(1, 10)})
    at = fought(assaulting([own], [squad("B1", "ger_grenadiers_small", {1: "0001"})], "0001"), 1, 1)
    at.acts("a", "stay", yes=False)
    assert (at.where("A1.0"), at.prompt) == ("0200", "consolidate")


@pytest.mark.rule("FHW-REC-03")
def test_who_disengages_and_can_go_nowhere_is_not_asked() -> None:
    scouts = squad("B1", "sov_scouts", dict.fromkeys(range(4), "1900"))
    at = Table([squad("A1", "sov_maxims", {1: "1700", 2: "1902"})], [scouts]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    at.acts("b", "disengage", 3, 1, yes=True)
    assert (at.platoon("B1").disorganised, at.prompt) == (True, "e_write")


@pytest.mark.rule("FHW-STACK-06", "FHW-ASLT-04", "FHW-ASLT-24", "FHW-FACE-02")
@pytest.mark.parametrize(("die", "facing"), [(1, 0), (2, 5)])
def test_who_sticks_in_an_assault_or_after_it_faces_as_it_went(die: int, facing: int) -> None:
    at = assaulting([SU76], surface={"1406": "w"})
    at.acts("a", "assault_move", die, team="A1.0", at="1406", facing=5)
    assert (at.team("A1.0").facing, at.team("A1.0").bogged) == (facing, die == 1)
    back = fought(assaulting([SU76], surface={"1206": "w"}), 1, 1).acts("a", "stay", yes=False)
    back.acts("a", "fall_back", die, team="A1.0", path=("1206",), facing=5)
    assert back.team("A1.0").facing == (3 if die == 1 else 5)


@pytest.mark.rule("FHW-MOVE-02", "FHW-ASLT-03", "FHW-EXEC-08")
@pytest.mark.parametrize(("moved", "goes"), [("doubled", False), ("moved", True)])
def test_a_warrior_that_came_at_the_double_does_not_assault(moved: Any, goes: bool) -> None:
    at = assaulting([SMG, HQ], before=lambda at: hero(at).change("A9.0", turn=TeamTurn(moved=moved)))
    assert ("A9.0" in at.frame().teams) == goes


@pytest.mark.rule("FHW-ASLT-18", "FHW-ALLOC-03", "FHW-GEN-07")
def test_victims_that_are_alike_fall_by_index_whoever_stands_together() -> None:
    own = squad("A1", "sov_smg", {0: "1306", 1: "1306"})
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1305", 3: "1406"})
    assert lost(fought(assaulting([own], [foe]), 4, 4, 1, 1, 1)) == {"B1.1", "B1.2"}


@pytest.mark.rule("FHW-ASLT-18", "FHW-ALLOC-03")
def test_hits_of_a_round_are_given_striker_by_striker_to_teams_in_roster_order() -> None:
    own = [squad("A1", "sov_smg", {0: "1306", 1: "1305"}), squad("A2", "sov_smg", {1: "1306"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1306"})
    at = assaulting(own, [foe], names=("A2", "A1"))
    rows = rows_against(at.moment.field, at.frame(), "B", [("A1.0", 1), ("A1.1", 1), ("A2.1", 2)])  # type: ignore[list-item]
    assert [row.shooter for row in rows] == ["A1.0", "A1.1", "A2.1", "A2.1"]
    assert [row.teams for row in rows] == [("B1.2",), ("B1.1", "B1.2"), ("B1.1",), ("B1.1", "B1.2")]
    others = rows_against(at.moment.field, at.frame(), "A", [("B1.1", 1)])  # type: ignore[list-item]
    assert [row.teams for row in others] == [("A1.0", "A1.1", "A2.1")]


@pytest.mark.rule("FHW-TERR-12", "FHW-ROAD-04", "FHW-ASLT-24")
def test_a_vehicle_that_sticks_half_way_back_stands_in_the_free_half() -> None:
    ground: dict[str, Any] = {
        "mixed": [{"at": (12, 6), "dir": 0, "feature": "woods"}],
        "wrecks": [{"at": (12, 6), "count": 1}],
    }
    at = assaulting([SU76], **ground, roads=[[(13, 6), (12, 6), (11, 6)]])
    fought(at, 1, 1).acts("a", "stay", yes=False).acts("a", "fall_back", 1, team="A1.0", path=("1206", "1106"))
    assert (at.where("A1.0"), at.team("A1.0").bogged, at.team("A1.0").half) == ("1206", True, "free")


@pytest.mark.rule("FHW-ASLT-08", "FHW-ASLT-12")
def test_tanks_with_which_a_warrior_goes_are_tanks_for_all_that() -> None:
    at = assaulting([SU76, HQ], [squad("B1", "ger_panzer4", {0: "1406>3"})], before=hero)
    assert set(at.frame().teams) >= {"A1.0", "A9.0"}
    assert not at.told(ef.AssaultTested)
    assert {name.partition(".")[0] for name in at.frame().tanks} == {"A1"}
