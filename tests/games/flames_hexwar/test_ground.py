"""The board: directions, points, heights, what breaks a line, what covers, going of halves and infantry."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.field.command import in_command
from app.systems.flames_hexwar.queries.queries import build_queries
from app.systems.flames_hexwar.sight.bare import Blocked, bare_ground
from app.systems.flames_hexwar.sight.blocking import height_at
from app.systems.flames_hexwar.sight.sight import Seen
from tests.games.flames_hexwar.playing import moment_of, opened
from tests.games.flames_hexwar.scenes import Table, platoon
from tests.games.flames_hexwar.table import book

QUERIES = build_queries(book())
AWAY = {n: f"00{n:02d}" for n in range(12)}
FAR = platoon("B9", "ger_pak40_section", {0: "1911", 1: "1911>3"})


def look(begin: tuple[int, int], end: tuple[int, int], cells: dict[str, Any] | None = None, **more: Any) -> Any:
    """The answer to a question of sight; ``a`` and ``b`` are kinds, ``floor`` and ``up`` the floors of the two ends."""
    target = {"at": list(end), "kind": more.pop("b", "infantry"), "floor": more.pop("up", 1)}
    target |= {key: more.pop(key) for key in ("half", "street", "dug_in", "stack_in_hex") if key in more}
    given = {
        "from": {"at": list(begin), "kind": more.pop("a", "infantry"), "floor": more.pop("floor", 1)},
        "to": target,
        "hexes": cells or {},
        **more,
    }
    return QUERIES["sight"](given)


SEEN = {"los": True, "vision": "full", "cover": "none"}
UNSEEN = {"los": False}
HILL, HIGH = {"relief": "hill", "level": 1}, {"relief": "hill", "level": 2}


@pytest.mark.rule("FHW-GEO-02")
@pytest.mark.parametrize(
    ("at", "around"),
    [((5, 4), [(6, 4), (5, 3), (4, 3), (4, 4), (4, 5), (5, 5)]), ((5, 5), [(6, 5), (6, 4), (5, 4), (4, 5), (5, 6), (6, 6)])],
)  # fmt: skip
def test_sides_are_counted_against_the_clock_from_the_east(at: Any, around: Any) -> None:
    start = hexes.from_offset(*at)
    assert [hexes.to_offset(hexes.step(start, side)) for side in range(6)] == around
    for side in range(6):
        assert hexes.step(hexes.step(start, side), (side + 3) % 6) == start


@pytest.mark.rule("FHW-GEO-02", "FHW-FACE-02")
def test_a_vehicle_faces_the_way_of_its_last_step() -> None:
    tanks = platoon("A1", "sov_t34_76_4", {0: "0306>3", 1: "0001", 2: "0002", 3: "0003"})
    at = (
        Table([tanks], [FAR])
        .plan(A1="MD", B9="FC")
        .until("a2_designate")
        .until("c")
        .acts("a", "activate", platoon="A1")
    )
    for to, facing in (("0406", 0), ("0407", 5), ("0406", 2)):
        at.acts("a", "move", team="A1.0", path=(to,), halt=False)
        assert at.team("A1.0").facing == facing


@pytest.mark.rule("FHW-GEO-04")
def test_points_of_the_board_are_whole_numbers() -> None:
    assert [tuple(hexes.centre(at)) for at in (Hex(0, 0), Hex(1, 0), Hex(0, 1))] == [(0, 0), (4, 0), (2, 6)]
    corners = [(2, -2), (0, -4), (-2, -2), (-2, 2), (0, 4), (2, 2)]
    assert [tuple(hexes.corner(Hex(0, 0), k)) for k in range(6)] == corners
    middles = [(2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3), (1, 3)]
    assert [tuple(hexes.middle(Hex(0, 0), side)) for side in range(6)] == middles
    for side in range(6):  # a side runs from the corner before it to its own
        before, after = corners[side - 1], corners[side]
        assert middles[side] == ((before[0] + after[0]) // 2, (before[1] + after[1]) // 2)


@pytest.mark.rule("FHW-GEO-10")
def test_heights_of_hills_mountains_and_floors() -> None:
    at = Table([FAR | {"id": "A9"}], [FAR], relief={"0101": "2", "0202": "B"}, surface={"0303": "b", "0202": "w"},
               buildings=[{"at": (3, 3), "floors": 3}])  # fmt: skip
    terrain = at.moment.field.terrain
    heights = [terrain[hexes.from_offset(n, n)].height for n in range(4)]
    assert heights == [0, 2, 3, 0]
    assert height_at(terrain[hexes.from_offset(3, 3)], 3) == 2


@pytest.mark.rule("FHW-DIST-06", "FHW-GEO-19")
def test_distances_are_steps_between_hexes_whatever_the_size_of_bases() -> None:
    both = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1106"))
    at = Table([platoon("A1", "sov_is2", {0: "0606", 1: "0806", 2: "0806"})], [both])
    field, team = at.moment.field, at.team
    assert field.far(team("A1.0"), team("B1.0")) == 5  # a large vehicle and a small base
    assert field.far(team("A1.1"), team("A1.2")) == 0
    at.plan(A1="FC", B1="FC")
    mg = {"team": "A1.0", "weapon": "vehicle_mg", "count": 1, "at": "B1"}
    assert at.no("a", "fire", platoon="A1", shots=[mg]) is None  # range 5 includes 5
    at.change("A1.0", at=hexes.from_offset(5, 6))
    assert at.no("a", "fire", platoon="A1", shots=[mg]) == "SHOT-02"


@pytest.mark.rule("FHW-GEO-13")
@pytest.mark.parametrize(
    ("cell", "seen"),
    [
        ({"surface": "built_up"}, False),
        ({"surface": "building"}, False),
        ({"surface": "woods"}, False),
        ({"surface": "dense_woods"}, False),
        ({"relief": "mountain", "level": 1}, False),
        ({"surface": "open"}, True),
        ({"trees": True}, True),
        ({"wrecks": 4}, True),
    ],
)
def test_what_a_hex_on_the_line_does(cell: dict[str, Any], seen: bool) -> None:
    assert look((2, 4), (8, 4), {"5,4": cell})["los"] is seen
    assert look((2, 4), (5, 4), {"5,4": cell})["los"]  # never the hex that one looks into


@pytest.mark.rule("FHW-GEO-14")
def test_hills_break_lines_by_their_height() -> None:
    assert look((2, 4), (8, 4), {"5,4": HILL}) == UNSEEN  # higher than both: hides the low
    tanks: dict[str, Any] = {"a": "vehicle", "b": "vehicle"}
    assert look((2, 4), (8, 4), {"5,4": HILL}, **tanks)["cover"] == "concealed"
    assert look((2, 4), (8, 4), {f"{n},4": HILL for n in (4, 5, 6)}, **tanks) == UNSEEN
    assert look((2, 4), (8, 4), {"2,4": HILL, "8,4": HILL, "5,4": HILL}) == SEEN  # a crest of the same height
    plateau = {f"{n},4": HIGH for n in (2, 3, 4)}
    assert look((2, 4), (8, 4), plateau)["cover"] == "concealed"
    assert look((2, 4), (8, 4), plateau | {"5,4": HIGH}) == UNSEEN
    assert look((2, 4), (8, 4), plateau | {"5,4": HIGH}, **tanks) == SEEN
    behind = {"2,4": HIGH, "7,4": HILL}
    assert look((2, 4), (8, 4), behind) == UNSEEN  # in the hex behind it
    assert look((2, 4), (9, 4), behind) == SEEN
    assert look((2, 4), (8, 4), behind, b="vehicle")["cover"] == "concealed"
    assert look((8, 4), (2, 4), behind, a="vehicle") == SEEN  # only the lower end is covered


@pytest.mark.rule("FHW-LOS-14")
def test_wrecks_and_teams_never_break_a_line_and_floors_look_over_hills() -> None:
    crowd = platoon("A2", "sov_is2", {0: "0806", 1: "0806", 2: "0906"})
    at = Table([platoon("A1", "sov_is2", {0: "0606", 1: "0006", 2: "0007"}), crowd], [FAR | {"placements": [
        {"team": 0, "at": (12, 6)}, {"team": 1, "at": (12, 6), "facing": 3}]}], wrecks=[{"at": (10, 6), "count": 9}])  # fmt: skip
    assert at.moment.field.sees(at.team("A1.0"), at.team("B9.0"))
    house = {"2,4": {"surface": "building"}, "5,4": HILL}
    assert look((2, 4), (8, 4), house) == UNSEEN
    assert look((2, 4), (8, 4), house, floor=2) == SEEN


@pytest.mark.rule("FHW-LOS-15", "FHW-GEO-16")
def test_ends_in_the_same_hex_always_see_each_other() -> None:
    dense = {f"{c},{r}": {"surface": "dense_woods"} for c in range(3, 8) for r in range(2, 7)}
    assert look((5, 4), (5, 4), dense, weather="fog", sight_die=1) == {
        "los": True,
        "vision": "full",
        "cover": "concealed",
    }
    house = platoon("B1", "ger_grenadiers_small", {0: "1206", **dict.fromkeys(range(1, 5), "1911")})
    at = Table([platoon("A1", "sov_smg", AWAY | {0: "1206", 1: "1106"})], [house], surface={"1206": "b"})
    at.change("B1.0", gone_to_ground=True)
    assert not at.moment.field.sees(at.team("A1.1"), at.team("B1.0"))
    assert at.moment.field.sees(at.team("A1.0"), at.team("B1.0"))
    found = [[*at.moment.field.sighted([at.team(name)], [at.team("B1.0")])] for name in ("A1.0", "A1.1")]
    assert found == [[at.team("B1.0")], []]


@pytest.mark.rule("FHW-GEO-16")
def test_the_steps_of_sight_come_in_their_order() -> None:
    one = platoon("A1", "sov_smg", AWAY | {0: "0206"})
    foe = platoon("B1", "ger_grenadiers_small", {0: "0806", **dict.fromkeys(range(1, 5), "1911")})
    blocks = {f"{c:02d}{r:02d}": "d" for c in range(7, 10) for r in range(5, 8)}

    def why(**more: Any) -> Any:
        at = Table([one], [foe], **more)
        return at.moment.field.look(at.team("A1.0"), at.team("B1.0"))

    def rule(found: Any) -> str:
        assert isinstance(found, Blocked)
        return found.rule.removeprefix("FHW-")

    everything: dict[str, Any] = {"surface": blocks | {"0406": "b"}, "relief": {"0506": "1"}}
    assert rule(why(weather="fog", **everything)) == "WEA-02"
    assert rule(why(**everything)) == "LOS-11"
    assert rule(why(surface={"0406": "b"}, relief={"0506": "1"})) == "LOS-02"
    assert rule(why(relief={"0506": "1"})) == "LOS-05"
    clear = why()
    assert isinstance(clear, Seen)
    assert (clear.vision, clear.cover) == ("full", "none")


@pytest.mark.rule("FHW-VIS-03", "FHW-COV-10")
def test_limited_vision_covers_the_target() -> None:
    side = {"1,3": {"surface": "woods"}}
    assert look((2, 2), (2, 4), side) == {"los": True, "vision": "limited", "cover": "concealed"}
    assert look((2, 2), (2, 4), side, stack_in_hex=4) == SEEN


@pytest.mark.rule("FHW-VIS-05")
def test_where_the_line_comes_through_a_corner_both_near_sides_are_looked_at() -> None:
    assert len(hexes.sides_towards(hexes.from_offset(6, 7), hexes.from_offset(2, 4))) == 2
    assert look((2, 4), (6, 7)) == SEEN
    for hand in ("5,7", "6,6"):  # what hides the outer corner of one side hides the far side from the other
        assert look((2, 4), (6, 7), {hand: {"surface": "built_up"}})["vision"] == "limited"
    for beyond in ("5,8", "7,7"):
        assert look((2, 4), (6, 7), {beyond: {"surface": "built_up"}}) == SEEN


@pytest.mark.rule("FHW-COV-01", "FHW-COV-12")
def test_the_best_of_several_covers_counts_once() -> None:
    assert look((2, 4), (8, 4), {"8,4": {"surface": "woods"}})["cover"] == "concealed"
    assert look((2, 4), (8, 4), {"8,4": {"surface": "woods"}}, dug_in="foxhole")["cover"] == "bulletproof"
    assert look((2, 4), (8, 4), {"8,4": {"surface": "woods", "wrecks": 3, "trees": True}})["cover"] == "concealed"
    assert look((2, 4), (8, 4), {"8,4": {"surface": "built_up"}}, dug_in="trench")["cover"] == "bulletproof"
    need = {"target_skill": "trained", "target_kind": "infantry", "range": 4, "weapon_class": "gun"}
    numbers = [QUERIES["to_hit"](need | {"cover": cover})["need"] for cover in (False, True)]
    assert numbers == [3, 4]
    failed = {"kind": "infantry", "die": 2, "fp": 3, "fp_die": 2, "weapon_class": "smg"}
    assert QUERIES["save"](failed) == {"result": "destroyed"}
    assert QUERIES["save"](failed | {"bulletproof": True}) == {"result": "survives"}


@pytest.mark.rule("FHW-COV-09")
def test_fog_and_smoke_cover() -> None:
    assert look((2, 4), (4, 4), weather="fog", sight_die=4)["cover"] == "concealed"
    assert look((2, 4), (4, 4), {"3,4": {"smoke": True}})["cover"] == "concealed"
    assert look((2, 4), (4, 4)) == SEEN


# --------------------------------------------------------------------------------------------------------- going and command


def activated(kind: str, first: str, order: str = "MD", **more: Any) -> Table:
    count = len(book().rules().platoons[kind].teams)
    own = platoon("A1", kind, {0: first, **{n: AWAY[n] for n in range(1, count)}})
    at = Table([own], [FAR], **more).plan(A1=order, B9="FC").until("a2_designate")
    return at.until({"MD": "c", "MT": "b"}[order]).acts("a", "activate", platoon="A1")


@pytest.mark.rule("FHW-TERR-10")
def test_difficult_ground_only_bars_the_double_and_very_difficult_costs_infantry_two_hexes() -> None:
    woods, rock = {"surface": {"0406": "w"}}, {"relief": {"0406": "A"}}
    assert activated("sov_smg", "0306", **woods).no("a", "move", team="A1.0", path=("0406", "0506")) is None
    assert activated("sov_smg", "0306", "MT", **woods).no("a", "move", team="A1.0", path=("0406",)) == "MOVE-02"
    mountain = activated("sov_smg", "0306", **rock)
    assert mountain.no("a", "move", team="A1.0", path=("0406",)) is None
    assert mountain.no("a", "move", team="A1.0", path=("0406", "0506")) == "MOVE-01"
    assert activated("sov_smg", "0306", "MT", **rock).no("a", "move", team="A1.0", path=("0406",)) == "MOVE-02"
    cheap = activated("sov_smg", "0306", options={"infantry_very_difficult_cost": 1}, **rock)
    assert cheap.no("a", "move", team="A1.0", path=("0406", "0506")) is None


@pytest.mark.rule("FHW-TERR-12", "FHW-STACK-02")
def test_vehicles_stand_in_the_free_half_and_others_choose() -> None:
    mixed = {"mixed": [{"at": (4, 6), "dir": 0, "feature": "building", "material": "stone"}]}
    tank = activated("sov_su76", "0306", **mixed)
    assert tank.no("a", "move", team="A1.0", path=("0406",), half="cover") == "TERR-12"
    assert tank.no("a", "move", team="A1.0", path=("0406",)) is None
    tank.acts("a", "move", team="A1.0", path=("0406",))
    assert tank.team("A1.0").half == "free"
    assert tank.no("a", "move", team="A1.1", path=("0101",), half="free") == "TERR-12"  # no mixed hex
    foot = activated("sov_smg", "0306", **mixed)
    foot.acts("a", "move", team="A1.0", path=("0406",))
    assert foot.team("A1.0").half == "cover"
    assert foot.moment.field.is_inside(foot.team("A1.0"))  # in the house
    free = activated("sov_smg", "0306", **mixed).acts("a", "move", team="A1.0", path=("0406",), half="free")
    assert (free.team("A1.0").half, free.moment.field.is_inside(free.team("A1.0"))) == ("free", False)


@pytest.mark.rule("FHW-CMD-04", "FHW-CMD-05", "FHW-CMD-06")
def test_a_team_out_of_command_that_moves_hits_worse_and_nothing_else_befalls_it() -> None:
    foe = platoon("B1", "ger_grenadiers_small", dict.fromkeys(range(5), "1206"))
    own = platoon("A1", "sov_maxims", {0: "0106", 1: "0706", 2: "0206", 3: "0207", 4: "0205"})

    def needs(move: bool) -> Any:
        at = (
            Table([own], [foe])
            .plan(A1="MD", B1="FC")
            .until("a2_designate")
            .until("c")
            .acts("a", "activate", platoon="A1")
        )
        if move:
            at.acts("a", "move", team="A1.1", path=("0806",))
        shot = {"team": "A1.1", "weapon": "hmg", "count": 1, "at": "B1"}
        at.acts("a", "fire", 1, platoon="A1", shots=[shot])
        return set(next(event.needs for event in at.told() if hasattr(event, "needs")).values())

    assert needs(False) == {(4,)}  # still: nothing is added
    assert needs(True) == {(5,)}
    at = Table([own], [foe])
    assert in_command(at.moment.field, at.team("A1.2"))
    lost = {name: team for name, team in at.position.teams.items() if name != "A1.0"}
    at.changed(lambda now: replace(now, teams=lost))
    assert not in_command(at.moment.field, at.team("A1.2"))


@pytest.mark.rule("FHW-LOS-02", "FHW-LOS-03", "FHW-LOS-09", "FHW-LOS-11")
@pytest.mark.parametrize("scenario", ["quick_crossroads", "mountain_patrol"])
def test_what_the_ground_breaks_it_breaks_both_ways(scenario: str) -> None:
    field = moment_of(opened(scenario, 2)).field

    def breaks(a: Hex, b: Hex) -> bool | None:
        found = bare_ground(field.rules, field.terrain, a, b)
        return None if found is None else isinstance(found, Blocked)

    pairs = list(itertools.combinations(field.terrain.board.cells(), 2))
    assert [breaks(a, b) for a, b in pairs] == [breaks(b, a) for a, b in pairs]
