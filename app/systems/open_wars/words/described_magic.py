"""Log lines of magic: spells cast, annulled and failed, what they set in motion, what ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.telling import LogEntry, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import same, shaped
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events_magic as e
from app.systems.open_wars.words.screen_words import player, ref_name, spell_name, unit_name

CRY_FROM: Final = 5
"""War Cry hits from this face on (OW-SPELL-12)."""


class MagicDescriber:
    """Puts the events of magic into words; ``lines`` by type of event."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = rules.words
        self.lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SpellCast: self._cast,
            e.SpellAnnulled: lambda event: self._about(event, "annulled"),
            e.SpellFailed: lambda event: self._about(event, "failed"),
            e.SpellMoved: self._moved,
            e.Teleported: self._teleported,
            e.EffectEnded: self._ended,
            e.ManaGained: self._mana,
            e.PactPaid: self._pact,
            e.WarCryRolled: self._war_cry,
        }

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _cast(self, event: e.SpellCast) -> LogEntry:
        spell = self._rules.spells.get(event.spell)
        places = {
            "who": player(event.seat),
            "unit": unit_name(self._rules, event.unit),
            "spell": spell_name(self._rules, event.spell),
            "paid": self._words.say("paid", event.free, n=event.cost),
            "at": self._aim(event),
        }
        text = self._say("cast", **places)
        cells = [cell for cell in (event.cell, event.target.to, event.target.cell) if cell is not None]
        details = (spell.text,) if spell is not None else ()
        return LogEntry(
            text, tone="warn", side=event.seat, details=details, overlays=tuple(Ring(cell, "info") for cell in cells)
        )

    def _aim(self, event: e.SpellCast) -> Text:
        if event.answers:
            return self._say("at_spell")
        return self._target(event.target)

    def _target(self, target: Target) -> Text:
        ways = [*(target.path or ()), *((target.to,) if target.to is not None else ())]
        way = "".join(f" → {cell}" for cell in ways)
        if target.ref is not None:
            return shaped(": {unit}{way}", unit=ref_name(self._rules, target.ref), way=way)
        return same("") if target.cell is None else self._say("at_cell", cell=target.cell)

    def _about(self, event: Any, key: str) -> LogEntry:
        return LogEntry(self._say(key, spell=spell_name(self._rules, event.spell)), tone="bad", side=event.seat)

    def _moved(self, event: e.SpellMoved) -> LogEntry | None:
        if not event.path:
            return None
        way = " → ".join((event.unit.cell, *event.path))
        text = shaped("{unit}: {way}.", unit=ref_name(self._rules, event.unit), way=way)
        return LogEntry(text, side=event.unit.seat, overlays=(Ring(event.path[-1], "info"),))

    def _teleported(self, event: e.Teleported) -> LogEntry:
        text = self._say("teleported", unit=ref_name(self._rules, event.unit), cell=event.cell)
        return LogEntry(text, side=event.unit.seat, overlays=(Ring(event.cell, "info"),))

    def _ended(self, event: e.EffectEnded) -> LogEntry | None:
        if event.reason == "combat":
            return None
        words = self._words.say("ends", event.reason)
        text = shaped("{spell} {words}.", spell=spell_name(self._rules, event.code), words=words)
        return LogEntry(text, tone="muted")

    def _mana(self, event: e.ManaGained) -> LogEntry:
        text = self._say("mana", who=player(event.seat), n=event.mana)
        return LogEntry(text, tone="good", side=event.seat)

    def _pact(self, event: e.PactPaid) -> LogEntry:
        if event.unit is None:
            return LogEntry(self._say("pact_unpaid"), tone="muted", side=event.seat)
        text = self._say("pact_paid", unit=ref_name(self._rules, event.unit))
        return LogEntry(text, tone="warn", side=event.seat, overlays=(Ring(event.unit.cell, "warn"),))

    def _war_cry(self, event: e.WarCryRolled) -> LogEntry:
        names = [ref_name(self._rules, unit) for unit in event.units]
        rolls = tuple(
            RollShown(name, die, need=CRY_FROM, success=die >= CRY_FROM, whose=name)
            for name, die in zip(names, event.dice, strict=False)
        )
        text = self._say("war_cry", cell=event.cell)
        return LogEntry(text, tone="warn", rolls=rolls, overlays=(Ring(event.cell, "warn"),))
