"""What each spell does when it takes effect (rules.md, section 16). A spell whose target is no longer there does nothing
(OW-MAG-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from app.systems.open_wars.book.kinds import Cell, TokenId, UnitRef
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.field.values import bars, entry_bonus, halts, weather
from app.systems.open_wars.fight.attacks import extra_dice
from app.systems.open_wars.magic.cast_rules import pact_units
from app.systems.open_wars.moves import marches
from app.systems.open_wars.moves.paths import Budget, teleport_refusal
from app.systems.open_wars.moves.returning import can_return
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.events_combat import Returned
from app.systems.open_wars.position.events_magic import SpellMoved, Teleported, WarCryRolled
from app.systems.open_wars.position.frames import AttackFrame, Batch, CastFrame, HitsFrame, Prompt
from app.systems.open_wars.position.state import Effect, Token

Apply = Callable[[Story, CastFrame], bool]
"""What a spell does; false if it could do nothing."""

STATS: Final = ("initiative", "movement", "attack", "range")


# ----------------------------------------------------------------------------------------------------------------- marks


def _mark(story: Story, frame: CastFrame, tokens: Iterable[Token], **more: Any) -> bool:  # fields of Effect
    """A lasting effect on tokens, with the numbers of the spell's row (OW-UNIT-13)."""
    marked = tuple(token.id for token in tokens)
    spell = story.rules.spells[frame.spell]
    if not marked and "place" not in more:
        return False
    numbers = {stat: spell.effect[stat] for stat in STATS if stat in spell.effect}
    expiry = spell.duration if spell.duration != "instant" else "turn"
    effect = Effect(0, "spell", spell.code, expiry, marked, frame.caster, frame.seat, frame.cell)
    story.begin(replace(effect, **{**numbers, **more}))
    return True


def _unit(story: Story, frame: CastFrame) -> tuple[Token, ...]:
    """The tokens of the unit that the spell was cast at, if it is still there."""
    ref = frame.target.ref
    return story.field.unit(ref) if ref is not None else ()


def _here(story: Story, frame: CastFrame) -> Cell:
    """The location a spell was cast at, always the whole of it (OW-GEO-07): the one named, or the caster's own."""
    return frame.target.cell or frame.cell


def _faction(story: Story, frame: CastFrame, tokens: Iterable[Token]) -> list[Token]:
    """The tokens of the faction that the spell belongs to."""
    faction = story.rules.spells[frame.spell].faction
    return [token for token in tokens if story.rules.units[token.unit].faction == faction]


def _allies(story: Story, frame: CastFrame, tokens: Iterable[Token]) -> list[Token]:
    """The tokens of the caster's side."""
    return [token for token in tokens if not story.field.are_enemies(frame.seat, token.seat)]


def _groups(tokens: Sequence[Token]) -> tuple[tuple[TokenId, ...], ...]:
    """Tokens unit by unit: each has a charge of its own."""
    units: dict[UnitRef, list[TokenId]] = {}
    for token in tokens:
        units.setdefault(UnitRef(token.cell, token.seat, token.unit), []).append(token.id)
    return tuple(tuple(group) for group in units.values())


def _mark_unit(story: Story, frame: CastFrame) -> bool:
    """Arcane Wind, Spectral Arrow, Mithril Armour, Wild Fury, Savage Blow, Bloodthirst."""
    return _mark(story, frame, _unit(story, frame))


def _charge_unit(story: Story, frame: CastFrame) -> bool:
    """Mystic Shield, Elven Convergence: one charge."""
    tokens = _unit(story, frame)
    return _mark(story, frame, tokens, groups=_groups(tokens))


def _mark_allies(story: Story, frame: CastFrame) -> bool:
    """Jungle Roar, Iron Rune, Reckless Charge: the faction's units of the own side in a location."""
    return _mark(story, frame, _allies(story, frame, _faction(story, frame, story.field.here(_here(story, frame)))))


def _mark_faction(story: Story, frame: CastFrame) -> bool:
    """Blood Corruption, Elven Grace: every unit of the faction in the caster's location (OW-MAG-09)."""
    return _mark(story, frame, _faction(story, frame, story.field.here(_here(story, frame))))


def _mark_enemies(story: Story, frame: CastFrame) -> bool:
    """Aura of Terror: all enemies in the caster's location are marked."""
    return _mark(story, frame, story.field.enemies(frame.seat, _here(story, frame)))


def _walls(story: Story, frame: CastFrame) -> bool:
    """Unbreakable Walls: each allied Dwarf unit gets a charge (OW-SPELL-24)."""
    tokens = _allies(story, frame, _faction(story, frame, story.field.here(_here(story, frame))))
    return _mark(story, frame, tokens, groups=_groups(tokens))


def _mist(story: Story, frame: CastFrame) -> bool:
    """Mist of the Damned: each enemy unit has a die to roll (OW-SPELL-26)."""
    tokens = story.field.enemies(frame.seat, _here(story, frame))
    return _mark(story, frame, tokens, groups=_groups(tokens))


def _warquake(story: Story, frame: CastFrame) -> bool:
    """Every unit there, own ones too; flying ones lose Movement as well (OW-SPELL-10)."""
    tokens = story.field.here(_here(story, frame))
    if not _mark(story, frame, tokens):
        return False
    flying = tuple(token.id for token in tokens if story.field.kind(token).is_flying)
    if flying:
        # The numbers of one effect are the same for all it marks, so the wings have an effect of their own.
        value = story.rules.spells[frame.spell].effect["movement_flying"]
        whole = story.position.effects[-1].id
        effect = Effect(0, "spell", frame.spell, "turn", flying, frame.caster, frame.seat, frame.cell)
        story.begin(replace(effect, movement=value, part_of=whole))
    return True


def _legion(story: Story, frame: CastFrame) -> bool:
    """Immortal Legion guards a location, not tokens (OW-SPELL-28)."""
    return _mark(story, frame, (), place=_here(story, frame))


# ------------------------------------------------------------------------------------------------------------------ hits


def _hit(story: Story, frame: CastFrame, batches: Sequence[Batch]) -> bool:
    if not batches:
        return False
    gains = frame.seat if "mana_if_destroyed" in story.rules.spells[frame.spell].effect else None
    story.push(HitsFrame(tuple(batches), mana_to=gains))
    return True


def _batch(unit: UnitRef, hits: int) -> Batch:
    return Batch(unit.cell, unit.seat, hits, unit.unit)


def _flame(story: Story, frame: CastFrame) -> bool:
    """Purifying Flame: a hit; whoever remains is marked until the next attack (OW-SPELL-03)."""
    unit = frame.target.ref
    if unit is None or not _unit(story, frame):
        return False
    story.put(replace(frame, step="after", moved=tuple(token.id for token in _unit(story, frame))))
    return _hit(story, frame, [_batch(unit, story.rules.spells[frame.spell].effect["hits"])])


def after(story: Story, frame: CastFrame) -> None:
    """What follows the hits of Purifying Flame: who was there and still is, is marked."""
    _mark(story, frame, [token for token in _unit(story, frame) if token.id in frame.moved])


def _abyss(story: Story, frame: CastFrame) -> bool:
    unit = frame.target.ref
    if unit is None or not _unit(story, frame):
        return False
    return _hit(story, frame, [_batch(unit, story.rules.spells[frame.spell].effect["hits"])])


def _enemy_units(story: Story, frame: CastFrame) -> list[UnitRef]:
    """The enemy units of the location, in turn order of seats, then unit code."""
    units = story.field.units(_here(story, frame))
    return [unit for unit in units if story.field.are_enemies(frame.seat, unit.seat)]


def _pillar(story: Story, frame: CastFrame) -> bool:
    """Pillar of Fire spares Dwarves; as with every spell of hits there are no dice but the saves (OW-SPELL-22,
    OW-DICE-08)."""
    spell = story.rules.spells[frame.spell]
    units = [u for u in _enemy_units(story, frame) if story.rules.units[u.unit].faction != spell.faction]
    return _hit(story, frame, [_batch(unit, spell.effect["hits"]) for unit in units])


def _war_cry(story: Story, frame: CastFrame) -> bool:
    """All dice first, then the hits in the same order (OW-SPELL-12, OW-DICE-07)."""
    units = _enemy_units(story, frame)
    if not units:
        return False
    effect = story.rules.spells[frame.spell].effect
    per_token = story.rules.options.warcry_dice == "per_token"
    counts = [len(story.field.unit(unit)) if per_token else 1 for unit in units]
    dice = [[story.roll(f"war cry at {unit.unit}") for _ in range(n)] for unit, n in zip(units, counts, strict=True)]
    hits = [sum(die in effect["roll_success"] for die in rolled) * effect["hits"] for rolled in dice]
    flat = tuple(die for rolled in dice for die in rolled)
    story.add(WarCryRolled(_here(story, frame), tuple(units), flat, tuple(hits)))
    batches = [_batch(unit, n) for unit, n in zip(units, hits, strict=True) if n]
    if batches:
        _hit(story, frame, batches)
    return True


# ----------------------------------------------------------------------------------------------------------------- moves


def _move(story: Story, frame: CastFrame, budget: Budget) -> bool:
    """The whole unit moves (OW-MAG-14)."""
    tokens, ref = _unit(story, frame), frame.target.ref
    path = frame.target.path or ()
    if not tokens or ref is None:
        return False
    if path:
        story.add(SpellMoved(frame.spell, ref, tuple(token.id for token in tokens), path))
        marches.go(story, tokens, path, "spell", budget)
    return True


def _jaguar(story: Story, frame: CastFrame) -> bool:
    return _move(story, frame, "free")


def _reflexes(story: Story, frame: CastFrame) -> bool:
    return _move(story, frame, "fresh")


def _puma(story: Story, frame: CastFrame) -> bool:
    """A step, then a bonus attack from wherever the unit is (OW-SPELL-06)."""
    return _leap(story, frame)


def _leap(story: Story, frame: CastFrame) -> bool:
    tokens = _unit(story, frame)
    if not tokens:
        return False
    story.put(replace(frame, step="bonus", moved=tuple(token.id for token in tokens)))
    return _move(story, frame, "fresh")


def _rage(story: Story, frame: CastFrame) -> bool:
    """Unrestrained Rage: a bonus attack (OW-SPELL-11)."""
    tokens = _unit(story, frame)
    if not tokens:
        return False
    story.put(replace(frame, step="bonus", moved=tuple(token.id for token in tokens)))
    return True


def bonus_unit(story: Story, frame: CastFrame) -> tuple[UnitRef | None, Cell | None]:
    """The unit that makes a spell's bonus attack, where it is now, and the one location it may attack: Savage Ambush attacks
    where it has gone, or not at all (OW-SPELL-29)."""
    token = next((story.position.tokens[n] for n in frame.moved if n in story.position.tokens), None)
    if token is None:
        return None, None
    goal = frame.target.path[-1] if frame.spell == "savage_ambush" and frame.target.path else None
    if goal is not None and token.cell != goal:
        return None, None
    return UnitRef(token.cell, token.seat, token.unit), goal


def _portal(story: Story, frame: CastFrame) -> bool:
    """Infernal Portal: entering, not moving (OW-SPELL-14)."""
    tokens, ref, goal = _unit(story, frame), frame.target.ref, frame.target.to
    if not tokens or ref is None or goal is None or story.field.controller(goal) != frame.seat:
        return False
    card = story.field.card(goal)
    if card is None or teleport_refusal(story.field, tokens, goal) is not None:
        return False
    kind, ids = story.field.kind(tokens[0]), tuple(token.id for token in tokens)
    bonus = entry_bonus(card, kind)
    helped = tuple(token.id for token in tokens if bonus and not token.serpent)
    story.add(Teleported(ref, ids, goal, bars(card), halts(card, kind), bool(helped)))
    for feature in weather(card, kind, "enter"):
        die = story.roll(f"{card.code}: enter")
        failed = die in feature.fail
        story.add(e.WeatherRolled(ref.seat, ref.unit, ids, goal, card.code, "enter", die, failed))
        if failed:
            effect = Effect(0, "card", card.code, "turn", ids)
            story.begin(replace(effect, **{feature.stat or "movement": feature.value}))
    if helped:
        story.begin(Effect(0, "card", card.code, "turn", helped, movement=bonus))
    return True


def _raise(story: Story, frame: CastFrame) -> bool:
    """Raise the Fallen: back, but acted and barred (OW-SPELL-25)."""
    goal, number = _here(story, frame), frame.target.fallen
    fallen = next((token for token in story.position.fallen if token.id == number), None)
    if fallen is None or story.field.controller(goal) != frame.seat:
        return False
    if not can_return(story.field, fallen.unit, fallen.seat, goal):
        return False
    token = Token(story.position.next_token, fallen.unit, fallen.seat, goal, acted=True, barred=True)
    story.add(Returned(token, fallen.id, frame.spell))
    return True


# ---------------------------------------------------------------------------------------------------------------- others


def _dispel(story: Story, frame: CastFrame) -> bool:
    """Ends a lasting effect (OW-DSP-04); one that answers a spell is the business of the chain."""
    effect = next((effect for effect in story.position.effects if effect.id == frame.target.effect), None)
    if effect is None:
        return False
    whole = effect.id if effect.part_of is None else effect.part_of
    for each in story.position.effects:
        if whole in (each.id, each.part_of):
            story.end(each, "dispelled")
    return True


def _crush(story: Story, frame: CastFrame) -> bool:
    """Brutal Crush: more dice for the attack just rolled (OW-SPELL-30)."""
    frames = story.frames
    index = next((i for i in range(len(frames) - 1, -1, -1) if isinstance(frames[i], AttackFrame)), None)
    if index is None:
        return False
    attack = frames[index]
    assert isinstance(attack, AttackFrame)
    story.amend(index, extra_dice(story, attack, frame.spell))
    return True


def ask_who_pays(story: Story, frame: CastFrame) -> bool:
    """Dark Pact asks who pays; false if nobody can (OW-SPELL-15)."""
    caster = story.position.tokens.get(frame.caster)
    units = tuple(pact_units(story.field, caster)) if caster is not None else ()
    if not units:
        story.put(replace(frame, step="done"))
        return False
    story.put(replace(frame, step="pact", ask=Prompt("pact", frame.seat, units=units)))
    return True


EFFECTS: Final[Mapping[str, Apply]] = MappingProxyType(
    {
        "dispel": _dispel,
        "arcane_wind": _mark_unit,
        "purifying_flame": _flame,
        "mystic_shield": _charge_unit,
        "jaguars_call": _jaguar,
        "pumas_leap": _puma,
        "wild_fury": _mark_unit,
        "jungle_roar": _mark_allies,
        "bloodthirst": _mark_unit,
        "warquake": _warquake,
        "unrestrained_rage": _rage,
        "war_cry": _war_cry,
        "abyss_flames": _abyss,
        "infernal_portal": _portal,
        "dark_pact": ask_who_pays,
        "blood_corruption": _mark_faction,
        "spectral_arrow": _mark_unit,
        "elven_convergence": _charge_unit,
        "elven_reflexes": _reflexes,
        "elven_grace": _mark_faction,
        "iron_rune": _mark_allies,
        "pillar_of_fire": _pillar,
        "mithril_armor": _mark_unit,
        "unbreakable_walls": _walls,
        "raise_the_fallen": _raise,
        "mist_of_the_damned": _mist,
        "aura_of_terror": _mark_enemies,
        "immortal_legion": _legion,
        "savage_ambush": _leap,
        "brutal_crush": _crush,
        "savage_blow": _mark_unit,
        "reckless_charge": _mark_allies,
    }
)
