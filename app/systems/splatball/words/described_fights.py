"""Log lines of fights: what is declared, dice and what they do, retreats, advances, passengers of wrecks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.lattice import SIZE
from app.engine.scene import Tone
from app.engine.telling import Line, LogEntry, Overlay, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import joined
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.position import events as e
from app.systems.splatball.position import events_fights as ef
from app.systems.splatball.words import names


class FightDescriber:
    """Puts the events of fights into words; ``lines`` by type of event."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = rules.words
        self.lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            ef.AttackDeclared: self._declared,
            ef.DiceRolled: self._rolled,
            ef.Hit: self._hit,
            ef.Impact: lambda event: self._of(event, "impact_double" if event.double else "impact", tone="bad"),
            ef.Eliminated: lambda event: self._of(event, "eliminated", tone="bad"),
            ef.RetreatRolled: self._retreat_rolled,
            ef.Retreated: lambda event: self._of(event, "retreated", cell=names.cell(event.square)),
            ef.RetreatFailed: lambda event: self._of(event, "retreat_failed", tone="bad"),
            ef.Advanced: lambda event: self._of(event, "advanced", cell=names.cell(event.square)),
            ef.PassengerPlaced: lambda event: self._of(event, "passenger_placed", cell=names.cell(event.square)),
            ef.PassengerLost: lambda event: self._of(event, "passenger_lost", tone="bad"),
            e.Healed: lambda event: None,
        }

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _who(self, seat: str) -> Text:
        return names.player(self._rules, seat)

    def _of(self, event: Any, key: str, *, tone: Tone = "info", n: int | None = None, **places: object) -> LogEntry:
        name = names.unit_name(self._rules, event.kind, event.unit)
        places = {"unit": name, "who": self._who(event.seat), **places}
        text = self._say(key, **places) if n is None else self._words.counted("log", key, n, **places)
        return LogEntry(text, tone=tone, side=event.seat, overlays=(Ring(event.unit, tone),))

    def _declared(self, event: ef.AttackDeclared) -> LogEntry:
        target = names.unit_name(self._rules, event.target_kind, event.target)
        entry = self._of(event, "attack_declared", n=event.count, target=target, distance=event.distance)
        details = [self._goal(event.need, event.strength), *(self._reason(reason) for reason in event.reasons)]
        overlays: list[Overlay] = [Ring(event.target, "bad")]
        if event.start is not None and event.end is not None:
            ends = ((SIZE * (x + 0.5), SIZE * (event.rows - y - 0.5)) for x, y in (event.start, event.end))
            overlays.append(Line(tuple(ends), "bad"))
        return LogEntry(entry.text, side=event.seat, details=tuple(details), overlays=tuple(overlays))

    def _goal(self, need: int | None, strength: int | None) -> Text:
        return self._say("need", need=need) if strength is None else self._say("strength", strength=strength)

    def _reason(self, reason: ef.Reason) -> Text:
        why = self._say("lives_lost") if reason.terrain is None else names.piece_name(self._rules, reason.terrain)
        return (
            self._say("lost_dice", why=why)
            if reason.lost_dice
            else self._say("lost_points", n=reason.lost_points, why=why)
        )

    def _rolled(self, event: ef.DiceRolled) -> LogEntry:
        whose = names.unit_name(self._rules, event.kind, event.unit)
        shows = event.need is not None
        rolls = tuple(
            RollShown(
                self._say("shot"),
                die,
                need=event.need,
                success=die >= (event.need or 0) if shows else None,
                whose=whose,
            )
            for die in event.dice
        )
        text = self._hits(event) if event.strength is None else self._power(event, event.strength)
        is_good = bool(event.hits) if event.strength is None else event.power >= event.strength
        return LogEntry(
            text,
            tone="good" if is_good else "muted",
            side=event.seat,
            rolls=rolls,
            overlays=(Ring(event.target, "warn"),),
        )

    def _hits(self, event: ef.DiceRolled) -> Text:
        text = self._words.counted("log", "hits", event.hits) if event.hits else self._say("missed")
        if not event.deduction:
            return text
        paid = self._say("paid", power=event.power, need=event.need, n=event.hits)
        return joined((text, Text(f"({paid.es})", f"({paid.en})")), by=" ")

    def _power(self, event: ef.DiceRolled, strength: int) -> Text:
        key = ("power_nothing", "power_single", "power_double")[event.hits]
        return self._say("power", power=event.power, result=self._say(key, strength=strength))

    def _hit(self, event: ef.Hit) -> LogEntry:
        return self._of(event, "hit", tone="bad", n=event.lives)

    def _retreat_rolled(self, event: ef.RetreatRolled) -> LogEntry:
        kind = self._rules.units.get(event.kind) if event.kind is not None else None
        limit = None if kind is None else kind.retreat_on
        whose = names.unit_name(self._rules, event.kind, event.unit)
        rolls = tuple(
            RollShown(
                self._say("retreat"),
                die,
                need=limit,
                success=None if limit is None else die <= limit,
                low=True,
                whose=whose,
            )
            for die in event.dice
        )
        if event.squares:
            entry = self._of(event, "retreat_rolled", tone="warn", n=event.squares)
        else:
            entry = self._of(event, "retreat_none", tone="good")
        details = (self._say("retreat_ignored"),) if event.ignored else ()
        return LogEntry(entry.text, entry.tone, event.seat, rolls, details, entry.overlays)
