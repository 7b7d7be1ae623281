"""Fire at its edges: who counts for what, whom losses take along, spotters and planes, hits that are not alike."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.dice import GivenDice
from app.engine.types import UnitId
from app.systems.flames_hexwar.barrage.lifting import judge_lift
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.hits import allocate_refused, bulletproof, by_default, is_settled, protection_of
from app.systems.flames_hexwar.losses.losing import destroy
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.frames import HitRow, Hits
from app.systems.flames_hexwar.position.state import TeamTurn
from tests.games.flames_hexwar.fights.test_assault_ends import SMG, assaulting
from tests.games.flames_hexwar.fights.test_barrages import AIR, CELLS, FOOT, MORTARS, VERTEX, bombard, fell, flying
from tests.games.flames_hexwar.fights.test_windows import window
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned


def left(at: Table, **platoons: tuple[int, ...]) -> Table:
    """Of some platoons these teams alone."""

    def stays(team: Any) -> bool:
        return team.platoon not in platoons or team.index in platoons[team.platoon]

    kept = {name: team for name, team in at.position.teams.items() if stays(team)}
    return at.changed(lambda now: replace(now, teams=kept))


# --------------------------------------------------------------------------------------------------------------------- losses


@pytest.mark.rule("FHW-SAVE-07", "FHW-STACK-06", "FHW-FACE-01")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (None, 3)])
def test_a_gun_that_is_set_down_keeps_its_facing_or_faces_as_its_carrier(before: int | None, after: int) -> None:
    foes = [squad("B1", "ger_pak40", {1: "1206>0"}), squad("B2", "ger_panzer4", {0: "1206>3"})]
    at = Table([squad("A1", "sov_is2", {0: "0906>0"})], foes).change("B2.0", type="truck")
    at.change("B1.1", at=None, aboard="B2.0", facing=before).plan(A1="FC", B1="FC", B2="FC").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg122", 1, "B2", priority="B2.0")]).commit(6, 1, 5)
    assert (at.where("B1.1"), at.team("B1.1").facing) == ("1206", after)


@pytest.mark.rule("FHW-LOS-13", "FHW-TERR-12")
def test_a_house_that_only_those_beside_it_hold_is_empty() -> None:
    mixed = [{"at": (12, 6), "dir": 0, "feature": "building"}]
    at = Table([SMG], [squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})], mixed=mixed)
    at.change("B1.1", half="cover").change("B1.2", half="free")
    at.changed(lambda now: replace(now, seen_entering=(("B", hexes.from_offset(12, 6)),)))
    story = Story(at.moment.rules, at.position, GivenDice(()))
    destroy(story, UnitId("B1.1"))
    assert story.position.seen_entering == ()


@pytest.mark.rule("FHW-HID-09", "FHW-EXEC-05", "FHW-FC-02")
def test_a_card_of_covering_fire_that_is_lost_under_shells_is_counted_no_more() -> None:
    at = left(Table([MORTARS], [FOOT, squad("B2", "ger_hmg")]), B1=(1,)).plan(A2="FC", B1="FC", B2="FO")
    fell(at, 4, 5, 1)
    assert at.platoon("B1").status == "destroyed"
    assert [event.company for event in at.told(ep.CountDropped)] == ["B1"]


@pytest.mark.rule("FHW-MOR-01", "FHW-AIR-09")
@pytest.mark.parametrize(("die", "holds"), [(4, True), (3, False)])
def test_a_battery_off_the_board_tests_its_morale(die: int, holds: bool) -> None:
    foes = [FAR, squad("B2", "ger_artillery", start="off_board")]
    at = left(Table([squad("A1", "sov_smg")], foes, air=AIR), B2=(0, 2, 3)).acts("a", "air", call=True)
    at.plan(5, 1, A1="FC", B1="FO", B2="FC").acts("a", "strike", attacks=[{"planes": 1, "battery": "B2"}])
    at.commit(6, 6, 6, 1, 1, die)
    assert [(event.platoon, event.passed) for event in at.told(e.MoraleTested)] == [("B2", holds)]
    assert (at.platoon("B2").status == "off_board") is holds


@pytest.mark.rule("FHW-MOR-01", "FHW-REIN-03")
def test_a_platoon_that_is_still_arriving_tests_its_morale() -> None:
    own = [squad("A1", "sov_smg", dict.fromkeys(range(10), "0911")), squad("A2", "sov_smg", start="reserve")]
    guns = squad("B1", "ger_hmg", {1: "1006"})
    at = Table(own, [guns], reserves={"attacker_start_turn": 1, "defender_start_turn": 0}, dice=(5,))
    left(at, A2=(0, 1, 2)).change("B1.1", at=hexes.from_offset(4, 6)).plan(A1="FC", A2="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A2").acts("a", "move", team="A2.1", path=("0006",))
    at.acts("b", "opportunity", 6, 1, shots=[shot("B1.1", "hmg", 1)]).acts("a", "close", 1)
    assert [event.platoon for event in at.told(e.MoraleTested)] == ["A2"]
    assert at.platoon("A2").status == "destroyed"


# ---------------------------------------------------------------------------------------------------------- spotters and planes


@pytest.mark.rule("FHW-ART-06")
def test_the_command_of_another_company_is_no_spotter() -> None:
    own = [
        MORTARS,
        squad("A3", "sov_hq", {0: "1005"}),
        squad("A4", "sov_hq", {0: "1005"}, company="2"),
        squad("A5", "sov_smg", company="2"),
    ]
    at = Table(own, [FOOT]).plan(A2="FC", A5="FC", B1="FC")
    assert [at.no("a", "bombard", **bombard(spotter=name)) for name in ("A3.0", "A4.0")] == [None, "ART-06"]


@pytest.mark.rule("FHW-SMOKE-01")
def test_pieces_of_which_one_has_no_smoke_fire_none() -> None:
    at = Table([MORTARS], [FOOT]).plan(A2="FC", B1="FC")
    assert at.no("a", "bombard", **bombard(ammo="smoke")) is None
    at.change("A2.7", type="mortar120_team")
    assert at.no("a", "bombard", **bombard(ammo="smoke")) == "SMOKE-01"


@pytest.mark.rule("FHW-AIR-09")
def test_nobody_flies_against_his_own_battery() -> None:
    own, foes = squad("A1", "sov_how122", start="off_board"), squad("B2", "ger_artillery", start="off_board")
    at = flying(own, squad("A2", "sov_smg"), defenders=(FAR, foes))
    planes = at.position.sides["A"].flight
    found = [at.no("a", "strike", attacks=[{"planes": planes, "battery": name}]) for name in ("A1", "B2", "B1")]
    assert found == ["AIR-09", None, "AIR-09"]
    left(at, B2=(0, 1))
    assert at.no("a", "strike", attacks=[{"planes": planes, "battery": "B2"}]) == "AIR-09"  # no piece is left


@pytest.mark.rule("FHW-AIR-08", "FHW-AIR-09")
@pytest.mark.parametrize(("die", "dice", "suppressed"), [(1, (6, 1, 1), False), (3, (6, 6, 1, 1, 1, 1), True)])
def test_two_planes_suppress_the_pieces_that_they_find_and_one_those_among_which_it_hits(
    die: int, dice: tuple[int, ...], suppressed: bool
) -> None:
    battery = squad("B2", "ger_artillery", start="off_board")
    at = flying(squad("A1", "sov_smg"), defenders=(FAR, battery), planes=die)
    at.acts("a", "strike", attacks=[{"planes": 2 if die > 2 else 1, "battery": "B2"}]).commit(*dice)
    assert [at.team(f"B2.{n}").suppressed for n in (2, 3, 4)] == [suppressed, suppressed, False]


@pytest.mark.rule("FHW-AIR-10")
def test_no_more_planes_turn_back_than_fly() -> None:
    foes = [FOOT, squad("B2", "ger_flak", {0: "1406>3"})]
    at = left(Table([squad("A1", "sov_smg")], foes, air=AIR), B2=(0,)).acts("a", "air", call=True)
    at.plan(5, 1, A1="FC", B1="FC", B2="FO")
    at.acts("a", "strike", attacks=[{"planes": 1, "vertex": VERTEX, "hexes": CELLS}]).commit()
    at.acts("b", "assign_aa", 6, 6, 6, 1, shots=[{"team": "B2.0", "attack": 0, "count": 3}])
    assert [(event.turned, event.downed) for event in at.told(ef.AntiAirFired)] == [(1, 0)]


@pytest.mark.rule("FHW-AIR-10")
@pytest.mark.parametrize(
    ("change", "asked"),
    [({}, True), ({"suppressed": True}, False), ({"bailed_out": True}, False), ({"bogged": True}, False)],
)
def test_who_is_suppressed_or_stuck_or_out_fires_at_no_planes(change: dict[str, Any], asked: bool) -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1505"}), squad("B2", "ger_flak", {0: "1406>3"})]
    at = left(Table([squad("A1", "sov_smg")], foes, air=AIR), B2=(0,)).acts("a", "air", call=True)
    at.change("B2.0", **change).plan(5, 1, A1="FC", B1="FC", B2="FO")
    at.acts("a", "strike", attacks=[{"planes": 1, "vertex": VERTEX, "hexes": CELLS}])
    at.commit(*(() if asked else (1,)))
    assert (at.prompt == "aa") is asked


@pytest.mark.rule("FHW-AIR-05", "FHW-LOS-05")
def test_a_hill_before_it_hides_no_plane_from_an_anti_aircraft_gun() -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1505"}), squad("B2", "ger_flak", {0: "1205>3"})]
    hill = {f"13{row:02d}": "1" for row in range(2, 10)}
    at = left(Table([squad("A1", "sov_smg")], foes, air=AIR, relief=hill), B2=(0,)).acts("a", "air", call=True)
    at.plan(5, 1, A1="FC", B1="FC", B2="FO")
    at.acts("a", "strike", attacks=[{"planes": 1, "vertex": VERTEX, "hexes": CELLS}]).commit()
    assert (at.prompt, at.asked) == ("aa", "b")


@pytest.mark.rule("FHW-AIR-07", "FHW-AIR-10")
def test_anti_aircraft_dice_fall_attack_by_attack_and_no_team_fires_more_than_its_rate() -> None:
    foes = [FOOT, squad("B2", "ger_flak", {0: "1406>3", 1: "1406>3"})]
    at = left(Table([squad("A1", "sov_smg")], foes, air=AIR), B2=(0, 1)).acts("a", "air", call=True)
    at.plan(5, 3, A1="FC", B1="FC", B2="FO")
    attacks = [{"planes": 1, "vertex": VERTEX, "hexes": CELLS}] * 2
    at.acts("a", "strike", attacks=attacks).commit()

    def given(*shots: tuple[str, int, int]) -> dict[str, Any]:
        return {"shots": [{"team": team, "attack": number, "count": count} for team, number, count in shots]}

    assert at.no("b", "assign_aa", **given(("B2.0", 0, 3), ("B2.0", 1, 2))) == "AIR-10"
    at.acts("b", "assign_aa", 1, 2, 3, 1, 1, **given(("B2.0", 1, 2), ("B2.1", 0, 1)))
    fired = [(event.team, event.attack, event.dice) for event in at.told(ef.AntiAirFired)]
    assert fired == [("B2.1", 0, (1,)), ("B2.0", 1, (2, 3))]


# ---------------------------------------------------------------------------------------------------------------- lifts, pivots


@pytest.mark.rule("FHW-REC-02", "FHW-REC-01")
def test_of_what_keeps_a_patrol_from_finding_anybody_the_house_is_told() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1806"})
    house: dict[str, Any] = {"surface": {"1206": "b"}, "buildings": [{"at": (12, 6), "floors": 1}]}
    at = Table([squad("A1", "us_recce", {0: "0906>0"})], [foe], **house).plan(A1="MD", B1="FO").until("c")
    found = judge_lift(at.moment.field, at.team("A1.0"), at.platoon("B1").id)
    assert found is not None
    assert found.rule == "FHW-REC-02"


@pytest.mark.rule("FHW-REC-01")
def test_a_patrol_finds_those_who_are_down_and_in_reach() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206", 3: "1506"})
    at = turned([squad("A1", "us_recce", {0: "0906"})], [foe])
    at.change("B1.1", gone_to_ground=True).change("B1.3", gone_to_ground=True)
    at.acts("a", "lift", 6, team="A1.0", platoon="B1")
    assert [event.found for event in at.told(em.Lifted)] == [("B1.1",)]


@pytest.mark.rule("FHW-REC-01", "FHW-WEA-06")
@pytest.mark.parametrize(("start", "refused"), [("1006", None), ("0906", "FHW-REC-01")])
def test_in_fog_a_patrol_finds_nobody_farther_off_than_two_hexes(start: str, refused: str | None) -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206"})
    at = Table([squad("A1", "us_recce", {0: start})], [foe], weather="fog").plan(A1="MD", B1="FO").until("c")
    found = judge_lift(at.moment.field, at.team("A1.0"), at.platoon("B1").id)
    assert (None if found is None else found.rule) == refused


@pytest.mark.rule("FHW-FACE-02", "FHW-GEO-06")
@pytest.mark.parametrize(("way", "facing"), [((1, 1), 0), ((2, -1), 0)])
def test_a_gun_turns_to_the_lower_of_two_sides(way: tuple[int, int], facing: int) -> None:
    here = hexes.from_offset(10, 6)
    at = Table([squad("A1", "sov_zis3", {2: "1006>3"})], [FAR])
    at.change("B1.1", at=hexes.Hex(here.q + way[0], here.r + way[1])).plan(A1="FC", B1="FO").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.2", "gun76zis", 1, "B1")]).commit(1)
    assert at.team("A1.2").facing == facing


# ------------------------------------------------------------------------------------------------------------ hits given out


@pytest.mark.rule("FHW-ALLOC-03")
@pytest.mark.parametrize(
    ("change", "alike"),
    [({}, True), ({"foxhole": True}, False), ({"gone_to_ground": True}, False), ({"suppressed": True}, False),
     ({"at": hexes.from_offset(11, 6)}, True), ({"at": hexes.from_offset(13, 6)}, False)],
)  # fmt: skip
def test_teams_in_another_state_or_at_long_range_are_not_alike(change: Any, alike: bool) -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})
    at = Table([squad("A1", "sov_maxims", {1: "0706"})], [foe], trenches=[(12, 6)]).change("B1.2", **change)
    if "at" in change:
        at = Table([squad("A1", "sov_maxims", {1: "0706"})], [foe]).change("B1.2", **change)
    names = (UnitId("B1.1"), UnitId("B1.2"))
    row = HitRow(names, "hmg", UnitId("A1.1"), hexes.from_offset(7, 6))
    assert is_settled(at.moment.field, Hits("fc", "B", "B1", (row,))) is alike


@pytest.mark.rule("FHW-ALLOC-03", "FHW-HIT-05", "FHW-SAVE-04")
@pytest.mark.parametrize(
    ("kind", "columns", "armour_from", "alike"),
    [("ger_grenadiers_small", (13, 14), 7, True), ("ger_panzer4", (12, 13), 7, True), ("ger_panzer4", (13, 14), 7, False),
     ("ger_panzer4", (12, 13), 6, False), ("ger_panzer4", (13, 14), 6, False), ("ger_panzer4", (14, 15), 9, True),
     ("ger_grenadiers_small", (14, 15), 8, True)],
)  # fmt: skip
def test_where_long_range_begins_hangs_on_what_is_hit(
    kind: str, columns: tuple[int, int], armour_from: int, alike: bool
) -> None:
    """Infantry from six hexes, vehicles from seven, and for their armour from where the room says."""
    facing = ">3" if kind == "ger_panzer4" else ""
    foe = squad("B1", kind, {n: f"{column}06{facing}" for n, column in enumerate(columns, 1)})
    at = Table([squad("A1", "sov_maxims", {1: "0706"})], [foe], options={"armour_long_range_from": armour_from})
    row = HitRow((UnitId("B1.1"), UnitId("B1.2")), "hmg", UnitId("A1.1"), hexes.from_offset(7, 6))
    assert is_settled(at.moment.field, Hits("fc", "B", "B1", (row,))) is alike


@pytest.mark.rule("FHW-ALLOC-02")
def test_the_first_hit_that_may_go_to_the_priority_team_goes_to_it() -> None:
    """Who named it and has lost it from sight or range since takes nothing from the others that named it."""
    near, far = UnitId("B1.1"), UnitId("B1.2")
    rows = [HitRow((near,), "rifle", UnitId("A1.1"), priority=far)]
    rows += [HitRow((near, far), "hmg", UnitId("A1.2"), priority=far)] * 2
    assert by_default(rows) == (near, far, near)
    refused = allocate_refused(rows, (near, near, far), is_fo=False)
    assert refused is not None
    assert refused.rule == "FHW-ALLOC-02"


@pytest.mark.rule("FHW-ALLOC-03", "FHW-SAVE-07")
def test_a_tank_that_carries_is_not_like_one_that_does_not() -> None:
    foes = [squad("B1", "sov_t34_76_4", {1: "1206>3", 2: "1206>3"}), squad("B2", "sov_smg")]
    at = Table([squad("A1", "sov_maxims", {1: "0706"})], foes)
    row = HitRow((UnitId("B1.1"), UnitId("B1.2")), "hmg", UnitId("A1.1"), hexes.from_offset(7, 6))
    frame = Hits("fc", "B", "B1", (row,))
    assert is_settled(at.moment.field, frame)
    assert not is_settled(at.change("B2.1", at=None, aboard="B1.2").moment.field, frame)


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-08")
def test_hits_on_the_vehicles_of_an_infantry_platoon_do_not_repel_it() -> None:
    own = squad("A1", "ger_panzergrenadiers", dict.fromkeys(range(3), "1306") | {7: "1305>0", 8: "1305>0"})
    at = assaulting([own], [squad("B1", "ger_hmg", {1: "1406"})]).acts("a", "done")
    at.acts("b", "defend", *[6] * 5, shots=[shot("B1.1", "hmg", 5, "A1")])
    at.acts("a", "allocate", *[6] * 5, *[1] * 4, teams=("A1.0", "A1.1", "A1.2", "A1.7", "A1.8"))
    assert (bool(at.told(ef.Repelled)), at.prompt) == (False, "withdraw")


@pytest.mark.rule("FHW-HIT-18", "FHW-TERR-12", "FHW-COV-07")
@pytest.mark.parametrize("material", ["wood", "stone"])
def test_a_half_with_a_house_protects_as_its_house_does(material: str) -> None:
    mixed = [{"at": (12, 6), "dir": 0, "feature": "building", "material": material}]
    at = Table([SMG], [squad("B1", "ger_grenadiers_small", {1: "1206"})], mixed=mixed).change("B1.1", half="cover")
    wanted = {"wood": "wooden_building", "stone": "stone_building"}[material]
    assert protection_of(at.moment.field, at.team("B1.1")) == wanted


# ------------------------------------------------------------------------------------------------------- in another's stead


@pytest.mark.rule("FHW-FO-10")
def test_who_was_given_for_a_command_is_not_given_again() -> None:
    at = window((squad("B1", "ger_hmg", {1: "1006"}),))
    at.acts("b", "opportunity", 6, 6, 1, 3, shots=[shot("B1.1", "hmg", 2)])
    at.acts("a", "swap", 1, 3, team="A1.9")
    assert at.prompt == "swap"
    assert "A1.8" in at.frame().teams
    assert "A1.9" not in at.frame().teams


@pytest.mark.rule("FHW-FO-10", "FHW-MOVE-06")
def test_a_command_for_whom_another_fell_does_not_take_its_announced_step() -> None:
    at = window((squad("B1", "ger_hmg", {1: "1006"}),))
    at.acts("b", "opportunity", 6, 1, 3, shots=[shot("B1.1", "hmg", 1)]).acts("a", "swap", team="A1.9")
    at.acts("b", "hold", until="activation")
    assert (at.where("A1.0"), at.team("A1.0").turn.halted, at.prompt) == ("0506", True, "activation")


@pytest.mark.rule("FHW-FO-10", "FHW-TRAN-02")
def test_nobody_aboard_is_given_for_a_command() -> None:
    own = squad("A1", "ger_panzergrenadiers", {0: "0506", 7: "0306>0"})
    guns = squad("B1", "ger_hmg", {1: "1006"})
    at = window((guns,), own=own, before=lambda at: at.change("A1.1", aboard="A1.7", at=None))
    at.acts("b", "opportunity", 6, 1, 3, shots=[shot("B1.1", "hmg", 1)])
    assert {"A1.2", "A1.7"} <= set(at.frame().teams)
    assert "A1.1" not in at.frame().teams


def heroic(own: Any, dice: tuple[int, ...], *shots: tuple[str, int]) -> Table:
    """Covering fire at a hero with a platoon: ``(priority, dice)``."""
    headquarters = squad("A2", "sov_hq", {0: "0906"})
    guns = squad("B1", "ger_hmg", {1: "1206", 2: "1206"})
    at = Table([own, headquarters], [guns]).change("A2.0", type="hero_team", role="warrior")
    at.plan(A1="FC", B1="FC").until("a2_designate")
    fired = [shot(f"B1.{n}", "hmg", count, "A1", priority=name) for n, (name, count) in enumerate(shots, 1)]
    return at.acts("b", "fire", platoon="B1", shots=fired).commit(*dice)


@pytest.mark.rule("FHW-HQ-08")
def test_a_gun_goes_for_no_hero() -> None:
    at = heroic(squad("A1", "sov_maxims", {0: "0906", 1: "0906"}), (6, 1, 3), ("A2.0", 1))
    assert {"A1.0", "A1.1", "A2.0"} - set(at.position.teams) == {"A1.0"}  # nobody is asked


@pytest.mark.rule("FHW-HQ-08", "FHW-FC-04")
def test_who_is_lost_himself_goes_for_no_hero() -> None:
    at = heroic(squad("A1", "sov_smg", {1: "0906"}), (6, 6, 1, 1), ("A1.1", 1), ("A2.0", 1))
    assert {"A1.1", "A2.0"} & set(at.position.teams) == set()


@pytest.mark.rule("FHW-FO-10", "FHW-HQ-08")
def test_for_a_hero_for_whom_nobody_was_given_another_may_still_fall() -> None:
    own = [squad("A1", "sov_smg", {1: "0506"}), squad("A2", "sov_hq", {0: "0506"})]

    def before(at: Table) -> Table:
        return at.change("A2.0", type="hero_team", role="warrior")

    at = turned(own, [squad("B1", "ger_hmg", {1: "1006"})], orders={"B1": "FO"}, before=before)
    at.acts("a", "move", team="A2.0", path=("0606",))
    at.acts("b", "opportunity", 6, 1, 3, shots=[shot("B1.1", "hmg", 1)]).acts("a", "swap", 3, team=None)
    assert {"A1.1", "A2.0"} - set(at.position.teams) == {"A1.1"}


# ---------------------------------------------------------------------------------------------------- defensive fire


@pytest.mark.rule("FHW-ASLT-13", "FHW-SHOT-04", "FHW-HIT-06", "FHW-HIT-07")
def test_who_moved_this_turn_defends_at_full_rate_by_the_usual_numbers() -> None:
    """Next to it, but out of command, and nobody of its platoon had seen those who assault."""
    moved = TeamTurn(moved="moved", changed_hex=True, halted=True)
    at = assaulting([SMG], [squad("B1", "ger_hmg", {1: "1406"})], before=lambda at: at.change("B1.1", turn=moved))
    at.acts("a", "done").acts("b", "defend", *[1] * 6, 1, 1, shots=[shot("B1.1", "hmg", 6, "A1")])
    assert {need for event in at.told(ef.ShotsRolled) for need in event.needs.values()} == {(4,)}


@pytest.mark.rule("FHW-ASLT-13", "FHW-FO-02", "FHW-FO-08", "FHW-HIT-12")
def test_modifiers_of_opportunity_fire_are_none_of_defensive_fire() -> None:
    def before(at: Table) -> Table:
        fired = replace(at.platoon("B1"), fo_first="A9")
        return at.changed(lambda now: replace(now, platoons={**now.platoons, fired.id: fired}))

    guns, options = squad("B1", "ger_hmg", {1: "1406"}), {"mud_fo_minus1": True}
    for weather in ("clear", "mud"):
        own = squad("A1", "sov_smg", {0: "1306", 1: "1206"})
        at = assaulting([own], [guns], before=before, options=options, weather=weather)
        at.acts("a", "done").acts("b", "defend", 1, 1, 1, shots=[shot("B1.1", "hmg", 1, "A1")])
        assert at.told(ef.ShotsRolled)[0].needs == {"A1.0": (2,), "A1.1": (3,)}


@pytest.mark.rule("FHW-GTG-03", "FHW-ASLT-13")
def test_who_defends_himself_is_down_no_more() -> None:
    def before(at: Table) -> Table:
        return at.change("B1.1", gone_to_ground=True).change("B1.2", gone_to_ground=True)

    at = assaulting([SMG], [squad("B1", "ger_hmg", {1: "1406", 2: "1406"})], before=before).acts("a", "done")
    at.acts("b", "defend", 1, 1, 1, 1, shots=[shot("B1.1", "hmg", 1, "A1")])
    assert [at.team(name).gone_to_ground for name in ("B1.1", "B1.2")] == [False, True]


@pytest.mark.rule("FHW-ASLT-13")
def test_a_second_platoon_fires_at_nobody_whom_the_first_has_destroyed() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1406"}), squad("B2", "ger_hmg", {1: "1406"})]
    at = assaulting([SMG], foes).acts("a", "done")
    shots = [shot("B1.1", "hmg", 1, "A1"), shot("B2.1", "hmg", 1, "A1")]
    at.acts("b", "defend", 6, 1, shots=shots)
    assert "A1.0" not in at.position.teams


# ----------------------------------------------------------------------------------------------------------- opportunity fire


@pytest.mark.rule("FHW-FO-12", "FHW-FO-13", "FHW-SUPP-01")
def test_a_headquarters_team_that_takes_five_hits_on_its_way_is_suppressed() -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "sov_hq", {0: "0506"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1006"})]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A2.0", path=("0606",))
    at.acts("b", "opportunity", *[6] * 5, *[6] * 5, shots=[shot("B1.1", "hmg", 5)])
    assert [at.team(name).suppressed for name in ("A1.0", "A2.0", "A2.1")] == [False, True, False]


@pytest.mark.rule("FHW-SHOT-05", "FHW-FO-09")
@pytest.mark.parametrize(("main", "dice"), [(0, 4), (1, 2)])
def test_machine_guns_fire_out_of_turn_at_their_full_rate_while_the_main_gun_is_silent(main: int, dice: int) -> None:
    at = window((squad("B1", "ger_panzer4", {0: "0906>3"}),))
    shots = [*[shot("B1.0", "tg75kwk40", 1)] * main, shot("B1.0", "vehicle_mg", dice)]
    assert at.no("b", "opportunity", shots=[*shots[:-1], shot("B1.0", "vehicle_mg", dice + 1)]) == "SHOT-04"
    at.acts("b", "opportunity", *[1] * (main + dice), shots=shots)
    assert [len(event.dice) for event in at.told(ef.ShotsRolled)] == [1] * main + [dice]


@pytest.mark.rule("FHW-FO-16")
def test_a_standing_order_fires_the_first_weapon_that_hits_and_no_other() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_grenadiers_small", {0: "0706"})])
    at.acts("a", "order", platoon="A1", order="MD").acts("b", "order", platoon="B1", order="FO")
    at.acts("b", "standing", in_force=True, fire=[{"platoon": "B1", "need": 6, "at": "any"}]).plan().until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", 1, 1, 1, team="A1.0", path=("0606",))
    assert [(event.shooter, event.weapon) for event in at.told(ef.ShotsRolled)] == [("B1.0", "smg")]


@pytest.mark.rule("FHW-FO-15")
def test_fire_is_held_for_one_team_and_not_for_the_next() -> None:
    own = squad("A1", "sov_smg", {0: "0506", 1: "0507"})
    at = turned([own], [squad("B1", "ger_hmg", {1: "1006"})], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606",)).acts("b", "hold", until="team")
    assert (at.prompt, at.team("A1.0").turn.halted) == ("activation", True)
    at.acts("a", "move", team="A1.1", path=("0607",))
    assert (at.prompt, at.asked) == ("window", "b")


@pytest.mark.rule("FHW-FO-10", "FHW-HQ-02", "FHW-HQ-09")
def test_for_headquarters_that_are_joined_to_nobody_nobody_is_given() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {1: "0508"})]
    at = turned(own, [squad("B1", "ger_hmg", {1: "1008"})], orders={"B1": "FO"})
    at.acts("a", "move", team="A2.1", path=("0608",)).acts("b", "opportunity", 6, 1, shots=[shot("B1.1", "hmg", 1)])
    assert "A2.1" not in at.position.teams


@pytest.mark.rule("FHW-WEA-06", "FHW-SMOKE-01")
def test_smoke_at_a_team_beyond_the_fog_is_lost_though_others_are_seen() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1006", 2: "1306"})
    at = Table([squad("A1", "us_shermans", {0: "0806>0"})], [foe], weather="fog").plan(A1="FC", B1="FO")
    smoke = shot("A1.0", "tg75us", 1, "B1", priority="B1.2", smoke=True)
    at.until("a2_designate").acts("a", "fire", platoon="A1", shots=[smoke]).commit(3)
    assert not at.told(ef.SmokeRolled)
    assert at.team("A1.0").turn.shot is False


@pytest.mark.rule("FHW-SHOT-06")
def test_all_weapons_of_a_team_fire_at_one_platoon() -> None:
    foes = [squad("B1", "ger_hmg", {1: "0906"}), squad("B2", "ger_hmg", {1: "0907"})]
    at = Table([squad("A1", "sov_t34_76_4", {0: "0606>0"})], foes).plan(A1="FC", B1="FO", B2="FO")
    at.until("a2_designate")
    for target, refused in (("B1", None), ("B2", "SHOT-06")):
        shots = [shot("A1.0", "tg76su", 1, "B1"), shot("A1.0", "vehicle_mg", 1, target)]
        assert at.no("a", "fire", platoon="A1", shots=shots) == refused


@pytest.mark.rule("FHW-ALLOC-03")
def test_hits_are_given_out_shooter_by_shooter_whatever_their_dice_show() -> None:
    own = squad("A1", "sov_maxims", {1: "0806", 2: "0806"})
    foe = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1206"})
    at = Table([own], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
    shots = [shot(name, "hmg", 1, "B1") for name in ("A1.2", "A1.1")]
    at.acts("a", "fire", platoon="A1", shots=shots).commit(6, 4)
    assert [row.shooter for row in at.frame().rows] == ["A1.2", "A1.1"]


@pytest.mark.rule("FHW-SAVE-02", "FHW-GEO-07")
@pytest.mark.parametrize(("start", "shielded"), [("1106", True), ("1206", False), ("1306", False)])
def test_a_shield_stands_before_its_gun_and_not_before_who_is_in_its_hex(start: str, shielded: bool) -> None:
    at = Table([squad("A1", "sov_smg", {0: start})], [squad("B1", "ger_pak40", {1: "1206>3"})])
    row = HitRow((UnitId("B1.1"),), "smg", UnitId("A1.0"), hexes.from_offset(int(start[:2]), 6))
    assert bulletproof(at.moment.field, row, at.team("B1.1")) == ("" if shielded else None)
