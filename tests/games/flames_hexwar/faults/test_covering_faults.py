"""Cards and covering fire at their edges, what readers of the rules found unseen: where cards lie, who lifts when, who spots."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.types import Seat, Viewer
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.plan.planning import cards_in_deck
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position.state import Position
from tests.games.flames_hexwar.fights.test_assault_ends import FOE, SMG, assaulting
from tests.games.flames_hexwar.scenes import FAR, Table, shot, squad


@pytest.mark.rule("FHW-PLAN-03")
def test_of_cards_that_cease_to_be_set_aside_the_last_lies_lowest() -> None:
    at = Table([squad(f"A{number}", "sov_smg") for number in (1, 2, 3)], [FAR])
    for name in ("A1", "A2"):
        at.acts("a", "order", platoon=name, order="FO")
    at.acts("a", "deck", company="1", cards=("A3",))
    at.acts("a", "undraft", draft="A2").acts("a", "order", platoon="A1", order="MD")
    assert cards_in_deck(at.moment.field, "A1", at.position.seats["a"].drafts) == ("A3", "A2", "A1")  # type: ignore[arg-type, index]


@pytest.mark.rule("FHW-REC-01", "FHW-HID-01")
def test_reconnaissance_that_moves_finds_nobody_before_it_has() -> None:
    own = [squad("A1", "sov_scouts", {0: "1306"}), squad("A2", "sov_scouts", {0: "1306"})]
    at = Table(own, [FOE]).plan(A1="MD", A2="FC", B1="FO")
    assert at.prompt == "a2_designate"
    assert [at.no("a", "lift", team=f"A{number}.0", platoon="B1") for number in (1, 2)] == ["REC-01", None]


@pytest.mark.rule("FHW-ART-06", "FHW-HQ-06")
@pytest.mark.parametrize(
    ("place", "has_lost", "refused"), [("0506", True, None), ("0506", False, "ART-06"), ("0507", True, "ART-06")]
)
def test_the_second_in_command_spots_for_a_battery_that_lost_its_command(
    place: str, has_lost: bool, refused: str | None
) -> None:
    own = [squad("A1", "sov_mortars", dict.fromkeys((0, 2, 3), "0506")), squad("A9", "sov_hq", {1: place})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {1: "1206"})])

    def leaderless(now: Position) -> Position:
        led = replace(now.platoons[at.platoon("A1").id], command=None)
        rest = {name: team for name, team in now.teams.items() if name != "A1.0"}
        return replace(now, teams=rest, platoons={**now.platoons, led.id: led})

    if has_lost:
        at.changed(leaderless)
    at.plan(A1="FC", B1="FO")
    act: dict[str, Any] = {"battery": "A1", "spotter": "A9.1", "aim": "B1.1", "mode": "concentrated", "ammo": "he"}
    cells = ("1206", "1306", "1205")
    assert at.no("a", "bombard", **act, vertex={"hex": "1206", "v": 0}, hexes=cells) == refused


@pytest.mark.rule("FHW-HIT-09", "FHW-ASLT-13")
def test_defensive_fire_opens_nobodys_flank_to_another_platoon() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1506>3"}), squad("B2", "ger_hmg", {1: "1106>0"})]
    at = assaulting([SMG], foes, "1506").acts("a", "done")
    at.acts("b", "defend", 1, 1, shots=[shot("B1.1", "hmg", 1, "A1"), shot("B2.1", "hmg", 1, "A1")])
    assert [event.needs["A1.0"] for event in at.told(ef.ShotsRolled)] == [(3,), (3,)]


@pytest.mark.rule("FHW-FC-02", "FHW-SEAT-04", "FHW-HID-11")
def test_open_designations_are_shown_though_another_seat_of_the_side_has_none_to_make() -> None:
    own = [SMG, squad("A2", "sov_smg", company="2")]
    seats: Any = ({"side": "A"}, {"side": "B"}, {"side": "A"})
    at = Table(own, [FOE], seats=seats, options={"fc_designation": "open"})
    for seat, name, order in (("a", "A1", "FC"), ("c", "A2", "MD"), ("b", "B1", "FC")):
        at.acts(seat, "order", platoon=name, order=order)
    at.plan().acts("a", "fire", platoon="A1", shots=[shot("A1.0", "smg", 1, "B1")])
    assert (at.asked, view(at.moment.field, Viewer("b")).known.seats[Seat("a")].drafts.fires) == ("a", {})
    at.acts("a", "commit")
    assert at.asked == "b"
    assert list(view(at.moment.field, Viewer("b")).known.seats[Seat("a")].drafts.fires) == ["A1"]
