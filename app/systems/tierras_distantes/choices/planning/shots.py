"""What fire would mean: the chain that leads to the chances of each target, who could join and what that changes, bursts (TD-FIRE, TD-CON,
TD-DIV, TD-AREA)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.engine.offers import Added, Choice, More, Preview
from app.engine.refusal import Fact, Refusal
from app.engine.scene import Disc, Tone
from app.engine.telling import Chance, Line, Overlay, Ring, SideView, Spot
from app.engine.types import Text, UnitId
from app.engine.words import lowered
from app.systems.tierras_distantes.activation.acting import judge_acting
from app.systems.tierras_distantes.choices.planning.eyes import Eyes, cm, drawn, length, per_cent
from app.systems.tierras_distantes.choices.planning.reckoning import chances_of, dice_words, told
from app.systems.tierras_distantes.choices.planning.side_view import side_view
from app.systems.tierras_distantes.choices.planning.sights import best_shot, may_threaten, threat_of
from app.systems.tierras_distantes.fire.aiming import Strike, Volley, judge_fire, shots_of, sighted
from app.systems.tierras_distantes.fire.attacks import Attack, attacks_of
from app.systems.tierras_distantes.fire.bursting import Blast, judge_area
from app.systems.tierras_distantes.position.actions import Fire, FireArea, GroupShot
from app.systems.tierras_distantes.position.events_fights import Aimed
from app.systems.tierras_distantes.position.state import Unit
from app.systems.tierras_distantes.space.sight import ground_cover


def preview_fire(eyes: Eyes, action: Fire) -> Preview:
    """What a legal shot would do to each target. Where one at somebody unseen is lost, the odds are those of a target that is seen and has
    no cover but its ground (TD-HID-04)."""
    attacks = attacks_aimed(eyes, action)
    first = attacks[0]
    return Preview(
        True,
        facts=_facts(first),
        notes=tuple(_notes(eyes, action, attacks)),
        chances=tuple(chance for attack in attacks for chance in told(eyes, attack)),
        overlays=tuple(_lines(eyes, attacks)),
        threats=tuple(_answers(eyes, action, attacks)),
        more=joiners(eyes, action, first),
        side=None if eyes.is_blind else _side(eyes, first),
    )


def attacks_aimed(eyes: Eyes, action: Fire) -> tuple[Attack, ...]:
    """The attacks of a legal shot, as far as its seat may know."""
    player = eyes.player
    assert player is not None
    volley = judge_fire(eyes.field, player, action)
    assert isinstance(volley, Volley)
    strikes = tuple(_as_if_seen(eyes, volley)) if eyes.is_blind else volley.strikes
    return tuple(attacks_of(eyes.rules, strikes))


def _as_if_seen(eyes: Eyes, volley: Volley) -> Iterator[Strike]:
    """All that is aimed, in order, as if everybody were seen (TD-HID-04)."""
    found = {(each.unit, each.aim.target): each for each in (*volley.strikes, *volley.lost)}
    for shot in volley.shots:
        for aim in shot.aims:
            ground = ground_cover(eyes.field.land, eyes.field.body(aim.target))
            yield found[shot.unit, aim.target]._replace(sighting=ground)


def _facts(attack: Attack) -> dict[str, Fact]:
    """The numbers of the first attack."""
    return {
        "rolled": attack.pool.rolled,
        "kept": attack.pool.kept,
        "cover": attack.cover,
        "distance_cm": cm(attack.strikes[0].distance),
        "shooters": [each.unit for each in attack.strikes],
    }


def _side(eyes: Eyes, attack: Attack) -> SideView | None:
    """The line of the first shot from its side, unless nothing stands along it."""
    strike, units = attack.strikes[0], eyes.position.units
    found = side_view(eyes, eyes.field, units[strike.unit], units[attack.target], strike.sighting)
    return found if found.cuts else None


def _lines(eyes: Eyes, attacks: Sequence[Attack]) -> Iterator[Overlay]:
    """A line from everybody who shoots to each target, a ring round the targets and what covers them."""
    for attack in attacks:
        for strike in attack.strikes:
            one, two = eyes.field.body(strike.unit), eyes.field.body(attack.target)
            tone: Tone = "info" if eyes.is_blind else "warn" if strike.sighting.cover else "good"
            yield Line(((drawn(one.x), drawn(one.y)), (drawn(two.x), drawn(two.y))), tone, length(strike.distance))
        share = per_cent(chances_of(eyes, attack)["casualty"])
        yield Ring(attack.target, "bad", eyes.say("sight", "shot_down", share=share))
        if attack.seen is not None and attack.seen.cover_by is not None:
            yield Ring(attack.seen.cover_by, "warn", eyes.say("plan", "cover_bonus", n=attack.cover))


def _notes(eyes: Eyes, action: Fire, attacks: Sequence[Attack]) -> Iterator[Choice]:
    """What there is to think of before a shot."""
    if eyes.is_blind:
        yield Choice(eyes.say("plan", "if_seen"), "warn")
    for attack in attacks:
        if len(attack.strikes) > 1 or attack.pool.kept < attack.pool.rolled:
            yield Choice(eyes.say("plan", "best_count", dice=dice_words(eyes, attack.pool)))
    constants = eyes.rules.constants
    for attack in attacks:
        unit = eyes.position.units[attack.strikes[0].unit]
        moves = constants.moves - (unit.moves if unit.status == "active" else 0)
        left = constants.actions - (unit.actions if unit.status == "active" else 0)
        is_in_sight_of_cover = attack.seen is not None and attack.seen.cover_by is not None and not eyes.is_blind
        if is_in_sight_of_cover and min(moves, left - 1) > 0 and not action.others:
            yield Choice(eyes.say("plan", "move_first", unit=attack.target), "warn", attack.target)


def _answers(eyes: Eyes, action: Fire, attacks: Sequence[Attack]) -> Iterator[Chance]:
    """What the targets could do in return, should they stay as they are."""
    if eyes.is_blind:
        return
    shooter = eyes.position.units[action.unit]
    for attack in attacks:
        target = eyes.position.units[attack.target]
        if may_threaten(target):
            shot = best_shot(eyes, eyes.field, target, shooter, sighted(eyes.field, target.id, shooter.id))
            if shot is not None:
                yield threat_of(eyes, shot)


# ----------------------------------------------------------------------------------------------------------- who joins


def joiners(eyes: Eyes, action: Fire, attack: Attack) -> tuple[More, ...]:
    """Every shot that could be added at the first target, with what becomes of its chances (TD-ACC-08, TD-CON-01)."""
    found = tuple(_joining(eyes, action, attack))
    return (More(eyes.say("plan", "fire_with"), found),) if found else ()


def _joining(eyes: Eyes, action: Fire, attack: Attack) -> Iterator[Added]:
    player, position = eyes.player, eyes.position
    assert player is not None
    names = tuple(each.unit for each in shots_of(action))
    for unit in position.units.values():
        if unit.player != player or unit.id in names or not unit.in_play:
            continue
        if isinstance(judge_acting(eyes.rules, position, player, (*names, unit.id)), Refusal):
            continue
        for weapon in unit.weapons:
            alone = Fire(unit.id, weapon, attack.target)
            if isinstance(judge_fire(eyes.field, player, alone), Refusal):
                continue
            joined = replace(action, others=(*action.others, GroupShot(unit.id, weapon, attack.target)))
            yield Added(joined, _joined_words(eyes, unit, weapon, joined, attack), (unit.id,))


def _joined_words(eyes: Eyes, unit: Unit, weapon: str, joined: Fire, before: Attack) -> Text:
    """Who would join, the dice of all together, and the chance of a casualty then and before."""
    after = next(each for each in attacks_aimed(eyes, joined) if each.target == before.target)
    key = "joins_worse" if after.cover > before.cover else "joins"
    return eyes.say(
        "plan",
        key,
        unit=unit.id,
        weapon=lowered(eyes.weapon(weapon)),
        dice=dice_words(eyes, after.pool),
        share=per_cent(chances_of(eyes, after)["casualty"]),
        before=per_cent(chances_of(eyes, before)["casualty"]),
    )


# -------------------------------------------------------------------------------------------------------------- bursts


def preview_area(eyes: Eyes, action: FireArea) -> Preview:
    """What a burst would do to everybody in it, friends first (TD-AREA-01, TD-AREA-03)."""
    blast = judge_area(eyes.field, action)
    assert isinstance(blast, Blast)
    attacks = sorted(_attacks_of_burst(eyes, action, blast), key=lambda each: _is_own(eyes, each.target), reverse=True)
    hit: list[str] = [each.target for each in attacks]
    return Preview(
        True,
        facts={"rolled": blast.pool.rolled, "kept": blast.pool.kept, "distance_cm": cm(blast.distance), "hit": hit},
        notes=tuple(_burst_notes(eyes, action, attacks)),
        chances=tuple(chance for attack in attacks for chance in told(eyes, attack)),
        overlays=tuple(_burst_drawn(eyes, action, blast, attacks)),
    )


def _attacks_of_burst(eyes: Eyes, action: FireArea, blast: Blast) -> Iterator[Attack]:
    """An attack on each, in the order of the burst; of sight from the shooter nothing is told where shots may be lost (TD-HID-04)."""
    hides = eyes.is_blind and eyes.rules.options.area_cover_from == "shooter"
    for name, seen in blast.hit:
        ground = ground_cover(eyes.field.land, eyes.field.body(name))
        sighting = ground if seen is None or hides else seen
        strike = Strike(action.unit, action.weapon, Aimed(name), blast.distance, blast.pool, sighting)
        yield Attack(name, (strike,), blast.pool, None if seen is None else sighting)


def _is_own(eyes: Eyes, unit: UnitId) -> bool:
    return eyes.position.units[unit].player == eyes.player


def _burst_notes(eyes: Eyes, action: FireArea, attacks: Sequence[Attack]) -> Iterator[Choice]:
    for attack in attacks:
        if attack.target == action.unit:
            yield Choice(eyes.say("plan", "in_own_burst", unit=eyes.named(attack.target)), "bad", attack.target)
        elif _is_own(eyes, attack.target):
            yield Choice(eyes.say("plan", "friend_in_burst", unit=eyes.named(attack.target)), "bad", attack.target)
    foes = [each for each in attacks if not _is_own(eyes, each.target)]
    yield Choice(eyes.counted("plan", "foes_in_burst", len(foes)), "info" if foes else "warn")


def _burst_drawn(eyes: Eyes, action: FireArea, blast: Blast, attacks: Sequence[Attack]) -> Iterator[Overlay]:
    body = eyes.field.body(action.unit)
    yield Line(((drawn(body.x), drawn(body.y)), (action.x_mm, action.y_mm)), "info", length(blast.distance))
    radius = blast.weapon.area_radius_nm or 0
    yield Spot(Disc(action.x_mm, action.y_mm, drawn(radius)), "warn", length(radius))
    for attack in attacks:
        share = per_cent(chances_of(eyes, attack)["casualty"])
        tone: Tone = "bad" if _is_own(eyes, attack.target) else "good"
        yield Ring(attack.target, tone, eyes.say("sight", "shot_down", share=share))
