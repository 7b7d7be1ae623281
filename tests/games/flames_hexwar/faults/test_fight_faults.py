"""What planted faults left unseen in fights: numbers, fog, aircraft, what is repelled, who takes over, who counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.barrage.lifting import judge_lift
from app.systems.flames_hexwar.barrage.numbers import Turns, availability_modifier
from app.systems.flames_hexwar.book.kinds import Place
from app.systems.flames_hexwar.fire.counting import hit_of
from app.systems.flames_hexwar.fire.numbers import Number
from app.systems.flames_hexwar.fire.odds import Salvo, hits_odds
from app.systems.flames_hexwar.losses.morale import in_fight
from app.systems.flames_hexwar.march.ways import fits
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import assaulting
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad
from tests.games.flames_hexwar.table import rules

FOE = squad("B1", "ger_grenadiers_small", {1: "1206"})


def needs(at: Table) -> set[tuple[int, ...]]:
    return {need for event in at.told(ef.ShotsRolled) for need in event.needs.values()}


# ------------------------------------------------------------------------------------------------------------------ numbers


@pytest.mark.rule("FHW-HIT-11")
@pytest.mark.parametrize(
    ("changes", "priority", "need"),
    [({}, "B1.0", 4), ({"bogged": True}, "B1.0", 3), ({"bailed_out": True}, "B1.0", 3), ({"bogged": True}, None, 4)],
)
def test_a_vehicle_that_is_stuck_or_left_is_hit_more_easily_by_who_names_it(
    changes: dict[str, Any], priority: str | None, need: int
) -> None:
    at = Table([squad("A1", "sov_is2", {0: "1006>0"})], [squad("B1", "ger_panzer4", {0: "1206>3"})])
    kept = {name: team for name, team in at.position.teams.items() if team.platoon != "B1" or team.index == 0}
    at.changed(lambda now: replace(now, teams=kept)).plan(A1="FC", B1="FC").until("a2_designate")
    at.change("B1.0", **changes)
    more = {} if priority is None else {"priority": priority}
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg122", 1, "B1", **more)]).commit(1)
    base = rules().skills[rules().platoons["ger_panzer4"].skill].to_hit_as_target
    assert needs(at) == {(base + need - 4,)}


@pytest.mark.rule("FHW-HIT-09")
@pytest.mark.parametrize(("before", "need"), [((), 4), (((3, "A2"),), 4), (((0, "A2"),), 3), (((0, "A1"),), 4)])
def test_earlier_fire_from_the_opposite_side_helps_if_it_was_anothers(before: Any, need: int) -> None:
    at = Table([squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_smg")], [FOE]).plan(A1="FC", A2="FO", B1="FO")
    at.until("a2_designate").change("B1.1", turn=TeamTurn(fired_from=before))
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]).commit(1)
    assert needs(at) == {(need,)}


@pytest.mark.rule("FHW-HIT-15")
@pytest.mark.parametrize(("path", "need"), [((), 0), (("1006",), 1)])
def test_a_weapon_of_one_shot_hits_worse_if_it_moved_and_not_otherwise(path: tuple[str, ...], need: int) -> None:
    own = squad("A1", "sov_is2", {0: "0906>0", 1: "0906>0"})
    at = Table([own], [squad("B1", "ger_panzer4", dict.fromkeys(range(5), "1306>3"))]).plan(A1="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1")
    if path:
        at.acts("a", "move", team="A1.0", path=path)
    at.acts("a", "fire", 1, platoon="A1", shots=[shot("A1.0", "tg122", 1, "B1")])
    base = rules().skills[rules().platoons["ger_panzer4"].skill].to_hit_as_target
    assert rules().weapons["tg122"].move_penalty
    assert needs(at) == {(base + need,)}


@pytest.mark.rule("FHW-HIT-03")
def test_a_six_that_meets_its_shooters_highest_number_uses_up_nobody() -> None:
    used: set[UnitId] = set()
    one, two = UnitId("B1.1"), UnitId("B1.2")
    assert hit_of(6, {one: Number(6, (5,))}, used) == (5,)
    assert used == set()
    assert hit_of(6, {one: Number(6, (5,)), two: Number(6, (3,))}, used) == (3,)
    assert used == {two}


@pytest.mark.rule("FHW-HIT-03")
def test_hits_on_average_are_those_of_all_dice() -> None:
    odds = hits_odds((Salvo(2, (Number(5),)),))
    assert odds is not None
    assert odds.expected == Fraction(2, 3)


@pytest.mark.rule("FHW-ART-12", "FHW-ART-13")
def test_two_turns_in_a_row_weigh_on_availability_and_one_does_not() -> None:
    of = rules().bombardment
    tired, rested = of.modifier_after_two_turns_firing, of.modifier_after_two_turns_idle
    assert (tired, rested) == (-1, 1)
    turns = [Turns(), Turns(1), Turns(2), Turns(3), Turns(0, 1), Turns(0, 2), Turns(0, 3)]
    assert [availability_modifier(rules(), each) for each in turns] == [0, 0, tired, tired, 0, rested, rested]


# --------------------------------------------------------------------------------------------------------------- out of turn


@pytest.mark.rule("FHW-FO-09", "FHW-SHOT-01", "FHW-SHOT-04")
def test_of_several_platoons_shots_the_first_that_is_wrong_is_named() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1006", 2: "1006"}), squad("B2", "ger_hmg", {1: "1006"})]
    at = Table([squad("A1", "sov_smg", {0: "0506"})], foes).plan(A1="MD", B1="FO", B2="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
    good, spoon, many = shot("B1.1", "hmg", 1), shot("B2.1", "spoon", 1), shot("B1.2", "hmg", 11)
    assert at.no("b", "opportunity", shots=[good]) is None
    assert at.no("b", "opportunity", shots=[good, spoon, many]) == "SHOT-01"
    assert at.no("b", "opportunity", shots=[good, many, spoon]) == "SHOT-04"


@pytest.mark.rule("FHW-WEA-06", "FHW-WEA-07")
@pytest.mark.parametrize(("die", "sight"), [(1, 2), (2, 2), (3, 3)])
def test_in_fog_one_sees_two_hexes_at_least(die: int, sight: int) -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_grenadiers_small", {1: "0806"})], weather="fog")
    at.plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=("0606",))
    at.acts("b", "opportunity", die, *([1] if sight >= 3 else []), shots=[shot("B1.1", "rifle_mg")])
    assert [event.sight for event in at.told(em.FogRolled)] == [sight]


@pytest.mark.rule("FHW-WEA-08", "FHW-WEA-06")
def test_in_fog_a_spotter_sees_two_hexes_at_least() -> None:
    own = [squad("A1", "sov_mortars", {1: "0906"} | dict.fromkeys(range(2, 8), "0306"))]
    at = Table(own, [FOE], weather="fog").plan(A1="FC", B1="FO")
    at.acts("a", "bombard", battery="A1", spotter="A1.1", aim="B1.1", mode="concentrated", ammo="he",
            vertex={"hex": "1206", "v": 0}, hexes=("1206", "1306", "1205"))  # fmt: skip
    at.commit(1)
    assert [event.sight for event in at.told(em.FogRolled)] == [2]
    assert not at.told(ef.RangedIn)  # nobody aims so near his own


@pytest.mark.rule("FHW-FO-17")
def test_where_nobody_knows_how_many_cards_lie_apart_a_platoon_in_play_counts_as_one() -> None:
    options = {"fo_count_public": False}
    for start, asked in (("board", "b"), ("reserve", "")):
        own, foes = [squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_hmg", start=start)]
        at = Table(
            [*own, squad("A2", "sov_smg")],
            foes,
            options=options,
            reserves={"attacker_start_turn": 0, "defender_start_turn": 9},
        )
        at.plan(A1="MD", A2="FC", **({"B1": "FC"} if asked else {})).until("c").acts("a", "activate", platoon="A1")
        at.acts("a", "move", team="A1.0", path=("0606",), halt=False)
        assert (at.prompt, at.asked) == (("window", "b") if asked else ("activation", "a"))


@pytest.mark.rule("FHW-REC-01", "FHW-AIR-10")
@pytest.mark.parametrize(
    ("turn", "refused"),
    [({}, None), ({"shot": True}, "FHW-REC-01"), ({"lifted": True}, "FHW-REC-01"), ({"aa_fired": True}, "FHW-REC-01")],
)
def test_who_has_shot_at_men_or_planes_lifts_nobody(turn: dict[str, Any], refused: str | None) -> None:
    at = Table([squad("A1", "us_recce", {0: "0906>0"})], [FOE]).plan(A1="MD", B1="FO").until("c")
    at.change("A1.0", turn=TeamTurn(**turn))
    found = judge_lift(at.moment.field, at.team("A1.0"), at.platoon("B1").id)
    assert (None if found is None else found.rule) == refused


# ----------------------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.rule("FHW-AIR-09")
def test_attacks_elsewhere_leave_a_battery_its_first_pieces() -> None:
    foes = [FOE, squad("B2", "ger_artillery", start="off_board")]
    air = {"level": "priority", "aircraft": "il2", "count": 1}
    at = (
        Table([squad("A1", "sov_smg")], foes, air=air).acts("a", "air", call=True).plan(5, 3, A1="FC", B1="FO", B2="FC")
    )
    area = {"planes": 1, "vertex": {"hex": "1206", "v": 0}, "hexes": ("1206", "1306", "1305")}
    at.acts("a", "strike", attacks=[area, {"planes": 1, "battery": "B2"}])
    at.commit(1, 6, 6, 6, 1, 1)
    hit = [event.team for event in at.events if isinstance(event, ef.HitGiven | ef.Saved | ef.Destroyed)]
    assert {name.partition(".")[0] for name in hit} == {"B2"}
    assert set(hit) == {"B2.2", "B2.3"}


@pytest.mark.rule("FHW-AIR-10", "FHW-AIR-04")
def test_an_attack_whose_planes_have_all_turned_back_searches_nothing() -> None:
    foes = [FOE, squad("B2", "ger_flak88", {1: "1506>3"})]
    air = {"level": "priority", "aircraft": "il2", "count": 1}
    at = (
        Table([squad("A1", "sov_smg")], foes, air=air).acts("a", "air", call=True).plan(5, 1, A1="FC", B1="FO", B2="FO")
    )
    at.acts(
        "a", "strike", attacks=[{"planes": 1, "vertex": {"hex": "1206", "v": 0}, "hexes": ("1206", "1306", "1305")}]
    )
    at.commit()
    at.acts("b", "assign_aa", 6, 1, shots=[{"team": "B2.1", "attack": 0, "count": 1}])
    assert [(event.turned, event.downed) for event in at.told(ef.AntiAirFired)] == [(1, 0)]
    assert not at.told(ef.AreaAcquired)


# ----------------------------------------------------------------------------------------------------- losses and motivation


@pytest.mark.rule("FHW-HQ-05")
def test_only_the_second_of_the_same_company_takes_over() -> None:
    own = [
        squad("A1", "sov_hq", {0: "0906", 1: "0001"}, company="2"),
        squad("A2", "sov_hq", {0: "0003", 1: "0004"}, company="1"),
        squad("A3", "sov_smg", company="2"),
        squad("A4", "sov_smg", company="1"),
    ]
    own.insert(0, own.pop(1))
    at = Table(own, [squad("B1", "ger_hmg", {1: "1206"})]).plan(A3="FC", A4="FC", B1="FC").until("a2_designate")
    at.acts("b", "fire", platoon="B1", shots=[shot("B1.1", "hmg", 1, "A1.0")]).commit(6, 1)
    assert "A1.0" not in at.position.teams
    assert (at.team("A1.1").role, at.team("A2.1").role) == ("company_command", "second_in_command")


@pytest.mark.rule("FHW-RALLY-05", "FHW-RALLY-06")
def test_a_platoon_that_fired_out_of_turn_has_had_its_rally() -> None:
    at = (
        Table([squad("A1", "sov_smg"), squad("A2", "sov_smg")], [FAR]).plan(A1="MD", A2="AE dig_in", B1="FO").until("c")
    )
    tried = replace(at.platoon("B1"), rallied=True)
    at.changed(lambda now: replace(now, platoons={**now.platoons, tried.id: tried})).change("B1.1", suppressed=True)
    at.acts("a", "activate", platoon="A1").acts("a", "close")
    assert at.team("B1.1").suppressed
    assert not at.told(em.Rallied)


@pytest.mark.rule("FHW-MOR-02", "FHW-TRAN-02")
def test_transports_and_crews_that_are_out_are_not_in_the_fight() -> None:
    at = Table([squad("A1", "sov_t34_76_4")], [squad("B1", "ger_panzergrenadiers")])
    at.change("A1.0", bailed_out=True).change("A1.1", bogged=True)
    kinds = [rules().teams[name] for name in rules().platoons["ger_panzergrenadiers"].teams]
    assert in_fight(at.moment.field, at.platoon("A1").id) == 3
    assert in_fight(at.moment.field, at.platoon("B1").id) == sum(kind.transport == 0 for kind in kinds)


@pytest.mark.rule("FHW-TRAN-02")
def test_a_truck_takes_one_gun_besides_its_passengers() -> None:
    own = [squad("A1", "sov_t34_76_4", {0: "0506>0"}), squad("A2", "sov_zis3", {}), squad("A3", "sov_mortars", {})]
    at = Table(own, [FAR]).change("A1.0", type="truck")

    def room(team: str, *aboard: str) -> bool:
        full = Table(own, [FAR]).change("A1.0", type="truck")
        for name in aboard:
            full.change(name, at=None, aboard="A1.0")
        return fits(full.moment.field, full.team(team), full.team("A1.0"))

    capacity = rules().teams["truck"].transport
    foot = [f"A3.{number}" for number in range(2, 2 + capacity + 1)]
    assert room("A2.2")
    assert not room("A2.2", "A2.3")
    assert room(foot[-1], *foot[:-2], "A2.2")
    assert not room(foot[-1], *foot[:-1], "A2.2")
    assert room("A2.2", *foot[:-1])
    assert at.moment.field.kind(at.team("A1.0")).tows


@pytest.mark.rule("FHW-ASLT-21", "FHW-GEN-03")
@pytest.mark.parametrize(("die", "holds"), [(1, False), (2, True)])
def test_what_strength_adds_to_motivation_counts_in_the_test(die: int, holds: bool) -> None:
    own = squad("A1", "sov_smg", dict.fromkeys(range(3), "1306"))
    at = assaulting([own], [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1406"})])
    assert rules().motivations[rules().platoons["sov_smg"].motivation].test == 3
    at.acts("a", "done").acts("b", "defend", *[1] * 5, shots=[])
    at.acts("a", "stay", yes=True).acts("b", "stay", die, 6, yes=True)
    tested = at.told(ef.AssaultTested)[0]
    assert (tested.modifier, tested.passed) == (1, holds)  # half as many again


@pytest.mark.rule("FHW-ASLT-14", "FHW-TERR-07")
def test_who_is_repelled_goes_back_to_the_floor_it_came_from() -> None:
    own = squad("A1", "sov_smg", dict.fromkeys(range(3), "1306"))
    house: dict[str, Any] = {"surface": {"1306": "b"}, "buildings": [{"at": (13, 6), "floors": 3}]}
    at = assaulting([own], [squad("B1", "ger_hmg", {1: "1406"})], **house)
    at.acts("a", "assault_move", team="A1.0", at="1306/2").acts("a", "done")
    at.acts("b", "defend", *[6] * 5, shots=[shot("B1.1", "hmg", 5, "A1")])
    at.acts("a", "allocate", *[6] * 5, teams=("A1.0", "A1.1", "A1.2", "A1.0", "A1.1"))
    assert at.told(ef.Repelled)
    assert (at.where("A1.0"), at.team("A1.0").floor) == ("1306", 1)


# ---------------------------------------------------------------------------------------------------------- special actions


@pytest.mark.rule("FHW-AE-02")
def test_nobody_digs_inside_a_building_or_twice() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"})]
    at = Table(own, [FAR], surface={"0506": "b"}, buildings=[{"at": (5, 6), "floors": 1}])
    at.change("A1.1", foxhole=True).plan(A1="AE dig_in", B1="FO").until("d")
    at.acts("a", "activate", 6, platoon="A1")
    (dug,) = at.told(em.DugIn)
    assert set(dug.teams) == {f"A1.{number}" for number in range(2, 10)}
    done = Table([squad("A1", "sov_smg")], [FAR])
    for number in range(10):
        done.change(f"A1.{number}", foxhole=True)
    done.plan(A1="AE dig_in", B1="FO").until("d").acts("a", "activate", platoon="A1")
    assert not done.told(em.DugIn)


@pytest.mark.rule("FHW-WEA-10")
@pytest.mark.parametrize(("die", "up"), [(1, True), (5, True), (6, False), (10, False)])
def test_mud_rounds_up_on_the_lower_half_of_the_die(die: int, up: bool) -> None:
    at = Table([squad("A1", "sov_su76", {0: "0506>0"})], [FAR], weather="mud").plan(A1="MD", B1="FC").until("c")
    at.acts("a", "activate", die, platoon="A1")
    assert [event.up for event in at.told(em.MudRolled)] == [up]


@pytest.mark.rule("FHW-STACK-01")
def test_every_floor_of_a_building_has_room_of_its_own() -> None:
    teams = dict.fromkeys(range(4), "0506")
    at = Table([squad("A1", "sov_smg", teams)], [FAR], surface={"0506": "b"}, buildings=[{"at": (5, 6), "floors": 2}])
    field, here = at.moment.field, hexes.from_offset(5, 6)
    assert [field.has_room(at.team("A1.5"), Place(here, floor), None) for floor in (1, 2)] == [False, True]
