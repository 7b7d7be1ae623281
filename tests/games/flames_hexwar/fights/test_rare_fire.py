"""Fire, hits, rallies and patrols in rarely met states."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.boards.hexes import Hex
from app.engine.types import UnitId
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import assaulting
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad

# ---------------------------------------------------------------------------------------------------------------- rallies


@pytest.mark.rule("FHW-RALLY-05")
def test_who_has_declared_before_it_was_suppressed_rallies_no_more_this_turn() -> None:
    own, guns = squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("B1", "ger_hmg", {1: "1006", 2: "1006"})
    at = Table([own], [guns]).plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=("0606",)).acts("b", "opportunity", 1, shots=[shot("B1.2", "hmg", 1)])
    at.change("B1.1", suppressed=True)
    assert at.no("b", "opportunity", shots=[shot("B1.1", "hmg", 4)]) == "SHOT-04"  # three while it is suppressed
    at.acts("b", "opportunity", 1, 1, 1, shots=[shot("B1.1", "hmg", 3)])
    assert not at.told(em.Rallied)
    at.acts("b", "hold", until="activation").acts("a", "move", team="A1.0", path=()).acts("a", "close")
    assert (at.position.turn, at.team("B1.1").suppressed) == (2, True)  # nor at the end of (c)


# ----------------------------------------------------------------------------------------------------- numbers, suppression


@pytest.mark.rule("FHW-SUPP-01")
def test_who_sits_in_the_carriers_of_a_platoon_is_suppressed_with_it() -> None:
    foe = squad("B1", "ger_panzergrenadiers", {7: "1206>3"})
    at = Table([squad("A1", "sov_maxims", {1: "0806"})], [foe]).change("B1.1", aboard="B1.7", at=None)
    at.plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 5, "B1")]).commit(*[6] * 5, *[6] * 5)
    assert [at.team(name).suppressed for name in ("B1.0", "B1.1", "B1.7")] == [True, True, False]


@pytest.mark.rule("FHW-SUPP-01")
def test_a_platoon_of_tanks_is_not_suppressed_nor_is_who_has_joined_it() -> None:
    foes = [squad("B1", "ger_panzer4", {0: "1206>3"}), squad("B2", "ger_hq", {0: "1206"})]
    at = Table([squad("A1", "sov_maxims", {1: "0806"})], foes).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 6, "B1")]).commit(*[6] * 6)
    at.acts("b", "allocate", *[6] * 6, teams=["B1.0", "B2.0"] * 3)
    assert not at.team("B2.0").suppressed


@pytest.mark.rule("FHW-FC-04", "FHW-BAIL-03", "FHW-FC-03")
def test_a_crew_that_bails_out_twice_in_a_sub_step_has_fired_before_it_is_out() -> None:
    own, foe = squad("A1", "sov_t34_85_3", {0: "0806>0"}), squad("B1", "ger_panzer4", {0: "1206>3"})
    at = Table([own], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg85", 2, "B1", priority="B1.0")])
    at.acts("b", "fire", platoon="B1", shots=[shot("B1.0", "tg75kwk40", 2, "A1")])
    at.commit(4, 4, *[1, 2], *[1, 2, 4], 1, 1)
    assert [(event.shooter, event.dice) for event in at.told(ef.ShotsRolled)] == [("A1.0", (4, 4)), ("B1.0", (1, 1))]
    assert [event.again for event in at.told(ef.BailedOut)] == [True, False]
    assert at.team("B1.0").bailed_out


# ---------------------------------------------------------------------------------------------------------- hits given out


@pytest.mark.rule("FHW-ALLOC-03")
def test_a_tank_in_command_is_like_any_other_tank() -> None:
    at = Table([squad("A1", "sov_is2", {0: "0506"})], [squad("B1", "ger_panzer4", {0: "0906>3", 1: "0906>3"})])
    at.plan(A1="FC", B1="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg122", 1, "B1")]).commit(6, 6, 1)
    assert [event.team for event in at.told(ef.HitGiven)] == ["B1.0"]


# -------------------------------------------------------------------------------------------------------- in the sub-steps


@pytest.mark.rule("FHW-GTG-03", "FHW-AIR-04", "FHW-AIR-10")
def test_who_fires_at_aircraft_is_down_until_the_sub_step_is_over() -> None:
    flak = squad("B1", "ger_hmg", {1: "1505"})
    air = {"level": "limited", "aircraft": "il2", "count": 1}
    at = Table([squad("A1", "sov_smg")], [flak], air=air, surface={"1505": "w"}).change("B1.1", gone_to_ground=True)
    at.acts("a", "air", call=True).plan(5, 1, A1="FC", B1="FC")
    cells = ("1505", "1506", "1606")
    at.acts("a", "strike", attacks=[{"planes": 1, "vertex": {"hex": "1505", "v": 4}, "hexes": cells}]).commit()
    at.acts("b", "assign_aa", 1, 5, shots=[{"team": "B1.1", "attack": 0, "count": 1}])
    assert [(event.need, event.passed) for event in at.told(ef.AreaAcquired)] == [(6, False)]
    assert not at.team("B1.1").gone_to_ground


# --------------------------------------------------------------------------------------------------------- opportunity fire


@pytest.mark.rule("FHW-FO-10", "FHW-HQ-02")
@pytest.mark.parametrize("joins", [None, "A3"])
def test_nobody_of_a_platoon_is_given_for_who_has_joined_another(joins: str | None) -> None:
    own = [squad("A1", "sov_smg", {1: "0606"}), squad("A2", "sov_hq", {0: "0506"}), squad("A3", "sov_smg", {1: "0606"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1006"})]).plan(A1="MD", A3="MD", B1="FO").until("c")
    at.change("A2.0", joins=joins).acts("a", "activate", platoon="A1").acts("a", "move", team="A2.0", path=("0606",))
    at.acts("b", "hold").acts("b", "opportunity", 6, 1, *([3] if joins is None else []), shots=[shot("B1.1", "hmg", 1)])
    assert ("A2.0" in at.position.teams) is (joins is None)


@pytest.mark.rule("FHW-FO-17")
def test_who_has_fired_at_aircraft_still_counts_to_whom_a_window_asks() -> None:
    own, guns = squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("B1", "ger_hmg", {1: "1006"})
    at = Table([own], [guns]).plan(A1="MD", B1="FO").until("c")
    platoon = replace(at.platoon("B1"), turned=True)
    at.changed(lambda now: replace(now, platoons={**now.platoons, platoon.id: platoon}))
    for number in range(5):
        at.change(f"B1.{number}", turn=TeamTurn(aa_fired=True))
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
    assert (at.prompt, at.asked) == ("window", "b")


@pytest.mark.rule("FHW-FO-12", "FHW-SUPP-01")
def test_whoever_joins_a_platoon_after_it_was_suppressed_on_its_way_is_not() -> None:
    own = [squad("A1", "sov_smg", {0: "0506", 1: "0506"}), squad("A2", "sov_hq", {0: "0507"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1006"})]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
    at.acts("b", "opportunity", *[6] * 5, *[6] * 5, shots=[shot("B1.1", "hmg", 5)])
    at.acts("b", "hold", until="activation")
    at.acts("a", "move", team="A2.0", path=("0506",)).acts("a", "close")
    assert [at.team(name).suppressed for name in ("A1.0", "A1.1", "A2.0")] == [True, True, False]


@pytest.mark.rule("FHW-FO-12")
def test_a_room_may_say_how_many_hits_suppress_on_the_way() -> None:
    own = squad("A1", "sov_smg", {0: "0506", 1: "0506"})
    tables = {"opportunity_fire.hits_on_one_platoon_that_suppress": 2}
    at = Table([own], [squad("B1", "ger_hmg", {1: "1006"})], tables=tables).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
    at.acts("b", "opportunity", 6, 6, 6, 6, shots=[shot("B1.1", "hmg", 2)])
    assert at.team("A1.1").suppressed


@pytest.mark.rule("FHW-FO-10", "FHW-SAVE-07")
def test_no_tank_is_given_for_a_command_that_rode_on_another() -> None:
    own = [squad("A1", "sov_t34_76_4", {0: "0506>0", 1: "0506>0"}), squad("A2", "sov_smg")]
    at = Table(own, [squad("B1", "ger_panthers", {0: "1006>3"})]).change("A2.0", aboard="A1.1", at=None)
    at.plan(A1="MD", A2="FC", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.1", path=("0606",))
    at.acts("b", "opportunity", 6, 6, 1, 1, shots=[shot("B1.0", "tg75kwk42", 1)])  # the crew is out, the rider lost
    assert (at.prompt, "A2.0" in at.position.teams) == ("window", False)


# -------------------------------------------------------------------------------------------------------- smoke, the ground


@pytest.mark.rule("FHW-SMOKE-05")
def test_an_observer_who_is_hindered_by_one_marker_sees_through_no_other_in_its_hex() -> None:
    at, blind = Table([squad("A1", "sov_smg")], [squad("B1", "ger_hmg")]).position, (UnitId("A1.0"),)
    first = evolve(at, ef.SmokePlaced((Hex(5, 5), Hex(6, 5))))
    both = evolve(first, ef.SmokePlaced((Hex(5, 5), Hex(4, 5)), blind))
    assert {each.at: each.blind for each in both.smoke} == {Hex(6, 5): (), Hex(5, 5): (), Hex(4, 5): blind}


@pytest.mark.rule("FHW-GTG-03", "FHW-FACE-02", "FHW-MOVE-08")
@pytest.mark.parametrize(("kind", "down"), [("m8", True), ("su85", False)])
def test_who_only_turns_stays_down_unless_turning_is_moving(kind: str, down: bool) -> None:
    at = Table([squad("A1", "us_recce", {0: "0506>0"})], [FAR]).change("A1.0", type=kind, gone_to_ground=True)
    at.plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=(), facing=2)
    assert at.team("A1.0").gone_to_ground is down


@pytest.mark.rule("FHW-ALLOC-03", "FHW-WEA-06")
def test_in_fog_those_in_sight_are_alike_however_far_it_goes() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1306"})
    at = Table([squad("A1", "sov_maxims", {1: "1006"})], [foe], weather="fog").plan(A1="FC", B1="FC")
    at.until("a2_designate").acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]).commit(6, 6, 6)
    assert [event.team for event in at.told(ef.HitGiven)] == ["B1.1"]


@pytest.mark.rule("FHW-SAVE-07", "FHW-MOVE-08", "FHW-MT-02")
@pytest.mark.parametrize(("order", "moved"), [("MD", "moved"), ("MT", "doubled")])
def test_who_loses_its_carrier_on_the_way_has_moved_as_that_had(order: str, moved: str) -> None:
    own = [squad("A1", "ger_panzergrenadiers", {7: "0406>0"})]
    at = Table(own, [squad("B1", "ger_panthers", {0: "1006>3"})]).change("A1.1", aboard="A1.7", at=None)
    at.plan(A1=order, B1="FO").until("c" if order == "MD" else "b").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.7", path=("0506", "0606")).acts("b", "hold")
    dice = (6, 1, 6, 5) if order == "MD" else (6, 1, 1, 6, 5)
    at.acts("b", "opportunity", *dice, shots=[shot("B1.0", "tg75kwk42", 1)])
    turn = at.team("A1.1").turn
    assert (at.where("A1.1"), turn.changed_hex, turn.moved) == ("0506", True, moved)


@pytest.mark.rule("FHW-REC-01", "FHW-ASLT-13")
def test_who_has_looked_for_hidden_ones_may_still_defend_itself() -> None:
    foe, lifted = squad("B1", "ger_hmg", {1: "1406"}), TeamTurn(lifted=True)
    at = assaulting([squad("A1", "sov_smg", {0: "1306"})], [foe], before=lambda at: at.change("B1.1", turn=lifted))
    at.acts("a", "done")
    assert at.no("b", "defend", shots=[shot("B1.1", "hmg", 1, "A1")]) is None


@pytest.mark.rule("FHW-HQ-07", "FHW-FC-04")
def test_of_commands_lost_together_the_first_is_replaced_first() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_maxims", {1: "0808"})]
    foes = [squad("B1", "ger_grenadiers_small", {0: "1206"}), squad("B2", "ger_grenadiers_small", {0: "1208"})]
    at = Table(own, foes).plan(A1="FC", A2="FC", B1="FC", B2="FC").until("a2_designate")
    for own_one, foe in (("A1", "B1"), ("A2", "B2")):
        at.acts("a", "fire", platoon=own_one, shots=[shot(f"{own_one}.1", "hmg", 1, foe)])
    at.commit(6, 1, 6, 1)
    assert (at.prompt, at.frame().platoon) == ("new_command", "B1")
    assert at.acts("b", "appoint", team="B1.1").frame().platoon == "B2"


@pytest.mark.rule("FHW-FO-16")
def test_who_puts_its_orders_out_of_force_has_held_in_the_window_that_is_open() -> None:
    guns = [squad("B1", "ger_hmg", {1: "1006"}), squad("B2", "ger_hmg", {1: "1006"}, company="2")]
    own = squad("A1", "sov_smg", {0: "0506", 1: "0506"})
    at = Table([own], guns, seats=({}, {}, {"side": "B"})).acts("a", "order", platoon="A1", order="MD")
    for seat, name in (("b", "B1"), ("c", "B2")):
        at.acts(seat, "order", platoon=name, order="FO")
    at.acts("b", "standing", in_force=True).commit().until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.asked == "c"
    assert at.acts("b", "standing", in_force=False).asked == "c"
    assert at.acts("c", "hold").asked == "bc"  # the halt
