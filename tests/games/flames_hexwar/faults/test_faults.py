"""What planted faults left unseen: small things that a whole game hardly shows."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.systems.flames_hexwar.barrage.numbers import corners_apart
from app.systems.flames_hexwar.book.kinds import Place
from app.systems.flames_hexwar.choices.flights import areas
from app.systems.flames_hexwar.march.ways import line_of
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.queries.queries import build_queries
from app.systems.flames_hexwar.sight.lines import enters_half
from app.systems.flames_hexwar.terrain.terrain import Mixed
from tests.games.flames_hexwar.scenes import FAR, Table, act, shot, squad
from tests.games.flames_hexwar.table import book


@pytest.mark.rule("FHW-REIN-03", "FHW-TERR-08")
def test_who_comes_on_where_a_road_begins_comes_by_road() -> None:
    def enters(chain: list[tuple[int, int]], *dice: int) -> bool:
        at = Table([squad("A1", "sov_smg"), squad("A2", "us_recce", start="reserve")], [FAR], surface={"0006": "w"}, roads=[chain],
                   reserves={"attacker_start_turn": 1, "defender_start_turn": 0}, dice=(5,))  # fmt: skip
        at.plan(A1="FC", A2="MD", B1="FC").until("c").acts("a", "activate", platoon="A2")
        at.acts("a", "move", *dice, team="A2.0", path=("0006",))
        return at.team("A2.0").bogged

    assert not enters([(0, 6), (1, 6)])
    assert not enters([(1, 6), (0, 6)])  # or ends
    assert enters([(0, 5), (0, 6), (1, 6)], 3)  # it only passes


@pytest.mark.rule("FHW-ASLT-03", "FHW-SEAT-05", "FHW-HID-01", "FHW-REC-01")
def test_a_card_turned_up_by_one_die_or_a_lift_leaves_its_seat_asked_for_assaults() -> None:
    own = [squad("A1", "sov_smg", {0: "0906"}), squad("A2", "us_recce", {0: "0705"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1006"})
    at = Table(own, [foe]).plan(A1="FC", A2="FC", B1="FO").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "smg", 1, "B1")])
    at.acts("a", "fire", platoon="A2", shots=[shot("A2.0", "tg37", 1, "B1")])
    assert at.no("a", "lift", team="A2.0", platoon="B1") == "REC-01"  # it is drafted to shoot
    at.acts("a", "fire", platoon="A2", shots=[]).acts("a", "lift", team="A2.0", platoon="B1").commit(1, 1)
    assert (at.platoon("A1").turned, at.platoon("A2").turned) == (True, True)
    assert (at.prompt, at.asked) == ("e_write", "ab")
    many = Table(own, [foe]).plan(A1="FC", A2="MD", B1="FO").until("a2_designate")
    many.acts("a", "fire", platoon="A1", shots=[shot("A1.0", "smg", 2, "B1")]).commit(1, 1)
    many.acts("a", "activate", platoon="A2").acts("a", "close")
    assert many.asked == "b"  # two dice are too many


@pytest.mark.rule("FHW-ART-06")
def test_the_observer_of_another_battery_is_no_spotter() -> None:
    own = [
        squad("A1", "sov_mortars", {1: "1005"} | dict.fromkeys(range(2, 8), "0305")),
        squad("A2", "sov_mortars", {1: "1006"}),
    ]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1505"})]).plan(A1="FC", A2="FC", B1="FC")
    given = {"battery": "A1", "aim": "B1.1", "mode": "concentrated", "ammo": "he", "vertex": {"hex": "1505", "v": 4}}
    cells = ("1505", "1506", "1606")
    found = [
        at.no("a", "bombard", spotter=name, hexes=cells, **given) for name in ("A1.0", "A1.1", "A1.2", "A2.0", "A2.1")
    ]
    assert found == [None, None, "ART-06", "ART-06", "ART-06"]


@pytest.mark.rule("FHW-VIC-02")
def test_a_bogged_vehicle_holds_nothing() -> None:
    at = Table(
        [squad("A1", "sov_su76", {0: "1910"}), squad("A2", "sov_smg")],
        [squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1006"))],
    )
    at.plan(A1="MD", A2="FC", B1="FC").until("c").change("A1.0", bogged=True).acts(
        "a", "activate", 1, platoon="A1"
    ).acts("a", "close")
    while at.prompt == "e_write":
        at.commit()
    assert at.position.result is None


@pytest.mark.rule("FHW-HIT-07")
def test_who_saw_nobody_of_the_target_before_moving_hits_worse() -> None:
    wall = {f"08{row:02d}": "w" for row in range(12) if row != 7}
    foe = squad("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1007"))

    def need(start: str, *path: str) -> Any:
        at = Table(
            [squad("A1", "sov_rifle_14", {1: start} | dict.fromkeys((0, *range(2, 13)), "0011"))], [foe], surface=wall
        )
        at.plan(A1="MD", B1="FC").until("c").acts("a", "activate", platoon="A1")
        if path:
            at.acts("a", "move", team="A1.1", path=path)
        at.acts("a", "fire", 1, platoon="A1", shots=[shot("A1.1", "rifle_mg", 1, "B1")])
        return set(at.told(ef.ShotsRolled)[0].needs.values())

    assert need("0707") == {(4,)}  # it stands and sees
    assert need("0706", "0707") == {(6,)}  # out of command, and nobody saw them before
    assert need("0607", "0707") == {(5,)}  # out of command alone


@pytest.mark.rule("FHW-ASLT-04", "FHW-TERR-03")
def test_a_platoon_that_cannot_come_next_to_the_objective_does_not_assault_it() -> None:
    own, foe = squad("A1", "sov_su76", {0: "1206"}), squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1306"})
    beside = {"1306": "A"}
    found = []
    for relief in ({}, beside):
        at = Table(
            [own],
            [
                foe
                | {
                    "placements": [each for each in foe["placements"] if each["team"] != 2]
                    + [{"team": 2, "at": (19, 2)}]
                }
            ],
            relief=relief,
        )
        at.plan(A1="FO", B1="FO")
        found.append(at.no("a", "assault", platoons=("A1",), at="1406"))
    assert found == [None, "ASLT-04"]


@pytest.mark.rule("FHW-LOS-07", "FHW-LOS-10", "FHW-GEO-14")
def test_the_plateau_of_the_higher_end_hides_no_vehicle_behind_it() -> None:
    high = {"relief": "hill", "level": 1}
    cells = {f"{column},4": high for column in range(2, 8)}
    ends = {"from": {"at": [2, 4], "kind": "vehicle"}, "to": {"at": [8, 4], "kind": "small_vehicle"}}
    ask = build_queries(book())["sight"]
    assert ask({**ends, "hexes": cells}) == {"los": True, "vision": "full", "cover": "none"}
    broken = {name: cell for name, cell in cells.items() if name != "4,4"}
    assert ask({**ends, "hexes": broken}) == {"los": False}
    assert hexes.distance(hexes.from_offset(2, 4), hexes.from_offset(8, 4)) == 6


@pytest.mark.rule("FHW-HIT-09")
def test_fire_from_opposite_sides_in_one_volley_helps_both_shooters() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1006"})

    def needs(*starts: str) -> list[set[Any]]:
        own = squad("A1", "sov_maxims", dict(enumerate(starts, 1)))
        at = Table([own], [foe]).plan(A1="FC", B1="FC").until("a2_designate")
        shots = [shot(f"A1.{number}", "hmg", 1, "B1") for number in range(1, len(starts) + 1)]
        at.acts("a", "fire", platoon="A1", shots=shots).commit(*[1] * len(starts))
        return [{event.needs["B1.1"]} for event in at.told(ef.ShotsRolled)]

    assert needs("0806") == [{(4,)}]
    assert needs("0806", "0706") == [{(4,)}, {(4,)}]
    assert needs("0806", "1206") == [{(3,)}, {(3,)}]


@pytest.mark.rule("FHW-TRAN-01", "FHW-BAIL-02")
def test_nobody_mounts_a_carrier_whose_crew_is_out() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_t34_76_4", {0: "0506"})]
    at = Table(own, [FAR]).plan(A1="MD", A2="FC", B1="FC").until("c").acts("a", "activate", platoon="A1")
    assert at.no("a", "mount", team="A1.0", carrier="A2.0") is None
    assert at.change("A2.0", bailed_out=True).no("a", "mount", team="A1.0", carrier="A2.0") == "TRAN-01"


@pytest.mark.rule("FHW-AIR-05", "FHW-AIR-10")
@pytest.mark.parametrize(("flak", "refused"), [("1005", None), ("0905", "AIR-05")])
def test_anti_aircraft_guns_reach_as_far_as_their_range(flak: str, refused: str | None) -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1505"}), squad("B2", "ger_flak", {0: f"{flak}>3", 1: "1706>3"})]
    air = {"level": "limited", "aircraft": "il2", "count": 1}
    at = (
        Table([squad("A1", "sov_smg")], foes, air=air).acts("a", "air", call=True).plan(5, 1, A1="FC", B1="FC", B2="FC")
    )
    attack = {"planes": 1, "vertex": {"hex": "1505", "v": 4}, "hexes": ("1505", "1506", "1606")}
    at.acts("a", "strike", attacks=[attack]).commit()
    assert at.no("b", "assign_aa", shots=[{"team": "B2.0", "attack": 0, "count": 1}]) == refused


@pytest.mark.rule("FHW-PLAN-03")
def test_a_card_that_stays_in_a_deck_keeps_its_place_and_one_that_comes_back_goes_to_the_bottom() -> None:
    at = Table([squad(f"A{number}", "sov_smg") for number in (1, 2, 3)], [FAR])
    at.acts("a", "deck", company="1", cards=("A3", "A1", "A2")).acts("a", "order", platoon="A3", order="MD")
    drafts = at.position.seats["a"].drafts  # type: ignore[index]
    assert drafts.decks == {"A1": ("A3", "A1", "A2")}
    at.acts("a", "order", platoon="A3", order="FO").acts("a", "order", platoon="A3", order="FC")
    drafts = at.position.seats["a"].drafts  # type: ignore[index]
    assert drafts.decks == {"A1": ("A1", "A2", "A3")}


@pytest.mark.rule("FHW-GEO-12", "FHW-GEO-11")
@pytest.mark.parametrize(
    ("sides", "seen"), [((4, 1), False), ((3, 0), False), ((1, 1), True), ((4, 4), True), ((0, 1), True)]
)
def test_along_a_side_a_half_counts_only_if_it_holds_that_side_in_both_hexes(
    sides: tuple[int, int], seen: bool
) -> None:
    start, one, two, end = (list(hexes.to_offset(hexes.Hex(q, r))) for q, r in ((2, 2), (3, 2), (2, 3), (3, 3)))
    mixed = {
        f"{at[0]},{at[1]}": {"mixed": {"dir": side, "feature": "building"}}
        for at, side in zip((one, two), sides, strict=True)
    }
    ends = {"from": {"at": start, "kind": "infantry"}, "to": {"at": end, "kind": "infantry"}}
    assert build_queries(book())["sight"]({**ends, "hexes": mixed})["los"] is seen


@pytest.mark.rule("FHW-HID-01")
def test_a_card_is_turned_up_once() -> None:
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_smg", {0: "0508"})]
    at = Table(own, [squad("B1", "ger_hmg", {1: "1006", 2: "1006"})]).plan(A1="MD", A2="MD", B1="FO").until("c")
    turned = []
    for name, team, to in (("A1", "B1.1", "0606"), ("A2", "B1.2", "0608")):
        at.acts("a", "activate", platoon=name).acts("a", "move", team=f"{name}.0", path=(to,))
        at.acts("b", "opportunity", 1, shots=[shot(team, "hmg", 1)])
        turned.append([event.platoon for event in at.told(ep.CardTurned)])
        at.acts("b", "hold", until="activation").acts("a", "move", team=f"{name}.0", path=()).acts("a", "close")
    assert turned == [["B1"], []]


@pytest.mark.rule("FHW-FO-16", "FHW-HIT-13")
@pytest.mark.parametrize(
    ("facing", "need", "fires"), [(3, 4, True), (2, 4, False), (2, 5, True), (4, 5, True), (5, 6, False)]
)
def test_standing_orders_count_what_an_assault_gun_has_to_turn(facing: int, need: int, fires: bool) -> None:
    """A conscript tank, seven hexes away, on its first step: 4 in the 60 degrees, 5 in the front half, else nothing."""
    at = Table([squad("A1", "sov_t34_76_4", {0: "0506"})], [squad("B1", "ger_stugs", {0: f"1306>{facing}"})])
    kept = {name: team for name, team in at.position.teams.items() if team.platoon != "B1" or team.index == 0}
    at.changed(lambda now: replace(now, teams=kept))
    at.acts("a", "order", platoon="A1", order="MD").acts("b", "order", platoon="B1", order="FO")
    at.acts("b", "standing", in_force=True, fire=[{"platoon": "B1", "need": need, "at": "any"}])
    at.plan().until("c").acts("a", "activate", platoon="A1")
    at.acts("a", "move", *([1, 1] if fires else []), team="A1.0", path=("0606",), halt=False)
    assert bool(at.told(ef.ShotsRolled)) == fires


@pytest.mark.rule("FHW-FC-04", "FHW-SAVE-03")
def test_a_tank_that_is_lost_in_a_sub_step_has_not_bailed_out_in_it() -> None:
    own = squad("A1", "sov_is2", {0: "0906>0", 1: "0906>0"})
    at = Table([own], [squad("B1", "ger_panzer4", {0: "1206>3"})]).plan(A1="FC", B1="FO").until("a2_designate")
    shots = [shot(f"A1.{n}", "tg122", 1, "B1", priority="B1.0") for n in (0, 1)]
    kept = {name: team for name, team in at.position.teams.items() if team.platoon != "B1" or team.index == 0}
    at.changed(lambda now: replace(now, teams=kept))
    at.acts("a", "fire", platoon="A1", shots=shots).commit(6, 6, 1, 1, 1, 6)
    assert [event.team for event in at.events if isinstance(event, ef.Destroyed)] == ["B1.0"]
    assert not [event for event in at.events if isinstance(event, ef.BailedOut)]


@pytest.mark.rule("FHW-HID-09", "FHW-EXEC-05")
def test_a_card_that_was_played_is_not_counted_off_again_when_its_platoon_is_lost() -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_grenadiers_small")]
    at = Table([squad("A1", "sov_maxims", {1: "0806"})], foes)
    kept = {name: team for name, team in at.position.teams.items() if team.platoon != "B1" or team.index == 1}
    at.changed(lambda now: replace(now, teams=kept))
    at.plan(A1="MD", B1="MD", B2="MD").until("c").acts("b", "activate", platoon="B1").acts("b", "close")
    at.acts("a", "activate", platoon="A1").acts("a", "fire", 6, 1, platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1")])
    assert at.platoon("B1").status == "destroyed"
    assert at.position.companies["B1"].counted == 1  # type: ignore[index]


@pytest.mark.rule("FHW-MOR-05")
def test_a_company_that_is_half_there_holds_without_a_test() -> None:
    ask = build_queries(book())["company_morale"]
    given = {"starting": 5, "motivation": "confident"}
    assert ask({**given, "left": 3}) == {"test": False, "holds": True}
    assert ask({**given, "left": 2, "command_alive": True, "die": 6}) == {"test": True, "holds": True}
    assert ask({**given, "left": 2, "command_alive": True, "die": 1}) == {"test": True, "holds": False}


@pytest.mark.rule("FHW-REIN-03")
def test_a_road_without_hexes_begins_nowhere() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR], roads=[[], [(0, 3), (1, 3)]])
    found = line_of(at.moment.field, at.team("A1.0"))
    assert [hexes.to_offset(cell) for cell, is_road in found if is_road] == [(0, 3)]
    assert len(found) == 12


@pytest.mark.rule("FHW-GEO-12")
@pytest.mark.parametrize("side", range(6))
def test_a_line_enters_a_half_where_some_length_of_it_lies_strictly_inside(side: int) -> None:
    """Against a look at the middle of every piece into which the sides of the half, produced, cut the line."""
    at, found = hexes.Hex(0, 0), set()
    for start in (hexes.Hex(-2, 0), hexes.Hex(1, -3), hexes.Hex(1, 1)):
        for end in hexes.disc(at, 2)[::2]:
            points = [
                hexes.centre(end),
                *(hexes.corner(end, k) for k in range(6)),
                *(hexes.middle(end, k) for k in range(6)),
            ]
            for point in points:
                line = (hexes.centre(start), point)
                wanted = lies_inside([hexes.corner(at, side + off) for off in (-2, -1, 0, 1)], *line)
                assert enters_half(at, Mixed(side, "woods"), *line) == wanted, line
                found.add(wanted)
    assert found == {True, False}


def lies_inside(half: Any, start: Any, end: Any) -> bool:
    def point(share: Fraction) -> tuple[Fraction, ...]:
        return tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))

    def before(one: Any, two: Any, at: Any) -> Any:
        return (two[0] - one[0]) * (at[1] - one[1]) - (two[1] - one[1]) * (at[0] - one[0])

    sides = list(zip(half, (*half[1:], half[0]), strict=True))
    middle = tuple(Fraction(sum(values), 4) for values in zip(*half, strict=True))
    cuts = {Fraction(0), Fraction(1)}
    for one, two in sides:
        here, there = before(one, two, start), before(one, two, end)
        if here != there and 0 < Fraction(here, here - there) < 1:
            cuts.add(Fraction(here, here - there))
    shares = sorted(cuts)
    pieces = [point((low + high) / 2) for low, high in itertools.pairwise(shares)]
    return any(all(before(*each, piece) * before(*each, middle) > 0 for each in sides) for piece in pieces)


@pytest.mark.rule("FHW-VIC-05")
def test_a_draw_offer_lapses_with_the_next_commit_and_another_may_be_made() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR]).acts("a", "offer_draw")
    assert at.position.draw == "A"
    at.do("b", act("commit", fill=True))
    assert at.position.draw is None
    assert at.told(e.DrawLapsed)
    assert at.no("b", "answer_draw", accept=True) == "VIC-05"
    assert at.no("a", "offer_draw") is None


@pytest.mark.rule("FHW-FO-16", "FHW-PLAN-03")
def test_a_standing_order_lapses_with_the_card_that_is_set_aside_no_more() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR, squad("B2", "ger_hmg")])
    for name in ("B1", "B2"):
        at.acts("b", "order", platoon=name, order="FO")
    at.acts("b", "standing", in_force=True, fire=[{"platoon": name, "need": 4, "at": "any"} for name in ("B1", "B2")])
    at.acts("b", "order", platoon="B1", order="MD")
    assert [each.platoon for each in at.position.seats["b"].drafts.standing] == ["B2"]  # type: ignore[index]
    at.acts("b", "undraft", draft="B2")
    assert at.position.seats["b"].drafts.standing == ()  # type: ignore[index]


@pytest.mark.rule("FHW-AE-02")
@pytest.mark.parametrize("kind", [em.Consolidated, em.FellBack])
def test_a_foxhole_is_left_with_its_hex_and_no_sooner(kind: Any) -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [FAR]).change("A1.0", foxhole=True)
    here, there = (Place(hexes.from_offset(column, 6)) for column in (5, 6))
    for place, stays in ((here, True), (there, False)):
        found = evolve(at.position, kind(at.team("A1.0").id, place, None, None))
        assert found.teams[at.team("A1.0").id].foxhole is stays


@pytest.mark.rule("FHW-AIR-06")
def test_corners_that_are_offered_for_another_attack_are_near_enough_to_the_first() -> None:
    foes = [squad("B1", "ger_grenadiers_small", {1: "1205"}), squad("B2", "ger_hmg", {1: "1805"})]
    field = Table([squad("A1", "sov_smg")], foes).moment.field
    first, *_ = areas(field, "A")
    others = {each.corner for each in areas(field, "A", (first.corner,))}
    apart = {each.corner: corners_apart(first.corner, each.corner) for each in areas(field, "A")}
    assert others == {corner for corner, far in apart.items() if far <= field.rules.air.max_distance_between_vertices}
    assert len(others) < len(apart)


@pytest.mark.rule("FHW-SEAT-02")
def test_companies_are_dealt_to_the_seats_of_their_side_and_round_again() -> None:
    own = [squad(f"A{n}", "sov_smg", company=str(n)) for n in (1, 2, 3)]
    foes = [squad(f"B{n}", "ger_hmg", company=str(n)) for n in (1, 2)]
    at = Table(own, foes, seats=({"side": "A"}, {"side": "B"}, {"side": "A"}))
    assert {key: each.seat for key, each in at.position.companies.items()} == {
        "A1": "a", "A2": "c", "A3": "a", "B1": "b", "B2": "b"}  # fmt: skip
