"""Cards that are turned, and what a platoon does then: getting down, moves, getting up, fire, the end (FHW-EXEC, FHW-MOVE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.boards import hexes
from app.engine.offering import Example
from app.engine.offers import Domain, Fields
from app.engine.types import UnitId
from app.engine.words import joined
from app.systems.flames_hexwar.book.kinds import Place
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.choices.offers_fire import declaring_in, lifting_offers, shooting_offers
from app.systems.flames_hexwar.choices.reaching import Reached, reach
from app.systems.flames_hexwar.march.halting import has_room, may_go_on, own_half
from app.systems.flames_hexwar.march.ways import activation_of, may_act, walking_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.actions import name_of_place
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.turn import steps
from app.systems.flames_hexwar.words.names import cell


def card_offers(of: Asking) -> Offers:
    """The next card of each deck, and passing (FHW-EXEC-03, FHW-EXEC-04, FHW-PLAN-07)."""
    for name in steps.next_cards(of.field, of.seat):
        act = Example(a.Activate(name), of.platoon(name), of.card(name))
        yield from of.make([act], label=of.say("turn_card", platoon=of.platoon(name)), unit=UnitId(name))
    yield from of.make([a.Pass()], ask="button")


def activation_offers(of: Asking) -> Offers:
    """Everything of an activation."""
    activation = activation_of(of.field)
    teams = acting(of, activation)
    if activation.moving is None:
        for team in teams:
            if of.wants(team.id):
                yield from _getting_down(of, activation, team)
    for team in teams:
        if of.wants(team.id) and may_move(activation, team):
            yield from moving_offers(of, activation, team)
    if activation.moving is None:
        for team in teams:
            if of.wants(team.id):
                yield from _getting_up(of, team)
        yield from _shooting(of, activation)
        if of.only is None:
            label = of.say("close", platoon=of.platoon(activation.platoon))
            yield from of.make([a.Close()], label=label, ask="button", closes=True)


def acting(of: Asking, activation: Activation) -> list[Team]:
    """The platoon's teams, and the HQ teams that may act with it (FHW-EXEC-08)."""
    field = of.field
    return [
        team
        for team in field.teams.values()
        if (not field.is_independent(team) and team.platoon == activation.platoon)
        or (field.is_independent(team) and may_act(field, team, of.seat, activation.platoon) is None)
    ]


def may_move(activation: Activation, team: Team) -> bool:
    """Whether a team may still begin a move, or is on its way (FHW-MOVE-07)."""
    if activation.moving is not None:
        return activation.moving.team == team.id
    turn = team.turn
    is_out = turn.halted or turn.stuck or turn.boarded or turn.acted
    return not (is_out or team.bailed_out or team.bogged or team.aboard is not None)


def _shooting(of: Asking, activation: Activation) -> Offers:
    if of.position.phase != "c":
        return
    yield from lifting_offers(of, activation.platoon)
    if of.wants(activation.platoon):
        yield from shooting_offers(of, activation.platoon, declaring_in(of, activation.platoon))


# --------------------------------------------------------------------------------------------------------------------- moves


def moving_offers(of: Asking, activation: Activation, team: Team) -> Offers:
    """Ways of a team: to where it halts, on without a halt, into halves and onto floors that no tap names, turning where it stands."""
    walking, moving = walking_of(of.field, team), activation.moving
    trace = walking.start if moving is None else walking.along(moving.visits)
    found = reach(walking, trace)
    own = of.team(team.id)
    halts = [each for each in found.values() if has_room(of.field, team, each.place)]
    flat = [each for each in halts if each.place.floor == 1]
    ways = [Example(_move(team, each), None, (id_of(each.place.hex),)) for each in flat]
    spot = _on_the_spot(of, team, is_moving=moving is not None)
    label = of.about("move", own)
    domain = _domain(of, team, found, flat)
    if ways:
        yield from of.make([*ways, *spot], label=label, unit=team.id, ask="steps", domain=domain)
    else:
        yield from of.make(spot, label=label, unit=team.id)
    others = [*_other_halts(of, team, halts)]
    yield from of.make(others, label=of.say("move_other", team=own), unit=team.id)
    on = [
        Example(a.Move(team.id, _path(each), False), None, (id_of(each.place.hex),))
        for each in found.values()
        if each.place.floor == 1 and (each in flat or may_go_on(walking, each.trace))
    ]
    yield from of.make(on, label=of.say("move_on", team=own), unit=team.id, ask="steps", domain=domain)


def _path(way: Reached) -> tuple[str, ...]:
    return tuple(map(name_of_place, way.path))


def _move(team: Team, way: Reached) -> a.Move:
    return a.Move(team.id, _path(way))


def _domain(of: Asking, team: Team, found: Mapping[Place, Reached], halts: list[Reached]) -> Domain:
    looks = of.facings(team)
    return Domain(
        start_cell=None if team.at is None else id_of(team.at),
        cells=tuple(dict.fromkeys(id_of(each.place.hex) for each in halts)),
        facings=looks,
        facing=team.facing if looks else None,
        fields=Fields(way="path", facing="facing"),
    )


def _on_the_spot(of: Asking, team: Team, *, is_moving: bool) -> Iterator[Example]:
    """The halt of a team that is moving; turning where it stands (FHW-MOVE-07, FHW-FACE-02)."""
    own = of.team(team.id)
    if is_moving:
        yield Example(a.Move(team.id, ()), of.say("halt_here", team=own))
    if team.at is None:
        return
    for look in of.facings(team):
        if look.value != team.facing:
            yield Example(a.Move(team.id, (), facing=int(look.value)), of.say("facing", facing=look.name))


def _other_halts(of: Asking, team: Team, halts: list[Reached]) -> Iterator[Example]:
    for each in halts:
        at = each.place
        path = _path(each)
        if at.floor > 1:
            name = of.say("at_floor", cell=cell(at.hex), floor=at.floor)
            yield Example(a.Move(team.id, path), name, (id_of(at.hex),))
        elif of.field.terrain[at.hex].mixed is not None and not of.field.kind(team).is_vehicle:
            half = "free" if own_half(of.field, team, at, None) == "cover" else "cover"
            name = of.say(f"at_half_{half}", cell=cell(at.hex))
            yield Example(a.Move(team.id, path, half=half), name, (id_of(at.hex),))  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------------------- passengers


def _getting_down(of: Asking, activation: Activation, team: Team) -> Offers:
    """Hexes where a passenger may get down (FHW-TRAN-01)."""
    if team.aboard is None or activation.begun or team.turn.got_down:
        return
    carrier = of.field.teams[team.aboard]
    if carrier.at is None:
        return
    found = [
        Example(a.Dismount(team.id, id_of(at)), cell(at), (id_of(at),))
        for at in (carrier.at, *hexes.neighbours(carrier.at))
        if of.field.terrain.board.holds(at)
    ]
    label = of.about("dismount", of.team(team.id))
    yield from of.make(found, label=label, unit=team.id)


def _getting_up(of: Asking, team: Team) -> Offers:
    """Carriers in its hex that take a team (FHW-TRAN-02)."""
    if team.at is None or team.aboard is not None or team.turn.got_up:
        return
    found = [
        Example(a.Mount(team.id, each.id), of.say("mount_on", team=of.team(each.id)), (each.id,))
        for each in of.field.standing_in(team.at, team.side)
        if each.id != team.id
    ]
    yield from of.make(found, label=joined((of.label("mount"), of.team(team.id)), by=": "), unit=team.id)
