"""Covering fire: what is designated becomes known, then everything is carried out and takes effect together (FHW-FC)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.offering import name_of
from app.engine.types import Action, Seat, UnitId
from app.systems.flames_hexwar.barrage.bombarding import carry_out
from app.systems.flames_hexwar.barrage.designating import judge_bombard
from app.systems.flames_hexwar.barrage.flights import aa_seats, attack, roll_aa
from app.systems.flames_hexwar.barrage.lifting import lift
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.field.story import Story
from app.systems.flames_hexwar.fire import shooting
from app.systems.flames_hexwar.fire.declaring import Declared, judge_shots
from app.systems.flames_hexwar.fire.smoke import settle_smoke
from app.systems.flames_hexwar.losses.losing import take_effect
from app.systems.flames_hexwar.losses.morale import check_platoons
from app.systems.flames_hexwar.losses.rallying import turn_up
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.actions import Bombard, Fire, Lift, Shot, Strike
from app.systems.flames_hexwar.position.frames import AntiAirChoice, Covering, Wave
from app.systems.flames_hexwar.position.state import Lifting


def in_deck_order(field: Field, side: Side) -> Iterator[tuple[Seat, PlatoonId]]:
    """A side's platoons with covering fire, company by company, within a company in deck order (FHW-FC-05)."""
    for company in field.position.companies.values():
        if company.side == side:
            for name in company.deck:
                if field.platoons[name].order == "FC":
                    yield company.seat, name


def act_of(action: Action) -> dict[str, Any]:
    """An act as it was drafted, for the log."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    return {"type": name_of(action), **found}


# ---------------------------------------------------------------------------------------------------------------- designated


def reveal(story: Story, side: Side) -> None:
    """What a side has designated in this sub-step is told, and the cards of those who do something are turned up (FHW-HID-01)."""
    if story.position.phase == "a1_designate":
        _reveal_bombards(story, side)
    else:
        _reveal_fire(story, side)


def _reveal_bombards(story: Story, side: Side) -> None:
    for seat, name in tuple(in_deck_order(story.field, side)):
        act = story.position.seats[seat].drafts.bombards.get(name)
        if act is not None:
            turn_up(story, name)
            story.add(ef.Designated(side, act_of(act), name))
            battery = story.position.platoons[name].battery
            assert battery is not None
            story.add(ef.BatteryCounted(name, replace(battery, designated=True)))
    strike = story.position.seats[story.position.sides[side].commander].drafts.strike
    if strike is not None:
        story.add(ef.Designated(side, act_of(strike)))


def _reveal_fire(story: Story, side: Side) -> None:
    for seat, name in tuple(in_deck_order(story.field, side)):
        drafts = story.position.seats[seat].drafts
        lifts = [
            (team, lift.platoon) for team, lift in drafts.lifts.items() if story.position.teams[team].platoon == name
        ]
        shots = drafts.fires.get(name)
        if lifts or shots:
            turn_up(story, name)
        for team, at in lifts:
            story.add(ef.Designated(side, act_of(Lift(team, at)), name))
        if shots:
            story.add(ef.Designated(side, act_of(Fire(name, shots)), name))


def begin(story: Story) -> None:
    """All have committed and all is known: the sub-step is carried out (FHW-TURN-02)."""
    if story.position.phase == "a1_designate":
        frame = _first(story)
        phase = "a1_resolve"
    else:
        frame = _second(story)
        phase = "a2_resolve"
    story.add(ep.DraftsCleared())
    story.flow(phase=phase, frames=(frame,))


def _first(story: Story) -> Covering:
    """Sub-step (a1): flights and bombardments, with the pieces that were counted when they were designated (FHW-ART-20)."""
    waves, bombards = [], list[tuple[Side, Bombard, int]]()
    for side in SIDES:
        strike: Strike | None = story.position.seats[story.position.sides[side].commander].drafts.strike
        if strike is not None:
            waves.append(Wave(side, strike.attacks, tuple(each.planes for each in strike.attacks)))
        for seat, name in in_deck_order(story.field, side):
            act = story.position.seats[seat].drafts.bombards.get(name)
            if act is not None:
                pieces = judge_bombard(story.field, act)
                assert isinstance(pieces, int), pieces
                bombards.append((side, act, pieces))
    return Covering(waves=tuple(waves), bombards=tuple(bombards))


def _second(story: Story) -> Covering:
    """Sub-step (a2): lifts in the order drafted, then the shooting of platoons."""
    lifts, fires = list[tuple[UnitId, Lifting]](), list[tuple[PlatoonId, tuple[Shot, ...]]]()
    for side in SIDES:
        own = [state.drafts for state in story.position.seats.values() if state.side == side]
        lifts += sorted((each for drafts in own for each in drafts.lifts.items()), key=lambda each: each[1].number)
        for seat, name in in_deck_order(story.field, side):
            shots = story.position.seats[seat].drafts.fires.get(name)
            if shots:
                fires.append((name, shots))
    return Covering(lifts=tuple((team, lift.platoon) for team, lift in lifts), fires=tuple(fires))


# --------------------------------------------------------------------------------------------------------------- carried out


def run(story: Story, frame: Covering) -> bool:
    """Goes on with a sub-step; it never waits by itself."""
    if not frame.ending:
        _next(story, frame)
    elif story.position.hurts:
        take_effect(story)
    else:
        _end(story, frame)
    return False


def _next(story: Story, frame: Covering) -> None:
    if not frame.aa_rolled:
        _anti_air(story, frame)
        return
    number, place = frame.attack
    if number < len(frame.waves):
        wave = frame.waves[number]
        is_last = place + 1 >= len(wave.attacks)
        story.change(replace(frame, attack=(number + 1, 0) if is_last else (number, place + 1)))
        if wave.planes[place]:
            attack(story, wave, place)
    elif frame.bombards:
        story.change(replace(frame, bombards=frame.bombards[1:]))
        _, act, pieces = frame.bombards[0]
        carry_out(story, act, pieces)
    elif frame.lifts:
        team, platoon = frame.lifts[0]
        found = lift(story, team, platoon)
        story.change(replace(frame, lifts=frame.lifts[1:], found=(*frame.found, *found)))
    elif frame.fires:
        story.change(replace(frame, fires=frame.fires[1:]))
        _shoot(story, *frame.fires[0])
    else:
        story.change(replace(frame, ending=True))


def _anti_air(story: Story, frame: Covering) -> None:
    """Whoever reaches an attack is asked, the attacker's wave first; then all their dice fall (FHW-AIR-05, FHW-AIR-10)."""
    for wave in frame.waves:
        if wave.side not in frame.aa_asked:
            seats = tuple(aa_seats(story.field, wave))
            story.change(replace(frame, aa_asked=(*frame.aa_asked, wave.side)))
            if seats:
                story.push(AntiAirChoice(wave.side, seats))
            return
    story.change(roll_aa(story, frame))


def _shoot(story: Story, name: PlatoonId, shots: tuple[Shot, ...]) -> None:
    """The shooting of a platoon as it was drafted: nothing has changed since."""
    field = story.field
    declaring = shooting.barring(field, field.seat(name), name)
    declared = judge_shots(declaring, shots)
    assert isinstance(declared, Declared), declared
    shooting.begin(story, declared, "fc")


def _end(story: Story, frame: Covering) -> None:
    """Everything has taken effect: those who shot are seen, who was hit enough is suppressed, morale is tested (FHW-FC-08)."""
    shooting.settle(story)
    settle_smoke(story, frame)
    found = tuple(name for name in frame.found if name in story.position.teams)
    if found:
        story.add(em.FoundOut(found))
    story.pop()
    check_platoons(story)
