"""Where the letter of a rule decides: combined cases that whoever reads the rules anew asks about."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import hex_of
from app.systems.flames_hexwar.choices.time_up import time_out
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.actions import Defend
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.turn.ending import held_by
from tests.games.flames_hexwar.fights.test_assault_ends import FOE, SMG, assaulting, fought, written
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned

# -------------------------------------------------------------------------------------------------------------------- moves


@pytest.mark.rule("FHW-STACK-02", "FHW-STACK-06", "FHW-TERR-13")
def test_a_step_into_a_mixed_hex_is_refused_where_neither_half_takes_whoever_comes() -> None:
    """The free half is full, and the wood is none for the double."""
    mixed = [{"at": (5, 6), "dir": 0, "feature": "woods"}]
    own = [squad("A1", "sov_smg", {0: "0106"}), squad("A2", "sov_smg")]
    at = turned(own, (FAR,), mixed=mixed, orders={"A1": "MT"})
    for name in ("A2.1", "A2.2"):
        at.change(name, at=hex_of("0506"), half="free")
    way = ["0206", "0306", "0406", "0506"]
    assert at.no("a", "move", team="A1.0", path=way, halt=False) == "STACK-06"
    at.change("A2.2", half="cover")
    assert at.no("a", "move", team="A1.0", path=way, halt=False) is None


@pytest.mark.rule("FHW-STACK-06", "FHW-SUPP-03", "FHW-END-07")
def test_whoever_is_left_no_place_to_go_on_to_halts_where_he_is_though_there_is_no_room() -> None:
    """On its way through full hexes a team is suppressed: on it may not, back there is no room."""
    start, foe = hex_of("0606"), hex_of("1006")
    far = hexes.distance(start, foe)
    beside = next(at for at in hexes.neighbours(start) if hexes.distance(at, foe) == far)
    onward = next(at for at in hexes.neighbours(beside) if hexes.distance(at, foe) < far)
    full = [beside, *(at for at in hexes.neighbours(beside) if hexes.distance(at, foe) >= far)]
    own = [squad("A1", "sov_smg"), squad("A2", "sov_t34_76_7"), squad("A3", "sov_t34_76_7")]
    at = Table(own, [squad("B1", "ger_grenadiers", {1: "1006"})])
    at.plan(A1="MD", A2="FC", A3="FC", B1="FO").until("c").acts("a", "activate", platoon="A1")
    tanks = [name for name in at.position.teams if name.startswith(("A2", "A3"))]
    for number, place in enumerate(full):
        for name in tanks[2 * number : 2 * number + 2]:
            at.change(name, at=place)
    for name in [each for each in at.position.teams if each.startswith("B1")]:
        at.change(name, at=foe)
    at.change("A1.1", at=start).changed(lambda now: replace(now, tally={"A1": 5}))
    at.acts("a", "move", team="A1.1", path=[hexes.name(beside), hexes.name(onward)])
    at.acts("b", "opportunity", 6, 6, shots=[shot("B1.1", "rifle_mg", 1)])
    while at.prompt == "window":
        at.acts("b", "hold", until="window")
    team = at.team("A1.1")
    assert (team.suppressed, team.turn.halted, team.at) == (True, True, beside)
    assert time_out(at.moment, at.asked) is not None  # type: ignore[arg-type]


@pytest.mark.rule("FHW-SUPP-03", "FHW-FO-12")
@pytest.mark.parametrize("hidden", [True, False])
def test_an_announced_step_is_barred_only_by_enemies_who_were_seen_when_it_was_announced(hidden: bool) -> None:
    """Who fires out of a house shows himself too late to bar it."""
    house = {"buildings": [{"at": (11, 5), "floors": 1, "material": "stone"}], "surface": {"1105": "b"}}
    guns = squad("B1", "ger_hmg_section", {0: "1105", 1: "1105>3", 2: "1105>3"})
    at = Table([squad("A1", "sov_rifle_14", {2: "0805"})], [guns], **(house if hidden else {}))
    for name in ("B1.0", "B1.1", "B1.2"):
        at.change(name, gone_to_ground=hidden)
    at.plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.2", path=["0905"], halt=False)
    at.acts("b", "opportunity", *[6] * 5, 1, *[6] * 5, shots=[shot("B1.1", "hmg", 6)])
    while at.prompt == "window":
        at.acts("b", "hold", until="window")
    assert at.team("A1.2").suppressed
    assert at.where("A1.2") == ("0905" if hidden else "0805")


@pytest.mark.rule("FHW-MOVE-08")
def test_whoever_falls_back_has_moved() -> None:
    recce = squad("B1", "us_recce", {0: "1206>3", 1: "1211>3", 2: "1311>3", 3: "1411>3"})
    at = Table([squad("A1", "sov_t34_85_3", {0: "0506>0"})], [recce])
    at.plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg85", 1, "B1")]).acts("b", "disengage", 6, yes=True)
    at.acts("b", "fall_back", team="B1.0", path=["1306"])
    assert (at.team("B1.0").turn.moved, at.team("B1.0").turn.changed_hex) == ("moved", True)


ROAD = {"roads": [[(column, 6) for column in range(20)]], "wrecks": [{"at": (11, 6), "count": 1}]}


@pytest.mark.rule("FHW-ROAD-04", "FHW-REC-03")
@pytest.mark.parametrize("by_road", [True, False])
def test_who_came_by_road_is_tested_by_the_wreck_also_in_a_second_move_of_the_turn(by_road: bool) -> None:
    recce = squad("B1", "us_recce", {0: "1206>3" if by_road else "1107>3", 1: "1211>3", 2: "1311>3", 3: "1411>3"})
    at = Table([squad("A1", "sov_t34_85_3", {0: "0506>0"})], [recce, squad("B2", "ger_grenadiers_small")], **ROAD)
    at.plan(A1="MD", B1="MD", B2="MD").until("c")
    at.acts("b", "activate", platoon="B1").acts("b", "move", team="B1.0", path=["1106"]).acts("b", "close")
    at.acts("a", "activate", platoon="A1").acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg85", 1, "B1")])
    at.acts("b", "disengage", 6, yes=True)
    at.acts("b", "fall_back", *([6] if by_road else []), team="B1.0", path=["1206"])
    assert [event.passed for event in at.told(em.BogTested)] == [True] * by_road


@pytest.mark.rule("FHW-ROAD-04", "FHW-ASLT-04")
@pytest.mark.parametrize("by_road", [True, False])
def test_who_came_by_road_is_tested_by_the_wreck_also_on_its_way_into_an_assault(by_road: bool) -> None:
    own = [squad("A1", "sov_t34_76_4", {0: "1006>0" if by_road else "1007>0"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1306"})], **ROAD).plan(A1="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=["1106"]).acts("a", "close")
    at.until("e_write").acts("a", "assault", platoons=["A1"], at="1306").commit()
    at.acts("a", "next_assault", at="1306")
    at.acts("a", "assault_move", *([6] if by_road else []), team="A1.0", at="1206")
    assert [event.passed for event in at.told(em.BogTested)] == [True] * by_road


@pytest.mark.rule("FHW-AE-02", "FHW-TRAN-01")
def test_a_foxhole_is_kept_aboard_until_the_carrier_drives_away() -> None:
    own = [squad("A1", "us_armored_rifle", {1: "0505", 8: "0505>0"})]
    at = turned(own, (FAR,), before=lambda at: at.change("A1.1", foxhole=True))
    at.acts("a", "mount", team="A1.1", carrier="A1.8")
    assert (at.team("A1.1").foxhole, at.moment.field.dug_in(at.team("A1.1"))) == (True, None)
    down = evolve(at.position, em.GotDown(UnitId("A1.1"), hex_of("0505"))).teams[UnitId("A1.1")]
    beside = evolve(at.position, em.GotDown(UnitId("A1.1"), hex_of("0605"))).teams[UnitId("A1.1")]
    assert (down.foxhole, beside.foxhole) == (True, False)

    def aboard(at: Table) -> object:
        return at.change("A1.1", foxhole=True, at=None, aboard="A1.8")

    at = turned(own, (FAR,), before=aboard).acts("a", "move", team="A1.8", path=["0605"], halt=False)
    assert (at.team("A1.1").aboard, at.team("A1.1").foxhole) == ("A1.8", False)


# --------------------------------------------------------------------------------------------------------------------- fire


@pytest.mark.rule("FHW-HIT-07")
@pytest.mark.parametrize("save", [1, 6])
def test_a_platoon_has_moved_though_the_only_team_that_did_is_lost(save: int) -> None:
    house = {"buildings": [{"at": (10, 5), "floors": 1, "material": "stone"}], "surface": {"1005": "b"}}
    own = [squad("A1", "sov_rifle_14", {1: "0805", 2: "0806"})]
    at = Table(own, [squad("B1", "ger_hmg_section", {0: "1005", 1: "1005>3", 2: "1005>3"})], **house)
    for name in ("B1.0", "B1.1", "B1.2"):
        at.change(name, gone_to_ground=True)
    at.plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.2", path=["0807"]).acts("b", "hold", until="window")
    at.acts("b", "opportunity", 6, 1, 1, 1, 1, 1, save, shots=[shot("B1.1", "hmg", 6)])
    while at.prompt == "window":
        at.acts("b", "hold", until="activation")
    assert (UnitId("A1.2") in at.position.teams) == (save == 6)
    if at.frame().moving is not None:
        at.acts("a", "move", team="A1.2", path=[], halt=True)
    at.acts("a", "fire", 1, platoon="A1", shots=[shot("A1.1", "rifle_mg", 1, "B1")])
    assert set(at.told(ef.ShotsRolled)[-1].needs.values()) == {(6,)}


def swapping() -> Table:
    """A command team is hit by a standing order, and another may be lost for it; a second card lies aside."""
    own = [squad("A1", "sov_rifle_14", {0: "0705", 1: "0605", 2: "0606"})]
    foe = [squad("B1", "ger_hmg_section", {1: "1005>3", 2: "1905>3"}), squad("B2", "ger_grenadiers_small", {1: "1006"})]
    at = Table(own, foe)
    for name in ("B1", "B2"):
        at.acts("b", "order", platoon=name, order="FO")
    at.acts("b", "standing", in_force=True, fire=[{"platoon": "B1", "need": 6, "at": "any"}])
    return at.acts("a", "order", platoon="A1", order="MD").commit().until("c").acts("a", "activate", platoon="A1")


@pytest.mark.rule("FHW-FO-16", "FHW-FO-10")
def test_standing_orders_put_out_of_force_while_a_swap_is_asked_have_held_in_their_window() -> None:
    at = swapping().acts("a", "move", 6, 1, 1, 1, 1, 1, 1, 4, team="A1.0", path=["0704"])
    assert at.prompt == "swap"
    at.acts("b", "standing", in_force=False, fire=[])
    assert [(event.seat, event.until) for event in at.told(ep.Held)] == [("b", "standing")]
    at.acts("a", "swap", team="A1.1")
    assert (at.prompt, at.asked) == ("window", "b")
    assert at.position.frames[0].moving.has_halted, "asked in the next window alone"  # type: ignore[union-attr]


@pytest.mark.rule("FHW-FO-16")
def test_standing_orders_hold_after_they_have_fired() -> None:
    at = swapping().acts("a", "move", 1, 1, 1, 1, 1, 1, team="A1.0", path=["0704"])
    assert [(event.seat, event.until) for event in at.told(ep.Held)] == [("b", "standing")]


@pytest.mark.rule("FHW-REC-01", "FHW-FC-05")
def test_lifts_of_two_seats_of_a_side_are_made_in_the_order_in_which_they_were_drafted() -> None:
    own = [squad("A1", "us_recce", {0: "0805>0"}), squad("A2", "us_recce", {0: "0806>0"}) | {"company": "2"}]
    foe = [squad("B1", "ger_grenadiers_small", {1: "1005", 2: "1006"})]
    at = Table(own, foe, seats=({"side": "A"}, {"side": "B"}, {"side": "A"}))
    for name in ("B1.1", "B1.2"):
        at.change(name, gone_to_ground=True)
    at.acts("a", "order", platoon="A1", order="FC").acts("c", "order", platoon="A2", order="FC")
    at.acts("b", "order", platoon="B1", order="MD").commit().until("a2_designate")
    at.acts("c", "lift", team="A2.0", platoon="B1").acts("a", "lift", team="A1.0", platoon="B1")
    at.commit(1, 1)
    assert [event.team for event in at.told(em.Lifted)] == ["A2.0", "A1.0"]


@pytest.mark.rule("FHW-ASLT-13", "FHW-FO-14")
def test_defensive_fire_knows_no_smoke() -> None:
    said = b'{"type": "defend", "shots": [{"team": "B1.1", "weapon": "hmg", "count": 1, "at": "A1", "smoke": true}]}'
    with pytest.raises(msgspec.ValidationError, match="unknown field `smoke`"):
        msgspec.json.decode(said, type=Defend)


@pytest.mark.rule("FHW-WEA-07", "FHW-FO-09")
def test_fog_dice_of_several_cards_fall_in_the_order_in_which_their_teams_were_declared() -> None:
    own = [squad("A1", "sov_smg", {0: "0805", 1: "0705"})]
    foe = [squad("B1", "ger_hmg", {1: "1104>3", 2: "1105>3"}), squad("B2", "ger_hmg_section", {1: "1106>3"})]
    at = Table(own, foe, weather="fog").plan(A1="MD", B1="FO", B2="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=["0905"], halt=True)
    shots = [shot("B1.1", "hmg", 1), shot("B2.1", "hmg", 1), shot("B1.2", "hmg", 1)]
    at.acts("b", "opportunity", 5, 5, 5, 1, 1, 1, shots=shots)
    assert [event.team for event in at.told(em.FogRolled)] == ["B1.1", "B2.1", "B1.2"]


@pytest.mark.rule("FHW-ALLOC-03")
def test_an_owner_is_asked_where_a_choice_among_equals_leaves_another_choice_open() -> None:
    """The first hit is for either of two alike, the second for one of them or the command."""
    own = [squad("A1", "sov_rifle_14", {1: "0802", 2: "0806"})]
    foe = [squad("B1", "ger_grenadiers_small", {0: "1008", 1: "1004", 2: "1000"})]
    at = Table(own, foe).plan(A1="FC", B1="MD").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "rifle_mg", 1, "B1"), shot("A1.2", "rifle_mg", 1, "B1")])
    at.acts("a", "commit", 6, 6)
    assert (at.prompt, at.asked) == ("hits", "b")
    assert [row.teams for row in at.frame().rows] == [("B1.1", "B1.2"), ("B1.0", "B1.1")]


@pytest.mark.rule("FHW-ALLOC-03", "FHW-SAVE-02")
def test_a_gun_behind_its_shield_is_not_like_one_that_shows_its_back() -> None:
    guns = squad("B1", "ger_pak40", {0: "1911", 1: "1005>3", 2: "1004>0", 3: "1900>3"})
    at = Table([squad("A1", "sov_rifle_14", {1: "0805"})], [guns]).plan(A1="FC", B1="MD").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "rifle_mg", 1, "B1")]).acts("a", "commit", 6)
    assert (at.prompt, at.frame().rows[0].teams) == ("hits", ("B1.1", "B1.2"))


MORTARS = squad("A1", "us_mortars", {1: "0606"} | {n: f"030{5 + n}>0" if n < 5 else "0310>0" for n in range(2, 6)})
BOMBARD = {"battery": "A1", "spotter": "A1.1", "aim": "B1.1", "mode": "normal", "ammo": "he"}
CORNER = {"hex": "1206", "v": 0}


@pytest.mark.rule("FHW-ART-15", "FHW-ART-07", "FHW-ART-03")
def test_the_aim_stands_in_a_hex_of_the_corner_whatever_hexes_are_listed() -> None:
    guns = {"id": "A2", "company": "1", "platoon": "us_artillery", "start": "off_board", "placements": []}
    at = Table([MORTARS, guns], [squad("B1", "ger_grenadiers_small", {1: "1206"})]).plan(A1="FC", A2="FC", B1="MD")
    beside = BOMBARD | {"aim": "A2.2"}
    assert at.no("a", "bombard", **beside, vertex=CORNER, hexes=["1206", "1306", "1205", "1305"]) == "ART-03"
    assert at.no("a", "bombard", **BOMBARD, vertex=CORNER, hexes=["1306", "1205", "1305", "1307"]) == "ART-07"
    assert at.no("a", "bombard", **BOMBARD, vertex=CORNER, hexes=["1306", "1205"]) == "ART-07"
    assert at.no("a", "bombard", **BOMBARD, vertex={"hex": "1406", "v": 0}, hexes=["1306", "1205"]) == "ART-15"
    for name in ("A1.3", "A1.4", "A1.5"):
        at.change(name, suppressed=True)
    assert at.no("a", "bombard", **BOMBARD, vertex=CORNER, hexes=["1306", "1205"]) is None


@pytest.mark.rule("FHW-SMOKE-05")
@pytest.mark.parametrize("aboard", [False, True])
def test_an_observer_inside_the_target_sees_through_the_smoke_also_aboard(aboard: bool) -> None:
    foe = [squad("B1", "ger_mortars", {1: "1206"}), squad("B2", "us_recce", {2: "1206>3", 0: "1207>3"})]
    at = Table([MORTARS], foe)
    if aboard:
        at.change("B1.1", aboard="B2.2", at=None)
    at.plan(A1="FC", B1="MD", B2="FO")
    act = BOMBARD | {"aim": "B2.2", "ammo": "smoke"}
    at.acts("a", "bombard", **act, vertex=CORNER, hexes=["1206", "1306", "1205", "1305"])
    at.acts("a", "commit", 2, 6)
    assert {each.blind for each in at.position.smoke} == {("B1.1",)}


# ------------------------------------------------------------------------------------------------------------------ assaults


@pytest.mark.rule("FHW-HQ-04", "FHW-ASLT-22")
@pytest.mark.parametrize("first", [True, False])
def test_a_company_command_rolls_again_for_those_it_stands_with_wherever_its_own_platoon_is_listed(first: bool) -> None:
    foe = [squad("B9", "ger_hq", {0: "1406"}), squad("B1", "ger_grenadiers_small", {1: "1406"})]
    at = fought(assaulting([SMG], foe if first else foe[::-1]), 1, 1, 1).acts("a", "stay", yes=True)
    at.acts("b", "stay", 6, 1, 1, yes=True)
    assert {event.side: event.dice for event in at.told(ef.AssaultTested)} == {"A": (6,), "B": (1, 1)}


@pytest.mark.rule("FHW-GTG-04", "FHW-ASLT-04")
def test_a_change_of_floor_in_an_assault_leaves_nobody_seen() -> None:
    house = {"surface": {"1306": "b"}, "buildings": [{"at": (13, 6), "floors": 2}]}
    at = assaulting([SMG], [FOE], before=lambda at: at.change("A1.0", gone_to_ground=True), **house)
    at.acts("a", "assault_move", 1, 1, team="A1.0", at="1306/2")  # nobody sees it: both strike at once
    assert (at.team("A1.0").floor, at.team("A1.0").gone_to_ground) == (2, True)


@pytest.mark.rule("FHW-ASLT-09", "FHW-ASLT-11")
def test_of_a_mutual_assault_of_which_one_entry_is_void_the_other_is_fought_by_itself() -> None:
    """The tanks of one have got out of reach; others still stand where the second is written against."""
    own = [
        squad("A1", "sov_smg", {0: "1306"}),
        squad("A2", "sov_t34_85_3", {0: "1309>0"}),
        squad("A3", "sov_smg", {0: "1309"}),
    ]
    foe = [squad("B1", "ger_grenadiers_small", {1: "1406"}), squad("B2", "ger_grenadiers_small", {1: "1409"})]
    entries = (("a", ("A1",), "1406"), ("b", ("B1",), "1306"), ("a", ("A2",), "1409"), ("b", ("B2",), "1309"))
    at = written(own, foe, *entries, dice=()).change("A2.0", at=hex_of("0909"))
    at.acts("a", "done", 1, 1).acts("a", "stay", yes=False)
    at.acts("a", "fall_back", team="A1.0", path=("1206", "1106"))
    at.acts("b", "done")
    assert [(event.side, event.platoons, event.void) for event in at.told(ef.AssaultBegun)] == [("A", (), True)]
    assert [(entry.side, entry.platoons, entry.mutual) for entry in at.position.entries] == [("B", ("B2",), None)]
    assert (at.prompt, at.asked) == ("e_order", "b")
    assert at.acts("b", "next_assault", at="1309").prompt in ("assault_move", "defend")


# ---------------------------------------------------------------------------------------------------------- holding, counting


@pytest.mark.rule("FHW-VIC-02")
def test_whoever_is_aboard_holds_an_objective_as_on_foot() -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "us_armored_rifle", {8: "1811>0"})]
    at = Table(own, [squad("B1", "ger_grenadiers", dict.fromkeys(range(7), "1001"))])
    assert held_by(at.moment.field, hex_of("1911")) is None, "a carrier alone holds nothing"
    at.change("A2.1", at=None, aboard="A2.8")
    assert held_by(at.moment.field, hex_of("1911")) == "A"


@pytest.mark.rule("FHW-END-02")
def test_cards_that_a_commit_fills_are_no_act_and_a_station_that_changes_nothing_is_one() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_smg")], [FAR])
    at.acts("a", "order", platoon="A1", order="MD").acts("a", "commit", fill=True)
    assert at.position.seats["a"].made == 1  # type: ignore[index]
    at = Table([squad("A1", "sov_smg")], [squad("B1", "ger_artillery")], deployed=False)
    for _ in range(3):
        at.acts("b", "station", platoon="B1", off_board=False)
    assert at.position.seats["b"].made == 3  # type: ignore[index]
