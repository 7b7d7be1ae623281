"""Attacks: dice, the window after them, hits, and what follows from having hit (rules.md, section 12)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, Name, TokenId, UnitRef
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.field.values import automatic_hits
from app.systems.open_wars.fight.hit_checks import extra_hits, rolled_hits
from app.systems.open_wars.fight.site_list import able, targets
from app.systems.open_wars.moves import marches
from app.systems.open_wars.moves.paths import spell_step_cells
from app.systems.open_wars.position.events_combat import AttackDeclared, AttackRolled, ExtraRolled, UnitActed
from app.systems.open_wars.position.frames import AttackFrame, Batch, HitsFrame, Place, Prompt, WindowFrame
from app.systems.open_wars.position.state import Effect


def declare(story: Story, unit: UnitRef, cell: Cell, seat: Seat, acting: tuple[TokenId, ...]) -> None:
    """A unit's own attack; its tokens that had not acted have acted after it. From afar it goes as in melee, and
    nobody strikes back (OW-RNG-06)."""
    tokens = tuple(token.id for token in able(story.field.unit(unit)))
    _begin(story, AttackFrame(unit, tokens, cell, seat, acting))


def _begin(story: Story, frame: AttackFrame) -> None:
    story.add(AttackDeclared(frame.attacker, frame.tokens, frame.cell, frame.seat, frame.bonus))
    story.push(frame)


# ---------------------------------------------------------------------------------------------------------- bonus attacks


def bonus_targets(story: Story, unit: UnitRef, cell: Cell | None = None) -> tuple[Place, ...]:
    """Whom a unit can attack beyond its turn, in one ``cell`` alone if it is given (OW-ATK-06). Who stands in a melee site attacks
    there only, even if nobody is left to be attacked (OW-ATK-01, OW-SITE-06)."""
    site = story.site
    if cell is None and site is not None and site.kind == "melee" and site.cell == unit.cell:
        cell = site.cell
    found = targets(story.field, unit, bonus=True)
    return tuple(Place(goal, seat) for goal, seat in found if cell in (None, goal))


def bonus(story: Story, unit: UnitRef, target: Place) -> None:
    """A bonus attack by all tokens of the unit that are not barred (OW-ATK-06)."""
    tokens = tuple(token.id for token in able(story.field.unit(unit), bonus=True))
    _begin(story, AttackFrame(unit, tokens, target.cell, target.seat, bonus=True))


# ------------------------------------------------------------------------------------------------------------ the attack


def run(story: Story, frame: AttackFrame) -> None:
    """The next part of the attack."""
    match frame.step:
        case "roll":
            _roll(story, frame)
        case "hits":
            story.put(replace(frame, step="second"))
            batches = (Batch(frame.cell, frame.seat, frame.hits),)
            present = tuple(t.id for t in story.field.here(frame.cell) if t.seat == frame.seat)
            place = Place(frame.cell, frame.seat)
            story.push(HitsFrame(batches, attacker=frame.attacker, place=place, present=present, scored=frame.hits))
        case "second":
            _second(story, frame)
        case "second_attack":
            _second_attack(story, frame)
        case "follow":
            _follow(story, frame)
        case "done":
            _done(story, frame)


def effect_on(story: Story, code: Name, tokens: tuple[TokenId, ...]) -> Effect | None:
    """The first effect of a spell that marks any of the tokens."""
    return next((e for e in story.position.effects if e.code == code and not set(e.tokens).isdisjoint(tokens)), None)


def _roll(story: Story, frame: AttackFrame) -> None:
    """A die for each token by its id, automatic hits, Savage Blow; then the window (OW-ATK-02, OW-ATK-03, OW-ATK-04,
    OW-DICE-03, OW-WIN-07)."""
    field = story.field
    tokens = [field.tokens[number] for number in frame.tokens if number in field.tokens]
    purified = field.is_purified(tokens)
    values = tuple(field.values(token).attack for token in tokens)
    dice = tuple(story.roll(f"attack of {frame.attacker.unit}") for _ in tokens)
    hits = rolled_hits(values, dice)
    automatic = 0
    card = field.card(frame.cell)
    if tokens and card is not None and frame.cell == frame.attacker.cell and not purified:
        automatic = automatic_hits(card, field.rules.units[frame.attacker.unit])
    story.add(AttackRolled(frame.attacker, dice, values, hits, automatic))
    base = hits + automatic
    frame = replace(frame, step="hits", base=base, hits=base, purified=purified)
    story.put(_savage_blow(story, frame))
    story.push(WindowFrame("roll"))


def _savage_blow(story: Story, frame: AttackFrame) -> AttackFrame:
    """Its extra dice; it ends with the attack, also a purified one (OW-SPELL-31)."""
    while (effect := effect_on(story, "savage_blow", frame.tokens)) is not None:
        story.end(effect)
        frame = extra_dice(story, frame, "savage_blow")
    return frame


def extra_dice(story: Story, frame: AttackFrame, spell: Name) -> AttackFrame:
    """One more die for each base hit; none for a purified unit (OW-SPELL-03, OW-SPELL-30, OW-SPELL-31)."""
    if frame.purified or not frame.base:
        return frame
    success = story.rules.spells[spell].effect["extra_die_per_hit_success"]
    dice, hits = extra_hits(frame.base, success, story.dice, spell)
    story.add(ExtraRolled(frame.attacker, spell, dice, hits))
    return replace(frame, hits=frame.hits + hits)


def _second(story: Story, frame: AttackFrame) -> None:
    """Bloodthirst: the unit's own attack that hit is followed by another, for each time it was cast (OW-SPELL-09, OW-MAG-15)."""
    effect = None if frame.bonus else effect_on(story, "bloodthirst", frame.tokens)
    if effect is None:
        story.put(replace(frame, step="follow"))
        return
    story.end(effect)
    unit = _where(story, frame)
    scores = frame.hits and not frame.purified and unit is not None
    if scores:
        story.put(replace(frame, step="second_attack", by=effect.seat))


def _second_attack(story: Story, frame: AttackFrame) -> None:
    """At the only target, or the caster's seat chooses."""
    unit = _where(story, frame)
    found = bonus_targets(story, unit) if unit is not None else ()
    if len(found) > 1 and frame.by is not None:
        story.put(replace(frame, ask=Prompt("bonus_target", frame.by, unit=unit, targets=found)))
    else:
        second_target(story, frame, found[0] if found else None)


def second_target(story: Story, frame: AttackFrame, target: Place | None) -> None:
    """Bloodthirst's attack, at whom the caster's seat chose."""
    unit = _where(story, frame)
    story.put(replace(frame, step="second", ask=None))
    if unit is not None and target is not None:
        bonus(story, unit, target)


def _where(story: Story, frame: AttackFrame) -> UnitRef | None:
    """The attacking unit where it is now."""
    token = next((story.position.tokens[n] for n in frame.tokens if n in story.position.tokens), None)
    return UnitRef(token.cell, token.seat, token.unit) if token is not None else None


def _fury(story: Story, frame: AttackFrame) -> Effect | None:
    """The first Wild Fury on the attackers that has not given its move yet."""
    marks = (e for e in story.position.effects if e.code == "wild_fury" and not e.used)
    return next((e for e in marks if not set(e.tokens).isdisjoint(frame.tokens)), None)


def _follow(story: Story, frame: AttackFrame) -> None:
    """Wild Fury: whoever hit may move one location, once (OW-SPELL-07)."""
    effect = _fury(story, frame)
    unit = _where(story, frame)
    cells: tuple[Cell, ...] = ()
    if effect is not None and frame.hits and unit is not None:
        cells = tuple(spell_step_cells(story.field, story.field.unit(unit)))
    if cells and unit is not None:
        story.put(replace(frame, ask=Prompt("follow_up_move", unit.seat, unit=unit, cells=cells)))
    else:
        story.put(replace(frame, step="done"))


def follow_up(story: Story, frame: AttackFrame, cell: Cell | None) -> None:
    """The move of Wild Fury, or none."""
    effect, unit = _fury(story, frame), _where(story, frame)
    story.put(replace(frame, step="done", ask=None))
    if cell is not None and effect is not None and unit is not None:
        story.alter(replace(effect, used=True))
        marches.go(story, story.field.unit(unit), (cell,), "spell", "fresh")


def _done(story: Story, frame: AttackFrame) -> None:
    """The unit has acted; Purifying Flame's mark is gone from who attacked."""
    story.pop()
    acting = tuple(number for number in frame.acting if number in story.position.tokens)
    if acting:
        story.add(UnitActed(frame.attacker, acting))
    while (effect := effect_on(story, "purifying_flame", frame.tokens)) is not None:
        left = tuple(number for number in effect.tokens if number not in frame.tokens)
        if left:
            story.alter(replace(effect, tokens=left))
        else:
            story.end(effect)
