"""Hits settled one by one: who takes each, what stops it, what is lost, and who comes back (rules.md, section 13)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.systems.open_wars.book.kinds import TokenId, UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight.hit_checks import Charge, candidates, capacities, check_hit
from app.systems.open_wars.position.events import FlagsSet
from app.systems.open_wars.position.events_combat import (
    AttackSettled,
    HitsLost,
    HitStopped,
    LegionRolled,
    Returned,
    SaveRolled,
    TokenFell,
    TokenWounded,
)
from app.systems.open_wars.position.events_magic import ManaGained
from app.systems.open_wars.position.frames import Batch, HitsFrame, Prompt
from app.systems.open_wars.position.state import Fallen, Position, Token

LEGION: Final = "immortal_legion"


def run(story: Story, frame: HitsFrame) -> None:
    """The next hit of the batch under way, the next batch, or the end."""
    if not frame.batches:
        _finish(story, frame)
        return
    batch = frame.batches[0]
    if frame.capacity is None:
        room = capacities(story.field, batch.cell, batch.seat, batch.unit)
        frame = replace(frame, capacity=tuple(sorted(room.items())), struck=())
        story.put(frame)
    choices = _choices(story, frame, batch) if batch.hits else ()
    if not choices:
        if batch.hits:
            story.add(HitsLost(batch.cell, batch.seat, batch.hits))
        story.put(replace(frame, batches=frame.batches[1:], capacity=None))
    elif len(choices) > 1:
        tokens = tuple(token.id for token in choices)
        story.put(replace(frame, ask=Prompt("assign_hit", batch.seat, tokens=tokens)))
    else:
        settle(story, frame, choices[0].id)


def _choices(story: Story, frame: HitsFrame, batch: Batch) -> tuple[Token, ...]:
    capacity = dict(frame.capacity or ())
    if not any(capacity.values()):
        return ()
    with_points = story.position.phase == "movement" or story.rules.options.retreat_allowance == "remaining"
    return candidates(story.field, batch.cell, batch.seat, capacity, with_points=with_points)


def settle(story: Story, frame: HitsFrame, number: TokenId) -> None:
    """One hit on the unit of a token, which loses the hit point if nothing stops it (OW-HIT-06)."""
    token = story.position.tokens[number]
    unit = UnitRef(token.cell, token.seat, token.unit)
    site = story.site
    may_try = site is not None and unit not in site.graced
    check = check_hit(story.field, unit, story.dice, may_try_grace=may_try, struck=token.unit in frame.struck)
    batch = replace(frame.batches[0], hits=frame.batches[0].hits - 1)
    capacity = dict(frame.capacity or ())
    capacity[token.unit] = capacity.get(token.unit, 0) - check.uses_capacity
    frame = replace(frame, ask=None, batches=(batch, *frame.batches[1:]), capacity=tuple(capacity.items()))
    for by, die, saved in check.dice:
        story.add(SaveRolled(unit, by, die, saved))
    if check.charge is not None:
        _use(story, check.charge)
        story.add(HitStopped(unit, "unbreakable_walls" if check.stopped == "walls" else "mystic_shield"))
    elif check.stopped == "mithril":
        story.add(HitStopped(unit, "mithril_armor"))
    elif check.stopped is None:
        frame = _hurt(story, replace(frame, struck=(*frame.struck, token.unit)), token)
    story.put(frame)


def _use(story: Story, charge: Charge) -> None:
    effect = next(effect for effect in story.position.effects if effect.id == charge.effect)
    groups = tuple(group for group in effect.groups if group != charge.tokens)
    if groups:
        tokens = tuple(number for number in effect.tokens if number not in charge.tokens)
        story.alter(replace(effect, groups=groups, tokens=tokens))
    else:
        story.end(effect)


def _hurt(story: Story, frame: HitsFrame, token: Token) -> HitsFrame:
    """A hit point is lost: the wounded side, or the token falls (OW-HIT-11, OW-HERO-02)."""
    unit = UnitRef(token.cell, token.seat, token.unit)
    if not lose_hit_point(story, token):
        return frame
    frame = replace(frame, fell=(*frame.fell, token.id))
    if story.field.unit(unit):
        return frame
    if frame.mana_to is not None and story.seat(frame.mana_to).plays:
        story.add(ManaGained(frame.mana_to, 1, "abyss_flames"))
    return replace(frame, destroyed=(*frame.destroyed, unit))


def lose_hit_point(story: Story, token: Token) -> bool:
    """A token loses a hit point; true if it fell, and then it is gone before the next unit acts (OW-ATK-07)."""
    unit = UnitRef(token.cell, token.seat, token.unit)
    if story.field.hit_points(token) > 1:
        story.add(TokenWounded(token.id, unit))
        return False
    story.add(TokenFell(token.id, unit, _is_gone(story.rules, story.position, token)))
    return True


def _is_gone(rules: Rules, position: Position, token: Token) -> bool:
    """Two-sided tokens never come back, but for a scenario's second life (OW-HERO-05, OW-SCN-06)."""
    lives = rules.scenarios[position.scenario].two_lives
    if lives is not None and token.unit == lives.unit and token.form == lives.first:
        return False
    return rules.units[token.unit].is_two_sided


def _finish(story: Story, frame: HitsFrame) -> None:
    """The attack is settled; then who has two lives, then Immortal Legion (OW-SCN-06, OW-HIT-13)."""
    story.pop()
    if frame.attacker is not None:
        _settle_attack(story, frame, frame.attacker)
    for fallen in [fallen for fallen in story.position.fallen if fallen.id in frame.fell]:
        _second_life(story, fallen)
    for unit in sorted(frame.destroyed, key=lambda ref: (ref.unit, ref.cell, ref.seat)):
        _legion(story, unit)


def _settle_attack(story: Story, frame: HitsFrame, attacker: UnitRef) -> None:
    fell = {fallen.id: fallen for fallen in story.position.fallen}
    lost: dict[str, int] = {}
    for number in frame.fell:
        unit = fell[number].unit
        lost[unit] = lost.get(unit, 0) + 1
    place = frame.place
    scored = frame.scored > 0 and story.rules.units[attacker.unit].faction == "barbarians"
    if place is not None:
        story.add(AttackSettled(attacker, place.cell, place.seat, frame.present, lost, scored))


def _second_life(story: Story, fallen: Fallen) -> None:
    """From its turn on the second form comes at once, before that it stays away."""
    lives = story.scenario.two_lives
    if lives is None or fallen.unit != lives.unit or fallen.form != lives.first or not story.seat(fallen.seat).plays:
        return
    if story.position.turn < lives.at_once_from:
        story.add(FlagsSet((*story.position.flags, f"{lives.unit}:waiting")))
        return
    token = Token(story.position.next_token, fallen.unit, fallen.seat, fallen.cell, form=lives.second)
    story.add(Returned(token, fallen.id, "two_lives"))


def _legion(story: Story, unit: UnitRef) -> None:
    """A die for each destroyed Undead unit, after all hits (OW-DICE-05), where a Legion of its seat is on; on a
    success one token returns (OW-SPELL-28)."""
    effects = [e for e in story.position.effects if e.code == LEGION and e.place == unit.cell and e.seat == unit.seat]
    if (
        not effects
        or not story.seat(unit.seat).plays
        or story.rules.units[unit.unit].faction != story.rules.spells[LEGION].faction
    ):
        return
    die = story.roll(f"{LEGION}: {unit.unit}")
    success = die in story.rules.spells[LEGION].effect["roll_success"]
    story.add(LegionRolled(unit, die, success))
    lost = [f for f in story.position.fallen if (f.cell, f.seat, f.unit) == (unit.cell, unit.seat, unit.unit)]
    if success and lost and not story.rules.units[unit.unit].is_two_sided:
        token = Token(story.position.next_token, unit.unit, unit.seat, unit.cell, acted=True, barred=True)
        story.add(Returned(token, lost[-1].id, LEGION))
