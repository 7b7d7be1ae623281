"""Cards that are turned, and what a platoon does then: getting down, moves, getting up, fire, the end (FHW-EXEC, FHW-MOVE)."""

from __future__ import annotations

from app.boards import hexes
from app.engine.offering import Example
from app.engine.types import UnitId
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.choices.offers_fire import declaring_in, lifting_offers, shooting_offers
from app.systems.flames_hexwar.choices.offers_moves import moving_offers
from app.systems.flames_hexwar.march.ways import activation_of, may_act
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.frames import Activation
from app.systems.flames_hexwar.position.state import Team
from app.systems.flames_hexwar.turn import steps
from app.systems.flames_hexwar.words.names import cell


def card_offers(of: Asking) -> Offers:
    """The next card of each deck, and passing (FHW-EXEC-03, FHW-EXEC-04, FHW-PLAN-07)."""
    for name in steps.next_cards(of.field, of.seat):
        act = Example(a.Activate(name), of.platoon(name), of.card(name))
        yield from of.make([act], label=of.say("turn_card"), unit=UnitId(name))
    yield from of.make([a.Pass()], ask="button")


def activation_offers(of: Asking) -> Offers:
    """Everything of an activation."""
    activation = activation_of(of.field)
    found = list(_acts(of, activation))
    yield from found
    if activation.moving is None and of.only is None:
        label = of.say("close", platoon=of.platoon(activation.platoon))
        yields = None if found else True
        yield from of.make([a.Close()], label=label, ask="button", closes=True, yields=yields)


def _acts(of: Asking, activation: Activation) -> Offers:
    """What its teams may do."""
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
    if of.only is None:
        yield from shooting_offers(of, activation.platoon, declaring_in(of, activation.platoon), closes=True)


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
    label = of.label("dismount")
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
    yield from of.make(found, label=of.label("mount"), unit=team.id)
