"""Drafts of covering fire and of assaults, and how drafts are withdrawn (part 5 of the rules: the acts marked D)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.refusal import Refusal
from app.engine.types import Seat, UnitId
from app.systems.flames_hexwar.barrage.designating import judge_bombard, judge_strike
from app.systems.flames_hexwar.barrage.lifting import judge_lift
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire.shooting import judge_fire
from app.systems.flames_hexwar.plan.planning import draft, with_card
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.state import Drafts, Lifting, Position

AIR = "air"


def bombard_refused(field: Field, act: a.Bombard) -> Refusal | None:
    """The first rule that a bombardment breaks."""
    found = judge_bombard(field, act)
    return found if isinstance(found, Refusal) else None


def strike_refused(field: Field, seat: Seat, act: a.Strike) -> Refusal | None:
    """The first rule that the attacks of a flight break."""
    return judge_strike(field, field.position.seats[seat].side, act)


def fire_refused(field: Field, seat: Seat, act: a.Fire) -> Refusal | None:
    """The first rule that drafted shooting breaks; an empty list withdraws it."""
    drafts = field.position.seats[seat].drafts
    lifting = list(drafts.lifts)
    busy = [shot.team for name, shots in drafts.fires.items() if name != act.platoon for shot in shots]
    found = judge_fire(field, seat, act.platoon, act.shots, lifting, busy)
    return found if isinstance(found, Refusal) else None


def lift_refused(field: Field, seat: Seat, act: a.Lift) -> Refusal | None:
    """The first rule that keeps a team from looking for hidden ones instead of shooting."""
    drafts = field.position.seats[seat].drafts
    own = field.platoons[field.teams[act.team].platoon]
    if own.order != "FC" and not own.disorganised:
        return Refusal.by("FHW-REC-01", team=act.team)
    shoots = any(shot.team == act.team for shots in drafts.fires.values() for shot in shots)
    return judge_lift(field, field.teams[act.team], act.platoon, shoots=shoots)


def put(story: Story, seat: Seat, act: Any) -> None:
    """A draft replaces an earlier one of the same name."""
    drafts = story.position.seats[seat].drafts
    match act:
        case a.Bombard():
            draft(story, seat, replace(drafts, bombards={**drafts.bombards, act.battery: act}), "bombard")
        case a.Strike():
            draft(story, seat, replace(drafts, strike=act), "strike")
        case a.Fire():
            fires = {name: shots for name, shots in drafts.fires.items() if name != act.platoon}
            new = {**fires, act.platoon: act.shots} if act.shots else fires
            draft(story, seat, replace(drafts, fires=new), "fire")
        case a.Lift():
            lifting = Lifting(act.platoon, _next_lift(story.position, seat))
            draft(story, seat, replace(drafts, lifts={**drafts.lifts, act.team: lifting}), "lift")
        case a.Air():
            draft(story, seat, replace(drafts, air=act.call), "air")
        case a.Join():
            draft(story, seat, replace(drafts, joins={**drafts.joins, act.team: act.platoon}), "join")
        case a.WriteAssault():
            draft(story, seat, replace(drafts, assaults={**drafts.assaults, act.at: act.platoons}), "assault")


def _next_lift(position: Position, seat: Seat) -> int:
    """The number of the next lift that a side drafts."""
    side = position.seats[seat].side
    lifts = [lift for state in position.seats.values() if state.side == side for lift in state.drafts.lifts.values()]
    return 1 + max((lift.number for lift in lifts), default=0)


def without(field: Field, seat: Seat, name: str) -> Drafts | None:
    """What a seat has drafted less what is known by a name; ``None`` if nothing is."""
    drafts, phase = field.position.seats[seat].drafts, field.position.phase
    platoon, team = PlatoonId(name), UnitId(name)
    match phase:
        case "plan":
            if name == AIR and drafts.air:
                return replace(drafts, air=False)
            if team in drafts.joins:
                return replace(drafts, joins={key: at for key, at in drafts.joins.items() if key != team})
            if platoon in drafts.orders:
                orders = {key: card for key, card in drafts.orders.items() if key != platoon}
                decks = with_card(drafts.decks, field.platoons[platoon].company, platoon)
                standing = tuple(each for each in drafts.standing if each.platoon != platoon)
                return replace(drafts, orders=orders, decks=decks, standing=standing)
        case "a1_designate":
            if name == AIR and drafts.strike is not None:
                return replace(drafts, strike=None)
            if platoon in drafts.bombards:
                return replace(drafts, bombards={key: act for key, act in drafts.bombards.items() if key != platoon})
        case "a2_designate":
            if platoon in drafts.fires:
                return replace(drafts, fires={key: shots for key, shots in drafts.fires.items() if key != platoon})
            if team in drafts.lifts:
                return replace(drafts, lifts={key: at for key, at in drafts.lifts.items() if key != team})
        case "e_write":
            if name in drafts.assaults:
                return replace(drafts, assaults={key: each for key, each in drafts.assaults.items() if key != name})
    return None


def withdraw(story: Story, seat: Seat, name: str) -> None:
    """A draft is withdrawn."""
    drafts = without(story.field, seat, name)
    assert drafts is not None
    story.add(ep.Withdrawn(seat, drafts, name))
