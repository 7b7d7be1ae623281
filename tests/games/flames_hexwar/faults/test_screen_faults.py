"""What planted faults left unseen of the screen: who stands out, marks, panels, numbers, what is being resolved."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.scene import Edge, Link, Row, Scene, Token
from app.engine.types import SPECTATOR, UnitId
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position.frames import Fired, Volley, Volleys
from app.systems.flames_hexwar.position.state import Position, TeamTurn
from app.systems.flames_hexwar.screen.about_numbers import of_hex, of_kind, of_weapon
from app.systems.flames_hexwar.screen.counters import active_teams
from app.systems.flames_hexwar.screen.panels import strength_of
from app.systems.flames_hexwar.screen.scene import scene
from tests.games.flames_hexwar.opening.test_frames import assaulted, falling_back, flown_at, shot_at
from tests.games.flames_hexwar.scenes import FAR, Table, act, squad, turned
from tests.games.flames_hexwar.table import rules

SMG = squad("A1", "sov_smg", {0: "0506"})
BUILT: dict[str, Any] = {"surface": {"0506": "b"}, "buildings": [{"at": (5, 6), "floors": 3}]}


def drawn(at: Table) -> Scene:
    return scene(at.moment.rules, view(at.moment.field, SPECTATOR))


def row(found: Scene, name: str) -> Row:
    spotlight = (found.spotlight,) if found.spotlight else ()
    return next(each for panel in (*found.panels, *spotlight) for each in panel.rows if each.id == name)


def detail(each: Row) -> str:
    assert each.detail is not None
    return each.detail.en


def with_platoon(at: Table, name: str, **changes: Any) -> Table:
    platoon = replace(at.platoon(name), **changes)
    return at.changed(lambda now: replace(now, platoons={**now.platoons, platoon.id: platoon}))


# ----------------------------------------------------------------------------------------------------------------- counters


def of(platoon: str, count: int) -> set[str]:
    return {f"{platoon}.{number}" for number in range(count)}


def activated() -> Table:
    return turned([SMG, squad("A2", "sov_smg")])


def under_way() -> Table:
    return activated().acts("a", "move", team="A1.0", path=("0606",), halt=False)


@pytest.mark.parametrize(
    ("begin", "acting"),
    [(activated, of("A1", 10)), (under_way, {"A1.0"}), (shot_at, of("B1", 3) | {"B1.4"}), (assaulted, of("A1", 10)),
     (falling_back, {"A1.0"})],
)  # fmt: skip
def test_those_about_whom_something_is_decided_stand_out(begin: Any, acting: set[str]) -> None:
    position: Position = begin().position
    assert active_teams(position) == acting


@pytest.mark.parametrize(
    ("changes", "marks"),
    [
        ({"gone_to_ground": True}, {"gone_to_ground"}),
        ({"gone_to_ground": True, "found": True}, {"found"}),
        ({"turn": TeamTurn(shot=True)}, {"shot"}),
        ({"turn": TeamTurn(aa_fired=True)}, {"shot"}),
        ({"turn": TeamTurn(moved="moved")}, {"moved"}),
        ({"turn": TeamTurn(moved="doubled")}, {"doubled"}),
        ({"turn": TeamTurn(stuck=True)}, {"stuck"}),
        ({"half": "cover"}, {"half"}),
        ({"half": "free"}, set()),
    ],
)
def test_a_team_bears_the_marks_of_what_has_befallen_it_and_no_others(changes: dict[str, Any], marks: set[str]) -> None:
    at = Table([SMG], [FAR]).change("A1.1", **changes)
    token = next(each for each in drawn(at).drawables if each.id == "A1.1")
    assert isinstance(token, Token)
    assert {mark.symbol for mark in token.marks} == marks


@pytest.mark.rule("FHW-STACK-01", "FHW-TERR-07")
def test_floors_are_told_with_what_stands_on_them() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506", 1: "0506/2", 2: "0506/2"})], [FAR], **BUILT)
    found = drawn(at)
    tokens = {each.id: each for each in found.drawables if isinstance(each, Token)}
    assert [tokens[f"A1.{number}"].level for number in range(3)] == [0, 2, 2]
    points = [at.moment.field.points(at.team(f"A1.{number}")) for number in range(3)]
    told = detail(row(found, "stack-0506"))
    first, second = told.split(" · ")
    assert (first.startswith("floor 1"), first.endswith(f" {points[0]} of 7")) == (True, True)
    assert (second.startswith("floor 2"), second.endswith(f" {points[1] + points[2]} of 7")) == (True, True)


# ------------------------------------------------------------------------------------------------------------------- panels


@pytest.mark.rule("FHW-REIN-04", "FHW-HID-07")
def test_who_is_away_is_told_with_the_turn_of_its_coming() -> None:
    own = [SMG, squad("A2", "us_priests", start="off_board"), squad("A3", "sov_smg", start="reserve")]
    at = Table(own, [FAR], reserves={"attacker_start_turn": 4, "defender_start_turn": 0})
    with_platoon(at, "A2", status="coming", arrives=3)
    found = drawn(at)
    coming, waiting = row(found, "row-A2"), row(found, "row-A3")
    assert ("turn 3" in detail(coming), coming.spent) == (True, True)
    assert ("turn 4" in detail(waiting), waiting.spent) == (True, True)
    assert not row(drawn(with_platoon(at, "A2", status="off_board")), "row-A2").spent


@pytest.mark.rule("FHW-AIR-02")
def test_aircraft_are_told_with_dice_planes_and_what_flies() -> None:
    at = Table([SMG], [FAR], air={"level": "limited", "aircraft": "il2", "count": 1})
    resting = row(drawn(at), "flight-A")
    assert ([figure.value for figure in resting.figures], resting.active) == ([5, 3], False)
    up = replace(at.position.sides["A"], flight=2)
    flying = row(drawn(at.changed(lambda now: replace(now, sides={**now.sides, "A": up}))), "flight-A")
    assert ([figure.value for figure in flying.figures], flying.active) == ([5, 3], True)
    assert "2" in detail(flying)


@pytest.mark.rule("FHW-MOR-02")
def test_a_platoon_tells_from_where_it_tests_its_morale_and_when_it_is_lost() -> None:
    at = Table([SMG, squad("A2", "sov_hq")], [FAR])
    words = at.moment.rules.words
    told = {name: strength_of(at.moment.field, at.platoon(name)) for name in ("A1", "A2")}
    assert told == {
        "A1": words.say("panels", "platoon_morale", n=5),
        "A2": words.say("panels", "headquarters", n=len(at.moment.field.by_platoon[at.platoon("A2").id])),
    }
    with_platoon(at, "A1", status="destroyed")
    assert strength_of(at.moment.field, at.platoon("A1")) == words.say("panels", "lost")


@pytest.mark.rule("FHW-FC-02")
def test_what_is_still_to_be_carried_out_is_shown() -> None:
    cells = ("1206", "1306", "1305")
    at = flown_at()
    frame = at.position.frames[0]
    bombard = {"battery": "A1", "spotter": "A1.1", "aim": "B1.1", "mode": "normal", "ammo": "he",
               "vertex": {"hex": "1206", "v": 0}, "hexes": cells}  # fmt: skip
    both: Any = replace(frame, bombards=(("A", act("bombard", **bombard), 6),), fires=(("B1", ()),))
    found = drawn(at.changed(lambda now: replace(now, frames=(both, *now.frames[1:]))))
    name = at.moment.rules.platoons["sov_mortars"].name.en
    assert name in row(found, "step-0-bombard-A1").title.en
    assert "6" in detail(row(found, "step-0-bombard-A1"))
    assert [figure.value for figure in row(found, "step-0-air-0").figures] == [2]
    assert row(found, "step-0-fire-B1").side == "B"


@pytest.mark.rule("FHW-ASLT-06", "FHW-ASLT-09")
def test_an_assault_shows_what_repels_it_and_whether_both_sides_assault() -> None:
    at = assaulted()
    assert "assaults 1406" in row(drawn(at), "step-0").title.en
    (figure,) = row(drawn(at), "step-0-repel").figures
    assert (figure.value, figure.of) == (0, 5)
    both = replace(at.frame(), mutual=True)
    assert "Mutual" in row(drawn(at.changed(lambda now: replace(now, frames=(both,)))), "step-0").title.en


# ------------------------------------------------------------------------------------------------------------------ numbers


@pytest.mark.rule("FHW-SHOT-04", "FHW-ART-20", "FHW-TRAN-02", "FHW-COV-02")
def test_numbers_are_told_in_their_places() -> None:
    words = rules().words
    weapon = rules().weapons["mortar120"]
    told = {number.name.en: number.value.en for number in of_weapon(rules(), weapon)}
    assert told[words.say("numbers", "rof").en] == f"{weapon.rof} / {weapon.rof_move} / {weapon.rof_pinned}"
    assert told[words.say("numbers", "bombard_at").en] == str(weapon.bombard_at)
    assert told[words.say("numbers", "min_range").en] == str(weapon.min_range)
    carries = words.say("numbers", "carries").en
    for kind in rules().teams.values():
        most = kind.transport or kind.tank_riders
        found = {number.name.en: number.value.en for number in of_kind(rules(), kind)}
        assert found.get(carries) == (str(most) if most else None)
    at = Table([SMG], [FAR], surface={"0606": "t"})
    hexed = {number.name.en: number.value.en for number in of_hex(at.moment.field, hexes.from_offset(6, 6))}
    foot, vehicles = (words.say("covers", cover).en for cover in ("bulletproof", "concealed"))
    assert hexed[words.say("numbers", "cover").en] == f"{foot} / {vehicles}"


@pytest.mark.rule("FHW-TERR-02")
def test_only_where_hills_of_two_levels_meet_a_junction_is_drawn() -> None:
    at = Table([SMG], [FAR], relief={"0506": "1", "0606": "1", "0706": "2"})
    assert [each.id for each in drawn(at).drawables if isinstance(each, Edge) and each.kind == "junction"] == [
        "junction-0606-0706"
    ]


@pytest.mark.rule("FHW-SET-06")
def test_a_zone_of_one_row_is_drawn() -> None:
    at = Table(
        [SMG], [FAR], zones={"A": {"deploy": [(0, 3, 4, 3)]}, "B": {"deploy": [(19, 0, 19, 11)]}}, deployed=False
    )
    assert [each.id for each in drawn(at).drawables if each.id.startswith("zone-A")] == ["zone-A-0"]


def test_lines_of_fire_begin_wherever_somebody_shoots_from() -> None:
    at = shot_at()
    fired = [Fired(UnitId(f"A1.{n}"), "hmg", 1, hexes.from_offset(12 - n, 6)) for n in (1, 2)]
    first = Volley(at.platoon("A1").id, "B1", tuple(fired))
    later = Volley(at.platoon("A1").id, "B1", (replace(fired[0], team=UnitId("A1.3")),))
    volleys = Volleys("md", (first, later))
    at.changed(lambda now: replace(now, frames=(now.frames[0], volleys)))
    lines = [each.id for each in drawn(at).drawables if isinstance(each, Link) and each.kind == "fire"]
    assert lines == ["fire-0", "fire-1"]
    assert active_teams(at.position) == {"A1.1", "A1.2"}
