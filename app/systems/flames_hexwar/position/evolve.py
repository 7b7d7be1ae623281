"""The position after an event: a fold that never judges and never rolls, and shares everything that did not change."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.changes import (
    company_with,
    everybody,
    platoon_with,
    seat_with,
    seats_with,
    side_with,
    team_with,
    teams_with,
    turn_with,
)
from app.systems.flames_hexwar.position.evolve_fights import FIGHTS
from app.systems.flames_hexwar.position.evolve_moves import MOVES
from app.systems.flames_hexwar.position.state import NEW_TURN, NO_DRAFTS, Platoon, Position, Team


def _flow(position: Position, event: e.Flow) -> Position:
    return replace(position, phase=event.phase, active=event.active, last=event.last, frames=event.frames)


def _marked(position: Position, event: e.Marked) -> Position:
    return team_with(position, event.team, turn=event.turn)


def _phase_changed(position: Position, event: e.PhaseChanged) -> Position:
    new = seats_with(position, committed=False, made=0)
    return replace(new, phase=event.phase, active=None, last=None, frames=())


def _turn_started(position: Position, event: e.TurnStarted) -> Position:
    return seats_with(replace(position, turn=event.turn, weather=None), reopened=0)


def _lot_drawn(position: Position, event: ep.LotDrawn) -> Position:
    return platoon_with(position, event.platoon, status="arriving")


def _arrived(position: Position, event: ep.Arrived) -> Position:
    return platoon_with(position, event.platoon, status="arriving", arrives=0)


def _called_in(position: Position, event: ep.CalledIn) -> Position:
    return platoon_with(position, event.platoon, status="coming", arrives=event.arrives)


def _counted_act(position: Position, platoon: PlatoonId) -> Position:
    """Another drafting act of whoever deploys a platoon (FHW-END-02)."""
    seat = position.companies[position.platoons[platoon].company].seat
    return seat_with(position, seat, made=position.seats[seat].made + 1)


def _placed(position: Position, event: ep.Placed) -> Position:
    return team_with(
        _counted_act(position, position.teams[event.team].platoon),
        event.team,
        at=event.where,
        floor=event.floor,
        half=event.half,
        facing=event.facing,
        aboard=event.aboard,
    )


def _stationed(position: Position, event: ep.Stationed) -> Position:
    status = "off_board" if event.off_board else "board"
    counted = _counted_act(position, event.platoon)
    if position.platoons[event.platoon].status == status:
        return counted
    names = [team.id for team in position.teams.values() if team.platoon == event.platoon]
    return teams_with(
        platoon_with(counted, event.platoon, status=status), names, at=None, floor=1, half=None, aboard=None
    )


def _drafted(position: Position, event: ep.Drafted) -> Position:
    """Cards that a commit fills are no act of their own (FHW-END-02)."""
    made = position.seats[event.seat].made + (event.act != "fill")
    return seat_with(position, event.seat, drafts=event.drafts, made=made)


def _withdrawn(position: Position, event: ep.Withdrawn) -> Position:
    made = position.seats[event.seat].made + 1
    return seat_with(position, event.seat, drafts=event.drafts, made=made)


def _committed(position: Position, event: ep.Committed) -> Position:
    new = seat_with(position, event.seat, committed=True)
    return replace(new, draw=None, sides={side: replace(state, offered=False) for side, state in new.sides.items()})


def _reopened(position: Position, event: ep.Reopened) -> Position:
    reopened = position.seats[event.seat].reopened + 1
    return seat_with(position, event.seat, committed=False, reopened=reopened)


def _plans_revealed(position: Position, event: ep.PlansRevealed) -> Position:
    platoons = dict(position.platoons)
    for name, platoon in platoons.items():
        order, special = event.orders.get(name, (None, None))
        platoons[name] = replace(platoon, order=order, ae=special, was_disorganised=platoon.disorganised)
    companies = {
        key: replace(company, deck=event.decks.get(key, ()), aside=event.aside.get(key, ()))
        for key, company in position.companies.items()
    }
    new = replace(position, platoons=platoons, companies=companies)
    for team, platoon_name in event.joins.items():
        new = team_with(new, team, joins=platoon_name)
    return new


def _drafts_cleared(position: Position, event: ep.DraftsCleared) -> Position:
    return seats_with(position, drafts=NO_DRAFTS)


def _standing_set(position: Position, event: ep.StandingSet) -> Position:
    return seat_with(position, event.seat, in_force=event.in_force, standing=event.fire)


def _counted(position: Position, event: ep.Counted) -> Position:
    companies = {key: replace(company, counted=event.left.get(key)) for key, company in position.companies.items()}
    return replace(position, companies=companies)


def _count_dropped(position: Position, event: ep.CountDropped) -> Position:
    left = position.companies[event.company].counted
    return company_with(position, event.company, counted=None if left is None else max(0, left - 1))


def _card_turned(position: Position, event: ep.CardTurned) -> Position:
    return platoon_with(position, event.platoon, turned=True, order=event.order, ae=event.ae)


def _card_played(position: Position, event: ep.CardPlayed) -> Position:
    company = position.companies[position.platoons[event.platoon].company]
    deck = tuple(name for name in company.deck if name != event.platoon)
    left = None if company.counted is None else max(0, company.counted - 1)
    new = company_with(position, company.key, deck=deck, counted=left)
    return platoon_with(new, event.platoon, done=True)


def _passed(position: Position, event: ep.Passed) -> Position:
    return replace(position, last=event.side)


def _rally_done(position: Position, event: em.RallyDone) -> Position:
    return platoon_with(position, event.platoon, rallied=True)


def _rally_noted(position: Position, event: em.RallyNoted) -> Position:
    for name in event.platoons:
        would = position.platoons[name].would_rally
        position = platoon_with(position, name, would_rally=(*would, event.order))
    return position


def _sight_noted(position: Position, event: em.SightNoted) -> Position:
    return platoon_with(position, event.platoon, seen=event.seen)


def _first_fired_at(position: Position, event: em.FirstFiredAt) -> Position:
    return platoon_with(position, event.platoon, fo_first=event.target)


def _appointed(position: Position, event: em.Appointed) -> Position:
    if event.company:
        return team_with(position, event.team, role="company_command")
    return platoon_with(position, event.platoon, command=event.team)


def _reorganised(position: Position, event: em.Reorganised) -> Position:
    return platoon_with(position, event.platoon, disorganised=False)


def _disengaged(position: Position, event: em.Disengaged) -> Position:
    return platoon_with(position, event.platoon, disorganised=True) if event.passed else position


def _air_called(position: Position, event: em.AirCalled) -> Position:
    dice = position.sides[event.side].air_dice - 1
    return side_with(position, event.side, air_dice=max(0, dice), flight=event.planes)


def _platoon_removed(position: Position, event: e.PlatoonRemoved) -> Position:
    platoon = position.platoons[event.platoon]
    company = position.companies[platoon.company]
    new = company_with(
        position,
        company.key,
        deck=tuple(name for name in company.deck if name != event.platoon),
        aside=tuple(name for name in company.aside if name != event.platoon),
    )
    return platoon_with(new, event.platoon, status="destroyed", command=None)


def _company_failed(position: Position, event: e.CompanyFailed) -> Position:
    new = company_with(position, event.company, failed=True, deck=(), aside=())
    platoons = {
        name: replace(platoon, status="destroyed", command=None) if platoon.company == event.company else platoon
        for name, platoon in new.platoons.items()
    }
    return replace(new, platoons=platoons)


def _turn_ended(position: Position, event: e.TurnEnded) -> Position:
    """FHW-TURN-04: smoke goes, batteries are counted, marks of the turn are cleared."""

    def team(each: Team) -> Team:
        return replace(each, turn=NEW_TURN, found=False, joins=None)

    def platoon(each: Platoon) -> Platoon:
        battery = event.batteries.get(each.id, each.battery)
        return replace(
            each,
            order=None,
            ae=None,
            turned=False,
            done=False,
            rallied=False,
            seen=(),
            fo_first=None,
            would_rally=(),
            battery=battery,
            lost_mover=False,
        )

    new = everybody(position, team)
    return replace(
        new,
        platoons={name: platoon(each) for name, each in new.platoons.items()},
        companies={key: replace(company, deck=(), aside=(), counted=None) for key, company in new.companies.items()},
        sides={side: replace(state, flight=0) for side, state in new.sides.items()},
        seats={seat: replace(state, in_force=False, standing=()) for seat, state in new.seats.items()},
        smoke=(),
        hurts=(),
        entries=(),
    )


def _draw_offered(position: Position, event: e.DrawOffered) -> Position:
    return replace(side_with(position, event.side, offered=True), draw=event.side)


def _draw_answered(position: Position, event: e.DrawAnswered) -> Position:
    return replace(position, draw=None)


def _draw_lapsed(position: Position, event: e.DrawLapsed) -> Position:
    return replace(position, draw=None)


def _game_ended(position: Position, event: e.GameEnded) -> Position:
    return replace(position, result=event.result, phase="over", active=None, frames=(), draw=None)


def _went_to_ground(position: Position, event: ep.WentToGround) -> Position:
    return teams_with(position, event.teams, gone_to_ground=True)


def _left_ground(position: Position, event: ep.LeftGround) -> Position:
    return teams_with(position, event.teams, gone_to_ground=False)


def _lifted(position: Position, event: em.Lifted) -> Position:
    return turn_with(position, event.team, lifted=True)


def _found_out(position: Position, event: em.FoundOut) -> Position:
    return teams_with(position, event.teams, gone_to_ground=False, found=True)


FLOW: Final[dict[type[Any], Any]] = {
    e.Flow: _flow,
    e.Marked: _marked,
    e.PhaseChanged: _phase_changed,
    e.TurnStarted: _turn_started,
    ep.LotDrawn: _lot_drawn,
    ep.Arrived: _arrived,
    ep.CalledIn: _called_in,
    ep.Placed: _placed,
    ep.Stationed: _stationed,
    ep.WentToGround: _went_to_ground,
    ep.LeftGround: _left_ground,
    ep.Drafted: _drafted,
    ep.Withdrawn: _withdrawn,
    ep.Committed: _committed,
    ep.Reopened: _reopened,
    ep.PlansRevealed: _plans_revealed,
    ep.DraftsCleared: _drafts_cleared,
    ep.StandingSet: _standing_set,
    ep.Counted: _counted,
    ep.CountDropped: _count_dropped,
    ep.CardTurned: _card_turned,
    ep.CardPlayed: _card_played,
    ep.Passed: _passed,
    em.RallyDone: _rally_done,
    em.RallyNoted: _rally_noted,
    em.SightNoted: _sight_noted,
    em.FirstFiredAt: _first_fired_at,
    em.Appointed: _appointed,
    em.Reorganised: _reorganised,
    em.Disengaged: _disengaged,
    em.AirCalled: _air_called,
    em.Lifted: _lifted,
    em.FoundOut: _found_out,
    e.PlatoonRemoved: _platoon_removed,
    e.CompanyFailed: _company_failed,
    e.TurnEnded: _turn_ended,
    e.DrawOffered: _draw_offered,
    e.DrawAnswered: _draw_answered,
    e.DrawLapsed: _draw_lapsed,
    e.GameEnded: _game_ended,
}

evolve: Final[Evolve[Position]] = evolving(e.SetUp, {**FLOW, **MOVES, **FIGHTS})
"""The position after an event."""
