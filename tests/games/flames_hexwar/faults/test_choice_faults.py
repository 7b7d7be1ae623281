"""What planted faults left unseen in choices: shooting worth trying, answers when time is up, what is withheld, told and worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.barrage.flights import acquiring_number
from app.systems.flames_hexwar.barrage.odds import shelling
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId
from app.systems.flames_hexwar.choices.barrages import bombards
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.time_up import by_row, time_out
from app.systems.flames_hexwar.choices.volleys import shots_at
from app.systems.flames_hexwar.choices.withheld import withheld
from app.systems.flames_hexwar.choices.worth import worth
from app.systems.flames_hexwar.fire.odds import passed
from app.systems.flames_hexwar.fire.rates import Shooter, machine_guns
from app.systems.flames_hexwar.fire.shooting import barring
from app.systems.flames_hexwar.position.state import Battery, Card, Drafts
from app.systems.flames_hexwar.sight.sight import Seen
from tests.games.flames_hexwar.fights.test_assault_ends import written
from tests.games.flames_hexwar.opening.test_frames import fought
from tests.games.flames_hexwar.scenes import FAR, Table, act, squad
from tests.games.flames_hexwar.table import rules
from tests.games.flames_hexwar.told.rolls import told

FOE = squad("B1", "ger_grenadiers_small", {1: "1206"})


# ----------------------------------------------------------------------------------------------------------------- shooting


@pytest.mark.rule("FHW-SHOT-05")
def test_the_main_gun_is_tried_with_the_machine_guns_beside_it() -> None:
    at = Table([squad("A1", "us_shermans", {0: "0906>0"})], [FOE]).plan(A1="FC", B1="FO").until("a2_designate")
    field = at.moment.field
    found = shots_at(barring(field, Seat("a"), PlatoonId("A1")), [at.team("A1.0")], "B1")
    kind = field.kind(at.team("A1.0"))
    assert [(each.weapon, each.count) for each in found] == [
        (kind.weapons[0], rules().weapons[kind.weapons[0]].rof),
        ("vehicle_mg", kind.mg_count),
    ]
    guns = rules().weapons["vehicle_mg"]
    assert machine_guns(kind, guns, Shooter(), fires_main=False) == guns.rof + kind.mg_count - 1
    assert machine_guns(kind, guns, Shooter(mounted=True), fires_main=False) == 0
    assert machine_guns(kind, guns, Shooter(bailed_out=True), fires_main=True) == 0


@pytest.mark.rule("FHW-ART-08", "FHW-ART-07")
def test_one_piece_is_offered_two_hexes_of_a_corner() -> None:
    own = squad("A1", "sov_mortars", {0: "0906", 1: "0906"} | dict.fromkeys(range(2, 8), "0306"))
    at = Table([own], [FOE])
    only = {name: team for name, team in at.position.teams.items() if team.platoon != "A1" or team.index < 3}
    at.changed(lambda now: replace(now, teams=only)).plan(A1="FC", B1="FO")
    found = list(bombards(at.moment.field, PlatoonId("A1")))
    assert {len(each.hexes) for each in found} == {2}


@pytest.mark.rule("FHW-COV-08", "FHW-GEO-17")
@pytest.mark.parametrize(
    ("road", "wrecks", "cover"),
    [
        ((9, 10, 11, 12), 1, "concealed"),
        ((9, 10, 11), 1, "none"),
        ((11, 12), 1, "none"),
        ((), 1, "none"),
        ((), 2, "concealed"),
    ],
)
def test_one_wreck_covers_along_a_road_that_leads_all_the_way(road: tuple[int, ...], wrecks: int, cover: str) -> None:
    roads = [[(column, 6) for column in road]] if road else []
    at = Table([squad("A1", "sov_smg", {0: "0906"})], [FOE], roads=roads)
    at.changed(lambda now: replace(now, wrecks=((hexes.from_offset(12, 6), wrecks),)))
    seen = at.moment.field.look(at.team("A1.0"), at.team("B1.1"))
    assert isinstance(seen, Seen)
    assert seen.cover == cover


@pytest.mark.rule("FHW-ART-13")
@pytest.mark.parametrize("automatic", [True, False])
def test_a_battery_that_has_rested_is_available_for_certain_if_it_says_so(automatic: bool) -> None:
    own = squad("A1", "sov_zis3", {0: "0906", 1: "0906"} | dict.fromkeys(range(2, 6), "0306>0"))
    at = Table([own], [squad("B1", "ger_grenadiers_small", {1: "1406"})]).plan(A1="FC", B1="FO")
    rested = replace(at.platoon("A1"), battery=Battery(idle=3))
    at.changed(lambda now: replace(now, platoons={**now.platoons, rested.id: rested}))
    given: Any = next(bombards(at.moment.field, PlatoonId("A1")))
    found = shelling(at.moment.field, replace(given, automatic=automatic), 4)
    need = rules().bombardment.availability_needed - 1
    assert found.available == (1 if automatic else Fraction(7 - need, 6))


@pytest.mark.rule("FHW-AIR-04")
def test_the_easiest_team_of_a_hex_is_looked_for() -> None:
    foe = squad("B1", "ger_grenadiers_small", {1: "1206", 2: "1306"})
    at = Table([squad("A1", "sov_smg")], [foe], surface={"1306": "w"})
    field, teams = at.moment.field, [at.team("B1.1"), at.team("B1.2")]
    one, two = (acquiring_number(field, [team]) for team in teams)
    assert two == one + 1  # in cover
    assert acquiring_number(field, teams) == acquiring_number(field, teams[::-1]) == one


@pytest.mark.rule("FHW-HQ-04")
@pytest.mark.parametrize(("place", "again"), [("0506", True), ("0806", False)])
def test_a_test_with_the_company_command_is_told_with_its_second_die(place: str, again: bool) -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {0: place})], [FAR])
    one = Fraction(7 - at.moment.field.motivation(PlatoonId("A1")).test, 6)
    assert passed(at.moment.field, PlatoonId("A1")) == (1 - (1 - one) ** 2 if again else one)


# ------------------------------------------------------------------------------------------------------------------ answers


def test_places_go_by_row_then_column_then_floor() -> None:
    assert by_row(Place(hexes.from_offset(3, 5), 2)) == (5, 3, 2)


@pytest.mark.rule("FHW-ASLT-11", "FHW-END-07")
def test_who_has_no_time_fights_the_assault_of_the_lowest_row_first() -> None:
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", {0: "1502"})]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1602"})
    at = written(own, [foe], ("a", ("A1",), "1406"), ("a", ("A2",), "1602"))
    assert time_out(at.moment, Seat("a")) == act("next_assault", at="1602")


@pytest.mark.rule("FHW-AIR-02", "FHW-PLAN-03")
def test_a_call_that_was_made_may_be_taken_back() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR], air={"level": "limited", "aircraft": "il2", "count": 1})

    def calls() -> set[bool]:
        return {
            each.call
            for offer in offers(at.moment, Seat("a"))
            if offer.type == "air"
            for each in offer.examples  # type: ignore[attr-defined]
        }

    assert calls() == {True}
    at.acts("a", "air", call=True)
    assert calls() == {False}


@pytest.mark.rule("FHW-FO-16")
def test_standing_orders_are_for_cards_that_lie_apart() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_smg")], [FAR])
    at.acts("a", "order", platoon="A1", order="FO").acts("a", "order", platoon="A2", order="MD")

    def refused(name: str) -> Any:
        return at.no("a", "standing", in_force=True, fire=[{"platoon": name, "need": 4, "at": "any"}])

    assert [refused("A1"), refused("A2")] == [None, "FO-16"]


@pytest.mark.rule("FHW-SEAT-02", "FHW-EXEC-08")
def test_headquarters_shoot_with_platoons_of_their_own_seat_alone() -> None:
    own = [
        squad("A1", "sov_smg", {0: "1106"}, company="1"),
        squad("A2", "sov_hq", {0: "1106"}, company="1"),
        squad("A3", "sov_smg", company="2"),
        squad("A4", "sov_hq", {0: "1106"}, company="2"),
    ]
    seats = ({"side": "A"}, {"side": "B"}, {"side": "A"})
    at = Table(own, [FOE], seats=seats)
    at.do("a", act("order", platoon="A1", order="FC")).do("c", act("order", platoon="A3", order="FC"))
    at.do("b", act("order", platoon="B1", order="FO"))
    for seat in at.asked:
        at.do(seat, act("commit"))
    at.until("a2_designate")
    weapon = {name: at.moment.field.kind(at.team(name)).weapons[0] for name in ("A2.0", "A4.0")}

    def refused(name: str) -> Any:
        return at.no("a", "fire", platoon="A1", shots=[{"team": name, "weapon": weapon[name], "count": 1, "at": "B1"}])

    assert [refused("A2.0"), refused("A4.0")] == [None, "SEAT-02"]


# --------------------------------------------------------------------------------------------------------- told and withheld


@pytest.mark.rule("FHW-TERR-07")
@pytest.mark.parametrize(("floor", "moves"), [(1, False), (2, True)])
def test_who_is_hemmed_in_upstairs_may_go_down(floor: int, moves: bool) -> None:
    near = dict(enumerate(hexes.name(at) for at in hexes.neighbours(hexes.from_offset(13, 6))))
    foes = [squad("B1", "ger_hmg", near), squad("B2", "ger_hmg", {0: near[5]})]
    own = squad("A1", "sov_smg", {0: f"1306/{floor}" if floor > 1 else "1306"})
    more: dict[str, Any] = {"surface": {"1306": "b"}, "buildings": [{"at": (13, 6), "floors": floor}]}
    at = Table([own], foes, **more).plan(A1="MD", B1="FC", B2="FC").until("c").acts("a", "activate", platoon="A1")
    told_of = {each.type for each in withheld(at.moment, Seat("a"), UnitId("A1.0"))}
    assert ("move" in told_of) is not moves


@pytest.mark.rule("FHW-ASLT-17", "FHW-ASLT-23")
def test_another_round_is_told_with_the_strikes_of_both() -> None:
    at = fought()
    frame = at.frame()
    asked = replace(frame, stage="continue", tester="A")
    at.changed(lambda now: replace(now, frames=(asked,)))
    found = told(at, "a", act("go_on", yes=True)).chances
    assert len(found) == 2
    assert all(0 < chance.numerator < chance.denominator for chance in found)


@pytest.mark.rule("FHW-FC-01", "FHW-ART-01")
def test_only_batteries_that_cover_are_offered_a_bombardment() -> None:
    at = Table([squad("A1", "sov_mortars", {1: "0906"}), squad("A2", "sov_mortars", {1: "0906"})], [FOE])
    at.plan(A1="FC", A2="MD", B1="FO")
    named = {
        each.battery for offer in offers(at.moment, Seat("a")) if offer.type == "bombard" for each in offer.examples
    }  # type: ignore[attr-defined]
    assert named == {"A1"}


@pytest.mark.rule("FHW-TERR-12", "FHW-TERR-09")
@pytest.mark.parametrize(("half", "tests"), [("cover", 1), ("free", 0)])
def test_a_way_into_a_half_is_told_with_the_test_of_that_half(half: str, tests: int) -> None:
    mixed = [{"at": (6, 6), "dir": 0, "feature": "woods"}]
    at = Table([squad("A1", "sov_mortars", {2: "0506"})], [FAR], mixed=mixed).plan(A1="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1")
    assert told(at, "a", act("move", team="A1.2", path=("0606",), half=half)).facts["tests"] == tests


def test_nothing_that_is_drafted_is_drafted_in_vain() -> None:
    at = Table([squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_hq", {0: "0506"})], [FAR])
    strike: Any = act("strike", attacks=[{"planes": 1, "battery": "B9"}])
    drafts = Drafts(
        orders={PlatoonId("A1"): Card("MD")}, joins={UnitId("A2.0"): PlatoonId("A1")}, air=True, strike=strike
    )

    def of(made: int) -> int:
        state = replace(at.position.seats[Seat("a")], drafts=drafts, made=made)
        position = replace(at.position, seats={**at.position.seats, Seat("a"): state})
        return worth(position, at.moment.rules, Seat("a"))

    assert of(0) == of(4) > of(5) > of(6)
