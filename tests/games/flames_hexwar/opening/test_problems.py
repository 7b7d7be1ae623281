"""Positions that cannot be: every one is told why, and whatever passes breaks nothing that looks at it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine import play
from app.engine.dice import StreamDice
from app.engine.offers import Preview
from app.engine.types import SPECTATOR, Seat, UnitId, Viewer
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.opening.riding import riding
from app.systems.flames_hexwar.position.frames import Activation, NewCommand, Volleys, Window
from app.systems.flames_hexwar.position.state import NO_DRAFTS, Card, CompanyKey, Entry, Gone, Position
from tests.games.flames_hexwar.playing import opened, played
from tests.games.flames_hexwar.scenes import Table, act, squad
from tests.support.random_play import bounded, registry

SCENARIOS = ("quick_crossroads", "evening_village", "mountain_patrol")
TRIES = bounded(200, 20_000)


@lru_cache(maxsize=1)
def positions() -> tuple[Position, ...]:
    """Positions of random games, more of those in which something is being resolved."""
    found: list[Position] = []
    for scenario in SCENARIOS:
        for number, each in enumerate(played(scenario, 2, bounded(1, 4))):
            position = each.step.state
            if number % 25 == 0 or (len(position.frames) > 1 and number % 3 == 0):
                found.append(position)
    return tuple(found)


def system() -> Any:
    return registry()["flames_hexwar"]


# ---------------------------------------------------------------------------------------------------------------- what is wrong


def parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data: what holds it, and its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in items:
        yield value, key
        if isinstance(each, dict | list):
            yield from parts(each)


def spoiled(position: Position, pick: random.Random) -> Any:
    """A position as plain data with a value or two put elsewhere, left out, or changed."""
    data = msgspec.json.decode(msgspec.json.encode(position))
    for part in ("options", "tables"):
        del data[part]
    for _ in range(pick.choice((1, 1, 2))):
        about = pick.choice(("frames", "platoons", "companies", "teams", "seats", "sides", "", "frames"))
        within = list(parts(data[about] if data.get(about) else data))
        holder, key = pick.choice(within)
        spoil(holder, key, within, pick)
    return {**data, "options": dict(position.options), "tables": dict(position.tables)}


def spoil(holder: Any, key: Any, others: list[tuple[Any, Any]], pick: random.Random) -> None:
    """One value spoiled."""
    old = holder[key]
    where, name = pick.choice(others)
    like = [here[at] for here, at in others if at == key and type(here[at]) is type(old)]
    ways: list[Callable[[], Any]] = [
        lambda: copy.deepcopy(where[name]),
        lambda: copy.deepcopy(pick.choice(like)),
        lambda: copy.deepcopy(pick.choice(like)),
        lambda: None,
    ]
    if isinstance(old, bool):
        ways.append(lambda: not old)
    elif isinstance(old, int):
        ways.append(lambda: old + pick.choice((-40, -1, 1, 40)))
    elif isinstance(old, str):
        ways.append(lambda: pick.choice(("A1", "B1", "A1.0", "B2.9", "a", "nobody", "")))
    elif isinstance(old, list):
        ways.append(lambda: old[:-1] if pick.random() < 0.5 else [*old, *copy.deepcopy(old[:1])])
    else:
        ways.append(lambda: {at: each for at, each in (old or {}).items() if pick.random() < 0.7})
    holder[key] = pick.choice(ways)()


def look_at(position: Position, pick: random.Random) -> None:
    """Everything that pages, bots and the rules service ask of a position, and what is done in it."""
    game = system()
    things = [*position.teams, *position.platoons, "0404", *position.gone]
    game.outcome(position)
    for viewer in (SPECTATOR, *(Viewer(seat) for seat in position.seats)):
        seen = game.view(position, viewer)
        game.scene(seen)
        game.correctables(seen)
        for thing in pick.sample(things, 3):
            game.about(seen, thing)
        game.resample(position, viewer, pick.randrange)
    for seat in position.seats:
        game.worth(position, seat)
        for unit in pick.sample([each for each in things if each not in position.gone], 2):
            game.withheld(position, seat, unit)
            game.survey(position, seat, unit)
            game.offers(position, seat, unit)
        assert all(game.survey(position, seat, unit) == Preview(True) for unit in position.gone)
    for seat in game.to_act(position):
        game.time_out(position, seat)
        wanted = [action for offer in game.offers(position, seat) for action in offer.examples[:1]]
        chosen = [game.sample(position, seat, pick.randrange), *pick.sample(wanted, min(2, len(wanted)))]
        for action in chosen:
            if action is not None:
                game.preview(position, seat, action)
                game.check(position, seat, action)
                play.step(game, position, seat, action, StreamDice(pick.randbytes(32), "fuzz"))


def test_positions_of_games_can_be() -> None:
    for position in positions():
        assert not system().problems(position), (position.phase, position.frames)


def at_start() -> Position:
    return opened("quick_crossroads", 2)


def planning() -> Position:
    return next(each for each in positions() if each.phase == "plan" and each.scenario == "quick_crossroads")


def with_team(position: Position, name: str, **changes: Any) -> Position:
    team = position.teams[UnitId(name)]
    return replace(position, teams={**position.teams, UnitId(name): replace(team, **changes)})


def told(position: Position) -> str:
    return " ".join(system().problems(position))


def test_a_team_stands_where_it_can_or_nowhere() -> None:
    """FHW-TERR-07, FHW-FACE-01, FHW-TERR-12, FHW-STACK-07."""
    start = at_start()
    building, mixed = hexes.from_offset(7, 3), hexes.from_offset(5, 3)
    assert "closed to it" in told(with_team(start, "A1.0", at=building))
    assert "off the board" in told(with_team(start, "A1.0", at=hexes.from_offset(30, 30)))
    assert "floor" in told(with_team(start, "B1.3", floor=5))
    assert "half: missing" in told(with_team(start, "A1.0", at=mixed))
    assert "facing: missing" in told(with_team(start, "A1.0", facing=None))
    assert "infantry has none" in told(with_team(start, "A2.0", facing=1))
    assert "both sides" in told(with_team(start, "A1.0", at=start.teams[UnitId("B2.0")].at))
    assert "too many" in told(
        with_team(
            with_team(start, "A1.0", at=start.teams[UnitId("A1.2")].at), "A1.1", at=start.teams[UnitId("A1.2")].at
        )
    )
    assert "nowhere" in told(with_team(planning(), "A1.0", at=None))


def test_a_team_is_what_the_list_says_of_it() -> None:
    """FHW-SET-03."""
    start = at_start()
    for wrong in ({"side": "B"}, {"type": "is2"}):
        assert "expected what the list says" in told(with_team(start, "A2.0", **wrong))
    assert "index: expected 0" in told(with_team(start, "A2.0", index=1))
    assert "under its own name" in told(with_team(start, "A2.0", platoon=PlatoonId("A1")))


def test_marks_are_those_that_a_kind_can_have() -> None:
    """FHW-SUPP-04, FHW-BAIL-02, FHW-BOG-05."""
    start = at_start()
    assert "suppressed" in told(with_team(start, "A1.0", suppressed=True))
    assert "bailed_out" in told(with_team(start, "A2.0", bailed_out=True))
    assert "bogged" in told(with_team(start, "A2.0", bogged=True))


def test_passengers_are_aboard_something_with_room() -> None:
    """FHW-TRAN-02."""
    start = at_start()
    assert "aboard nothing" in told(with_team(start, "A2.0", at=None, aboard=UnitId("A2.0")))
    assert "no room" in told(with_team(start, "A2.0", at=None, aboard=UnitId("A2.9")))
    assert "on the board and aboard" in told(with_team(start, "A2.0", aboard=UnitId("A1.0")))
    assert "no room" in told(with_team(start, "B1.0", at=None, aboard=UnitId("A1.0")))
    assert told(with_team(start, "A2.0", at=None, aboard=UnitId("A1.0"))) == ""


def test_guns_are_towed_by_what_tows_and_man_packed_ones_ride() -> None:
    """FHW-TRAN-02."""
    own = [squad("A1", "sov_t34_76_4", {}), squad("A2", "sov_zis3", {}), squad("A3", "sov_mortars", {})]
    at = Table(own, [squad("B1", "ger_grenadiers_small", {})])

    def aboard(*names: str, carrier: str = "t34_76") -> str:
        field = at.change("A1.0", type=carrier).moment.field
        riders = {name: replace(at.team(name), at=None, aboard=UnitId("A1.0")) for name in names}
        field = Field(field.rules, replace(at.position, teams={**at.position.teams, **riders}))
        return " ".join(riding(field, riders[names[0]]))

    assert "no room" in aboard("A2.2")
    assert aboard("A3.2", "A3.3", "A3.4") == ""
    assert aboard("A2.2", carrier="truck") == ""
    assert "no room" in aboard("A2.2", "A2.3", carrier="truck")
    assert aboard("A2.2", "A3.2", "A3.3", "A3.4", carrier="truck") == ""
    assert "no room" in aboard("A2.2", "A3.2", "A3.3", "A3.4", "A3.5", carrier="truck")
    assert "no room" in aboard("A1.1", carrier="truck")


def test_cards_lie_once_in_their_own_deck() -> None:
    """FHW-PLAN-02, FHW-PLAN-05."""
    position = planning()
    key = next(iter(position.companies))
    company = position.companies[key]

    def dealt(**cards: tuple[str, ...]) -> Position:
        return replace(position, companies={**position.companies, key: replace(company, **cards)})

    assert "twice" in told(dealt(deck=("A1", "A1")))
    assert "no card of it" in told(dealt(deck=("B1",)))
    assert "wrong place" in told(dealt(aside=("A1",)))


def test_drafts_are_those_that_a_seat_could_make() -> None:
    """FHW-PLAN-09, FHW-PLAN-10, FHW-HID-03."""
    position = planning()

    def drafted(**drafts: Any) -> Position:
        state = position.seats[Seat("a")]
        new = replace(state, drafts=replace(NO_DRAFTS, **drafts))
        return replace(position, seats={**position.seats, Seat("a"): new})

    assert told(drafted(orders={"A1": Card("MD")})) == ""
    assert "drafts.orders" in told(drafted(orders={"A1": Card("AE", "recce_reorganise")}))
    assert "drafts.orders" in told(drafted(orders={"B1": Card("MD")}))
    assert "drafts.air" in told(drafted(air=True))
    assert "drafts.assaults" in told(drafted(assaults={"0704": ("A1",)}))
    assert "drafts.decks" in told(drafted(decks={"A1": ("B1",)}))


def drafted_by(at: Table, seat: str, **drafts: Any) -> str:
    state = at.position.seats[Seat(seat)]
    new = replace(state, drafts=replace(NO_DRAFTS, **drafts))
    return told(replace(at.position, seats={**at.position.seats, Seat(seat): new}))


def test_flights_are_called_by_commanders_and_every_card_lies_once_in_its_deck() -> None:
    """FHW-SEAT-03, FHW-PLAN-03, FHW-ASLT-01."""
    air = {"level": "limited", "aircraft": "il2", "count": 1}
    own = [squad("A1", "sov_smg", {0: "1306"}), squad("A2", "sov_smg", company="2")]
    foe = squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table(own, [foe], air=air, seats=({"side": "A"}, {"side": "B"}, {"side": "A"}))
    assert [drafted_by(at, "a", air=True), drafted_by(at, "a", decks={"A1": ("A1",)})] == ["", ""]
    assert "seats.c.drafts.air" in drafted_by(at, "c", air=True)
    assert "seats.a.drafts.decks" in drafted_by(at, "a", decks={"A1": ("A1", "A1")})
    for seat, name in (("a", "A1"), ("c", "A2"), ("b", "B1")):
        at.acts(seat, "order", platoon=name, order="FO")
    at.plan()
    assert drafted_by(at, "a", assaults={"1406": ("A1",)}) == ""
    assert "seats.a.drafts.assaults" in drafted_by(at, "a", assaults={"014006": ("A1",)})  # a hex has one name


def test_nothing_is_resolved_that_the_phase_does_not_know() -> None:
    position = planning()
    assert "frames[0]: not in plan" in told(replace(position, frames=(Activation(PlatoonId("A1")),)))
    window = next(each for each in positions() if len(each.frames) == 2 and isinstance(each.frames[-1], Window))
    assert "not in" in told(replace(window, frames=window.frames[1:]))
    assert "is no" in told(
        replace(window, frames=(replace(window.frames[0], platoon=PlatoonId("A99")), window.frames[1]))
    )


def test_an_assault_waits_in_a_stage_that_asks_somebody_and_volleys_lie_on_what_fires_them() -> None:
    """Part 4 of the rules: else there is no sentence for what is asked."""
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_hmg", {1: "1406"})
    at = Table([own], [foe]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406")
    assert told(at.position) == ""
    assert "nobody is asked in the stage terror" in told(
        replace(at.position, frames=(replace(at.frame(), stage="terror"),))
    )
    assert "A1.0 assaults" in told(replace(at.position, frames=(replace(at.frame(), platoons=(PlatoonId("A1.0"),)),)))
    choice, volleys = NewCommand(Seat("a"), PlatoonId("A1"), ()), Volleys("md", ())
    assert "not on what lies below it" in told(replace(at.position, frames=(at.frame(), choice, volleys)))


@pytest.mark.parametrize("number", [8, 10**18])
def test_nobody_started_with_more_than_there_are(number: int) -> None:
    """FHW-MOR-02, FHW-MOR-05: what is counted up to them would be for ever."""
    assert "companies.A1.starting" in told(with_company(planning(), "A1", starting=number))
    assert "platoons.A1.starting" in told(with_platoon(planning(), "A1", starting=5 * number))


def a_tank_on_its_way() -> Table:
    """A tank of A1 has gone a step, and is asked for the next; B9 lies in wait; both have more cards."""
    own = [squad("A1", "sov_t34_76_4", {0: "0306"}), squad("A2", "sov_smg", {0: "0006"})]
    at = Table(own, [squad("B9", "ger_pak40_section", {0: "1906>3"}), squad("B8", "ger_grenadiers_small", {})])
    at.plan(A1="MD", A2="MD", B9="FO", B8="MD").until("c", 6, 1).do("a", act("activate", platoon="A1"))
    at.acts("a", "move", team="A1.0", path=["0406"], halt=False)
    while at.prompt == "window":
        at.acts("b", "hold", until="activation")
    return at


def with_platoon(position: Position, name: str, **changes: Any) -> Position:
    new = replace(position.platoons[PlatoonId(name)], **changes)
    return replace(position, platoons={**position.platoons, new.id: new})


def with_company(position: Position, key: str, **changes: Any) -> Position:
    new = replace(position.companies[CompanyKey(key)], **changes)
    return replace(position, companies={**position.companies, new.key: new})


def test_turns_are_counted_from_the_first_planning_on() -> None:
    """FHW-TURN-01, FHW-SET-06."""
    assert "turn: " in told(replace(at_start(), turn=1))
    assert "turn: " in told(replace(planning(), turn=0))


def test_a_step_is_a_sides_whatever_lies_upon_it() -> None:
    """FHW-EXEC-03: without frames nobody at all is asked."""
    at = a_tank_on_its_way()
    assert told(at.position) == ""
    assert "active: " in told(replace(at.position, active=None))
    before = replace(at.position, frames=(), active=None)
    assert told(before) == ""
    assert system().to_act(before) == ()
    assert play.problems(system(), before) == ("nobody is asked, and the game is not over",)


def test_assaults_that_are_left_are_a_sides_to_choose() -> None:
    """FHW-ASLT-11."""
    own, foe = squad("A1", "sov_smg", {0: "1306"}), squad("B1", "ger_hmg", {1: "1406"})
    at = Table([own], [foe]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    at.acts("a", "next_assault", at="1406")
    left = Entry("A", hexes.from_offset(14, 6), (PlatoonId("A1"),))
    assert told(replace(at.position, entries=(left,))) == ""
    assert "active: " in told(replace(at.position, entries=(left,), active=None))


def test_cards_of_a_step_are_as_many_as_are_counted() -> None:
    """FHW-EXEC-02."""
    at = a_tank_on_its_way()
    assert at.position.companies[CompanyKey("A1")].counted == 1
    for wrong in (None, 0, 2):
        assert "companies.A1.counted: expected its cards with MD" in told(
            with_company(at.position, "A1", counted=wrong)
        )
    assert "companies.A1.counted: nothing is counted" in told(with_company(planning(), "A1", counted=1))
    start = Table([squad("A1", "sov_smg", {})], [squad("B1", "ger_grenadiers_small", {})])
    start.plan(A1="FC", B1="FO").until("a2_designate")
    assert "with FC" in told(with_company(start.position, "A1", counted=2))


def test_every_platoon_in_play_has_its_card_until_it_is_played() -> None:
    """FHW-PLAN-02, FHW-PLAN-01."""
    at = a_tank_on_its_way().position
    assert "A2: its card is missing" in told(with_company(at, "A1", deck=()))
    assert "A1: its card lies there" in told(with_company(at, "A1", deck=("A1", "A2")))
    assert "A2: its card is blank" in told(with_platoon(at, "A2", order=None))
    assert "A1: its card lies there" in told(with_company(planning(), "A1", deck=("A1",)))


def test_assaults_lie_written_only_while_they_are_fought() -> None:
    """FHW-ASLT-01."""
    at = a_tank_on_its_way().position
    assert "entries: " in told(replace(at, entries=(Entry("A", hexes.from_offset(19, 6), (PlatoonId("A2"),)),)))


def test_a_team_on_its_way_stands_where_that_has_led() -> None:
    """FHW-MOVE-06; in the middle of its step it need not."""
    at = a_tank_on_its_way().position
    elsewhere = with_team(at, "A1.0", at=hexes.from_offset(3, 6))
    assert "A1.0 is not where its way has led" in told(elsewhere)
    activation = at.frames[-1]
    assert isinstance(activation, Activation)
    assert activation.moving is not None
    announced = replace(activation.moving, announced=Place(hexes.from_offset(5, 6)))
    going_on = replace(elsewhere, frames=(replace(activation, moving=announced),))
    assert system().to_act(going_on) == ()
    assert told(going_on) == ""


def test_nobody_is_asked_in_a_window_whose_mover_is_lost() -> None:
    """FHW-FO-09: it closes by itself."""
    window = next(each for each in positions() if each.frames and isinstance(each.frames[-1], Window))
    activation = next(frame for frame in window.frames if isinstance(frame, Activation))
    assert activation.moving is not None
    name = activation.moving.team
    team = window.teams[name]
    lost = replace(
        window,
        teams={each: kept for each, kept in window.teams.items() if each != name},
        gone={**window.gone, name: Gone(team.id, team.platoon, team.type, team.side)},
    )
    assert system().to_act(window)
    assert system().to_act(lost) == ()


def test_a_battle_that_cannot_be_laid_out_is_no_position() -> None:
    assert "battle" in told(replace(at_start(), battle={}, scenario="own"))
    assert "scenario" in told(replace(at_start(), scenario="nowhere"))


def test_what_is_spoiled_is_told_or_breaks_nothing() -> None:
    pick = random.Random(f"spoiled {TRIES}")
    for number in range(TRIES):
        data = spoiled(pick.choice(positions()), pick)
        try:
            position = msgspec.convert(data, Position, str_keys=True)
        except msgspec.ValidationError:
            continue
        if not system().problems(position):
            look_at(position, random.Random(number))


def test_a_commander_sits_on_his_side_and_markers_lie_once() -> None:
    """FHW-SEAT-03, FHW-COV-08, FHW-MOR-06."""
    position = planning()
    side = replace(position.sides["A"], commander=position.sides["B"].commander)
    assert "sides.A.commander" in told(replace(position, sides={**position.sides, "A": side}))
    at = hexes.from_offset(3, 3)
    assert "wrecks: expected every hex once" in told(replace(position, wrecks=((at, 1), (at, 2))))
    assert "wrecks: expected at least one" in told(replace(position, wrecks=((at, 0),)))
    key = next(iter(position.companies))
    assert f"companies.{key}: failed, with platoons" in told(with_company(position, key, failed=True))
