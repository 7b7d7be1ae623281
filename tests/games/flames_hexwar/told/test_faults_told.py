"""What planted faults left unseen in what is told, counted and valued."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import SPECTATOR, Seat, UnitId
from app.engine.words import same
from app.systems.flames_hexwar.assault.odds import expected_strikes
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.hopes.gunnery import least
from app.systems.flames_hexwar.choices.looking.lookout import best_shot
from app.systems.flames_hexwar.choices.offers import offers
from app.systems.flames_hexwar.choices.offers_asking import Asking
from app.systems.flames_hexwar.choices.offers_opening import places_of
from app.systems.flames_hexwar.choices.plans import preview
from app.systems.flames_hexwar.choices.withheld import withheld
from app.systems.flames_hexwar.choices.worth import worth
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.position.state import Battery, Position, Result
from app.systems.flames_hexwar.screen.about_numbers import of_platoon
from app.systems.flames_hexwar.screen.goals import goals
from app.systems.flames_hexwar.screen.panels import panels
from app.systems.flames_hexwar.workshop.document import blank
from app.systems.flames_hexwar.workshop.ground import resized
from tests.games.flames_hexwar.scenes import Table, act, squad
from tests.games.flames_hexwar.table import book
from tests.support.random_play import registry

FOE = squad("B1", "ger_grenadiers_small", {1: "1406"})
SMG = squad("A1", "sov_smg", {0: "1306"})


@pytest.mark.rule("FHW-AE-04")
def test_the_only_team_that_is_left_becomes_command_without_being_asked_about() -> None:
    at = Table([SMG, squad("A2", "sov_smg")], [FOE]).changed(alone)
    at.plan(A1="AE appoint_command", A2="FO", B1="FO").until("d").acts("a", "activate", platoon="A1")
    assert at.platoon("A1").command == "A1.4"
    assert at.prompt != "special"


def alone(position: Position) -> Position:
    kept = {name: team for name, team in position.teams.items() if team.platoon != "A1" or team.index == 4}
    return replace(position, teams=kept)


def test_a_seat_values_what_it_has_won_above_what_it_has_lost() -> None:
    at = Table([SMG], [FOE])
    rules = at.moment.rules

    def of(seat: str, **changes: Any) -> int:
        return worth(replace(at.position, **changes), rules, Seat(seat))

    won, drawn = {"result": Result("A", "objectives")}, {"result": Result(None, "draw")}
    assert of("b", **won) < of("b", **drawn) < of("b") < of("a", **won)
    assert of("a") != 0
    assert of("g") == of("g", **won) == 0


@pytest.mark.rule("FHW-SET-06")
def test_the_zone_of_a_side_is_offered_from_the_other_side_on() -> None:
    zones = {"A": {"deploy": [(0, 0, 1, 2)]}, "B": {"deploy": [(18, 9, 19, 11)]}}
    at = Table([squad("A1", "sov_maxims", dict.fromkeys(range(5), "0000"))], [FOE], zones=zones, deployed=False)
    asked = {seat: Asking(at.moment, Seat(seat), None) for seat in "ab"}
    found = {seat: places_of(of.field.scenario, of.field.terrain, of.side).all for seat, of in asked.items()}
    cells = {seat: [hexes.to_offset(cell) for cell in zone] for seat, zone in found.items()}
    assert cells["a"] == [(1, 0), (1, 1), (1, 2), (0, 0), (0, 1), (0, 2)]
    assert cells["b"] == [(18, 9), (18, 10), (18, 11), (19, 9), (19, 10), (19, 11)]


@pytest.mark.rule("FHW-ASLT-01")
def test_an_assault_that_is_written_is_not_offered_again() -> None:
    at = Table([SMG], [squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1305"})]).plan(A1="FO", B1="FO")

    def offered() -> set[str]:
        found = offers(at.moment, Seat("a"))
        return {each.at for offer in found if offer.type == "assault" for each in offer.examples}  # type: ignore[attr-defined]

    assert offered() == {"1406", "1305"}
    at.acts("a", "assault", platoons=("A1",), at="1406")
    assert offered() == set()  # nor with another entry, while it is in this one


@pytest.mark.rule("FHW-BOG-01", "FHW-BOG-02", "FHW-WEA-12")
@pytest.mark.parametrize(
    ("tank", "weather", "name"),
    [("sov_su76", "clear", "bog"), ("sov_t34_85_3", "clear", "bog_again"), ("sov_su76", "mud", "bog_twice")],
)
def test_what_a_bog_test_asks_for_is_said(tank: str, weather: str, name: str) -> None:
    ground = {"relief": {"0406": "A", "0306": "1"}}
    at = Table([squad("A1", tank, {0: "0306"})], [FOE], weather=weather, **ground).plan(A1="MD", B1="FO").until("c")
    at.acts("a", "activate", *((1,) if weather == "mud" else ()), platoon="A1")
    move = act("move", team="A1.0", path=("0406",))
    assert at.refused("a", move) is None
    told = preview(at.moment, Seat("a"), move, None)
    steps = [step.en for chance in told.chances for step in chance.steps]
    words = book().words.table("odds")
    need = book().rules().skills[book().rules().platoons[tank].skill].skill_test
    assert words[name].en.format(at="0406", n=need) in steps


@pytest.mark.rule("FHW-TERR-07", "FHW-STACK-07")
def test_who_is_hemmed_in_may_still_go_up_a_floor() -> None:
    near = dict(enumerate(hexes.name(at) for at in hexes.neighbours(hexes.from_offset(13, 6))))
    foes = [squad("B1", "ger_hmg", near), squad("B2", "ger_hmg", {0: near[5]})]
    for floors, expected in ((1, True), (2, False)):
        at = Table([SMG], foes, surface={"1306": "b"}, buildings=[{"at": (13, 6), "floors": floors}])
        at.plan(A1="MD", B1="FC", B2="FC").until("c").acts("a", "activate", platoon="A1")
        told = {each.type for each in withheld(at.moment, Seat("a"), UnitId("A1.0"))}
        assert ("move" in told) == expected


@pytest.mark.rule("FHW-TRAN-02", "FHW-SHOT-04")
def test_nobody_shoots_from_nowhere_or_at_nowhere() -> None:
    at = Table([SMG], [FOE]).plan(A1="FO", B1="FO")
    field, team, foe = at.moment.field, at.team("A1.0"), at.team("B1.1")
    assert best_shot(field, team, foe, "defend") is not None
    assert best_shot(field, replace(team, at=None), foe, "defend") is None
    assert best_shot(field, replace(team, aboard=UnitId("A1.1")), foe, "defend") is None
    assert best_shot(field, team, replace(foe, at=None), "defend") is None


@pytest.mark.rule("FHW-SMOKE-04", "FHW-ART-12")
def test_a_battery_tells_how_often_it_has_fired_and_smoked() -> None:
    at = Table([squad("A1", "sov_mortars")], [FOE])
    names = book().words.table("numbers")

    def told(**counts: int) -> set[str]:
        platoon = replace(at.platoon("A1"), battery=Battery(**counts))
        return {number.name.en for number in of_platoon(at.moment.field, platoon)}

    smoked, fired = names["smoke_uses"].en, names["bombarded"].en
    assert {smoked, fired}.isdisjoint(told())
    assert told(smoke_uses=1) - told() == {smoked}
    assert told(bombarded=2) - told() == {fired}


def test_what_lies_beyond_a_smaller_board_goes_and_the_rest_stays() -> None:
    battle = replace(
        blank(same("x"), same("x")),
        tree_lined=((1, 1), (9, 1)),
        trenches=((1, 2), (1, 9)),
        roads=(((1, 1), (2, 1)), ((8, 1), (9, 1))),
    )
    small = resized(battle, 6, 6)
    assert (small.tree_lined, small.trenches, small.roads) == (((1, 1),), ((1, 2),), (((1, 1), (2, 1)),))
    assert (len(small.surface), {len(row) for row in small.relief}) == (6, {6})


def test_a_die_shows_so_much_or_more_as_often_as_it_has_such_faces() -> None:
    assert [round(6 * least(need)) for need in range(9)] == [6, 6, 5, 4, 3, 2, 1, 0, 0]


@pytest.mark.rule("FHW-VIC-01", "FHW-VIC-03")
def test_the_attacker_alone_has_objectives_to_reach_and_both_tell_what_they_hold_and_have_left() -> None:
    own = [squad("A1", "sov_smg", {0: "0911"}), squad("A2", "sov_smg"), squad("A3", "sov_hq", {0: "0111", 1: "0111"})]
    at = Table(own, [FOE]).change("A1.0", at=hexes.from_offset(19, 11))
    at.changed(
        lambda now: replace(
            now, teams={n: team for n, team in now.teams.items() if team.side == "A" or team.index == 1}
        )
    )
    held, left, _ = goals(at.moment.rules, view(at.moment.field, SPECTATOR))
    assert [(each.value, each.of) for each in held.tallies] == [(1, 1), (0, None)]
    assert [each.value for each in left.tallies] == [2, 1]


@pytest.mark.rule("FHW-ASLT-17")
def test_strikes_on_average_are_those_of_all_dice() -> None:
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_t34_76_4")], [FOE])
    needs = book().rules().assault.hit_by_skill
    teams = [at.team("A1.0"), at.team("A1.1"), at.team("A2.0")]
    odds = [Fraction(7 - needs[at.moment.field.skill(team).id], 6) for team in teams]
    assert expected_strikes(at.moment.field, teams) == sum(odds)
    assert expected_strikes(at.moment.field, []) == 0


@pytest.mark.rule("FHW-MOR-01", "FHW-MOR-03")
def test_a_platoon_tells_how_many_are_left_until_it_is_lost() -> None:
    at = Table([SMG, squad("A2", "sov_hq")], [FOE])

    def figures(name: str, **changes: Any) -> list[tuple[int, int | None]]:
        lost = replace(at.position.platoons[PlatoonId(name)], **changes)
        position = replace(at.position, platoons={**at.position.platoons, lost.id: lost})
        field = Field(at.moment.rules, position)
        rows = [row for panel in panels(field, view(field, SPECTATOR)) for row in panel.rows if row.unit == name]
        return [(each.value, each.of) for row in rows for each in row.figures]

    assert figures("A1") == [(10, 10)]
    assert figures("A1", status="destroyed") == []
    assert figures("A2") == []


@pytest.mark.rule("FHW-FO-09")
def test_everybody_at_once_is_offered_where_several_cards_can_fire() -> None:
    foes = [squad("B1", "ger_hmg", {1: "1006"}), squad("B2", "ger_hmg", {1: "1006"})]
    label = book().words.table("choices")["opportunity_ready"].en.partition("{")[0]

    def offered(*aside: str) -> bool:
        at = Table([squad("A1", "sov_smg", {0: "0506"})], foes)
        at.plan(A1="MD", **{name: "FO" if name in aside else "FC" for name in ("B1", "B2")}).until("c")
        at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0606",))
        return any(offer.label.en.startswith(label) for offer in offers(at.moment, Seat("b")))

    assert [offered("B1"), offered("B1", "B2")] == [False, True]


def test_the_seats_of_the_game_are_those_of_its_scenarios() -> None:
    manifest = registry()["flames_hexwar"].manifest
    assert manifest.seats.min == min(each.seats.min for each in manifest.scenarios) == 2
    assert manifest.seats.max == max(each.seats.max for each in manifest.scenarios) == 4
