"""What the position says about casting now: which window, what it answers, what has been used (for ``cast_rules.py``)."""

from __future__ import annotations

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, Free, Target, UnitRef
from app.systems.open_wars.magic.asking import DISPEL, CastIn
from app.systems.open_wars.magic.spell_targets import Against, Attacked, Occasion
from app.systems.open_wars.position.frames import AttackFrame, CastFrame, MovementFrame, WindowFrame
from app.systems.open_wars.position.state import Position, Token


def moment_of(position: Position, seat: Seat) -> CastIn:
    """What a seat may cast into now: the window that asks it, its own movement turn, the window of its Pact; else nothing."""
    top = position.frames[-1] if position.frames else None
    if isinstance(top, WindowFrame):
        return top.kind if top.queue[:1] == (seat,) else "none"
    if isinstance(top, MovementFrame):
        return "own_move" if top.seat == seat else "none"
    if pact_caster(position, seat) is not None:
        below = next((frame for frame in reversed(position.frames) if isinstance(frame, WindowFrame)), None)
        return below.kind if below is not None else "none"
    return "none"


def pact_caster(position: Position, seat: Seat) -> int | None:
    """The token whose free spell the Pact asks for, ``None`` if it asks this seat for none."""
    top = position.frames[-1] if position.frames else None
    if isinstance(top, CastFrame) and top.ask is not None and top.ask.kind == "pact_cast" and top.ask.seat == seat:
        return top.caster
    return None


def occasion_of(position: Position, moment: CastIn, caster: Token, target: Target, free: Free, spell: str) -> Occasion:
    """Everything but the map that decides whether a token may cast a spell now."""
    state = position.seats[caster.seat]
    site = position.combat.site if position.combat is not None else None
    last = site.last if site is not None else None
    return Occasion(
        moment=moment,
        mana=state.mana,
        free=free,
        may_be_free=_may_be_free(position, caster, free),
        used=(DISPEL, *state.used) if caster.dispelled else state.used,
        converged_before=state.converged_before,
        site=(site.kind, site.cell) if site is not None else None,
        last=Attacked(last.seat, last.cell, last.lost, last.present) if last is not None else None,
        scored=site.scored if site is not None else (),
        rolling=_rolling(position) if moment == "roll" else None,
        against=_against(position, moment, target) if spell == DISPEL else None,
        fallen=next((token for token in position.fallen if token.id == target.fallen), None),
    )


def _may_be_free(position: Position, caster: Token, free: Free) -> bool:
    if free == "pact":
        return pact_caster(position, caster.seat) == caster.id or _is_resolving_pact(position, caster)
    if free == "convergence":
        return any(e.code == "elven_convergence" and caster.id in e.tokens for e in position.effects)
    return True


def _is_resolving_pact(position: Position, caster: Token) -> bool:
    """Before the question is put it must be known whether there is anything to ask."""
    top = position.frames[-1] if position.frames else None
    return isinstance(top, CastFrame) and top.step == "pact_cast" and top.caster == caster.id


def _rolling(position: Position) -> UnitRef | None:
    attack = next((frame for frame in reversed(position.frames) if isinstance(frame, AttackFrame)), None)
    return attack.attacker if attack is not None else None


def _against(position: Position, moment: CastIn, target: Target) -> Against | None:
    """What a Dispel is aimed at: in its window the spell on top, anywhere else a lasting effect of a spell (OW-SPELL-01,
    OW-DSP-04)."""
    if moment == "dispel":
        frame = next((frame for frame in reversed(position.frames) if isinstance(frame, CastFrame)), None)
        if frame is None or target.effect is not None or target.spell not in (None, frame.spell):
            return None
        return Against(_cells_of(position, frame), frame.seat)
    effect = next((effect for effect in position.effects if effect.id == target.effect), None)
    if effect is None or effect.source == "card":
        return None
    cells = {position.tokens[number].cell for number in effect.tokens if number in position.tokens}
    return Against(tuple(sorted(cells | _named(effect.cell, effect.place))), effect.seat, lasting=True)


def _cells_of(position: Position, frame: CastFrame) -> tuple[Cell, ...]:
    """Where a spell being cast was cast from, and its targets: the unit or location, and where a unit is to go."""
    goal = frame.target.path[-1] if frame.target.path else frame.target.to
    cells = _named(frame.cell, frame.target.cell, goal)
    effect = next((effect for effect in position.effects if effect.id == frame.target.effect), None)
    if effect is not None:
        cells |= {position.tokens[number].cell for number in effect.tokens if number in position.tokens}
        cells |= _named(effect.place)
    return tuple(sorted(cells))


def _named(*cells: Cell | None) -> set[Cell]:
    return {cell for cell in cells if cell is not None}
