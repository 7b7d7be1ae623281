"""Casting: paying, the chance to dispel, and the effect (OW-MAG-02, OW-MAG-06, OW-DSP)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight import attacks
from app.systems.open_wars.fight.hits import lose_hit_point
from app.systems.open_wars.magic import windows
from app.systems.open_wars.magic.cast_rules import mana_of
from app.systems.open_wars.magic.castable import castable
from app.systems.open_wars.magic.occasions import moment_of, occasion_of
from app.systems.open_wars.magic.spell_effects import EFFECTS, after, ask_who_pays, bonus_unit
from app.systems.open_wars.position.actions import Cast
from app.systems.open_wars.position.events import Passed
from app.systems.open_wars.position.events_magic import PactPaid, SpellAnnulled, SpellCast, SpellFailed
from app.systems.open_wars.position.frames import CastFrame, Place, Prompt, WindowFrame


def cast(story: Story, seat: Seat, action: Cast) -> None:
    """A spell is cast and paid. A Dispel that answers a spell takes the place of its window: nobody is asked again on the way
    down (OW-DSP-02)."""
    token = story.position.tokens[action.caster]
    top = story.frames[-1]
    answers = isinstance(top, WindowFrame) and top.kind == "dispel"
    target, spell = action.target, story.rules.spells[action.spell]
    occasion = occasion_of(story.position, moment_of(story.position, seat), token, target, action.free, spell.code)
    cost = mana_of(story.field, token, spell, occasion)
    story.add(SpellCast(seat, token.id, token.unit, token.cell, action.spell, target, cost, action.free, answers))
    if action.free == "convergence":
        _use_convergence(story, token.id)
    if answers:
        story.pop()
    elif isinstance(top, WindowFrame):
        story.put(windows.answered(top, seat))
    elif isinstance(top, CastFrame):
        story.put(replace(top, step="done", ask=None))
    story.push(CastFrame(seat, token.id, token.cell, action.spell, target, action.free, answers))


def _use_convergence(story: Story, caster: TokenId) -> None:
    effect = next(
        effect for effect in story.position.effects if effect.code == "elven_convergence" and caster in effect.tokens
    )
    story.end(effect)


def run(story: Story, frame: CastFrame) -> None:
    """The window, the effect, what follows."""
    match frame.step:
        case "cast":
            story.put(replace(frame, step="effect"))
            story.push(WindowFrame("dispel", opener=frame.seat))
        case "effect":
            _take_effect(story, frame)
        case "after":
            story.put(replace(frame, step="done"))
            after(story, frame)
        case "bonus":
            _bonus(story, frame)
        case "pact":
            ask_who_pays(story, frame)
        case "pact_cast":
            _pact_cast(story, frame)
        case _:
            story.pop()


def _take_effect(story: Story, frame: CastFrame) -> None:
    if frame.annulled:
        story.add(SpellAnnulled(frame.seat, frame.spell))
        story.pop()
    elif frame.answers:
        story.pop()
        below = story.frames[-1]
        if isinstance(below, CastFrame):
            story.put(replace(below, annulled=True))
    else:
        story.put(replace(frame, step="done"))
        if not EFFECTS[frame.spell](story, frame):
            story.add(SpellFailed(frame.seat, frame.spell))


# ---------------------------------------------------------------------------------------------------------- bonus attacks


def _bonus(story: Story, frame: CastFrame) -> None:
    """A bonus attack: at the only target, or the caster's seat chooses, or nothing (OW-ATK-06)."""
    unit, cell = bonus_unit(story, frame)
    found = attacks.bonus_targets(story, unit, cell) if unit is not None else ()
    if unit is not None and len(found) > 1:
        story.put(replace(frame, ask=Prompt("bonus_target", frame.seat, unit=unit, targets=found)))
    else:
        bonus_target(story, frame, found[0] if found else None)


def bonus_target(story: Story, frame: CastFrame, target: Place | None) -> None:
    """The bonus attack of a spell."""
    unit, _ = bonus_unit(story, frame)
    story.put(replace(frame, step="done", ask=None))
    if unit is not None and target is not None:
        attacks.bonus(story, unit, target)


# --------------------------------------------------------------------------------------------------------------- the pact


def pay_pact(story: Story, frame: CastFrame, unit: UnitRef | None, token: TokenId | None) -> None:
    """A unit pays a hit point, which is no hit; then the free spell is chosen. No unit: the Pact ends (OW-SPELL-15)."""
    story.add(PactPaid(frame.seat, unit))
    if unit is None or token is None:
        story.put(replace(frame, step="done", ask=None))
        return
    story.put(replace(frame, step="pact_cast", ask=None))
    lose_hit_point(story, story.position.tokens[token])


def _pact_cast(story: Story, frame: CastFrame) -> None:
    """Asks for the free spell if there is one to cast."""
    below = next((each for each in reversed(story.frames) if isinstance(each, WindowFrame)), None)
    window = below.kind if below is not None else "act"
    free = castable(story.field, story.position, frame.seat, window, caster=frame.caster, free="pact")
    if next(free, None) is None:
        story.put(replace(frame, step="done"))
    else:
        story.put(replace(frame, ask=Prompt("pact_cast", frame.seat, tokens=(frame.caster,))))


def decline_pact_cast(story: Story, frame: CastFrame) -> None:
    """Whoever may cast a spell for nothing by Dark Pact casts none."""
    story.add(Passed(frame.seat))
    story.put(replace(frame, step="done", ask=None))
