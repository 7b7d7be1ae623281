"""The order of dice inside one resolution (part 6 of the rules), and what is done for who is late (parts 4 and 5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.types import Seat
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from tests.games.flames_hexwar.scenes import FAR, Table, act, shot, squad

CELLS = ("1505", "1506", "1606")
VERTEX = {"hex": "1505", "v": 4}
AIR = {"level": "limited", "aircraft": "il2", "count": 1}


def fell(at: Table) -> list[str]:
    """For what dice have fallen, in their order."""
    return [roll.purpose for roll in at.step.rolls]


def covering(attackers: Any, defenders: Any, **more: Any) -> Table:
    at = Table(attackers, defenders, **more)
    return at.plan(**{each["id"]: "FC" for each in (*attackers, *defenders) if "hq" not in each["platoon"]})


@pytest.mark.rule("FHW-REIN-01", "FHW-REIN-02")
def test_reserves_of_the_attacker_with_their_lots_then_the_defenders() -> None:
    own = [squad("A1", "sov_smg"), *(squad(f"A{n}", "sov_su76", start="reserve") for n in (2, 3, 4))]
    foes = [FAR, *(squad(f"B{n}", "ger_panzer4", start="reserve") for n in (2, 3))]
    reserves = {"attacker_start_turn": 1, "defender_start_turn": 1}
    at = Table(own, foes, reserves=reserves, dice=(5, 3, 5, 2))
    assert fell(at) == ["reserves", "lot", "reserves", "lot"]
    assert [roll.sides for roll in at.step.rolls] == [6, 3, 6, 2]
    assert [at.platoon(name).status for name in ("A2", "A4", "B2", "B3")] == [
        "reserve",
        "arriving",
        "reserve",
        "arriving",
    ]


@pytest.mark.rule("FHW-RALLY-04", "FHW-RALLY-05")
def test_a_rally_rolls_for_the_suppressed_then_crews_then_bogged_vehicles() -> None:
    own = squad("A1", "ger_panzergrenadiers", {7: "0506", 8: "0606", 9: "0706"})
    at = Table([own], [FAR]).plan(A1="MD", B1="FC").until("c")
    at.change("A1.1", suppressed=True).change("A1.8", bailed_out=True).change("A1.7", bogged=True)
    at.acts("a", "activate", 4, 4, 3, platoon="A1")
    assert fell(at) == ["rally", "remount", "free from the bog"]


@pytest.mark.rule("FHW-RALLY-05")
def test_several_that_rally_at_once_roll_side_by_side_in_roster_order() -> None:
    own, foes = [squad("A1", "sov_smg"), squad("A2", "sov_su76")], [FAR, squad("B2", "ger_panzer4")]
    at = Table(own, foes).plan(A1="FO", A2="FO", B1="FO", B2="MD").until("c")
    at.change("B1.0", suppressed=True).change("A2.0", bailed_out=True).change("A1.0", suppressed=True)
    at.acts("b", "activate", platoon="B2").acts("b", "close", 3, 4, 4)
    told = [event.platoon for event in at.told(em.Rallied)]
    assert told == ["A1", "A2", "B1"]


@pytest.mark.rule("FHW-RALLY-05", "FHW-FO-09")
def test_cards_that_rally_for_one_declaration_do_so_in_roster_order_and_fire_as_they_were_named() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1006"}), squad("B2", "ger_hmg", {1: "1006"})]
    at = Table([squad("A1", "sov_smg", {0: "0506"})], foes).plan(A1="MD", B1="FO", B2="FO").until("c")
    at.change("B1.1", suppressed=True).change("B2.1", suppressed=True).acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=("0606",))
    shots = [shot("B2.1", "hmg", 4), shot("B1.1", "hmg", 4)]
    at.acts("b", "opportunity", 4, 1, *[1] * 7, shots=shots)
    assert [(event.platoon, event.passed) for event in at.told(em.Rallied)] == [("B1", True), ("B2", False)]
    assert [(event.platoon, len(event.dice)) for event in at.told(ef.ShotsRolled)] == [("B2", 3), ("B1", 4)]


@pytest.mark.rule("FHW-AIR-02", "FHW-AIR-10", "FHW-AIR-04", "FHW-AIR-11", "FHW-FC-07")
def test_all_anti_aircraft_dice_fall_before_the_first_acquiring_one_and_an_attack_is_whole_before_the_next() -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1505"}), squad("B2", "ger_flak", {0: "1706>3", 1: "1807>3"})]
    at = Table([squad("A1", "sov_smg")], foes, air=AIR).acts("a", "air", call=True)
    at.plan(5, 5, A1="FC", B1="FC", B2="FC")
    assert fell(at) == ["air support", "planes"]
    one = {"planes": 1, "vertex": VERTEX, "hexes": CELLS}
    two = {"planes": 2, "vertex": {"hex": "1605", "v": 0}, "hexes": ("1706", "1605", "1705")}
    at.acts("a", "strike", attacks=[one, two]).commit()
    shots = [{"team": "B2.1", "attack": 1, "count": 1}, {"team": "B2.0", "attack": 0, "count": 1}]
    # misses; acquired, hit, the save; then the second attack: acquired by one of two dice, hit again, the save of a soft vehicle
    at.acts("b", "assign_aa", 1, 1, 4, 3, 6, 1, 3, 1, 3, 6, 4, 4, shots=shots)
    assert fell(at) == ["anti-aircraft", "anti-aircraft", "acquire", "air attack", "save", "acquire", "acquire", "air attack",
                        "air attack again", "save", "rally", "rally"]  # fmt: skip


@pytest.mark.rule("FHW-ART-11", "FHW-ART-17", "FHW-ART-18", "FHW-FC-05", "FHW-SAVE-06")
def test_a_bombardment_is_available_ranges_in_hits_and_is_saved_whole_before_the_next() -> None:
    guns, mortars = (
        squad("A1", "sov_zis3", {1: "1005"}),
        squad("A2", "sov_mortars", {1: "1006"} | dict.fromkeys(range(2, 8), "0305")),
    )
    foe = squad("B1", "ger_grenadiers_small", {1: "1505", 2: "1506"})
    at = covering([guns, mortars], [foe])
    four = {"battery": "A1", "spotter": "A1.1", "mode": "normal", "hexes": (*CELLS, "1605")}
    three = {"battery": "A2", "spotter": "A2.1", "mode": "concentrated", "hexes": CELLS}
    for each in (three, four):
        at.acts("a", "bombard", aim="B1.1", ammo="he", vertex=VERTEX, **each)
    at.commit(4, 4, 4, 4, 3, 3, 3, 4, 1, 5, 5, 6, 3, 4)
    assert fell(at) == [
        "availability", "ranging in", "bombardment", "bombardment", "save", "save",  # the guns, first in the deck
        "ranging in", "ranging in", "bombardment", "bombardment", "bombardment", "save", "save", "rally",
    ]  # fmt: skip


@pytest.mark.rule("FHW-HIT-17", "FHW-HIT-03", "FHW-SHOT-06", "FHW-SMOKE-02", "FHW-SAVE-06")
def test_a_volley_rolls_first_dice_then_confirming_ones_then_smoke_then_saves() -> None:
    own = squad("A1", "us_shermans", {0: "0806", 1: "0806"})
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys((1, 2), "1506"))
    at = covering([own], [foe], surface={"1506": "w"}).until("a2_designate")
    for name in ("B1.1", "B1.2"):
        at.change(name, gone_to_ground=True)  # four, cover, gone to ground, far: seven
    smoke = shot("A1.1", "tg75us", 1, "B1", priority="B1.1", smoke=True)
    at.acts("a", "fire", platoon="A1", shots=[smoke, shot("A1.0", "tg75us", 2, "B1")]).commit(6, 2, 5, 6, 5, 3)
    assert fell(at) == ["to hit", "to hit", "to confirm", "smoke", "smoke", "save"]


@pytest.mark.rule("FHW-WEA-06", "FHW-WEA-07")
def test_fog_dice_fall_platoon_by_platoon_in_covering_fire_and_all_at_first_out_of_turn() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_maxims", {1: "0807"})]
    at = covering(own, [squad("B1", "ger_grenadiers_small", {1: "1206"})], weather="fog").until("a2_designate")
    for name in ("A1", "A2"):
        at.acts("a", "fire", platoon=name, shots=[shot(f"{name}.1", "hmg", 1, "B1")])
    at.commit(5, 1, 5, 1)
    assert fell(at) == ["fog", "to hit"] * 2
    foes = [squad("B1", "ger_grenadiers_small", {1: "0806"}), squad("B2", "ger_hmg", {1: "0807"})]
    out = Table([squad("A1", "sov_smg", {0: "0406"})], foes, weather="fog").plan(A1="MD", B1="FO", B2="FO").until("c")
    out.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0506",))
    out.acts("b", "opportunity", 5, 5, 1, 1, shots=[shot("B1.1", "rifle_mg"), shot("B2.1", "hmg")])
    assert fell(out) == ["fog", "fog", "to hit", "to hit"]


@pytest.mark.rule("FHW-REC-01", "FHW-GTG-03")
def test_lifts_come_before_volleys_and_count_from_the_next_sub_step_on() -> None:
    own = [squad("A1", "us_recce", {0: "0906"}), squad("A2", "sov_maxims", {1: "0806"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = covering(own, [foe], surface={"1206": "w"}).until("a2_designate").change("B1.1", gone_to_ground=True)
    at.acts("a", "fire", platoon="A2", shots=[shot("A2.1", "hmg", 1, "B1")]).acts(
        "a", "lift", team="A1.0", platoon="B1"
    )
    at.commit(4, 6, 6)
    assert fell(at) == ["lift", "to hit", "save"]
    assert set(next(event for event in at.told() if hasattr(event, "needs")).needs.values()) == {(6,)}
    assert [event.teams for event in at.told(em.FoundOut)] == [("B1.1",)]


@pytest.mark.rule("FHW-FO-10", "FHW-HQ-08")
def test_the_swap_comes_before_the_heros_die() -> None:
    own = [squad("A1", "sov_smg", {0: "0606", 1: "0606", 2: "0606"}), squad("A2", "sov_hq", {0: "0506", 1: "0001"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1006"})]).change("A2.0", type="hero_team", role="warrior")
    at.plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A2.0", path=("0606", "0706")).acts("b", "hold")
    at.acts("b", "opportunity", 6, 1, 2, 3, shots=[shot("B1.1", "hmg")])
    assert fell(at) == ["to hit", "save", "swap", "hero"]
    assert "A2.0" in at.position.teams


@pytest.mark.rule("FHW-ASLT-17", "FHW-ASLT-21", "FHW-HQ-04", "FHW-ASLT-16")
def test_the_assaulter_strikes_and_tests_first_each_with_its_second_try() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_hq", {0: "1306"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1406"})]).plan(A1="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts("a", "done")
    at.acts("b", "defend", 1, 1, shots=[])
    assert fell(at) == ["strike", "strike"]
    at.acts("a", "stay", yes=True).acts("b", "stay", 1, 2, 6, yes=True)
    assert fell(at) == ["assault motivation", "assault motivation again", "assault motivation"]


@pytest.mark.rule("FHW-WEA-10", "FHW-RALLY-04")
def test_mud_is_rolled_after_the_rally_and_only_if_some_team_has_an_odd_half() -> None:
    def turned(kind: str, *dice: int) -> list[str]:
        at = Table([squad("A1", kind, {0: "0506"})], [FAR], weather="mud").plan(A1="MD", B1="FC").until("c")
        return fell(at.change("A1.0", suppressed=True).acts("a", "activate", *dice, platoon="A1"))

    assert turned("sov_smg", 6) == ["rally"]  # two hexes, halved
    assert turned("sov_zis3", 6) == ["rally"]
    assert turned("sov_su76", 6, 5) == ["rally", "mud"]  # three over rough ground


# --------------------------------------------------------------------------------------------------------------- time is up


def late(at: Table) -> Any:
    """What is done for the first who is asked; it is legal."""
    found = time_out(at.moment, Seat(at.asked[0]))
    assert found is not None
    assert at.refused(at.asked[0], found) is None
    return found


@pytest.mark.rule("FHW-END-07", "FHW-EXEC-04", "FHW-PLAN-12")
def test_states_that_a_seat_ends_itself() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_mortars")], [FAR], deployed=False)
    assert late(at) == a.Commit(fill=True)
    at.commit()
    assert late(at) == a.Commit(fill=True)
    at.commit()
    assert late(at) == a.Commit(fill=True)
    at.plan(A1="FC", A2="FC", B1="FC")
    for prompt in ("a1_designate", "a2_designate"):
        assert (at.prompt, late(at)) == (prompt, a.Commit())
        at.commit()
    own = [squad(f"A{n}", "sov_smg") for n in (1, 2)]
    cards = (
        Table(own, [squad(f"B{n}", "ger_hmg") for n in (1, 2, 3)])
        .plan(A1="MD", A2="MD", B1="MD", B2="MD", B3="MD")
        .until("c")
    )
    assert late(cards) == act("activate", platoon="B1")
    cards.acts("b", "activate", platoon="B1").acts("b", "close").acts("a", "activate", platoon="A1")
    assert late(cards) == act("close")
    cards.acts("a", "close").acts("b", "activate", platoon="B2").acts("b", "close")
    assert late(cards) == act("activate", platoon="A2")  # equal numbers: no pass
    passing = (
        Table(own, [squad(f"B{n}", "ger_hmg") for n in (1, 2, 3)])
        .plan(A1="MD", A2="FC", B1="MD", B2="MD", B3="MD")
        .until("c")
    )
    passing.acts("b", "activate", platoon="B1").acts("b", "close")
    assert late(passing) == act("pass")


@pytest.mark.rule("FHW-FO-15", "FHW-MOVE-07")
def test_a_team_on_its_way_halts_or_goes_where_it_may_and_a_window_is_held() -> None:
    own = squad("A1", "sov_t34_76_4", {0: "0306", 1: "0406", 2: "0406"})
    at = Table([own], [FAR]).plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=("0406",), halt=False)
    assert late(at) == act("hold", until="activation")
    at.acts("b", "hold", until="activation")
    assert late(at) == act("move", team="A1.0", path=("0305",))  # by row and column; where it is there is no room
    at.acts("a", "move", team="A1.0", path=("0506",), halt=False)
    assert late(at) == act("move", team="A1.0", path=())


@pytest.mark.rule("FHW-ALLOC-01", "FHW-AIR-07", "FHW-HQ-07", "FHW-HQ-08", "FHW-FO-10", "FHW-REC-03")
def test_prompts_of_fire() -> None:
    foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1206"})
    at = covering([squad("A1", "sov_maxims", {1: "0806"})], [foe]).until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 3, "B1")]).commit(6, 6, 6)
    assert (at.prompt, late(at)) == ("hits", act("allocate", teams=("B1.0", "B1.1", "B1.0")))
    at.acts("b", "allocate", 1, 6, 6, teams=("B1.0", "B1.1", "B1.0"))
    assert (at.prompt, late(at)) == ("new_command", act("appoint", team="B1.1"))
    swap = Table([squad("A1", "sov_maxims", {1: "0806"})], [foe]).plan(A1="FO", B1="MD").until("c")
    swap.acts("b", "activate", platoon="B1").acts("b", "move", team="B1.0", path=("1306",))
    swap.acts("a", "opportunity", 6, 1, 3, shots=[shot("A1.1", "hmg")])
    assert (swap.prompt, late(swap)) == ("swap", act("swap", team="B1.4"))
    flight = Table([squad("A1", "sov_smg")], [squad("B1", "ger_hmg", {1: "1505"})], air=AIR).acts("a", "air", call=True)
    flight.plan(5, 1, A1="FC", B1="FC").acts(
        "a", "strike", attacks=[{"planes": 1, "vertex": VERTEX, "hexes": CELLS}]
    ).commit()
    assert (flight.prompt, late(flight)) == ("aa", act("assign_aa", shots=()))
    patrol = Table([squad("A1", "sov_maxims", {1: "0806"})], [squad("B1", "ger_recce", {0: "1206>3"})]).plan(
        A1="MD", B1="FO"
    )
    patrol.until("c").acts("a", "activate", platoon="A1").acts(
        "a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]
    )
    assert (patrol.prompt, late(patrol)) == ("disengage", act("disengage", yes=False))
    assert late(patrol.acts("b", "disengage", 6, yes=True)) == act("done")


@pytest.mark.rule("FHW-AE-04", "FHW-BOG-06")
def test_prompts_of_special_actions() -> None:
    at = (
        Table([squad("A1", "sov_smg")], [FAR])
        .plan(A1="AE appoint_command", B1="FC")
        .until("d")
        .acts("a", "activate", platoon="A1")
    )
    assert late(at) == act("appoint", team="A1.0")
    own = [squad("A1", "sov_su76", {0: "0506"}), squad("A2", "sov_t34_76_4", {0: "0606"})]
    tow = Table(own, [FAR]).change("A1.0", type="recovery").plan(A1="AE recover", A2="FC", B1="FC").until("d")
    tow.change("A2.0", bogged=True).acts("a", "activate", platoon="A1")
    assert late(tow) == act("recover", team="A1.0", vehicle=None)


@pytest.mark.rule(
    "FHW-ASLT-04", "FHW-ASLT-11", "FHW-ASLT-13", "FHW-ASLT-20", "FHW-ASLT-23", "FHW-ASLT-24", "FHW-END-05"
)
def test_prompts_of_assaults() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", {0: "1304"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1404"})]).plan(A1="FO", A2="FO", B1="FO")
    assert (at.prompt, late(at)) == ("e_write", a.Commit())
    at.acts("a", "assault", platoons=("A1",), at="1406").acts("a", "assault", platoons=("A2",), at="1404").commit()
    assert late(at) == act("next_assault", at="1404")  # by row, then column
    at.acts("a", "next_assault", at="1406")
    assert (at.prompt, late(at)) == ("assault_move", act("done"))
    at.acts("a", "done")
    assert (at.prompt, late(at)) == ("defend", act("defend", shots=()))
    at.acts("b", "defend", 1, 1, shots=[])
    assert (at.prompt, late(at)) == ("withdraw", act("stay", yes=False))
    at.acts("a", "stay", yes=True)
    assert late(at) == act("stay", yes=False)
    at.acts("b", "stay", 6, 1, yes=True)
    assert (at.prompt, late(at)) == ("continue", act("go_on", yes=False))
    at.acts("a", "go_on", yes=False)
    assert (at.prompt, late(at)) == ("fall_back", act("fall_back", team="B1.1", path=("1405",)))
    at.do("b", late(at))
    assert (at.prompt, late(at)) == ("consolidate", act("done"))


@pytest.mark.rule("FHW-ASLT-24", "FHW-TERR-12", "FHW-WEA-11", "FHW-TERR-10")
def test_who_is_late_falls_back_into_the_half_that_is_near_enough() -> None:
    """In mud the covering half of a hex of woods costs men two hexes, of which they have one."""
    mixed = [{"at": (14, 5), "dir": 0, "feature": "woods", "material": "wood"}]
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table([own], [foe], weather="mud", mixed=mixed).plan(A1="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406").commit().acts("a", "next_assault", at="1406").acts("a", "done")
    at.acts("b", "defend", 1, 1, shots=[]).acts("a", "stay", yes=True).acts("b", "stay", 6, 1, yes=True)
    at.acts("a", "go_on", yes=False)
    assert at.no("b", "fall_back", team="B1.1", path=("1405",)) == "MOVE-01"
    assert late(at) == act("fall_back", team="B1.1", path=("1405",), half="free")
    at.do("b", late(at))
    assert (at.where("B1.1"), at.team("B1.1").half) == ("1405", "free")
