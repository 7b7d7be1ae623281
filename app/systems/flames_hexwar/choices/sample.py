"""An act at random, as likely to be sensible as odd: what random bots play, and what tests play whole games with."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from app.boards import hexes
from app.engine.system import Picker
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.assault.entries import able, entries_of, judge_entry
from app.systems.flames_hexwar.assault.numbers import REACH
from app.systems.flames_hexwar.barrage.designating import guns_of
from app.systems.flames_hexwar.barrage.lifting import judge_lift
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId, name_of_place
from app.systems.flames_hexwar.book.units import VEHICLE_MG
from app.systems.flames_hexwar.choices.answers import ANSWERS
from app.systems.flames_hexwar.choices.barrages import drawn_bombards, shuffled
from app.systems.flames_hexwar.choices.flights import drawn_strikes
from app.systems.flames_hexwar.choices.reaching import reach
from app.systems.flames_hexwar.choices.volleys import shots_at, targets_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.aiming import Aiming
from app.systems.flames_hexwar.fire.readiness import opportunities
from app.systems.flames_hexwar.fire.shooting import barring
from app.systems.flames_hexwar.fire.windows import declaring_of, moving_of
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.march.halting import has_room, next_places
from app.systems.flames_hexwar.march.stepping import Stepped, Trace, Walking
from app.systems.flames_hexwar.march.ways import activation_of, fits, walking_of
from app.systems.flames_hexwar.plan import deploying, planning
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import Shot
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.turn import steps
from app.systems.flames_hexwar.turn.machine import asked, prompt_of

SELDOM: Final = 12
"""Once in so many times something is done that mostly is not."""
LONGEST: Final = 6
"""Steps of a way."""
TARGETS: Final = 2
"""So many are looked at before a platoon shoots at none."""
Tries = Callable[[Moment, Seat, Picker], Iterator[Action]]


def sample(moment: Moment, seat: Seat, pick: Picker, is_legal: Callable[[Action], bool]) -> Action | None:
    """A legal act, in the word of the judge ``is_legal``, of a seat that is asked; ``None`` for another."""
    if seat not in asked(moment.field):
        return None
    return next(action for action in _TRIES[prompt_of(moment.position)](moment, seat, pick) if is_legal(action))


def _any(pick: Picker, found: Any) -> Any:
    return found[pick(len(found))]


# --------------------------------------------------------------------------------------------------------- before the fighting


def _deploying(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field = moment.field
    own = [
        team
        for team in field.teams.values()
        if field.seat(team.platoon) == seat and field.platoons[team.platoon].status == "board"
    ]
    left = deploying.unplaced(field, seat)
    if own and (left or pick(3)):
        team = _any(pick, left or own)
        row = field.scenario.side_of(team.side)
        for _ in range(SELDOM):
            c0, r0, c1, r1 = _any(pick, row.deploy)
            at = hexes.from_offset(c0 + pick(c1 - c0 + 1), r0 + pick(r1 - r0 + 1))
            facing = pick(hexes.SIDES) if field.kind(team).turns else None
            yield a.Deploy(team.id, hexes.name(at), facing=facing)
        carriers = [each for each in own if fits(field, team, each)]
        if carriers:
            yield a.Deploy(team.id, aboard=_any(pick, carriers).id)
    batteries = [name for name in field.platoons if guns_of(field, name) and field.seat(name) == seat]
    if batteries and not pick(4):
        yield a.Station(_any(pick, batteries), bool(pick(2)))
    yield a.Commit()
    yield a.Commit(True)


def _planning(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field, state = moment.field, moment.position.seats[seat]
    cards = list(planning.cards_of(field, seat))
    blank = [platoon for platoon in cards if platoon.id not in state.drafts.orders]
    if blank or not pick(SELDOM):
        platoon = _any(pick, blank or cards)
        found = list(planning.orders_allowed(field, platoon))
        plain = [(order, special) for order, special in found if order != "AE"]
        order, special = _any(pick, found if not plain or not pick(4) else plain)
        yield a.GiveOrder(platoon.id, order, special)
    if not pick(SELDOM):
        key = _any(pick, state.companies)
        deck = planning.cards_in_deck(field, key, state.drafts)
        yield a.Deck(moment.position.companies[key].id, tuple(shuffled(pick, deck)))
    if not pick(3) and not state.drafts.air:
        yield a.Air(True)
    kept = [platoon.id for platoon in cards if (card := state.drafts.orders.get(platoon.id)) and card.order == "FO"]
    if kept and not state.drafts.in_force and not pick(3):
        entries = tuple(a.StandingShot(name, 2 + pick(5), _any(pick, ("any", "foot", "vehicles"))) for name in kept)
        yield a.Standing(True, entries)
    drafted = [*state.drafts.orders, *(("air",) if state.drafts.air else ())]
    if drafted and not pick(SELDOM * 2):
        yield a.Undraft(_any(pick, drafted))
    if blank and pick(6):
        platoon = _any(pick, blank)
        yield a.GiveOrder(platoon.id, *_any(pick, list(planning.orders_allowed(field, platoon))))
    yield a.Commit(fill=bool(blank))


def _first_fire(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field, drafts = moment.field, moment.position.seats[seat].drafts
    state = moment.position.seats[seat]
    for name, platoon in field.platoons.items():
        is_own = field.seat(name) == seat and platoon.order == "FC" and platoon.status != "destroyed"
        if is_own and name not in drafts.bombards and pick(4):
            yield from itertools.islice(drawn_bombards(field, name, pick), 1)
    if drafts.strike is None and moment.position.sides[state.side].commander == seat:
        yield from drawn_strikes(field, state.side, pick)
    yield a.Commit()


def _second_fire(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field, drafts = moment.field, moment.position.seats[seat].drafts
    side = moment.position.seats[seat].side
    for name, platoon in field.platoons.items():
        if field.seat(name) != seat or platoon.order != "FC" or platoon.status == "destroyed" or name in drafts.fires:
            continue
        if pick(5):
            yield from _shooting(field, seat, name, pick)
        for team in field.members(name):
            if field.is_recce(team) and not pick(3):
                for target in targets_of(field, side):
                    if judge_lift(field, team, target) is None:  # type: ignore[arg-type]
                        yield a.Lift(team.id, target)  # type: ignore[arg-type]
    yield a.Commit()


# ------------------------------------------------------------------------------------------------------------------ the steps


def smoked(field: Field, shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """The same with smoke instead, at the first team of each target, wherever a weapon has it (FHW-SMOKE-01)."""
    found = []
    for shot in shots:
        targets, weapon = field.target_teams(shot.at), field.rules.weapons.get(shot.weapon)
        if targets and weapon is not None and weapon.smoke:
            shot = replace(shot, count=1, priority=targets[0].id, smoke=True)
        found.append(shot)
    return tuple(found)


def _cards(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    found = steps.next_cards(moment.field, seat)
    if not pick(3):
        yield a.Pass()
    if found:
        yield a.Activate(_any(pick, found))
    yield a.Pass()


def _headquarters(field: Field, seat: Seat) -> Iterator[Team]:
    return (team for team in field.independent if field.seat(team.platoon) == seat)


def movable(field: Field, seat: Seat) -> list[Team]:
    """The teams that may still move in the activation, with the HQ teams of the seat."""
    activation = activation_of(field)
    if activation.moving is not None:
        return [field.teams[activation.moving.team]]
    return [
        team
        for team in (*field.members(activation.platoon), *_headquarters(field, seat))
        if not (team.turn.halted or team.turn.stuck or team.bailed_out or team.bogged or team.turn.boarded)
        and not (team.turn.acted or team.turn.acted_with not in (None, activation.platoon))
        and team.aboard is None
        and field.platoons[team.platoon].status in ("board", "arriving")
    ]


def _acting(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field, activation = moment.field, activation_of(moment.field)
    teams = movable(field, seat)
    riders = [team for team in field.by_platoon[activation.platoon] if team.aboard]
    if riders and not activation.begun and not pick(2):
        rider = _any(pick, riders)
        carrier = field.teams[rider.aboard]
        if carrier.at is not None:
            at = _any(pick, (carrier.at, *hexes.neighbours(carrier.at)))
            yield a.Dismount(rider.id, hexes.name(at))
    if teams and (activation.moving is not None or pick(8)):
        yield from _moves(moment, _any(pick, teams), pick)
    on_foot = [team for team in field.members(activation.platoon) if team.at is not None and team.aboard is None]
    if on_foot and not pick(4):
        team = _any(pick, on_foot)
        for carrier in field.standing_in(team.at):
            if carrier.id != team.id:
                yield a.Mount(team.id, carrier.id)
    if moment.position.phase == "c" and activation.moving is None:
        side, name = field.platoons[activation.platoon].side, activation.platoon
        for team in field.members(name):
            if field.is_recce(team) and not pick(3):
                yield from (a.Lift(team.id, target) for target in targets_of(field, side))  # type: ignore[arg-type]
        yield from _shooting(field, seat, name, pick)
    yield a.Close()


def _shooting(field: Field, seat: Seat, name: PlatoonId, pick: Picker) -> Iterator[Action]:
    """All that a platoon can fire at some target."""
    declaring, targets = barring(field, seat, name), targets_of(field, field.platoons[name].side)
    for target in itertools.islice(shuffled(pick, targets), TARGETS):
        shots = _in_range(declaring.aiming, field.members(name), target)
        if not shots:
            continue
        if not pick(3):
            yield a.Fire(name, smoked(field, shots))
        yield a.Fire(name, shots)
        allowed = shots_at(declaring, field.members(name), target)
        if allowed:
            yield a.Fire(name, allowed)


def _in_range(aiming: Aiming, teams: Sequence[Team], target: str) -> tuple[Shot, ...]:
    """What these teams might fire at a target: each its first weapon that reaches what it sees of it, machine guns with it."""
    found, targets = list[Shot](), aiming.field.target_teams(target)
    for team in teams:
        fires_main = False
        if team.at is None or team.aboard is not None:
            continue
        fars = [(aiming.field.far(team, each), each) for each in targets]
        for weapon in aiming.weapons(team):
            near = [each for far, each in fars if far <= weapon.range]
            if not near or (fires_main and weapon.id != VEHICLE_MG):
                continue
            count = aiming.rate(team, weapon, fires_main=fires_main)
            if count and any(aiming.may_aim(weapon, each) and aiming.sees(team, each) for each in near):
                found.append(Shot(team.id, weapon.id, count, UnitId(target)))
                fires_main = True
    return tuple(found)


def _moves(moment: Moment, team: Team, pick: Picker) -> Iterator[Action]:
    field, activation = moment.field, activation_of(moment.field)
    moving, walking = activation.moving, walking_of(field, team)
    trace = walking.start if moving is None else walking.along(moving.visits)
    facing = pick(hexes.SIDES) if field.kind(team).turns and not pick(2) else None
    way = _stroll(walking, trace, pick)
    if way:
        path = tuple(map(name_of_place, way))
        yield a.Move(team.id, path, halt=bool(pick(6)), facing=None)
        yield a.Move(team.id, path, facing=facing)
    if moving is not None:
        yield a.Move(team.id, (), facing=facing)
        yield a.Move(team.id, ())
        for each in reach(walking, trace).values():
            if has_room(field, team, each.place):
                yield a.Move(team.id, tuple(map(name_of_place, each.path)))
    elif field.kind(team).turns:
        yield a.Move(team.id, (), facing=pick(hexes.SIDES))


def _stroll(walking: Walking, trace: Trace, pick: Picker) -> list[Place]:
    """A way that roughly keeps its direction, as far as there is room at its end."""
    heading, way = pick(hexes.SIDES), list[Place]()
    for _ in range(1 + pick(LONGEST)):
        stepped = _ahead(walking, trace, heading, way, pick) if walking.has_more(trace) else None
        if stepped is None or stepped.trace.place is None:
            break
        trace = stepped.trace
        way.append(stepped.trace.place)
    while way and not has_room(walking.field, walking.team, way[-1]):
        way.pop()
    return way


def _ahead(walking: Walking, trace: Trace, heading: int, way: Sequence[Place], pick: Picker) -> Stepped | None:
    """The next step: straight on, or as near to it as there is a legal one; now and then up or down."""
    if trace.place is None:
        found = [_any(pick, next_places(walking, trace))]
    elif trace.place.floor > 1 or walking.field.terrain[trace.place.hex].floors > 1:
        found = [*shuffled(pick, next_places(walking, trace))]
    else:
        around = hexes.neighbours(trace.place.hex)
        found = [Place(around[(heading + turn) % hexes.SIDES]) for turn in ((0, 1, -1) if pick(2) else (0, -1, 1))]
        found = [place for place in found if walking.field.terrain.board.holds(place.hex)]
    tries = (walking.step(trace, place) for place in found if place not in way)
    return next((stepped for stepped in tries if isinstance(stepped, Stepped)), None)


def _window(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field = moment.field
    _, _, mover = moving_of(field)
    if pick(3):
        for company in moment.position.companies.values():
            if company.seat == seat:
                for name in company.aside:
                    shots = opportunities(declaring_of(field, name), field.members(name), mover)
                    if shots:
                        yield a.FireOpportunity(shots)
    if not pick(SELDOM):
        yield a.Standing(True, ())
    yield a.Hold(_any(pick, ("window", "team", "activation")))


def _assaults(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    field, drafts = moment.field, moment.position.seats[seat].drafts
    written = {name for names in drafts.assaults.values() for name in names}
    places = list(dict.fromkeys(team.at for team in field.enemies(moment.position.seats[seat].side) if team.at))
    own = [name for name in field.platoons if field.seat(name) == seat and name not in written]
    for name in shuffled(pick, own):
        if not pick(4):
            continue
        near = {at for team in able(field, name) if team.at for at in hexes.disc(team.at, REACH)}
        for at in places:
            act = a.WriteAssault((name,), hexes.name(at))
            if at in near and act.at not in drafts.assaults and judge_entry(field, seat, act) is None:
                yield act
    yield a.Commit()


def _next(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    found = [hexes.name(entry.at) for entry in entries_of(moment.field, seat)]
    yield a.NextAssault(_any(pick, found))


def _answer(moment: Moment, seat: Seat, pick: Picker) -> Iterator[Action]:
    found = list(ANSWERS[prompt_of(moment.position)](moment.field, seat))
    yield from shuffled(pick, found)


_TRIES: Final[Mapping[str, Tries]] = {
    "deploy_defender": _deploying,
    "deploy_attacker": _deploying,
    "plan": _planning,
    "a1_designate": _first_fire,
    "a2_designate": _second_fire,
    "b": _cards,
    "c": _cards,
    "d": _cards,
    "activation": _acting,
    "window": _window,
    "e_write": _assaults,
    "e_order": _next,
    **dict.fromkeys(ANSWERS, _answer),
}
"""State or prompt -> what is tried, the likeliest first; the last of it is always legal."""
