"""What planted faults left unseen of sight and of who is asked: trenches, smoke, windows and flak of several seats, what is told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import SPECTATOR, Seat, UnitId, Viewer
from app.systems.flames_hexwar.judge.view import tell
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position.frames import Window
from app.systems.flames_hexwar.position.state import Smoke, TeamTurn
from app.systems.flames_hexwar.queries.queries import build_queries
from tests.games.flames_hexwar.scenes import FAR, Table, act, squad
from tests.games.flames_hexwar.table import book

SEATS: Any = ({"side": "A"}, {"side": "B"}, {"side": "B"})


@pytest.mark.rule("FHW-DIG-01", "FHW-COV-02")
@pytest.mark.parametrize(
    ("place", "changes", "dug"),
    [
        ("0506", {}, "trench"),
        ("0506", {"foxhole": True}, "trench"),
        ("0506", {"turn": TeamTurn(changed_hex=True)}, None),
        ("0506", {"turn": TeamTurn(changed_hex=True, halted=True)}, "trench"),
        ("0606", {}, None),
        ("0606", {"foxhole": True}, "foxhole"),
    ],
)
def test_who_halts_in_a_trench_is_in_it(place: str, changes: dict[str, Any], dug: str | None) -> None:
    at = Table([squad("A1", "sov_smg", {0: place}), squad("A2", "sov_su76", {0: "0506>0"})], [FAR], trenches=[(5, 6)])
    at.change("A1.0", **changes)
    assert at.moment.field.dug_in(at.team("A1.0")) == dug
    assert at.moment.field.dug_in(at.team("A2.0")) is None
    assert (at.moment.field.as_target(at.team("A1.0")).dug_in) == dug


@pytest.mark.rule("FHW-SMOKE-05", "FHW-SMOKE-06")
def test_an_observer_sees_through_the_smoke_that_he_is_used_to_and_nobody_else() -> None:
    own = [squad("A1", "sov_mortars", {0: "0906", 1: "0906"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1506"})])
    smoke = (Smoke(hexes.from_offset(9, 6), (UnitId("A1.1"),)),)
    field = at.changed(lambda now: replace(now, smoke=smoke)).moment.field
    enemy = at.team("B1.1")
    found = [[each.id for each in field.sighted([at.team(name)], [enemy])] for name in ("A1.0", "A1.1")]
    assert found == [[], ["B1.1"]]
    assert [field.sees(at.team(name), enemy) for name in ("A1.0", "A1.1")] == [False, True]


@pytest.mark.rule("FHW-LOS-13", "FHW-LOS-15", "FHW-HIT-07")
def test_of_those_who_are_looked_for_the_hidden_are_seen_in_their_own_hex_alone() -> None:
    house: dict[str, Any] = {"surface": {"1206": "b"}, "buildings": [{"at": (12, 6), "floors": 1}]}
    own = [squad("A1", "sov_smg", {0: "1006", 1: "1206"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1206"})], **house)

    def found(down: bool, name: str) -> bool:
        field = at.change("B1.1", gone_to_ground=down).moment.field
        return bool([*field.sighted([at.team(name)], [at.team("B1.1")])])

    assert [found(down, name) for name in ("A1.0", "A1.1") for down in (False, True)] == [True, False, True, True]


@pytest.mark.rule("FHW-GEO-16", "FHW-GEO-03")
def test_a_team_elsewhere_is_looked_at_where_it_would_be() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [FAR], surface={"0606": "w"})
    field, team = at.moment.field, at.team("A1.0")
    assert field.as_target(team).end.at == hexes.from_offset(5, 6)
    ghost = replace(team, at=hexes.from_offset(6, 6))
    assert field.as_target(ghost).end.at == hexes.from_offset(6, 6)
    assert field.as_target(team).end.at == hexes.from_offset(5, 6)


@pytest.mark.rule("FHW-FO-17", "FHW-SEAT-02")
def test_a_window_waits_for_the_seat_whose_cards_lie_apart() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1006"}, company="1"), squad("B2", "ger_hmg", {1: "1006"}, company="2")]
    at = Table([squad("A1", "sov_smg", {0: "0506"})], foes, seats=SEATS)
    at.do("a", act("order", platoon="A1", order="MD")).do("b", act("order", platoon="B1", order="FC"))
    at.do("c", act("order", platoon="B2", order="FO"))
    for seat in at.asked:
        at.do(seat, act("commit"))
    at.until("c").acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",), halt=False)
    assert (at.prompt, at.asked) == ("window", "c")


@pytest.mark.rule("FHW-AIR-05", "FHW-AIR-10", "FHW-SEAT-04")
def test_every_seat_with_flak_in_reach_is_asked() -> None:
    foes = [
        squad("B1", "ger_flak88", {1: "1506>3"}, company="1"),
        squad("B2", "ger_flak88", {1: "1406>3"}, company="2"),
    ]
    air = {"level": "priority", "aircraft": "il2", "count": 1}
    at = Table([squad("A1", "sov_smg")], foes, seats=SEATS, air=air).acts("a", "air", call=True)
    at.do("a", act("order", platoon="A1", order="FC"))
    at.do("b", act("order", platoon="B1", order="FC")).do("c", act("order", platoon="B2", order="FC"))
    *first, last = at.asked
    for seat in first:
        at.do(seat, act("commit"))
    at.do(last, act("commit"), 5, 1)
    at.acts(
        "a", "strike", attacks=[{"planes": 1, "vertex": {"hex": "1506", "v": 0}, "hexes": ("1506", "1606", "1605")}]
    )
    at.commit()
    assert (at.prompt, at.asked) == ("aa", "bc")
    at.acts("b", "assign_aa", shots=[])
    assert (at.prompt, at.asked) == ("aa", "c")


@pytest.mark.rule("FHW-HID-10", "FHW-FO-16")
def test_nobody_is_told_whose_standing_orders_a_window_has_asked() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"})], [squad("B1", "ger_hmg", {1: "1006"})]).plan(A1="MD", B1="FO")
    at.until("c").acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",), halt=False)
    window = at.frame()
    assert isinstance(window, Window)
    tried = replace(window, tried=(at.platoon("B1").id,))
    before = replace(at.position, frames=at.position.frames[:-1])
    flow = e.Flow(before.phase, before.active, before.last, (*before.frames, tried))
    for viewer in (Viewer(Seat("a")), SPECTATOR):
        told = tell(before, flow, viewer)
        assert isinstance(told, e.Flow)
        (*_, shown) = told.frames
        assert isinstance(shown, Window)
        assert shown.tried == ()


def cover(cells: dict[str, Any], start: Any, end: Any) -> Any:
    ends = {"from": {"at": list(start), "kind": "infantry"}, "to": {"at": list(end), "kind": "infantry"}}
    return build_queries(book())["sight"]({**ends, "hexes": cells})["cover"]


@pytest.mark.rule("FHW-COV-05")
@pytest.mark.parametrize(("column", "found"), [(3, "none"), (4, "concealed"), (6, "concealed")])
def test_trees_next_to_the_attacker_cover_nobody_beyond_them(column: int, found: str) -> None:
    assert cover({f"{column},4": {"trees": True}}, (2, 4), (6, 4)) == found


@pytest.mark.rule("FHW-COV-08", "FHW-GEO-11", "FHW-GEO-17")
def test_along_a_side_wrecks_cover_if_both_hexes_hold_them_and_no_road_is_followed() -> None:
    start, one, two, end = (hexes.to_offset(hexes.Hex(q, r)) for q, r in ((2, 2), (3, 2), (2, 3), (3, 3)))

    def at(cell: tuple[int, int]) -> str:
        return f"{cell[0]},{cell[1]}"

    assert [cover({at(cell): {"wrecks": 2}}, start, end) for cell in (one, two)] == ["none", "none"]
    assert cover({at(one): {"wrecks": 2}, at(two): {"wrecks": 2}}, start, end) == "concealed"
    joined: dict[str, Any] = {at(cell): {"road": list(range(6))} for cell in (start, one, two, end)}
    assert cover({**joined, at(end): {"road": list(range(6)), "wrecks": 1}}, start, end) == "none"
    assert cover({**joined, at(one): {"road": list(range(6)), "wrecks": 1}}, start, one) == "concealed"
