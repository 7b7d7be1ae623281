"""Moves where rules meet: what comes onto the board by road, halves chosen late, houses entered from carriers, odd halves in mud."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.dice import GivenDice
from app.engine.types import UnitId
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.losses.losing import destroy
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.terrain.distances import hexes_of
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned
from tests.games.flames_hexwar.table import rules

SOON = {"attacker_start_turn": 1, "defender_start_turn": 0}


def at_hex(name: str) -> hexes.Hex:
    return hexes.from_offset(int(name[:2]), int(name[2:]))


def arrived(own: dict[str, Any], order: str = "MD", **more: Any) -> Table:
    """A reserve that waits beside the board, its card turned."""
    at = Table([own, squad("A9", "sov_smg")], [FAR], reserves=SOON, dice=(5,), **more)
    return at.plan(A1=order, A9="FC", B1="FC").until({"MD": "c", "MT": "b"}[order]).acts("a", "activate", platoon="A1")


@pytest.mark.rule("FHW-REIN-03", "FHW-ROAD-01")
def test_the_road_step_by_which_wheels_come_on_earns_another_further_on() -> None:
    road = [[(column, 6) for column in range(12)]]
    at = arrived(squad("A1", "ger_recce", start="reserve"), roads=road)
    way = tuple(f"{column:02d}06" for column in range(6))
    at.acts("a", "move", team="A1.0", path=way, halt=False)
    assert at.where("A1.0") == "0506"


@pytest.mark.rule("FHW-REIN-03", "FHW-TERR-11")
def test_who_comes_on_by_road_through_woods_has_touched_no_rough_ground() -> None:
    road = [[(column, 6) for column in range(12)]]
    at = arrived(squad("A1", "sov_t34_76_4", start="reserve"), roads=road, surface={"0006": "w"})
    at.acts("a", "move", team="A1.0", path=("0006",), halt=False)
    at.acts("a", "move", team="A1.0", path=("0106", "0206", "0306"))
    assert at.where("A1.0") == "0306"


@pytest.mark.rule("FHW-WEA-12", "FHW-BOG-01")
def test_wheels_that_stand_in_woods_in_mud_test_when_they_leave() -> None:
    at = turned([squad("A1", "ger_recce", {0: "0506"})], (FAR,), 1, weather="mud", surface={"0506": "w"})
    at.acts("a", "move", 2, team="A1.0", path=("0606",))
    assert (at.where("A1.0"), at.team("A1.0").bogged) == ("0506", True)


@pytest.mark.rule("FHW-WEA-10", "FHW-MOVE-05")
def test_the_one_hex_of_heavy_guns_is_odd_in_mud() -> None:
    own = squad("A1", "ger_pak40", {0: "0506", 1: "0406>0"})
    at = turned([own], (FAR,), 6, weather="mud", options={"half_hex_move": "one_hex"})
    assert at.no("a", "move", team="A1.1", path=("0506",)) == "MOVE-01"


@pytest.mark.rule("FHW-TERR-07", "FHW-TERR-12")
def test_a_gun_is_kept_out_of_the_half_that_is_a_house_by_the_rule_of_houses() -> None:
    mixed = [{"at": (5, 6), "dir": 0, "feature": "building"}]
    at = turned([squad("A1", "ger_pak40", {1: "0406>0"})], mixed=mixed, orders={"A1": "MT"})
    assert at.no("a", "move", team="A1.1", path=("0506",), half="cover") == "TERR-07"
    assert at.no("a", "move", team="A1.1", path=("0506",), half="free") is None


@pytest.mark.rule("FHW-LOS-13", "FHW-TRAN-01")
def test_who_gets_down_into_a_house_is_seen_entering() -> None:
    own = [squad("A1", "sov_smg"), squad("A2", "sov_t34_76_4", {0: "0506"})]

    def before(at: Table) -> Table:
        return at.change("A1.0", at=None, aboard="A2.0")

    house: dict[str, Any] = {"surface": {"0606": "b"}, "buildings": [{"at": (6, 6), "floors": 1}]}
    at = turned(own, [squad("B1", "ger_hmg", {1: "1006"})], before=before, **house)
    at.acts("a", "dismount", team="A1.0", at="0606")
    assert at.position.seen_entering == (("A", at_hex("0606")),)


@pytest.mark.rule("FHW-LOS-13", "FHW-TERR-12")
def test_who_halts_beside_a_house_has_not_entered_it() -> None:
    mixed = [{"at": (6, 6), "dir": 0, "feature": "building"}]
    foe = squad("B1", "ger_hmg", {1: "1006"})
    tank = turned([squad("A1", "sov_t34_76_4", {0: "0506>0"}), squad("A2", "sov_smg")], [foe], mixed=mixed)
    assert tank.acts("a", "move", team="A1.0", path=("0606",)).position.seen_entering == ()
    foot = turned([squad("A1", "sov_smg", {0: "0506", 1: "0506"})], [foe], mixed=mixed)
    assert foot.acts("a", "move", team="A1.0", path=("0606",), half="free").position.seen_entering == ()
    foot.acts("a", "move", team="A1.1", path=("0606",), half="cover")
    assert foot.position.seen_entering == (("A", at_hex("0606")),)


@pytest.mark.rule("FHW-REIN-03", "FHW-EXEC-08")
@pytest.mark.parametrize("start", ["reserve", "off_board"])
def test_an_observer_comes_on_with_its_battery_alone(start: str) -> None:
    own = [squad("A1", "sov_smg", {0: "0106"}), squad("A2", "sov_zis3", start=start)]
    orders = {"A1": "MD", "B1": "FC"} | ({"A2": "FC"} if start == "off_board" else {})
    at = Table(own, [FAR]).plan(**orders).until("c").acts("a", "activate", platoon="A1")
    assert at.no("a", "move", team="A2.1", path=("0006",)) == "EXEC-08"
    battery = replace(at.platoon("A2"), status="arriving")
    at.changed(lambda now: replace(now, platoons={**now.platoons, battery.id: battery}))
    assert at.no("a", "move", team="A2.1", path=("0006",)) is None


@pytest.mark.rule("FHW-WEA-10", "FHW-TRAN-01")
def test_who_is_carried_has_an_allowance_too() -> None:
    own = [squad("A1", "ger_pak40", {0: "0506", 1: "0406>0"}), squad("A2", "sov_su76", {0: "0406"})]

    def before(at: Table) -> Table:
        at.change("A2.0", type="truck")
        for gun in ("A1.1", "A1.2", "A1.3"):
            at.change(gun, at=None, aboard="A2.0")
        return at

    at = turned(own, (FAR,), 6, weather="mud", before=before, orders={"A1": "MT"})
    at.acts("a", "dismount", team="A1.1", at="0506")
    assert at.no("a", "move", team="A1.1", path=("0606",)) == "MOVE-01"


@pytest.mark.rule("FHW-FO-06", "FHW-COV-02")
@pytest.mark.parametrize(("dug", "need"), [(True, 3), (False, 2)])
def test_a_foxhole_covers_the_hex_where_the_way_began(dug: bool, need: int) -> None:
    def before(at: Table) -> Table:
        return at.change("A1.0", foxhole=dug)

    foe = squad("B1", "ger_hmg", {1: "0906"})
    at = turned([squad("A1", "sov_smg", {0: "0506"})], [foe], before=before, orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606",)).acts("b", "hold")
    at.acts("b", "opportunity", 1, shots=[shot("B1.1", "hmg", 1)])
    assert at.told(ef.ShotsRolled)[0].needs == {"A1.0": (need,)}


@pytest.mark.rule("FHW-FO-06", "FHW-DIG-01")
def test_who_has_halted_in_a_trench_has_come_to_the_end_of_its_open_way() -> None:
    foe = squad("B1", "ger_hmg", {1: "0906"})
    at = turned([squad("A1", "sov_smg", {0: "0506"})], [foe], trenches=[(6, 6)], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606",)).acts("b", "hold")
    at.acts("b", "opportunity", 1, shots=[shot("B1.1", "hmg", 1)])
    assert at.told(ef.ShotsRolled)[0].needs == {"A1.0": (5,)}


@pytest.mark.rule("FHW-TERR-12", "FHW-MOVE-02", "FHW-TERR-09")
def test_who_stands_in_a_half_that_is_woods_sets_out_from_woods() -> None:
    mixed = [{"at": (5, 6), "dir": 0, "feature": "woods"}]

    def before(at: Table) -> Table:
        return at.change("A1.0", half="cover").change("A1.1", half="free")

    foot = turned([squad("A1", "sov_smg", {0: "0506", 1: "0506"})], mixed=mixed, before=before, orders={"A1": "MT"})
    assert foot.no("a", "move", team="A1.0", path=("0606",)) == "MOVE-02"
    assert foot.no("a", "move", team="A1.1", path=("0606",)) is None
    guns = turned([squad("A1", "sov_maxims", {0: "0506", 1: "0506"})], mixed=mixed, before=before)
    guns.change("A1.1", half="cover").acts("a", "move", 4, team="A1.1", path=("0606",))
    assert (guns.where("A1.1"), guns.team("A1.1").turn.stuck) == ("0506", True)


@pytest.mark.rule("FHW-BOG-01", "FHW-TERR-09", "FHW-MOVE-02")
def test_a_gun_that_comes_down_the_stairs_first_tests_when_it_leaves_the_house() -> None:
    house: dict[str, Any] = {"surface": {"0506": "b"}, "buildings": [{"at": (5, 6), "floors": 2}]}
    own = squad("A1", "sov_maxims", {1: "0506/2>0"})
    at = turned([own], **house)
    at.acts("a", "move", team="A1.1", path=("0506",), halt=False)
    at.acts("a", "move", 4, team="A1.1", path=("0606",))
    assert (at.where("A1.1"), at.team("A1.1").turn.stuck) == ("0506", True)
    assert turned([own], orders={"A1": "MT"}, **house).no("a", "move", team="A1.1", path=("0506",)) == "MOVE-02"


@pytest.mark.rule("FHW-DIST-05")
def test_ranges_of_mortars_that_are_no_whole_tens() -> None:
    assert [hexes_of(rules(), cm, is_mortar=True) for cm in (5, 15, 25, 35, 120)] == [1, 3, 5, 7, 24]


@pytest.mark.rule("FHW-TERR-13", "FHW-TERR-12", "FHW-MOVE-02")
def test_the_half_in_which_a_way_ends_is_judged_as_well_when_it_is_said_last() -> None:
    mixed = [{"at": (6, 6), "dir": 0, "feature": "woods"}]
    own = [squad("A1", "sov_smg", {0: "0506"})]
    at = turned(own, mixed=mixed, orders={"A1": "MT"}).acts("a", "move", team="A1.0", path=("0606",), halt=False)
    assert at.no("a", "move", team="A1.0", path=(), half="cover") == "MOVE-02"
    assert at.acts("a", "move", team="A1.0", path=()).team("A1.0").half == "free"
    free = turned(own, mixed=mixed).acts("a", "move", team="A1.0", path=("0606",), halt=False)
    assert free.acts("a", "move", team="A1.0", path=()).team("A1.0").half == "cover"


@pytest.mark.rule("FHW-TERR-13", "FHW-TERR-09")
def test_a_gun_tests_for_the_half_in_which_it_ends_its_way_when_it_says_so() -> None:
    mixed = [{"at": (6, 6), "dir": 0, "feature": "woods"}]
    at = turned([squad("A1", "sov_maxims", {1: "0506>0"})], mixed=mixed)
    at.acts("a", "move", team="A1.1", path=("0606",), halt=False)
    at.acts("a", "move", 4, team="A1.1", path=(), half="cover", facing=2)
    gun = at.team("A1.1")
    assert (gun.half, gun.facing, gun.turn.stuck, gun.turn.halted) == ("cover", 0, True, True)


@pytest.mark.rule("FHW-SAVE-07", "FHW-TERR-07", "FHW-TERR-12")
def test_a_gun_whose_carrier_is_lost_is_not_set_down_in_a_house_that_is_closed_to_it() -> None:
    own = [squad("A1", "ger_pak40", {0: "0506"}), squad("A2", "sov_su76", {0: "0506"})]
    at = Table(own, [FAR], mixed=[{"at": (5, 6), "dir": 0, "feature": "building"}])
    at.change("A2.0", type="truck", half="free").change("A1.1", at=None, aboard="A2.0")
    story = Story(at.moment.rules, at.position, GivenDice(()))
    destroy(story, UnitId("A2.0"))
    assert story.position.teams[UnitId("A1.1")].half == "free"


@pytest.mark.rule("FHW-SEAT-02", "FHW-TRAN-02")
def test_nobody_begins_aboard_what_is_no_team_at_all() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_t34_76_4")], [FAR], deployed=False).commit()
    aboard = {name: at.no("a", "deploy", team="A1.0", aboard=name) for name in ("A2.9", "B1.0", "A1.1", "A2.0")}
    assert aboard == {"A2.9": "SEAT-02", "B1.0": "TRAN-02", "A1.1": "TRAN-02", "A2.0": None}


@pytest.mark.rule("FHW-STACK-06", "FHW-ASLT-24")
def test_who_falls_back_goes_through_no_full_hex_where_the_room_says_so() -> None:
    own = [squad("A1", "sov_smg", {1: "1306"}), squad("A2", "sov_t34_76_4", {0: "1206", 1: "1206"})]

    def falls(**options: Any) -> Any:
        at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1406"})], options=options)
        at.plan(A1="FO", A2="FC", B1="FO").until("e_write").acts("a", "assault", platoons=("A1",), at="1406").commit()
        at.acts("a", "next_assault", at="1406").acts("a", "done").acts("b", "defend", 1, 1, shots=[])
        at.acts("a", "stay", yes=False)
        return at.no("a", "fall_back", team="A1.1", path=("1206", "1106"))

    assert [falls(), falls(stacking_checked="every_hex")] == [None, "STACK-06"]
