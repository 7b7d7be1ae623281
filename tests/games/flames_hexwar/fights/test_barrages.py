"""Bombardments, smoke and aircraft: who is hit and suppressed, in which order, what everybody may know of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position.state import Battery
from tests.games.flames_hexwar.scenes import Table, shot, squad

MORTARS = squad("A2", "sov_mortars", {1: "1005"} | {n: "0305" if n < 5 else "0306" for n in range(2, 8)})
CELLS = ("1505", "1506", "1606")
VERTEX = {"hex": "1505", "v": 4}
AIR = {"level": "limited", "aircraft": "il2", "count": 1}


def designating(defenders: Any, *attackers: Any, **more: Any) -> Table:
    own = attackers or (MORTARS,)
    at = Table(own, defenders, **more)
    return at.plan(**{each["id"]: "FC" for each in (*own, *defenders) if "hq" not in each["platoon"]})


def bombard(**more: Any) -> dict[str, Any]:
    given = {"battery": "A2", "spotter": "A2.1", "aim": "B1.1", "mode": "concentrated", "ammo": "he"}
    return given | {"vertex": VERTEX, "hexes": CELLS} | more


def fell(at: Table, *dice: int, **more: Any) -> Table:
    return at.acts("a", "bombard", **bombard(**more)).commit(*dice)


FOOT = squad("B1", "ger_grenadiers_small", {1: "1505"})


# --------------------------------------------------------------------------------------------------------------- bombardments


@pytest.mark.rule("FHW-ART-19", "FHW-SAVE-03", "FHW-SUPP-02", "FHW-SUPP-04")
def test_shells_know_no_shields_and_strike_from_above() -> None:
    guns, tanks = squad("B1", "ger_pak40", {1: "1505>3"}), squad("B2", "ger_panzer4", {0: "1506>3"})
    at = fell(
        designating([guns, tanks]), 4, 5, 5, 4, 1, 6, 1
    )  # in range; both hit; the save; top armour 1 against 2, firepower; no remount
    assert "B1.1" not in at.position.teams
    assert not [event for event in at.told(ef.FirepowerRolled) if event.team == "B1.1"]
    assert at.team("B2.0").bailed_out
    assert not at.team("B2.0").suppressed
    armour = fell(designating([guns, tanks], options={"suppress_armour": True}), 4, 1, 1, 1, 1, 1, 1)
    assert armour.team("B2.0").suppressed
    soft = fell(designating([squad("B1", "us_recce", {2: "1505>3"})]), 3, 5, 4, aim="B1.2")
    assert "B1.2" not in soft.position.teams  # 5+


@pytest.mark.rule("FHW-ART-21", "FHW-SMOKE-01")
def test_a_pattern_lies_on_the_board_and_smoke_hits_and_suppresses_nobody() -> None:
    edge = squad("B1", "ger_grenadiers_small", dict.fromkeys((0, 2, 3, 4), "0506") | {1: "1905"})
    at = designating([edge])
    far = {"vertex": {"hex": "1905", "v": 1}, "hexes": ("1905", "2004", "1904"), "aim": "B1.1"}
    assert at.no("a", "bombard", **bombard(**far)) == "ART-21"
    smoked = fell(designating([FOOT]), 4, ammo="smoke")
    assert {hexes.name(each.at) for each in smoked.position.smoke} == {*CELLS}
    assert not smoked.told(ef.BombardRolled)
    assert not any(team.suppressed for team in smoked.position.teams.values())


@pytest.mark.rule("FHW-ART-01", "FHW-FC-01")
def test_artillery_and_mortars_bombard_and_nobody_else() -> None:
    guns, tanks = squad("A1", "sov_zis3", {1: "1005"}), squad("A3", "sov_t34_76_4")
    at = designating([FOOT], guns, MORTARS, tanks)
    cells = ("1505", "1506", "1606", "1605")
    assert at.no("a", "bombard", **bombard(battery="A1", spotter="A1.1", mode="normal", hexes=cells)) is None
    assert at.no("a", "bombard", **bombard()) is None
    assert at.no("a", "bombard", **bombard(battery="A3")) == "ART-01"
    other = Table([MORTARS, guns], [FOOT]).plan(A1="FC", A2="FO", B1="FC")
    assert other.no("a", "bombard", **bombard()) == "FC-01"


@pytest.mark.rule("FHW-ART-02", "FHW-ART-03", "FHW-ART-20")
def test_batteries_off_the_board_reach_everything_and_are_reached_from_the_air_alone() -> None:
    off = squad("A1", "sov_zis3", {1: "1005"}, start="off_board")
    foe = squad("B2", "us_priests", start="off_board")
    at = designating([FOOT, foe], off, squad("A3", "sov_hq", {0: "1005"}))
    given = bombard(battery="A1", spotter="A3.0", mode="normal", hexes=("1505", "1506", "1606", "1605"))
    assert at.no("a", "bombard", **given) is None
    assert at.no("a", "bombard", **(given | {"aim": "B2.1"})) == "ART-03"
    at.until("a2_designate")
    assert at.no("a", "fire", platoon="A1", shots=[shot("A3.0", "smg", 1, "B2")]) == "SHOT-07"


@pytest.mark.rule("FHW-ART-04", "FHW-DIST-05", "FHW-ART-20")
@pytest.mark.parametrize(("at", "refused"), [("1207", "ART-20"), ("1107", None), ("0307", None), ("1906", None)])
def test_mortars_reach_two_hexes_for_ten_centimetres_and_not_too_near(at: str, refused: str | None) -> None:
    one = squad("A2", "sov_mortars", {0: "1407", 1: "1406"} | dict.fromkeys(range(2, 8), "0000") | {2: at})
    gone = designating([squad("B1", "ger_grenadiers_small", {1: "1507"})], one)
    for number in range(3, 8):
        gone.change(f"A2.{number}", suppressed=True)
    far = hexes.distance(gone.team("A2.2").at, gone.team("B1.1").at)  # type: ignore[arg-type]
    gone.change("A2.0", at=hexes.from_offset(11, 11)).change("A2.1", at=hexes.from_offset(11, 6))
    given = bombard(mode="normal", vertex={"hex": "1507", "v": 0}, hexes=("1507", "1607"))
    assert gone.no("a", "bombard", **given) == refused, far


@pytest.mark.rule("FHW-ART-20", "FHW-GTG-02", "FHW-GTG-03")
def test_a_piece_that_is_too_near_to_fire_stays_down() -> None:
    near = squad("A2", "sov_mortars", {1: "1005"} | {n: "0305" if n < 5 else "0306" for n in range(2, 7)} | {7: "1205"})
    at = designating([FOOT], near).change("A2.2", gone_to_ground=True).change("A2.7", gone_to_ground=True)
    fell(at, *[1] * 3, mode="normal", hexes=(*CELLS, "1605", "1507"))
    assert [at.team(name).gone_to_ground for name in ("A2.2", "A2.7")] == [False, True]


@pytest.mark.rule("FHW-WEA-08", "FHW-WEA-06")
def test_in_fog_the_spotter_rolls_before_he_ranges_in() -> None:
    near = squad("A2", "sov_mortars", {1: "1105"} | dict.fromkeys(range(2, 8), "0305"))
    lost = fell(designating([FOOT], near, weather="fog"), 3)
    assert [type(event) for event in lost.told(em.FogRolled, ef.RangedIn)] == [em.FogRolled]
    assert lost.platoon("A2").battery is not None
    seen = fell(designating([FOOT], near, weather="fog"), 4, 5, 1, 1, 6)
    assert [type(event) for event in seen.told(em.FogRolled, ef.RangedIn)] == [em.FogRolled, ef.RangedIn]
    assert seen.told(ef.RangedIn)[0].need == 5  # in fog everything is in cover, at the farthest one sees, too
    far = designating(
        [FOOT],
        MORTARS | {"placements": [{"team": n, "at": (8, 5) if n == 1 else (3, 5)} for n in range(8)]},
        weather="fog",
    )
    assert far.no("a", "bombard", **bombard()) == "ART-06"  # seven hexes


@pytest.mark.rule("FHW-GEN-03", "FHW-ART-11", "FHW-ART-12", "FHW-ART-13")
def test_cover_changes_the_number_and_long_rest_the_die() -> None:
    guns = squad("A1", "sov_zis3", {1: "1005"})
    given = bombard(battery="A1", spotter="A1.1", mode="normal", hexes=("1505", "1506", "1606", "1605"))

    def fire(battery: Battery, *dice: int, surface: Any = None) -> Table:
        at = designating([FOOT], guns, surface=surface)
        at.changed(
            lambda now: replace(now, platoons={**now.platoons, "A1": replace(now.platoons["A1"], battery=battery)})
        )  # type: ignore[index]
        return at.acts("a", "bombard", **given).commit(*dice)

    def told(at: Table) -> Any:
        return [(event.die, event.modifier, event.need, event.passed) for event in at.told(ef.Available)]

    assert told(fire(Battery(), 3)) == [(3, 0, 4, False)]
    assert told(fire(Battery(idle=2), 3, 4, 1, 6)) == [(3, 1, 4, True)]
    assert told(fire(Battery(bombarded=2), 4)) == [(4, -1, 4, False)]
    woods = fire(Battery(idle=2), 3, 5, 1, 6, surface={"1505": "w"})
    assert [(event.need, event.dice) for event in woods.told(ef.RangedIn)] == [(5, (5,))]  # one more to range in
    spent = designating([FOOT], guns)
    spent.changed(
        lambda now: replace(
            now, platoons={**now.platoons, "A1": replace(now.platoons["A1"], battery=Battery(bombarded=3))}
        )
    )  # type: ignore[index]
    assert spent.no("a", "bombard", **given) == "ART-13"
    assert designating([FOOT], guns).no("a", "bombard", **given, automatic=True) == "ART-13"


# ---------------------------------------------------------------------------------------------------------------------- smoke


@pytest.mark.rule("FHW-SMOKE-01", "FHW-SMOKE-02", "FHW-SMOKE-03", "FHW-SMOKE-04")
def test_direct_smoke_takes_one_die_at_a_named_team() -> None:
    own = squad("A1", "us_shermans", {0: "0806"})
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1206"})
    other = squad("A3", "sov_t34_76_4", {0: "0807"})
    at = designating([foe], own, other).until("a2_designate")
    smoke = shot("A1.0", "tg75us", 1, "B1", priority="B1.1", smoke=True)
    assert at.no("a", "fire", platoon="A3", shots=[smoke | {"team": "A3.0", "weapon": "tg76su"}]) == "SMOKE-01"
    assert at.no("a", "fire", platoon="A1", shots=[smoke | {"count": 2}]) == "SMOKE-01"
    assert at.no("a", "fire", platoon="A1", shots=[smoke | {"priority": None}]) == "SMOKE-01"
    at.acts("a", "fire", platoon="A1", shots=[smoke]).commit(4)
    rolled = at.told(ef.SmokeRolled)[0]
    assert (rolled.dice, rolled.out) == ((4,), False)
    assert [hexes.name(cell) for event in at.told(ef.SmokePlaced) for cell in event.where] == ["1206"]
    assert at.team("A1.0").smoke_uses == 1
    assert not at.told(ef.HitGiven)


@pytest.mark.rule("FHW-SMOKE-02", "FHW-SMOKE-03", "FHW-SMOKE-04", "FHW-HID-07")
@pytest.mark.parametrize(
    ("uses", "die", "out"), [(0, 1, True), (0, 2, False), (1, 2, True), (3, 4, True), (3, 5, False)]
)
def test_smoke_runs_out_and_everybody_may_count_it(uses: int, die: int, out: bool) -> None:
    own = squad("A1", "us_shermans", {0: "0806"})
    at = designating([squad("B1", "ger_grenadiers_small", {1: "1206"})], own).until("a2_designate")
    at.change("A1.0", smoke_uses=uses)
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg75us", 1, "B1", priority="B1.1", smoke=True)]).commit(die)
    for viewer in (Viewer("a"), Viewer("b"), SPECTATOR):
        seen = view(at.moment.field, viewer).known.teams["A1.0"]  # type: ignore[index]
        assert (seen.smoke_uses, seen.smoke_out) == (uses + 1, out)
    assert at.position.turn == 2
    at.plan(A1="FC", B1="FC").until("a2_designate")
    smoke = [shot("A1.0", "tg75us", 1, "B1", priority="B1.1", smoke=True)]
    assert at.no("a", "fire", platoon="A1", shots=smoke) == ("SMOKE-02" if out else None)


@pytest.mark.rule("FHW-SMOKE-02", "FHW-HID-07", "FHW-SMOKE-04")
def test_a_battery_whose_first_ranging_die_is_a_one_has_no_more_smoke_from_the_next_turn_on() -> None:
    at = fell(designating([FOOT]), 1, 1, 4, ammo="smoke")
    for viewer in (Viewer("b"), SPECTATOR):
        battery = view(at.moment.field, viewer).known.platoons["A2"].battery  # type: ignore[index]
        assert battery is not None
        assert (battery.smoke_uses, battery.exhausted) == (1, True)
    at.until("plan").plan(A2="FC", B1="FC")
    assert at.no("a", "bombard", **bombard(ammo="smoke")) == "SMOKE-02"
    assert at.no("a", "bombard", **bombard()) is None


@pytest.mark.rule("FHW-SMOKE-05")
def test_an_observer_in_the_smoke_sees_through_it_unless_the_first_die_ranged_in() -> None:
    spotter = squad("B2", "ger_mortars", {1: "1506"})
    target = squad("A1", "sov_smg", {0: "1006"})
    for dice, sees in (((4,), False), ((3, 4), True)):
        at = fell(designating([FOOT, spotter], MORTARS, target), *dice, ammo="smoke")
        field = at.moment.field
        assert field.sees(at.team("B2.1"), at.team("A1.0")) is sees
        assert not field.sees(at.team("B1.1"), at.team("A1.0"))


@pytest.mark.rule("FHW-SMOKE-07", "FHW-ART-15")
def test_observers_by_themselves_are_no_target_of_smoke() -> None:
    own, spotter = squad("A1", "us_shermans", {0: "0806"}), squad("B1", "ger_mortars", {1: "1206"})
    at = designating([spotter], own, MORTARS)
    alone = bombard(aim="B1.1", ammo="smoke", vertex={"hex": "1206", "v": 0}, hexes=("1206", "1306", "1205"))
    assert at.no("a", "bombard", **alone) == "ART-15"
    at.until("a2_designate")
    given = shot("A1.0", "tg75us", 1, "B1.1", priority="B1.1")
    assert at.no("a", "fire", platoon="A1", shots=[given]) is None
    assert at.no("a", "fire", platoon="A1", shots=[given | {"smoke": True}]) == "SMOKE-07"


# ------------------------------------------------------------------------------------------------------------------- aircraft


def flying(*attackers: Any, defenders: Any = (FOOT,), planes: int = 4, **more: Any) -> Table:
    """A flight has arrived: 3 or 4 for two planes, 5 or 6 for three."""
    own = attackers or (squad("A1", "sov_smg"),)
    at = Table(own, defenders, air=AIR, **more).acts("a", "air", call=True)
    return at.plan(5, planes, **{each["id"]: "FC" for each in (*own, *defenders)})


def attack(planes: int, cells: Any = CELLS, vertex: Any = VERTEX) -> dict[str, Any]:
    return {"planes": planes, "vertex": vertex, "hexes": cells}


@pytest.mark.rule("FHW-WEA-04", "FHW-AIR-12")
@pytest.mark.parametrize(
    ("weather", "refused"), [("clear", None), ("mud", None), ("rain", "AIR-12"), ("fog", "AIR-12")]
)
def test_no_air_support_in_rain_and_fog(weather: str, refused: str | None) -> None:
    at = Table([squad("A1", "sov_smg")], [FOOT], air=AIR, weather=weather)
    assert at.no("a", "air", call=True) == refused


@pytest.mark.rule("FHW-AIR-13")
@pytest.mark.parametrize(("distance", "friend", "refused"), [(2, "1305", "AIR-13"), (2, "1205", None), (1, "1305", None), (0, "1405", None), (4, "1205", "AIR-13")])  # fmt: skip
def test_no_attack_near_friends(distance: int, friend: str, refused: str | None) -> None:
    at = flying(squad("A1", "sov_smg", {0: friend}), options={"air_friend_distance": distance})
    assert at.no("a", "strike", attacks=[attack(2)]) == refused


@pytest.mark.rule("FHW-AIR-07", "FHW-AIR-05", "FHW-AIR-10")
def test_an_anti_aircraft_team_divides_its_rate_among_the_attacks_of_a_wave() -> None:
    flak = squad("B2", "ger_flak", {0: "1706>3"})
    at = flying(defenders=(FOOT, flak))
    one, two = attack(1), attack(1, ("1605", "1705", "1604"), {"hex": "1605", "v": 0})
    far = attack(1, ("1005", "1006", "1106"), {"hex": "1005", "v": 4})
    assert at.no("a", "strike", attacks=[one, far]) == "AIR-06"
    at.acts("a", "strike", attacks=[one, two]).commit()
    assert (at.prompt, at.asked) == ("aa", "b")
    split = [{"team": "B2.0", "attack": 0, "count": 1}, {"team": "B2.0", "attack": 1, "count": 3}]
    over = [split[0], {"team": "B2.0", "attack": 1, "count": 4}]
    assert at.no("b", "assign_aa", shots=over) == "AIR-10"
    assert at.no("b", "assign_aa", shots=[{"team": "B2.1", "attack": 0, "count": 1}]) in ("AIR-05", None)
    assert at.no("b", "assign_aa", shots=[{"team": "B2.0", "attack": 5, "count": 1}]) == "AIR-05"
    at.acts("b", "assign_aa", 5, 5, 4, 1, 4, shots=split)  # turned back and shot down; the other comes through
    assert [(event.attack, event.turned, event.downed) for event in at.told(ef.AntiAirFired)] == [(0, 1, 1), (1, 0, 0)]


@pytest.mark.rule("FHW-FC-07", "FHW-FC-03", "FHW-FC-08", "FHW-MOR-01")
def test_air_attacks_come_before_bombardments_and_all_effects_and_morale_at_the_end() -> None:
    three = squad("B1", "ger_grenadiers_small", {1: "1505", 2: "1505", 3: "1506"})
    at = flying(MORTARS, squad("A1", "sov_smg"), defenders=(three,), planes=1)
    at.acts("a", "strike", attacks=[attack(1)]).acts("a", "bombard", **bombard(aim="B1.1"))
    # acquired in two hexes: 4; hit on 3, saves of 1 (3+ and 5+); then the mortars range in on 4 and hit on 5
    at.commit(4, 4, 3, 3, 3, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 6)
    order = [type(event) for event in at.told(ef.AreaAcquired, ef.RangedIn, ef.Destroyed, e.MoraleTested)]
    assert order == [ef.AreaAcquired, ef.AreaAcquired, ef.RangedIn, *[ef.Destroyed] * 3, e.MoraleTested]


@pytest.mark.rule("FHW-MOR-04", "FHW-FC-08")
def test_platoons_test_their_morale_side_by_side_in_roster_order() -> None:
    own = [squad("A1", "sov_smg"), squad("A3", "sov_su76")]
    foes = [squad("B1", "ger_grenadiers_small"), squad("B2", "ger_hmg")]
    at = designating(foes, *own).until("a2_designate")
    few = {name: replace(each, starting=40) for name, each in at.position.platoons.items()}
    at.changed(lambda now: replace(now, platoons=few, losers=("B2", "A3", "B1", "A1")))  # type: ignore[arg-type]
    at.commit(3, 4, 4, 4)
    assert [event.platoon for event in at.told(e.MoraleTested)] == ["A1", "A3", "B1", "B2"]
