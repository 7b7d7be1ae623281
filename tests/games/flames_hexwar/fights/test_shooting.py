"""Shooting: declarations, who may be hit, hits given out, saves, riders, what fog and mud change, disengaging."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad


def covering(attackers: Any, defenders: Any, **more: Any) -> Table:
    """Sub-step (a2), everybody with covering fire."""
    at = Table(attackers, defenders, **more)
    at.plan(**{each["id"]: "FC" for each in (*attackers, *defenders) if "hq" not in each["platoon"]})
    return at.until("a2_designate")


def fired(at: Table, seat: str, platoon: str, *shots: Any, dice: tuple[int, ...] = ()) -> Table:
    return at.acts(seat, "fire", platoon=platoon, shots=list(shots)).commit(*dice)


def needs(at: Table) -> Any:
    return [set(event.needs.values()) for event in at.told(ef.ShotsRolled)]


# ------------------------------------------------------------------------------------------------------------------ declaring


@pytest.mark.rule("FHW-SHOT-01", "FHW-SHOT-06")
def test_each_team_names_weapon_dice_and_target_and_teams_of_one_platoon_may_choose_different_ones() -> None:
    own = squad("A1", "sov_maxims", {1: "0806", 2: "0807"})
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_hmg", {1: "1207"})]
    at = covering([own], foes)
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "smg", 1, "B1")]) == "SHOT-01"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 7, "B1")]) == "SHOT-04"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1", priority="B2.1")]) == "SHOT-01"
    twice = [shot("A1.1", "hmg", 1, "B1"), shot("A1.1", "hmg", 1, "B1")]
    assert at.no("a", "fire", platoon="A1", shots=twice) == "SHOT-06"
    split = [shot("A1.1", "hmg", 1, "B1"), shot("A1.1", "hmg", 1, "B2")]
    assert at.no("a", "fire", platoon="A1", shots=split) == "SHOT-06"
    fired(at, "a", "A1", shot("A1.1", "hmg", 2, "B1"), shot("A1.2", "hmg", 3, "B2"), dice=(1, 1, 1, 1, 1))
    assert [(event.shooter, event.target, len(event.dice)) for event in at.told(ef.ShotsRolled)] == [
        ("A1.1", "B1", 2), ("A1.2", "B2", 3)]  # fmt: skip


@pytest.mark.rule("FHW-SHOT-01")
def test_an_empty_declaration_is_none() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR]).plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1")
    assert at.no("a", "fire", platoon="A1", shots=[]) == "SHOT-01"


@pytest.mark.rule("FHW-SHOT-03", "FHW-HIT-13", "FHW-FACE-02")
@pytest.mark.parametrize(
    ("kind", "team", "weapon", "refused"),
    [
        ("sov_t34_76_4", 0, "tg76su", None),  # a turret
        ("sov_su76", 0, "tg76su", "HIT-13"),  # a hull
        ("sov_smg", 0, "smg", "SHOT-02"),  # infantry looks all round; it is only too far
        ("sov_zis3", 2, "gun76zis", None),  # a gun pivots
    ],
)
def test_the_field_of_fire(kind: str, team: int, weapon: str, refused: str | None) -> None:
    facing = "" if kind == "sov_smg" else ">3"
    at = covering([squad("A1", kind, {team: f"0806{facing}"})], [squad("B1", "ger_panzer4", {0: "1206>3"})])
    assert at.no("a", "fire", platoon="A1", shots=[shot(f"A1.{team}", weapon, 1, "B1")]) == refused


@pytest.mark.rule("FHW-SHOT-03", "FHW-HIT-13")
def test_an_assault_gun_fires_to_the_rear_where_the_room_says_so() -> None:
    own, foe = [squad("A1", "sov_su76", {0: "0806>3"})], [squad("B1", "ger_panzer4", {0: "1206>3"})]
    at = covering(own, foe, options={"hull_gun_rear": "penalty"})
    fired(at, "a", "A1", shot("A1.0", "tg76su", 1, "B1"), dice=(1,))
    assert needs(at) == [{(5,)}]  # veterans 4, and one more
    ahead = covering([squad("A1", "sov_su76", {0: "0806>0"})], foe)
    fired(ahead, "a", "A1", shot("A1.0", "tg76su", 1, "B1"), dice=(1,))
    assert needs(ahead) == [{(4,)}]


@pytest.mark.rule("FHW-SHOT-05")
def test_machine_guns_of_vehicles() -> None:
    at = covering([squad("A1", "sov_t34_76_4", {0: "0806"})], [squad("B1", "ger_grenadiers_small", {1: "1206"})])
    silent = [shot("A1.0", "vehicle_mg", 4, "B1")]
    assert at.no("a", "fire", platoon="A1", shots=silent) is None  # three and one more
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "vehicle_mg", 5, "B1")]) == "SHOT-04"
    main = shot("A1.0", "tg76su", 1, "B1")
    assert at.no("a", "fire", platoon="A1", shots=[main, shot("A1.0", "vehicle_mg", 2, "B1")]) is None
    assert at.no("a", "fire", platoon="A1", shots=[main, shot("A1.0", "vehicle_mg", 3, "B1")]) == "SHOT-04"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "vehicle_mg", 3, "B1"), main]) == "SHOT-04"


@pytest.mark.rule("FHW-SHOT-07")
def test_nobody_shoots_at_what_he_does_not_see_nor_at_a_single_team_of_a_platoon() -> None:
    own, foe = [squad("A1", "sov_maxims", {1: "0806"})], [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_hq", {0: "1207"})]  # fmt: skip
    hidden = covering(own, foe, surface={f"10{row:02d}": "w" for row in range(12)})
    assert hidden.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]) == "SHOT-07"
    at = covering(own, foe)
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]) is None
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1.1")]) == "SHOT-07"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B2.0")]) is None  # independent
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "A1")]) == "SHOT-07"


@pytest.mark.rule("FHW-SHOT-08")
def test_a_weapon_without_high_explosive_is_not_aimed_at_infantry_or_guns() -> None:
    own = [squad("A1", "sov_t34_76_4", {0: "0806"})]
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_panzer4", {0: "1207>3"})]
    at = covering(own, foes, tables={"weapons.tg76su.he": False})
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg76su", 1, "B1")]) == "SHOT-08"
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "tg76su", 1, "B2")]) is None
    assert at.no("a", "fire", platoon="A1", shots=[shot("A1.0", "vehicle_mg", 1, "B1")]) is None


@pytest.mark.rule("FHW-SHOT-09")
def test_only_teams_of_the_target_platoon_are_hit() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"})]
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"}), squad("B2", "ger_hmg", {1: "1206"})]
    at = covering(own, foes)
    fired(at, "a", "A1", shot("A1.1", "hmg", 3, "B1"), dice=(6, 6, 6, 3, 3, 3))
    assert {event.team for event in at.told(ef.HitGiven)} == {"B1.1", "B1.2"}


@pytest.mark.rule("FHW-HIT-12", "FHW-FO-08", "FHW-FO-06")
def test_opportunity_fire_has_its_own_modifiers_on_top() -> None:
    def need(step: str = "0606", **more: Any) -> Any:
        foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
        at = Table([squad("A1", "sov_smg", {0: "0506"})], [foe], **more).plan(A1="MD", B1="FO")
        at.until("c").acts("a", "activate", *((1,) if more.get("mud_die") else ()), platoon="A1")
        at.acts("a", "move", team="A1.0", path=(step,))
        at.acts("b", "opportunity", 1, shots=[shot("B1.1", "rifle_mg")])
        return needs(at)[0]

    assert need() == {(4,)}  # trained 3, its starting hex 1
    assert need(surface={"0506": "w"}) == {(5,)}  # and cover
    assert need(weather="mud") == {(4,)}
    assert need(weather="mud", options={"mud_fo_minus1": True}) == {(3,)}


@pytest.mark.rule("FHW-FO-06", "FHW-FO-02")
def test_the_announced_hex_counts_where_the_room_says_so() -> None:
    def need(**options: Any) -> Any:
        foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
        at = Table([squad("A1", "sov_smg", {0: "0506"})], [foe], options=options).plan(A1="MD", B1="FO").until("c")
        at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
        return needs(at.acts("b", "opportunity", 1, shots=[shot("B1.1", "rifle_mg")]))[0]

    assert need() == {(4,)}
    assert need(fo_count_announced=True) == {(2,)}  # two hexes in the open


@pytest.mark.rule("FHW-FO-06", "FHW-COV-11", "FHW-VIS-04")
@pytest.mark.parametrize(
    ("way", "friends", "more", "number"),
    [(("0506", "0505"), {}, {"surface": {"0505": "t"}}, 4),
     (("0506", "0505"), {}, {"surface": {"0505": "t"}, "roads": [[(5, 6), (5, 5)]]}, 2),
     (("0602", "0502"), {}, {"surface": {"0604": "w"}}, 4),
     (("0602", "0502"), {1: "0502", 2: "0502"}, {"surface": {"0604": "w"}}, 2)],
)  # fmt: skip
def test_the_announced_hex_counts_as_if_it_were_already_entered(
    way: tuple[str, str], friends: dict[int, str], more: dict[str, Any], number: int
) -> None:
    """In its street by a road step, with those who stand there already."""
    foe = squad("B1", "ger_grenadiers_small", {1: "0906"})
    at = Table([squad("A1", "sov_smg", {0: way[0], **friends})], [foe], options={"fo_count_announced": True}, **more)
    at.plan(A1="MD", B1="FO").until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", team="A1.0", path=way[1:])
    assert needs(at.acts("b", "opportunity", 1, shots=[shot("B1.1", "rifle_mg")])) == [{(number,)}]


@pytest.mark.rule("FHW-SHOT-02", "FHW-ALLOC-04", "FHW-FO-05")
def test_opportunity_fire_needs_the_mover_in_range_not_one_of_its_platoon() -> None:
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
    at = Table([squad("A1", "sov_smg", {0: "0406", 1: "0506"})], [foe]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0306",))
    assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg")]) == "SHOT-02"


# -------------------------------------------------------------------------------------------------------------- hits and saves


TWO_KINDS = squad("B1", "ger_grenadiers_small", {0: "1206", 1: "1206", 2: "1206"})


@pytest.mark.rule("FHW-ALLOC-01", "FHW-ALLOC-02", "FHW-ALLOC-03")
def test_the_owner_gives_hits_out_evenly_and_the_first_to_the_priority_team() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806", 2: "0806"})]
    at = covering(own, [TWO_KINDS])
    fired(at, "a", "A1", shot("A1.1", "hmg", 2, "B1", priority="B1.2"), shot("A1.2", "hmg", 2, "B1"), dice=(6, 6, 6, 6))
    assert (at.prompt, at.asked, len(at.frame().rows)) == ("hits", "b", 4)
    rows = at.frame().rows
    assert [row.shooter for row in rows] == ["A1.1", "A1.1", "A1.2", "A1.2"]
    assert at.no("b", "allocate", teams=("B1.0", "B1.1", "B1.2", "B1.0")) == "ALLOC-02"
    assert at.no("b", "allocate", teams=("B1.2", "B1.2", "B1.1", "B1.0")) == "ALLOC-01"
    assert at.no("b", "allocate", teams=("B1.2", "B1.1", "B1.0")) == "ALLOC-01"
    assert at.no("b", "allocate", teams=("B1.2", "B1.1", "B1.0", "B1.0")) is None
    at.acts("b", "allocate", 6, 6, 6, 6, teams=("B1.2", "B1.1", "B1.0", "B1.1"))
    assert [event.team for event in at.told(ef.HitGiven)] == ["B1.2", "B1.1", "B1.0", "B1.1"]


@pytest.mark.rule("FHW-ALLOC-03")
def test_where_all_are_alike_nobody_is_asked() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"})]
    alike = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})
    at = covering(own, [alike])
    fired(at, "a", "A1", shot("A1.1", "hmg", 1, "B1"), dice=(6, 6))
    assert [event.team for event in at.told(ef.HitGiven)] == ["B1.1"]
    for change in ({"suppressed": True}, {"gone_to_ground": True}, {"foxhole": True}):
        other = covering(own, [alike])
        other.change("B1.2", **change)
        fired(other, "a", "A1", shot("A1.1", "hmg", 1, "B1"), dice=(6,))
        assert (other.prompt, other.asked) == ("hits", "b"), change


@pytest.mark.rule("FHW-SAVE-06", "FHW-SAVE-02", "FHW-BAIL-03")
def test_each_failed_save_is_followed_by_its_firepower_and_a_second_bail_out_by_its_test() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"})]
    at = covering(own, [squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})], surface={"1206": "b"})
    fired(at, "a", "A1", shot("A1.1", "hmg", 2, "B1"), dice=(6, 6, 2, 5, 1, 6))
    kinds = [type(event) for event in at.told(ef.Saved, ef.FirepowerRolled)]
    assert kinds == [ef.Saved, ef.FirepowerRolled] * 2
    assert "B1.1" in at.position.teams
    assert "B1.2" not in at.position.teams
    tanks = covering([squad("A1", "sov_t34_85_3", {0: "0806"})], [squad("B1", "ger_panzer4", {0: "1206>3"})])
    tanks.change("B1.0", bailed_out=True)
    fired(tanks, "a", "A1", shot("A1.0", "tg85", 2, "B1"), dice=(6, 6, 6, 3, 4, 6, 3, 3))
    assert tanks.told(ef.BailedOut)[0].dice == (4,)  # 6 + 6 equals 12: out again, and holds; then it fails
    assert "B1.0" not in tanks.position.teams


@pytest.mark.rule("FHW-BAIL-01", "FHW-SAVE-03", "FHW-SAVE-04")
@pytest.mark.parametrize(("die", "power", "result"), [(6, 3, "out"), (6, 2, "whole"), (5, 2, "out"), (5, 3, "lost")])
def test_armour_bails_out_or_is_lost(die: int, power: int, result: str) -> None:
    at = covering([squad("A1", "sov_t34_85_3", {0: "0806"})], [squad("B1", "ger_panzer4", {0: "1206>3"})])
    fired(at, "a", "A1", shot("A1.0", "tg85", 1, "B1"), dice=(6, die, power))
    found = "lost" if "B1.0" not in at.position.teams else "out" if at.team("B1.0").bailed_out else "whole"
    assert found == result


@pytest.mark.rule("FHW-SAVE-08")
def test_a_vehicle_that_is_destroyed_leaves_a_wreck_and_one_removed_by_morale_none() -> None:
    own = [squad("A1", "sov_is2", {0: "0806", 1: "0806"})]
    foe = squad("B1", "ger_tigers", {0: "1206>3", 1: "1107>3"})
    at = covering(own, [foe])
    fired(at, "a", "A1", shot("A1.0", "tg122", 1, "B1", priority="B1.0"), dice=(6, 1, 6))
    assert dict(at.position.wrecks) == {hexes.from_offset(12, 6): 1}
    three = covering(own, [squad("B1", "ger_panzer4", {0: "1206>3", 1: "1107>3", 2: "1305>3"})])
    shots = [shot("A1.0", "tg122", 1, "B1", priority="B1.0"), shot("A1.1", "tg122", 1, "B1", priority="B1.1")]
    fired(three, "a", "A1", *shots, dice=(6, 6, 1, 6, 1, 6, 1))  # two lost, and morale fails
    assert three.platoon("B1").status == "destroyed"
    assert dict(three.position.wrecks) == {hexes.from_offset(12, 6): 1, hexes.from_offset(11, 7): 1}


@pytest.mark.rule("FHW-SAVE-07")
def test_riders_save_whenever_their_tank_is_hit_and_those_who_live_are_set_down_suppressed() -> None:
    tanks = squad("A1", "sov_t34_76_4", {0: "0806"})
    riders = squad("A2", "sov_smg")
    foe = [squad("B1", "ger_panthers", {0: "1206>3"})]

    def hit(*dice: int) -> Table:
        at = Table([tanks, riders], foe).change("A2.1", aboard="A1.0", at=None).change("A2.2", aboard="A1.0", at=None)
        at.plan(A1="FC", A2="FC", B1="FC").until("a2_designate")
        return fired(at, "b", "B1", shot("B1.0", "tg75kwk42", 1, "A1"), dice=dice)

    bounced = hit(6, 6, 2, 5, 4)  # 12 is under 14: no firepower, out; then riders
    assert bounced.team("A1.0").bailed_out
    assert ("A2.1" in bounced.position.teams, "A2.2" in bounced.position.teams) == (True, False)
    assert bounced.team("A2.1").aboard == "A1.0"
    lost = hit(6, 1, 6, 5, 5)
    assert "A1.0" not in lost.position.teams
    assert all(lost.team(name).suppressed and lost.where(name) == "0806" for name in ("A2.1", "A2.2"))
    halftrack = [squad("B1", "ger_panzergrenadiers", {7: "1206>3"})]
    for carrier, dice in (("sdkfz251", (6, 1, 6, 4)), ("horse_wagon", (6, 4, 4))):
        at = Table([squad("A1", "sov_is2", {0: "0806"})], halftrack).change("B1.1", aboard="B1.7", at=None)
        at.change("B1.7", type=carrier).plan(A1="FC", B1="FC").until("a2_designate")
        fired(at, "a", "A1", shot("A1.0", "tg122", 1, "B1", priority="B1.7"), dice=dice)
        assert "B1.1" not in at.position.teams  # a passenger of a carrier, or what is towed: 5+ when it is lost


@pytest.mark.rule("FHW-SUPP-02", "FHW-SUPP-01")
def test_suppression_is_kept_team_by_team() -> None:
    own = [squad("A1", "sov_maxims", {1: "0806"}), squad("A2", "sov_hq", {0: "0806", 1: "0807"})]
    foe = [squad("B1", "ger_hmg", {1: "1206", 2: "1206"})]
    at = covering(own, foe)
    fired(at, "b", "B1", shot("B1.1", "hmg", 5, "A1"), dice=(6,) * 5)
    assert at.prompt == "hits"  # three hits and more on who saved are one go
    at.acts(
        "a", "allocate", 6, 6, 6, 6, 6, 1, teams=("A1.1", "A2.0", "A1.1", "A2.0", "A1.1")
    )  # and the command rallies in vain
    suppressed = {name for name, team in at.position.teams.items() if team.suppressed}
    assert suppressed == {*(f"A1.{n}" for n in range(5)), "A2.0"}  # not who stands elsewhere, joined to nobody


# ----------------------------------------------------------------------------------------------------------------------- weather


@pytest.mark.rule("FHW-WEA-06", "FHW-WEA-07", "FHW-HID-05")
def test_in_fog_each_firing_team_rolls_once_for_each_mover() -> None:
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "0806"))
    at = Table([squad("A1", "sov_smg", {0: "0406", 1: "0406"})], [foe], weather="fog").plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0506", "0606"))
    shots = [shot("B1.1", "rifle_mg"), shot("B1.2", "rifle_mg", 2)]
    at.acts("b", "opportunity", 3, 4, 1, 1, shots=shots)  # the first sees three hexes, the mover stands at four
    assert [(event.team, event.sight) for event in at.told(em.FogRolled)] == [("B1.1", 3), ("B1.2", 4)]
    assert at.team("B1.1").turn.fired_at == {}  # nothing used up
    assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg")]) == "WEA-07"
    at.acts("b", "hold", until="window")
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.no("b", "opportunity", shots=[shot("B1.1", "rifle_mg")]) == "WEA-07"  # not that mover again
    at.acts("b", "hold", until="team").acts("a", "move", team="A1.1", path=("0506",))
    at.acts("b", "opportunity", 4, 1, shots=[shot("B1.1", "rifle_mg")])  # another mover, another die


@pytest.mark.rule("FHW-WEA-06")
def test_in_fog_a_platoon_that_covers_rolls_after_its_declaration_and_may_see_nothing() -> None:
    own, foe = [squad("A1", "sov_maxims", {1: "0806"})], [squad("B1", "ger_grenadiers_small", {1: "1206"})]
    at = covering(own, foe, weather="fog")
    fired(at, "a", "A1", shot("A1.1", "hmg", 2, "B1"), dice=(3,))  # no dice: the shot is lost
    assert not at.told(ef.ShotsRolled)
    assert not any(team.turn.shot for team in at.position.teams.values())
    seen = fired(covering(own, foe, weather="fog"), "a", "A1", shot("A1.1", "hmg", 2, "B1"), dice=(4, 1, 1))
    assert needs(seen) == [{(5,)}]  # in fog everybody is in cover
    far = covering(own, [squad("B1", "ger_grenadiers_small", {1: "1506"})], weather="fog")
    assert far.no("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")]) == "SHOT-07"  # judged as if six


@pytest.mark.rule("FHW-WEA-13", "FHW-WEA-09", "FHW-WEA-10")
def test_mud_halves_what_is_left_of_an_allowance_and_leaves_roads_as_they_are() -> None:
    road = [[(column, 6) for column in range(3, 9)]]
    woods = {"0406": "w", "0506": "w", "0307": "w"}

    def turned(die: int) -> Table:
        at = Table([squad("A1", "sov_t34_76_4", {0: "0306"})], [FAR], weather="mud", surface=woods, roads=road)
        at.plan(A1="MD", B1="FC").until("c")
        return at.acts("a", "activate", die, platoon="A1")  # three over rough ground, halved: an odd half

    at = turned(10)
    assert at.no("a", "move", team="A1.0", path=("0406", "0506")) is None  # four halved, by road through woods
    assert at.no("a", "move", team="A1.0", path=("0406", "0506", "0606")) == "MOVE-01"
    assert at.no("a", "move", team="A1.0", path=("0307", "0308")) == "MOVE-01"  # one, rounded down
    assert turned(5).no("a", "move", team="A1.0", path=("0307", "0308")) is None  # two, rounded up
    at.acts("a", "move", team="A1.0", path=("0406",))  # and no test on it
    assert at.where("A1.0") == "0406"


# ------------------------------------------------------------------------------------------------------------------ disengaging


def chased(*dice: int, yes: bool = True, **change: Any) -> Table:
    own = squad("A1", "sov_maxims", {0: "0806", 1: "0806", 2: "0806"})
    at = Table([own], [squad("B1", "ger_recce", {0: "1206>3", 1: "1207>3"})]).plan(A1="MD", B1="FO").until("c")
    for name, values in change.items():
        at.change(name, **values)
    at.acts("a", "activate", platoon="A1")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    return at.acts("b", "disengage", *dice, yes=yes) if at.prompt == "disengage" else at


@pytest.mark.rule("FHW-REC-03")
def test_a_patrol_that_is_shot_at_may_go_back_before_the_dice() -> None:
    at = chased(3)
    assert (at.prompt, at.asked) == ("fall_back", "b")
    assert at.platoon("B1").disorganised
    assert at.no("b", "fall_back", team="B1.0", path=("1106",)) == "REC-03"  # closer
    assert at.no("b", "fall_back", team="B1.0", path=("1306", "1406", "1506", "1606")) == "MOVE-01"
    at.acts("b", "fall_back", team="B1.0", path=("1306", "1406", "1506"), facing=0)
    assert at.no("b", "fall_back", team="B1.0", path=("1606",)) == "REC-03"
    at.acts("b", "done", 1)  # the other stays, in sight still
    assert (at.where("B1.0"), at.where("B1.1")) == ("1506", "1207")
    failed = chased(2, 1)
    assert (failed.platoon("B1").disorganised, failed.prompt == "fall_back") == (False, False)
    stayed = chased(1, yes=False)
    assert not stayed.platoon("B1").disorganised


@pytest.mark.rule("FHW-REC-03")
def test_shots_that_lose_range_are_lost() -> None:
    own = squad("A1", "sov_maxims", {1: "0406"})
    at = Table([own], [squad("B1", "ger_recce", {0: "1206>3"})]).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    at.acts("b", "disengage", 3, yes=True).acts("b", "fall_back", team="B1.0", path=("1306",)).acts("b", "done")
    assert not at.told(ef.ShotsRolled)


@pytest.mark.rule("FHW-REC-04", "FHW-REC-03")
def test_nobody_disengages_from_covering_or_opportunity_fire_or_twice() -> None:
    own, patrol = [squad("A1", "sov_maxims", {1: "0806"})], [squad("B1", "ger_recce", {0: "1206>3"})]
    at = covering(own, patrol)
    fired(at, "a", "A1", shot("A1.1", "hmg", 1, "B1"), dice=(1,))
    assert at.prompt != "disengage"
    moving = Table(own, patrol).plan(A1="FO", B1="MD").until("c").acts("b", "activate", platoon="B1")
    moving.acts("b", "move", team="B1.0", path=("1306",)).acts("a", "opportunity", 1, shots=[shot("A1.1", "hmg", 1)])
    assert moving.prompt == "window"
    again = Table(own, patrol).plan(A1="MD", B1="FO").until("c")
    again.changed(
        lambda now: replace(now, platoons={**now.platoons, "B1": replace(now.platoons["B1"], disorganised=True)})
    )  # type: ignore[index]
    again.acts("a", "activate", platoon="A1").acts("a", "fire", 1, platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    assert again.prompt != "disengage"
