"""What a unit sees from a place, and what sees it there: every enemy with range, need and chance, both ways (rules.md, "What a
table of friends expects on screen").

All of it is open: units on the table and aboard have no secrets (WOP-HID-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from app.engine.offers import Choice
from app.engine.scene import Disc, Tone
from app.engine.telling import Chance, Overlay, Sight, Spot
from app.engine.types import Text, UnitId
from app.engine.words import joined, short_centimetres
from app.systems.war_of_plastic.book.state import Mode, Unit
from app.systems.war_of_plastic.book.words import Words
from app.systems.war_of_plastic.choices.forecast import Forecast, blocker_name, chance_of, steps_to
from app.systems.war_of_plastic.choices.odds import ShotOdds, Visibility, shot_odds, survey_targets
from app.systems.war_of_plastic.fire.shooting import look_at, may_shoot
from app.systems.war_of_plastic.position.field import Field

_TONES: Final[Mapping[Visibility, Tone]] = {
    Visibility.CLEAR: "good",
    Visibility.COVERED: "warn",
    Visibility.BLOCKED: "muted",
}


class Threat(NamedTuple):
    """A shot that an enemy could take without moving: who would shoot, himself on the table or aboard a vehicle, and how."""

    shooter: Unit
    shot: ShotOdds


def look_round(
    words: Words, field: Field, unit: Unit, weapons: Sequence[str], *, mode: Mode, only_near: bool = False
) -> Forecast:
    """What a unit could shoot at from where it is, having got there in ``mode``, and what could shoot at it there without
    moving. It says nothing about distances and odds with ``premeasure = false`` (WOP-HID-04), and with ``only_near`` no
    words about those beyond every range. A unit that may not shoot has no ``weapons``.
    """
    measured = field.rules.options.premeasure
    odds = survey_targets(field, unit, weapons, mode=mode) if weapons else ()
    threats = threats_at(field, unit) if measured else ()
    by_target: dict[UnitId, list[ShotOdds]] = {}
    for each in odds:
        by_target.setdefault(each.target, []).append(each)
    blocked = [
        shots[0]
        for shots in by_target.values()
        if shots[0].view.blocked_by is not None and not (only_near and not any(shot.in_range for shot in shots))
    ]
    return Forecast(
        notes=tuple(_blocked_note(words, field, each) for each in blocked),
        chances=tuple(
            _hit_chance(words, field, unit, each, each.target) for each in odds if measured and each.refusal is None
        ),
        overlays=(
            *(_range_rings(words, field, unit, weapons) if measured else ()),
            *_sights(words, field, unit, by_target, threats),
        ),
        threats=tuple(_hit_chance(words, field, threat.shooter, threat.shot, threat.shooter.id) for threat in threats),
    )


def weapons_of(unit: Unit) -> tuple[str, ...]:
    """Every weapon a unit carries, the basic ones first."""
    return (*unit.weapons, *unit.special)


def threats_at(field: Field, unit: Unit) -> tuple[Threat, ...]:
    """The best shot of every enemy, on the table or aboard, that could hit a unit on the table where it is, if he does not
    move before; the likeliest first, and by id among equals."""
    if unit.status != "table":
        return ()
    found = []
    for enemy in field.units.values():
        if enemy.army == unit.army or enemy.status not in ("table", "aboard") or may_shoot(field, enemy) is not None:
            continue
        look = look_at(field, enemy, unit)
        shots = (shot_odds(field, enemy, weapon, unit, mode=Mode.STATIONARY, look=look) for weapon in weapons_of(enemy))
        best = max(shots, key=lambda shot: shot.chance, default=None)
        if best is not None and best.chance:
            found.append(Threat(enemy, best))
    return tuple(sorted(found, key=lambda threat: (-threat.shot.chance, threat.shooter.id)))


def _sights(
    words: Words, field: Field, unit: Unit, shots: Mapping[UnitId, Sequence[ShotOdds]], threats: Sequence[Threat]
) -> Iterator[Sight]:
    """One line to every enemy that is seen or looked for, or that threatens; what soldiers aboard could do is their vehicle's."""
    by_enemy: dict[UnitId, ShotOdds] = {}
    for threat in threats:
        by_enemy.setdefault(threat.shooter.aboard or threat.shooter.id, threat.shot)
    here = field.place_of(unit)
    for enemy in sorted(field.enemies_of(unit.army), key=lambda enemy: enemy.id):
        threat_text = _short(words, by_enemy[enemy.id]) if enemy.id in by_enemy else None
        mine = shots.get(enemy.id)
        if mine:
            yield _sight(words, field, mine, threat_text)
        elif threat_text is not None:
            there = field.place_of(enemy)
            yield Sight(enemy.id, (here.x, here.y), (there.x, there.y), "muted", threat=threat_text)


def _sight(words: Words, field: Field, shots: Sequence[ShotOdds], threat: Text | None) -> Sight:
    """Green in view, amber in view but covered, grey blocked."""
    measured = field.rules.options.premeasure
    first, best = shots[0], max(shots, key=lambda shot: shot.chance)
    view = first.view
    return Sight(
        first.target,
        view.start,
        view.end,
        _TONES[first.visibility],
        near=measured and any(shot.in_range for shot in shots),
        distance=short_centimetres(max(0, first.gap_mm)) if measured else None,
        aim=_short(words, best) if measured and best.chance else None,
        threat=threat,
        blocked=None if view.blocked_by is None else blocker_name(words, field, view.blocked_by),
        breaks_at=view.breaks_at,
        blockers=view.blockers,
    )


def _short(words: Words, shot: ShotOdds) -> Text:
    """What is needed and how likely it is, short enough to stand beside a base."""
    return words.say("odds", "short", need=shot.reckoning.need, share=round(100 * shot.chance))


def _range_rings(words: Words, field: Field, shooter: Unit, weapons: Iterable[str]) -> tuple[Overlay, ...]:
    place = field.place_of(shooter)
    reaches: dict[int, list[Text]] = {}
    for weapon in weapons:
        reaches.setdefault(field.rules.weapons[weapon].range_mm, []).append(words.weapon(weapon))
    return tuple(
        Spot(
            Disc(place.x, place.y, place.radius + reach),
            "info",
            joined(names),
            outline=True,
        )
        for reach, names in sorted(reaches.items())
    )


def _hit_chance(words: Words, field: Field, shooter: Unit, odds: ShotOdds, other: UnitId) -> Chance:
    weapon, need = words.weapon(odds.weapon), odds.reckoning.need
    text = words.say("odds", "aimed", weapon=weapon, shooter=shooter.id, target=odds.target, need=need)
    steps = steps_to(words, odds.weapon, field.units[odds.target], odds.reckoning)
    return chance_of(text, odds.chance, steps, other)


def _blocked_note(words: Words, field: Field, odds: ShotOdds) -> Choice:
    assert odds.view.blocked_by is not None
    blocker = blocker_name(words, field, odds.view.blocked_by)
    text = words.say("odds", "blocked", target=odds.target, blocker=blocker)
    return Choice(text, "muted", odds.target)
