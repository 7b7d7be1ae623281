"""Fine points: buildings, forced halts, wrecks, batteries off the board under air attack, drafts withdrawn, companies that fail."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.state import Battery
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad, turned

FOE = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))
AIR = {"level": "limited", "aircraft": "il2", "count": 1}
VERTEX, CELLS = {"hex": "1505", "v": 4}, ("1505", "1506", "1606")


# -------------------------------------------------------------------------------------------------------------------- buildings

HOUSE: dict[str, Any] = {"surface": {"0406": "b"}, "buildings": [{"at": (4, 6), "floors": 3, "material": "wood"}]}


@pytest.mark.rule("FHW-TERR-07", "FHW-GTG-04", "FHW-MOVE-08", "FHW-LOS-13")
def test_floors_cost_a_hex_each_and_moving_inside_keeps_who_is_down() -> None:
    own = squad("A1", "sov_smg", {0: "0406", 1: "0306"})
    at = turned([own], before=lambda at: at.change("A1.0", gone_to_ground=True), **HOUSE)
    assert at.no("a", "move", team="A1.0", path=("0406/3",)) == "MOVE-01"
    assert at.no("a", "move", team="A1.0", path=("0406/2", "0406/3", "0406/4")) == "MOVE-01"
    assert at.no("a", "move", team="A1.1", path=("0406/2",)) == "MOVE-01"  # entered on the first floor
    assert at.no("a", "move", team="A1.1", path=("0406", "0406/2", "0406/3")) == "MOVE-01"
    at.acts("a", "move", team="A1.0", path=("0406/2", "0406/3"))
    assert at.no("a", "close") is None
    team = at.team("A1.0")
    assert (team.floor, team.turn.moved, team.gone_to_ground) == (3, "moved", True)
    out = turned(
        [squad("A1", "sov_smg", {0: "0406/2"})], before=lambda at: at.change("A1.0", gone_to_ground=True), **HOUSE
    )
    assert out.no("a", "move", team="A1.0", path=("0506",)) == "MOVE-01"  # left from the first floor
    out.acts("a", "move", team="A1.0", path=("0406", "0506"))
    assert not out.team("A1.0").gone_to_ground


@pytest.mark.rule("FHW-LOS-13", "FHW-GTG-03")
def test_who_is_seen_entering_a_house_is_seen_inside_until_it_is_empty() -> None:
    own = squad("A1", "sov_smg", {0: "0306"})
    there = hexes.from_offset(4, 6)
    seen = turned([own], [FOE], **HOUSE)
    seen.acts("a", "move", team="A1.0", path=("0406",))
    assert seen.position.seen_entering == (("A", there),)
    seen.change("A1.0", gone_to_ground=True)
    assert not seen.moment.field.is_hidden(seen.team("A1.0"))
    seen.change("A1.0", turn=replace(seen.team("A1.0").turn, halted=False))
    seen.acts("a", "move", team="A1.0", path=("0306",))
    assert seen.position.seen_entering == ()
    wall = {f"07{row:02d}": "w" for row in range(12)}
    alone = turned([own], [FOE], surface=HOUSE["surface"] | wall, buildings=HOUSE["buildings"])
    alone.acts("a", "move", team="A1.0", path=("0406",))
    assert alone.position.seen_entering == ()
    alone.change("A1.0", gone_to_ground=True)
    assert alone.moment.field.is_hidden(alone.team("A1.0"))


@pytest.mark.rule("FHW-SAVE-02", "FHW-HIT-18", "FHW-SAVE-05", "FHW-COV-02", "FHW-TERR-12", "FHW-DIG-01")
@pytest.mark.parametrize(
    ("material", "foxhole", "need"),
    [("wood", False, 2), ("stone", False, 3), (None, True, 2), ("built_up", False, 3), ("trench", False, 3)],
)
def test_what_protects_and_how_well(material: str | None, foxhole: bool, need: int) -> None:
    ground: dict[str, Any] = {}
    if material in ("wood", "stone"):
        ground = {"surface": {"1006": "b"}, "buildings": [{"at": (10, 6), "floors": 1, "material": material}]}
    elif material == "built_up":
        ground = {"surface": {"1006": "t"}}
    elif material == "trench":
        ground = {"trenches": [(10, 6)]}
    foe = squad("B1", "ger_grenadiers_small", {1: "1006"})
    at = Table([squad("A1", "sov_t34_85_3", {0: "0606"})], [foe], **ground).plan(A1="FC", B1="FC").until("a2_designate")
    at.change("B1.1", foxhole=foxhole)
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "tg85", 1, "B1")]).commit(6, 1, 1)
    assert [(event.need, event.passed) for event in at.told(ef.FirepowerRolled)] == [(need, False)]
    assert "B1.1" in at.position.teams


# ------------------------------------------------------------------------------------------------------------- going and halts


@pytest.mark.rule("FHW-TERR-09", "FHW-ROAD-04", "FHW-BOG-01")
def test_tests_on_leaving_on_wrecks_and_of_guns() -> None:
    tank = squad("A1", "sov_su76", {0: "0306"})
    leaving = turned([tank], surface={"0306": "w"}).acts("a", "move", 1, team="A1.0", path=("0406",))
    assert (leaving.where("A1.0"), leaving.team("A1.0").bogged) == ("0306", True)
    passed = turned([tank], surface={"0306": "w"}).acts("a", "move", 2, team="A1.0", path=("0406", "0506"))
    assert passed.where("A1.0") == "0506"
    road: dict[str, Any] = {"roads": [[(column, 6) for column in range(3, 9)]], "wrecks": [{"at": (4, 6), "count": 1}]}
    assert turned([tank], **road).acts("a", "move", team="A1.0", path=("0406",)).where("A1.0") == "0406"
    wreck = turned([tank], **road).acts("a", "move", 1, team="A1.0", path=("0406", "0506"))
    assert (wreck.where("A1.0"), wreck.team("A1.0").bogged) == ("0406", True)
    light = turned(
        [squad("A1", "sov_maxims", {1: "0306"})], tables={"teams.hmg_team.mobility": "gun_light"}, surface={"0406": "w"}
    )
    light.acts("a", "move", 4, team="A1.1", path=("0406",))  # conscripts: 5+
    team = light.team("A1.1")
    assert (team.bogged, team.turn.stuck, team.turn.halted) == (False, True, True)


@pytest.mark.rule("FHW-FO-12", "FHW-STACK-06", "FHW-MOVE-06")
def test_a_volley_may_stop_who_is_on_its_way() -> None:
    tank = squad("A1", "sov_t34_76_4", {0: "0506"})
    at = turned([tank], [squad("B1", "ger_panthers", {0: "1006>3"})], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606", "0706"), facing=3)
    at.acts("b", "opportunity", 6, 1, 1, shots=[shot("B1.0", "tg75kwk42", 1)])  # out, not lost
    assert at.prompt == "window"  # after the halt
    at.acts("b", "hold")
    team = at.team("A1.0")
    assert (at.where("A1.0"), team.bailed_out, team.turn.halted, team.facing) == ("0506", True, True, 0)
    foot = turned([squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_hmg", {1: "1006"})], orders={"B1": "FO"})
    foot.acts("a", "move", team="A1.0", path=("0606", "0706"))
    foot.acts("b", "opportunity", *[6] * 5, *[6] * 5, shots=[shot("B1.1", "hmg", 5)])
    foot.acts("b", "hold")
    assert foot.team("A1.0").suppressed
    assert (foot.where("A1.0"), foot.team("A1.0").turn.halted, foot.prompt) == ("0506", True, "activation")


@pytest.mark.rule("FHW-MOVE-07", "FHW-FACE-02", "FHW-SHOT-04")
def test_a_hull_gun_that_turns_has_moved_and_a_turret_has_not() -> None:
    for kind, moved in (("sov_su76", "moved"), ("sov_t34_76_4", "none")):
        at = turned([squad("A1", kind, {0: "0506>0"})])
        assert at.no("a", "move", team="A1.0", path=(), facing=0) == "MOVE-07"  # it means nothing
        at.acts("a", "move", team="A1.0", path=(), facing=2)
        assert (at.team("A1.0").facing, at.team("A1.0").turn.moved, at.team("A1.0").turn.halted) == (2, moved, True)


@pytest.mark.rule("FHW-STACK-06")
def test_a_step_into_a_full_hex_needs_a_way_on() -> None:
    own = squad("A1", "sov_smg", {4: "0306", 1: "0506", 2: "0506", 3: "0506"})
    walls = {f"{c:02d}{r:02d}": "A" for c, r in ((4, 5), (5, 5), (6, 6), (5, 7), (4, 7), (6, 5), (6, 7))}
    at = turned([own], relief=walls | {"0406": "."})
    assert at.no("a", "move", team="A1.4", path=("0406", "0506"), halt=False) == "STACK-06"
    assert at.no("a", "move", team="A1.4", path=("0406",), halt=False) is None


# ------------------------------------------------------------------------------------------------------------------- from the air


@pytest.mark.rule("FHW-AIR-09", "FHW-AIR-08", "FHW-ART-03")
def test_batteries_off_the_board_lose_the_next_two_pieces_to_each_attack() -> None:
    guns = squad("B2", "sov_zis3", start="off_board")
    priests = squad("B3", "us_priests", start="off_board")

    def struck(name: str, attacks: int, *dice: int) -> Table:
        at = Table([squad("A1", "sov_smg")], [FAR, guns, priests], air=AIR).acts("a", "air", call=True)
        at.plan(5, 4, A1="FC", B1="FC", B2="FC", B3="FC")
        given = [{"planes": 2 // attacks, "battery": name}] * attacks
        at.acts("a", "strike", attacks=given)
        seats = at.asked
        for number, seat in enumerate(seats):
            at.acts(seat, "commit", *(dice if number == len(seats) - 1 else ()))
        return at

    static = struck("B2", 2, 3, 3, 2, 1, 3, 3, 3, 1, 1, 6)  # on 3; one hit, then two; saves of 1; morale holds
    assert "B2.2" not in static.position.teams
    assert not {"B2.4", "B2.5"} & {*static.position.teams}
    assert "B2.3" in static.position.teams
    missed = struck("B3", 1, 3, 3)
    assert not missed.told(ef.AirRolled)
    driven = struck("B3", 1, 4, 1, 1, 1, 1, 1)
    assert len(driven.told(ef.AirRolled)) == 2


# ------------------------------------------------------------------------------------------------------------------- drafts


@pytest.mark.rule("FHW-HID-03", "FHW-END-02", "FHW-TURN-05", "FHW-FO-16")
def test_every_draft_may_be_withdrawn_by_what_it_is_known_by() -> None:
    own = [squad("A1", "sov_smg", {0: "0906"}), squad("A2", "sov_mortars", {1: "1005"} | dict.fromkeys(range(2, 8), "0305")),
           squad("A3", "sov_hq", {0: "0906"}), squad("A4", "us_recce", {0: "0706"})]  # fmt: skip
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1505", 2: "1006"})], air=AIR)

    def drafts() -> Any:
        return at.position.seats["a"].drafts  # type: ignore[index]

    empty = drafts()
    for name, kind, fields in (
        ("air", "air", {"call": True}), ("A3.0", "join", {"team": "A3.0", "platoon": "A1"}),
        ("A1", "order", {"platoon": "A1", "order": "FO"}),
    ):  # fmt: skip
        assert at.no("a", "undraft", draft=name) == "TURN-05"
        at.acts("a", kind, **fields)
        assert drafts() != empty
        at.acts("a", "undraft", draft=name)
        assert drafts() == empty
    at.acts("a", "order", platoon="A1", order="FO")
    at.acts("a", "standing", in_force=True, fire=[{"platoon": "A1", "need": 3, "at": "any"}]).acts(
        "a", "undraft", draft="A1"
    )
    assert drafts().standing == ()
    at.acts("a", "standing", in_force=False)
    assert at.no("a", "standing", in_force=False) == "FO-16"
    assert at.no("a", "standing", in_force=True, fire=[{"platoon": "A2", "need": 3, "at": "any"}]) == "FO-16"
    at.acts("a", "air", call=True).plan(5, 1, A1="FC", A2="FC", A4="FC", B1="FO")
    attack = {"planes": 1, "vertex": VERTEX, "hexes": CELLS}
    bombard = {
        "battery": "A2",
        "spotter": "A2.1",
        "aim": "B1.1",
        "mode": "concentrated",
        "ammo": "he",
        "vertex": VERTEX,
        "hexes": CELLS,
    }
    for name, kind, fields in (("air", "strike", {"attacks": [attack]}), ("A2", "bombard", bombard)):
        at.acts("a", kind, **fields).acts("a", "undraft", draft=name)
        assert drafts() == empty
    at.until("a2_designate")
    fire = {"platoon": "A1", "shots": [shot("A1.0", "smg", 1, "B1")]}
    for name, kind, fields in (("A1", "fire", fire), ("A4.0", "lift", {"team": "A4.0", "platoon": "B1"})):
        at.acts("a", kind, **fields).acts("a", "undraft", draft=name)
        assert drafts() == empty
    at.acts("a", "fire", **fire).acts("a", "fire", platoon="A1", shots=[])  # an empty list withdraws it too
    assert drafts() == empty
    at.commit()
    assert at.prompt == "e_write"
    at.acts("a", "assault", platoons=("A1",), at="1006").acts("a", "undraft", draft="1006")
    assert drafts() == empty


@pytest.mark.rule("FHW-FO-16", "FHW-HID-03", "FHW-SEAT-02")
def test_standing_orders_are_for_cards_aside() -> None:
    at = turned([squad("A1", "sov_smg", {0: "0506"})], [FOE, squad("B2", "ger_hmg")], orders={"B1": "FO"})
    at.acts("a", "move", team="A1.0", path=("0606",))
    assert at.no("b", "standing", in_force=True, fire=[{"platoon": "B2", "need": 3, "at": "any"}]) == "FO-16"
    twice = [{"platoon": "B1", "need": 3, "at": "any"}, {"platoon": "B1", "need": 4, "at": "any"}]
    assert at.no("b", "standing", in_force=True, fire=twice) == "FO-16"
    at.acts("b", "standing", 1, 1, 1, 1, 1, 1, 1, 1, in_force=True, fire=[{"platoon": "B1", "need": 4, "at": "foot"}])
    assert at.platoon("B1").turned
    assert at.prompt == "activation"


# ------------------------------------------------------------------------------------------------------------- how it ends


def few(at: Table, *gone: str) -> Table:
    """Platoons that are destroyed already."""
    platoons = {
        name: replace(each, status="destroyed") if name in gone else each for name, each in at.position.platoons.items()
    }
    teams = {name: team for name, team in at.position.teams.items() if team.platoon not in gone}
    return at.changed(lambda now: replace(now, platoons=platoons, teams=teams))  # type: ignore[arg-type]


SIX = [squad(f"B{n}", "ger_pak40_section") for n in (2, 3, 4)]


@pytest.mark.rule("FHW-MOR-05", "FHW-MOR-06", "FHW-VIC-03", "FHW-HQ-05")
def test_companies_below_half_test_by_their_command_and_then_their_second() -> None:
    def ends(*dice: int, lost: tuple[str, ...] = ("B2", "B3", "B4"), command: bool = True) -> Any:
        at = few(Table([squad("A1", "sov_smg")], [FAR, *SIX, squad("B9", "ger_hq")]), *lost)
        if not command:
            at.changed(
                lambda now: replace(now, teams={name: team for name, team in now.teams.items() if name != "B9.0"})
            )
        orders = {name: "FO" for name in ("A1", "B1", "B2", "B3", "B4") if name not in lost}
        at.plan(*dice, **orders)
        return at.position.result

    assert ends(4) is None
    assert ends(4, command=False) is None
    failed = ends(3)
    assert (failed.side, failed.reason) == ("A", "collapse")
    assert ends(lost=("B2", "B3")) is None  # half is not below half


@pytest.mark.rule("FHW-VIC-03", "FHW-VIC-01")
def test_who_has_no_platoon_left_has_lost_and_both_make_a_draw() -> None:
    def ends(*gone: str, **more: Any) -> Any:
        at = few(Table([squad("A1", "sov_smg"), squad("A2", "sov_hq")], [FAR, squad("B2", "ger_hq")], **more), *gone)
        rolls = [6] * len(gone)
        at.plan(*rolls, **{name: "FO" for name in ("A1", "B1") if name not in gone})
        return at.position.result

    won = ends("B1")
    assert (won.side, won.reason) == ("A", "annihilation")


@pytest.mark.rule("FHW-ART-12", "FHW-ART-13")
def test_turns_with_and_without_bombarding_are_counted() -> None:
    mortars = squad("A1", "sov_zis3", {1: "1005"})
    at = Table([mortars], [squad("B1", "ger_grenadiers_small", {1: "1505"})]).plan(A1="FC", B1="FC")
    given = {"battery": "A1", "spotter": "A1.1", "aim": "B1.1", "mode": "normal", "ammo": "he", "vertex": VERTEX}
    at.acts("a", "bombard", hexes=(*CELLS, "1605"), **given).commit(4, 1, 1, 1)
    at.until("plan")
    assert at.platoon("A1").battery == Battery(bombarded=1)
    at.plan(A1="FC", B1="FC").acts("a", "bombard", hexes=(*CELLS, "1605"), **given).commit(3).until("plan")
    assert at.platoon("A1").battery == Battery(idle=1)  # not available: a turn without
