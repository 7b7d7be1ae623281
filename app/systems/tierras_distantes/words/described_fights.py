"""Log lines of fire, fright and rallying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from app.engine.scene import Disc, Tone
from app.engine.telling import Line, LogEntry, Overlay, Ring, RollShown, Spot
from app.engine.types import Event, Text
from app.engine.words import listed, lowered, same, short_centimetres
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position import events_fights as ef
from app.systems.tierras_distantes.words import names

MOST_NAMED: Final = 3
"""More shooters than these are counted, not named, over their dice."""
_TONES: Final[dict[str, Tone]] = {"none": "muted", "frightened": "warn", "casualty": "bad"}


class FightDescriber:
    """Puts what happens in fights into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules: Final = rules
        self._words: Final = rules.words
        self.lines: Final[dict[type[Event], Callable[[Any], LogEntry | None]]] = {
            ef.Fired: self._fired,
            ef.ShotLost: lambda event: self._of(event, "shot_lost", tone="warn", target=same(event.target)),
            ef.Attacked: self._attacked,
            ef.Burst: self._burst,
            ef.Lost: lambda event: self._of(event, "lost", tone="bad"),
            ef.Rallied: self._rallied,
        }

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _of(self, event: Any, key: str, *, tone: Tone = "info", **places: object) -> LogEntry:
        text = self._say(key, unit=names.unit(event.name, event.unit), **places)
        return LogEntry(text, tone=tone, side=event.player, overlays=(Ring(event.unit, tone),))

    def _fired(self, event: ef.Fired) -> LogEntry:
        shots = event.shots
        if len(shots) == 1:
            weapon = names.weapon(self._rules, shots[0].weapon)
            return self._of(event, "fired", weapon=lowered(weapon), list=self._aims(shots[0].aims))
        details = tuple(
            self._say(
                "shot",
                unit=same(shot.unit),
                weapon=lowered(names.weapon(self._rules, shot.weapon)),
                list=self._aims(shot.aims),
            )
            for shot in shots
        )
        rings = tuple(Ring(shot.unit, "info") for shot in shots)
        return LogEntry(self._say("fired_together", n=len(shots)), side=event.player, details=details, overlays=rings)

    def _aims(self, aims: Sequence[ef.Aimed]) -> Text:
        return listed(
            same(aim.target) if aim.share is None else self._say("share", target=aim.target, n=aim.share)
            for aim in aims
        )

    def _attacked(self, event: ef.Attacked) -> LogEntry:
        unit = names.unit(event.name, event.unit)
        defence, bonus = event.defence.score, event.cover.bonus
        told = self._say("covered", defence=defence, n=bonus) if bonus else defence
        places = {"attack": event.attack.score, "defence": told, "unit": unit}
        rolls = (
            *self._attack_dice(event, self._say("attacker", by=self._shooters(event.by), unit=unit)),
            *(RollShown(self._say("defence_die"), die, whose=unit, side=event.player) for die in event.defence.dice),
        )
        details = [self._contribution(each) for each in event.by]
        if event.attack.kept < len(event.attack.dice):
            details.append(self._words.counted("log", "kept", event.attack.kept))
        if bonus:
            kind = None if event.cover.kind is None else self._rules.ground[event.cover.kind].name
            details.append(self._say(f"cover_{event.cover.reason}", n=bonus, piece=kind))
        tone = _TONES[event.result]
        return LogEntry(
            self._say(f"attacked_{event.result}", **places),
            tone,
            event.player,
            rolls,
            tuple(details),
            (*(self._line(event, each, tone) for each in event.by), Ring(event.unit, tone)),
        )

    def _shooters(self, by: Sequence[ef.Contributed]) -> Text:
        if len(by) > MOST_NAMED:
            return self._say("shooters", n=len(by))
        return listed(same(each.unit) for each in by)

    def _attack_dice(self, event: ef.Attacked, whose: Text) -> list[RollShown]:
        """The dice of an attack; where not all are added, which of them are (TD-FIRE-05)."""
        dice, kept = event.attack.dice, event.attack.kept
        words, side = self._say("attack_die"), names.owner(event.by[0].unit)
        if kept >= len(dice):
            return [RollShown(words, die, whose=whose, side=side) for die in dice]
        best = sorted(range(len(dice)), key=lambda number: -dice[number])[:kept]
        told = {True: self._say("added"), False: self._say("not_added")}
        return [
            RollShown(words, die, success=n in best, whose=whose, outcome=told[n in best], side=side)
            for n, die in enumerate(dice)
        ]

    def _line(self, event: ef.Attacked, by: ef.Contributed, tone: Tone) -> Line:
        return Line((by.from_mm, event.at_mm), tone, short_centimetres(by.distance_mm))

    def _contribution(self, by: ef.Contributed) -> Text:
        distance = short_centimetres(by.distance_mm)
        key = "contributed_one" if by.rolled == 1 else "contributed"
        return self._say(key, unit=same(by.unit), rolled=by.rolled, distance=distance)

    def _burst(self, event: ef.Burst) -> LogEntry:
        unit, weapon = names.unit(event.name, event.unit), lowered(names.weapon(self._rules, event.weapon))
        centre = (event.x_mm, event.y_mm)
        drawn: tuple[Overlay, ...] = (
            Spot(Disc(*centre, event.radius_mm), "warn"),
            Line((event.from_mm, centre), "info", dashed=True),
            *(Ring(name, "warn") for name in event.hit),
            Ring(event.unit, "info"),
        )
        if not event.hit:
            return LogEntry(self._say("burst_empty", unit=unit, weapon=weapon), side=event.player, overlays=drawn)
        text = self._words.counted("log", "burst", len(event.hit), unit=unit, weapon=weapon)
        return LogEntry(text, side=event.player, overlays=drawn)

    def _rallied(self, event: ef.Rallied) -> LogEntry:
        found = self._of(
            event, "rallied" if event.success else "rally_failed", tone="good" if event.success else "warn"
        )
        rolls = tuple(
            RollShown(self._say("rally_die", below=event.below), die, whose=names.unit(event.name, event.unit))
            for die in event.dice
        )
        details = [self._say("rally_below", total=sum(event.dice), below=event.below)]
        if event.by != event.unit:
            details.insert(0, self._say("rally_by", unit=same(event.by)))
        rings = () if event.by == event.unit else (Ring(event.by, "info"),)
        return LogEntry(found.text, found.tone, found.side, rolls, tuple(details), (*found.overlays, *rings))
