"""The position after an event: a fold that never judges and never rolls, and shares everything that did not change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from app.engine.story import Evolve, evolving
from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Name, TokenId
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position import events_combat as c
from app.systems.open_wars.position import events_magic as m
from app.systems.open_wars.position.state import Combat, DrawOffer, Effect, Fallen, LastAttack, Position, Site, Token

ONCE_PER_SEAT: Final = frozenset({"pumas_leap", "dark_pact"})
"""Spells that a seat casts once per turn (OW-SPELL-06, OW-SPELL-15)."""


# ----------------------------------------------------------------------------------------------------------------- parts


def _tokens(position: Position, numbers: Iterable[TokenId], **changes: Any) -> Position:  # fields of Token
    tokens = dict(position.tokens)
    for number in numbers:
        if number in tokens:
            tokens[number] = replace(tokens[number], **changes)
    return replace(position, tokens=tokens)


def _seat(position: Position, seat: Seat, **changes: Any) -> Position:  # fields of SeatState
    return replace(position, seats={**position.seats, seat: replace(position.seats[seat], **changes)})


def _site(position: Position, **changes: Any) -> Position:  # fields of Site
    combat = position.combat
    if combat is None or combat.site is None:
        return position
    return replace(position, combat=replace(combat, site=replace(combat.site, **changes)))


def _appear(position: Position, tokens: Iterable[Token]) -> Position:
    """New tokens, numbered already, on the map."""
    there = {**position.tokens, **{token.id: token for token in tokens}}
    return replace(position, tokens=there, next_token=max((*there, position.next_token - 1)) + 1)


def _flags(position: Position, flags: tuple[Name, ...] | None) -> Position:
    return position if flags is None else replace(position, flags=flags)


# -------------------------------------------------------------------------------------------------------- turns and phases


def _flow(position: Position, event: e.Flow) -> Position:
    return replace(position, frames=(*position.frames[: event.keep], *event.frames))


def _committed(position: Position, event: e.Committed) -> Position:
    return _seat(position, event.seat, committed=True, orders=event.orders)


def _mustered(position: Position, event: e.Mustered) -> Position:
    position = _seat(position, event.seat, gold=event.gold or 0, committed=False, orders=None)
    return _appear(position, event.tokens)


def _recruited(position: Position, event: e.Recruited) -> Position:
    gold = position.seats[event.seat].gold - event.cost
    position = _seat(position, event.seat, gold=gold, committed=False, orders=None)
    return _appear(position, event.tokens)


def _turn_began(position: Position, event: e.TurnBegan) -> Position:
    tokens = {
        number: replace(token, spent=0, acted=False, barred=False, halted=False, dispelled=False, serpent=False)
        for number, token in position.tokens.items()
    }
    seats = {
        seat: replace(state, used=(), converged_before=state.converged, converged=())
        for seat, state in position.seats.items()
    }
    return replace(
        position,
        turn=event.turn,
        phase="turn_start",
        tokens=tokens,
        seats=seats,
        offered=(),
        movement=None,
        combat=None,
    )


def _spawned(position: Position, event: e.Spawned) -> Position:
    return _flags(_appear(position, event.tokens), event.flags)


def _flags_set(position: Position, event: e.FlagsSet) -> Position:
    return _flags(position, event.flags)


def _order_set(position: Position, event: e.OrderSet) -> Position:
    return replace(position, order=event.order, values=event.values)


def _phase_began(position: Position, event: e.PhaseBegan) -> Position:
    return replace(position, phase=event.phase, movement=None)


def _income(position: Position, event: e.Income) -> Position:
    state = position.seats[event.seat]
    return _seat(position, event.seat, gold=state.gold + event.gold, mana=state.mana + event.mana)


def _turn_ended(position: Position, event: e.TurnEnded) -> Position:
    kept = tuple(
        effect for effect in position.effects if effect.expiry == "next_attack" and _marks_any(position, effect)
    )
    return replace(position, fallen=(), effects=kept, combat=None)


def _marks_any(position: Position, effect: Effect) -> bool:
    return any(number in position.tokens for number in effect.tokens)


# --------------------------------------------------------------------------------------------------------------- movement


def _movement_began(position: Position, event: e.MovementBegan) -> Position:
    return replace(position, movement=event.seat)


def _movement_ended(position: Position, event: e.MovementEnded) -> Position:
    return replace(position, movement=None)


def _stepped(position: Position, event: e.Stepped) -> Position:
    entered_enemy = event.locked and not position.options["lock_mutual"]
    tokens = dict(position.tokens)
    for number in event.tokens:
        token = tokens[number]
        tokens[number] = replace(
            token,
            cell=event.cell,
            spent=token.spent + event.cost,
            halted=token.halted or event.halted,
            barred=token.barred or event.barred,
            serpent=token.serpent or event.serpent,
            entered_enemy=entered_enemy,
            crossing=event.onward,
        )
    return replace(position, tokens=tokens)


def _move_ended(position: Position, event: e.MoveEnded) -> Position:
    return _tokens(position, event.tokens, cell=event.cell, crossing=False)


def _teleported(position: Position, event: m.Teleported) -> Position:
    tokens = dict(position.tokens)
    for number in event.tokens:
        token = tokens[number]
        tokens[number] = replace(
            token,
            cell=event.cell,
            halted=token.halted or event.halted,
            barred=token.barred or event.barred,
            serpent=token.serpent or event.serpent,
            entered_enemy=False,
        )
    return replace(position, tokens=tokens)


# ----------------------------------------------------------------------------------------------------------------- combat


def _combat_step_began(position: Position, event: c.CombatStepBegan) -> Position:
    combat = position.combat or Combat(event.step)
    return replace(position, combat=replace(combat, step=event.step))


def _site_began(position: Position, event: c.SiteBegan) -> Position:
    combat = position.combat or Combat(event.kind)
    site = Site(event.kind, event.cell, event.number)
    return replace(position, combat=replace(combat, site=site, number=event.number))


def _site_ended(position: Position, event: c.SiteEnded) -> Position:
    combat = position.combat or Combat(event.kind)
    resolved = (*combat.resolved, event.cell) if event.kind == "melee" else combat.resolved
    effects = tuple(effect for effect in position.effects if effect.expiry != "combat")
    return replace(position, combat=replace(combat, site=None, resolved=resolved), effects=effects)


def _round_began(position: Position, event: c.RoundBegan) -> Position:
    return _site(_tokens(position, event.tokens, acted=False), round=event.round, attacks=0)


def _unit_acted(position: Position, event: c.UnitActed) -> Position:
    if event.barred:
        return _tokens(position, event.tokens, acted=True, barred=True)
    return _tokens(position, event.tokens, acted=True)


def _nobody_attacked(position: Position, event: c.UnitHeld | c.UnitRetreated) -> Position:
    return _site(position, last=None)


def _attack_declared(position: Position, event: c.AttackDeclared) -> Position:
    site = position.combat.site if position.combat is not None else None
    return position if site is None else _site(position, attacks=site.attacks + 1)


def _attack_settled(position: Position, event: c.AttackSettled) -> Position:
    site = position.combat.site if position.combat is not None else None
    if site is None:
        return position
    mark = (event.attacker.seat, event.cell)
    scored = (*site.scored, mark) if event.scored and mark not in site.scored else site.scored
    last = LastAttack(event.attacker, event.cell, event.seat, event.present, event.lost)
    return _site(position, last=last, scored=scored)


def _save_rolled(position: Position, event: c.SaveRolled) -> Position:
    site = position.combat.site if position.combat is not None else None
    if site is None or event.by != "elven_grace":
        return position
    return _site(position, graced=(*site.graced, event.unit))


def _token_wounded(position: Position, event: c.TokenWounded) -> Position:
    return _tokens(position, (event.token,), wounded=True)


def _token_fell(position: Position, event: c.TokenFell) -> Position:
    token = position.tokens[event.token]
    tokens = {number: other for number, other in position.tokens.items() if number != token.id}
    fallen = Fallen(token.id, token.unit, token.seat, token.cell, token.wounded, token.form)
    position = replace(position, tokens=tokens, fallen=(*position.fallen, fallen))
    if event.gone:
        gone = position.seats[token.seat].gone
        position = _seat(position, token.seat, gone=(*gone, token.unit))
    return position


def _returned(position: Position, event: c.Returned) -> Position:
    fallen = tuple(token for token in position.fallen if token.id != event.fallen)
    position = _appear(replace(position, fallen=fallen), (event.token,))
    if event.cost:
        seat = event.token.seat
        position = _seat(position, seat, gold=position.seats[seat].gold - event.cost)
    return _flags(position, event.flags)


# ------------------------------------------------------------------------------------------------------------------ magic


def _spell_cast(position: Position, event: m.SpellCast) -> Position:
    state = position.seats[event.seat]
    used = (*state.used, event.spell) if event.spell in ONCE_PER_SEAT else state.used
    converged = (*state.converged, event.spell) if event.free == "convergence" else state.converged
    position = _seat(position, event.seat, mana=state.mana - event.cost, used=used, converged=converged)
    return _tokens(position, (event.caster,), dispelled=True) if event.spell == "dispel" else position


def _mana_gained(position: Position, event: m.ManaGained) -> Position:
    return _seat(position, event.seat, mana=position.seats[event.seat].mana + event.mana)


def _effect_began(position: Position, event: m.EffectBegan) -> Position:
    next_effect = max(position.next_effect, event.effect.id + 1)
    return replace(position, effects=(*position.effects, event.effect), next_effect=next_effect)


def _effect_changed(position: Position, event: m.EffectChanged) -> Position:
    changed = event.effect
    return replace(
        position, effects=tuple(changed if effect.id == changed.id else effect for effect in position.effects)
    )


def _effect_ended(position: Position, event: m.EffectEnded) -> Position:
    return replace(position, effects=tuple(effect for effect in position.effects if effect.id != event.effect))


# ---------------------------------------------------------------------------------------------------------------- the end


def _scored(position: Position, event: e.Scored) -> Position:
    return replace(position, points=event.points)


def _eliminated(position: Position, event: e.Eliminated) -> Position:
    draw = position.draw if position.draw is not None and position.draw.seat != event.seat else None
    return replace(_seat(position, event.seat, eliminated=True, gold=0, mana=0), draw=draw)


def _gave_up(position: Position, event: e.GaveUp) -> Position:
    tokens = {number: token for number, token in position.tokens.items() if token.seat != event.seat}
    draw = position.draw if position.draw is not None and position.draw.seat != event.seat else None
    position = _seat(position, event.seat, resigned=True, gold=0, mana=0, committed=False, orders=None)
    return replace(position, tokens=tokens, draw=draw)


def _draw_offered(position: Position, event: e.DrawOffered) -> Position:
    return replace(position, draw=DrawOffer(event.seat), offered=(*position.offered, event.seat))


def _draw_answered(position: Position, event: e.DrawAnswered) -> Position:
    if not event.accept or position.draw is None:
        return replace(position, draw=None)
    return replace(position, draw=replace(position.draw, accepted=(*position.draw.accepted, event.seat)))


def _draw_lapsed(position: Position, event: e.DrawLapsed) -> Position:
    return replace(position, draw=None)


def _game_ended(position: Position, event: e.GameEnded) -> Position:
    """Nothing is decided any more; a list that was never revealed lapses."""
    seats = {seat: replace(state, committed=False, orders=None) for seat, state in position.seats.items()}
    return replace(
        position,
        phase="game_over",
        result=event.result,
        seats=seats,
        draw=None,
        movement=None,
        combat=None,
        frames=(),
    )


evolve: Final[Evolve[Position]] = evolving(
    e.SetUp,
    {
        e.Flow: _flow,
        e.Committed: _committed,
        e.Mustered: _mustered,
        e.Recruited: _recruited,
        e.TurnBegan: _turn_began,
        e.Spawned: _spawned,
        e.FlagsSet: _flags_set,
        e.OrderSet: _order_set,
        e.PhaseBegan: _phase_began,
        e.Income: _income,
        e.TurnEnded: _turn_ended,
        e.MovementBegan: _movement_began,
        e.MovementEnded: _movement_ended,
        e.Stepped: _stepped,
        e.MoveEnded: _move_ended,
        e.Scored: _scored,
        e.Eliminated: _eliminated,
        e.GaveUp: _gave_up,
        e.DrawOffered: _draw_offered,
        e.DrawAnswered: _draw_answered,
        e.DrawLapsed: _draw_lapsed,
        e.GameEnded: _game_ended,
        c.CombatStepBegan: _combat_step_began,
        c.SiteBegan: _site_began,
        c.SiteEnded: _site_ended,
        c.RoundBegan: _round_began,
        c.UnitActed: _unit_acted,
        c.UnitHeld: _nobody_attacked,
        c.UnitRetreated: _nobody_attacked,
        c.AttackDeclared: _attack_declared,
        c.AttackSettled: _attack_settled,
        c.SaveRolled: _save_rolled,
        c.TokenWounded: _token_wounded,
        c.TokenFell: _token_fell,
        c.Returned: _returned,
        m.SpellCast: _spell_cast,
        m.Teleported: _teleported,
        m.EffectBegan: _effect_began,
        m.EffectChanged: _effect_changed,
        m.EffectEnded: _effect_ended,
        m.ManaGained: _mana_gained,
    },
)
