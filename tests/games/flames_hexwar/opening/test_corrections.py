"""Values that are put right by consent: as they are nothing changes, what is wrong is refused, what follows is a position that can be."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from app.boards import hexes
from app.engine import play
from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, Seat, UnitId, Viewer
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.opening.corrections import correct, correctables
from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.position.state import CompanyKey, Position, Smoke
from tests.games.flames_hexwar.playing import moment_of, opened, played
from tests.games.flames_hexwar.scenes import Table, squad
from tests.games.flames_hexwar.table import book
from tests.support.random_play import registry

CROSSROADS = "quick_crossroads"


@lru_cache(maxsize=1)
def moments() -> tuple[Position, ...]:
    """Positions of a game at random."""
    return tuple(each.step.state for each in played(CROSSROADS, 2, 3))


def planning() -> Position:
    """The first planning of the game."""
    return next(position for position in moments() if position.phase == "plan")


def put(position: Position, field: str, value: bool | int | str, unit: str | None = None) -> Position:
    """A position with one value put right."""
    rules = book().rules(position.options, position.tables, position.battle)
    return correct(rules, position, Correction(field, value, None if unit is None else UnitId(unit)), "changes[0]")


def fields_of(position: Position, unit: str | None) -> set[str]:
    seen = view(moment_of(position).field, SPECTATOR)
    found = correctables(book().rules(position.options, position.tables), seen)
    return {each.field for each in found if each.unit == unit}


def test_every_value_as_it_is_changes_nothing_and_no_other_word_is_taken() -> None:
    for position in moments()[:: max(1, len(moments()) // 12)]:
        rules, seen = book().rules(position.options, position.tables), view(moment_of(position).field, SPECTATOR)
        for each in correctables(rules, seen):
            assert put(position, each.field, each.value, each.unit) is position
            with pytest.raises(InvalidInput):
                put(position, each.field, "no such value", each.unit)


def test_a_team_is_moved_turned_marked_and_taken_off() -> None:
    position = planning()
    moved = put(position, "place", "0501", "A1.0")
    assert view(moment_of(moved).field, SPECTATOR).known.teams[UnitId("A1.0")].at == (5, 1)
    assert put(position, "facing", "4", "A1.0").teams[UnitId("A1.0")].facing == 4
    assert put(position, "bailed_out", True, "A1.0").teams[UnitId("A1.0")].bailed_out
    lost = put(position, "alive", False, "A1.0")
    assert UnitId("A1.0") in lost.gone
    assert UnitId("A1.0") not in lost.teams
    assert lost.platoons["A1"].command is None  # type: ignore[index]
    assert all(not problems(book(), each) for each in (moved, lost))


def test_a_lost_team_comes_back_where_it_is_put() -> None:
    lost = put(planning(), "alive", False, "A2.3")
    back = put(lost, "place", "0202", "A2.3")
    assert not problems(book(), back)
    assert list(back.teams) == list(planning().teams)
    assert not back.gone


def test_a_platoon_of_which_nobody_is_left_is_destroyed_and_lives_again_with_a_team() -> None:
    position = planning()
    for number in range(4):
        position = put(position, "alive", False, f"A1.{number}")
    assert position.platoons["A1"].status == "destroyed"  # type: ignore[index]
    assert not problems(book(), position)
    back = put(position, "place", "0103", "A1.0")
    assert back.platoons["A1"].status == "board"  # type: ignore[index]
    assert not problems(book(), back)


@pytest.mark.parametrize("place", ["9999", "0703/3", "0703", "0501/2", ""])
def test_a_tank_stands_on_no_ground_that_is_closed_to_it(place: str) -> None:
    """FHW-TERR-07: a building, a floor that is not there, beside the board."""
    with pytest.raises(InvalidInput):
        put(planning(), "place", place, "A1.0")


def test_a_team_is_not_put_on_enemies_or_into_a_full_hex() -> None:
    """FHW-STACK-01, FHW-STACK-07."""
    position = planning()
    for number, at in enumerate(("0000", "0000")):
        position = put(position, "place", at, f"A1.{number}")
    with pytest.raises(InvalidInput):
        put(position, "place", "0000", "A1.2")
    enemy = next(team for team in position.teams.values() if team.side == "B" and team.at is not None)
    with pytest.raises(InvalidInput):
        put(position, "place", f"{enemy.at.q + enemy.at.r // 2:02d}{enemy.at.r:02d}", "A1.2")  # type: ignore[union-attr]


def test_turn_weather_wrecks_and_smoke_are_the_games() -> None:
    """FHW-WEA-01: the weather put right holds for this turn, whatever the scenario says."""
    position = planning()
    assert put(position, "turn", 2).turn == 2
    fog = put(position, "weather", "fog")
    assert moment_of(fog).field.weather == "fog"
    wrecked = put(position, "wrecks", "0503:2 0502")
    assert sorted(count for _, count in wrecked.wrecks) == [1, 2]
    assert {"turn", "weather", "wrecks", "smoke"} == fields_of(position, None)
    smoky = put(position, "smoke", "0503 0504")
    assert len(smoky.smoke) == 2
    assert all(not problems(book(), each) for each in (fog, wrecked, smoky))
    with pytest.raises(InvalidInput):
        put(position, "smoke", "9999")


def test_fog_takes_double_moves_out_of_plans_that_are_committed_and_leaves_them_whole() -> None:
    """FHW-WEA-03, FHW-PLAN-12: a draft that nobody could make any more lapses, and says nothing by it."""
    drafted = [
        position
        for position in moments()
        if position.phase == "plan"
        and any(card.order == "MT" for state in position.seats.values() for card in state.drafts.orders.values())
    ]
    for position in drafted[:6]:
        fog = put(position, "weather", "fog")
        assert not problems(book(), fog)
        for seat, state in fog.seats.items():
            assert all(card.order != "MT" for card in state.drafts.orders.values())
            before = position.seats[seat].drafts.orders
            kept = {name for name, card in before.items() if state.committed or card.order != "MT"}
            assert set(state.drafts.orders) == kept


@pytest.mark.parametrize("committed", [False, True])
def test_standing_orders_lapse_with_the_order_of_their_card_and_hinder_nothing_that_is_put_right(
    committed: bool,
) -> None:
    """FHW-FO-16, FHW-HID-04: else that it cannot be put right would tell of an order in secret."""
    own = [squad("A1", "sov_scouts"), squad("A2", "sov_smg")]
    at = Table(own, [squad("B1", "ger_grenadiers_small")])
    for name in ("A1", "A2"):
        at.acts("a", "order", platoon=name, order="FO")
    fire = [{"platoon": name, "need": 4, "at": "any"} for name in ("A1", "A2")]
    at.acts("a", "standing", in_force=True, fire=fire)
    if committed:
        at.acts("a", "commit")

    position = put(at.position, "disorganised", True, "A1")

    assert problems(book(), position) == []
    assert [each.platoon for each in position.seats[Seat("a")].drafts.standing] == ["A2"]


def test_only_a_card_turned_up_has_an_order_to_put_right() -> None:
    """FHW-HID-01: of a card face down nothing is offered, and nothing is taken."""
    position = next(each for each in moments() if any(p.turned for p in each.platoons.values()) and each.phase == "c")
    for name, platoon in position.platoons.items():
        assert ("order" in fields_of(position, name)) == (platoon.turned and platoon.status != "destroyed")
    hidden = next(name for name, each in planning().platoons.items() if not each.turned)
    with pytest.raises(InvalidInput):
        put(planning(), "order", "MD", hidden)


def test_an_observer_still_sees_through_his_smoke_when_more_is_laid() -> None:
    """FHW-SMOKE-05, FHW-SMOKE-06."""
    at = Table([squad("A1", "sov_mortars")], [squad("B1", "ger_grenadiers_small")])
    here, there = hexes.from_offset(9, 6), hexes.from_offset(10, 6)
    lying = msgspec.structs.replace(at.position, smoke=(Smoke(here, (UnitId("A1.1"),)),))
    assert put(lying, "smoke", "0906 1006").smoke == (Smoke(here, (UnitId("A1.1"),)), Smoke(there))


def test_who_is_put_elsewhere_leaves_its_street_and_its_foxhole() -> None:
    """FHW-COV-11, FHW-AE-02."""
    own = [squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_su76", {0: "0606>0"})]
    at = Table(own, [squad("B1", "ger_grenadiers_small")], surface={"0606": "t", "0706": "t"})
    at.change("A1.0", foxhole=True).change("A2.0", in_street=True)
    assert put(at.position, "place", "0706", "A2.0").teams[UnitId("A2.0")].in_street is False
    assert put(at.position, "place", "0507", "A1.0").teams[UnitId("A1.0")].foxhole is False


def test_who_is_said_to_have_doubled_has_changed_hex() -> None:
    """FHW-MT-02, FHW-GTG-02."""
    at = Table([squad("A1", "sov_smg")], [squad("B1", "ger_grenadiers_small")]).plan(A1="MD", B1="FO")
    for moved, changed in (("moved", False), ("doubled", True)):
        turn = put(at.position, "moved", moved, "A1.0").teams[UnitId("A1.0")].turn
        assert (turn.moved, turn.changed_hex) == (moved, changed)


def test_a_card_that_was_played_lies_nowhere_whatever_order_it_is_given() -> None:
    """FHW-PLAN-02, FHW-PLAN-05."""
    at = Table([squad("A1", "sov_smg"), squad("A2", "sov_su76")], [squad("B1", "ger_grenadiers_small")])
    at.plan(A1="MD", A2="MD", B1="FO").acts("a", "activate", platoon="A1").acts("a", "close")
    for order in ("FO", "FC"):
        new = put(at.position, "order", order, "A1")
        company = new.companies[CompanyKey("A1")]
        assert (company.deck, company.aside, company.counted) == (("A2",), (), 1)
        assert not problems(book(), new)


def test_an_order_put_right_moves_its_card() -> None:
    """FHW-PLAN-05."""
    found = [
        (each, name)
        for each in moments()
        for name, platoon in each.platoons.items()
        if platoon.turned and platoon.order == "FO" and not each.frames and each.phase in ("b", "c")
    ]
    for position, name in found[:3]:
        new = put(position, "order", "FC", name)
        company = new.companies[new.platoons[name].company]
        assert name in company.deck
        assert name not in company.aside
        assert not problems(book(), new)


def test_cards_of_covering_fire_are_counted_again_when_one_is_put_right_or_lost() -> None:
    """FHW-EXEC-02, FHW-HID-09: also in (a), where suppressed batteries have turned up theirs."""
    own = [squad("A1", "sov_mortars", {}), squad("A2", "sov_smg", {})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {})]).change("A1.0", suppressed=True)
    at.plan(6, A1="FC", A2="FC", B1="FO").until("a1_designate")
    position = at.position

    def counted(new: Position) -> int | None:
        assert not problems(book(), new)
        return new.companies[CompanyKey("A1")].counted

    assert counted(position) == 2
    assert counted(put(position, "order", "MD", "A1")) == 1
    for number in range(len(book().rules().platoons["sov_mortars"].teams)):
        position = put(position, "alive", False, f"A1.{number}")
    assert counted(position) == 1


def test_a_platoon_that_lives_again_while_planning_has_a_card_to_play() -> None:
    """FHW-PLAN-02; later in the turn it has none."""
    own = [squad("A1", "sov_t34_76_4", {}), squad("A2", "sov_smg", {})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {})])
    places = [hexes.name(at.team(f"A1.{n}").at) for n in range(4)]  # type: ignore[arg-type]

    def again(position: Position) -> Position:
        for number in range(4):
            position = put(position, "alive", False, f"A1.{number}")
        return put(position, "place", places[0], "A1.0")

    at.changed(again).plan(A1="MD", A2="MD", B1="FO").until("c")
    at.acts("a", "activate", platoon="A1").acts("a", "close").acts("a", "activate", platoon="A2")
    late = again(
        Table(own, [squad("B1", "ger_grenadiers_small", {})]).plan(A1="MD", A2="MD", B1="FO").until("c").position
    )
    assert not problems(book(), late)
    assert PlatoonId("A1") not in late.companies[CompanyKey("A1")].deck


def test_what_would_leave_nobody_to_be_asked_is_not_put_right() -> None:
    """The only platoon with a card of the step, taken off, would leave nobody who could go on."""
    own = [squad("A1", "sov_t34_76_4", {}), squad("A2", "sov_smg", {})]
    position = Table(own, [squad("B1", "ger_grenadiers_small", {})]).plan(A1="MD", A2="FO", B1="FO").until("c").position
    assert not play.problems(registry()["flames_hexwar"], position)
    for number in range(4):
        position = put(position, "alive", False, f"A1.{number}")
    assert play.problems(registry()["flames_hexwar"], position) == ("nobody is asked, and the game is not over",)


def test_nothing_is_put_right_before_sides_have_deployed_or_when_the_game_is_over() -> None:
    assert fields_of(opened(CROSSROADS, 2), "A1.0") == set()
    over = moments()[-1]
    assert over.result is not None
    assert not correctables(book().rules(), view(moment_of(over).field, SPECTATOR))
    with pytest.raises(InvalidInput):
        put(over, "turn", 2)


def test_what_can_be_put_right_is_what_everybody_sees() -> None:
    """No seat's view holds more of it than the spectators'."""
    for position in moments()[::20]:
        rules, field = book().rules(position.options, position.tables), moment_of(position).field
        found = {
            msgspec.json.encode(correctables(rules, view(field, Viewer(who)))) for who in (SPECTATOR, *position.seats)
        }
        if not any(platoon.turned for platoon in position.platoons.values()):
            assert len(found) == 1


def test_a_vehicle_that_lives_again_faces_the_other_side() -> None:
    """FHW-FACE-01."""
    at = Table([squad("A1", "sov_t34_76_4", {})], [squad("B1", "ger_panzer4", {})])
    for name, facing in (("A1.1", 0), ("B1.1", 3)):
        place = hexes.name(at.team(name).at)  # type: ignore[arg-type]
        again = put(put(at.change(name, facing=1).position, "alive", False, name), "place", place, name)
        assert again.teams[UnitId(name)].facing == facing
