"""Log lines of magic: spells cast, annulled and failed, what they set in motion, what ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.scene import LogEntry, Ring, RollShown
from app.engine.types import Event, Text
from app.systems.open_wars.book.kinds import Target
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events_magic as e
from app.systems.open_wars.words.screen_words import ref_name, said, same, spell_name, unit_name

CRY_FROM: Final = 5
"""War Cry hits from this face on (OW-SPELL-12)."""


class MagicDescriber:
    """Puts the events of magic into words; ``lines`` by type of event."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SpellCast: self._cast,
            e.SpellAnnulled: lambda event: self._about(event, "{spell} queda anulado.", "{spell} is annulled."),
            e.SpellFailed: lambda event: self._about(
                event, "{spell} ya no puede surtir efecto.", "{spell} can no longer take effect."
            ),
            e.SpellMoved: self._moved,
            e.Teleported: self._teleported,
            e.EffectEnded: self._ended,
            e.ManaGained: self._mana,
            e.PactPaid: self._pact,
            e.WarCryRolled: self._war_cry,
        }

    def _cast(self, event: e.SpellCast) -> LogEntry:
        spell = self._rules.spells.get(event.spell)
        paid = {
            "none": said("{n} de maná", "{n} mana", n=event.cost),
            "convergence": Text("gratis por Convergencia", "free through Convergence"),
            "pact": Text("gratis por el Pacto", "free through the Pact"),
        }[event.free]
        places = {
            "who": event.seat.upper(),
            "unit": unit_name(self._rules, event.unit),
            "spell": spell_name(self._rules, event.spell),
            "paid": paid,
            "at": self._aim(event),
        }
        text = said("{who} lanza {spell}{at} ({unit}, {paid}).", "{who} casts {spell}{at} ({unit}, {paid}).", **places)
        cells = [cell for cell in (event.cell, event.target.to, event.target.cell) if cell is not None]
        details = (spell.text,) if spell is not None else ()
        return LogEntry(
            text, tone="warn", side=event.seat, details=details, overlays=tuple(Ring(cell, "info") for cell in cells)
        )

    def _aim(self, event: e.SpellCast) -> Text:
        if event.answers:
            return Text(" contra el hechizo anterior", " at the spell before")
        return self._target(event.target)

    def _target(self, target: Target) -> Text:
        ways = [*(target.path or ()), *((target.to,) if target.to is not None else ())]
        way = "".join(f" → {cell}" for cell in ways)
        if target.ref is not None:
            return said(": {unit}{way}", ": {unit}{way}", unit=ref_name(self._rules, target.ref), way=way)
        return same("") if target.cell is None else said(" en {cell}", " in {cell}", cell=target.cell)

    def _about(self, event: Any, es: str, en: str) -> LogEntry:
        return LogEntry(said(es, en, spell=spell_name(self._rules, event.spell)), tone="bad", side=event.seat)

    def _moved(self, event: e.SpellMoved) -> LogEntry | None:
        if not event.path:
            return None
        way = " → ".join((event.unit.cell, *event.path))
        text = said("{unit}: {way}.", "{unit}: {way}.", unit=ref_name(self._rules, event.unit), way=way)
        return LogEntry(text, side=event.unit.seat, overlays=(Ring(event.path[-1], "info"),))

    def _teleported(self, event: e.Teleported) -> LogEntry:
        text = said(
            "{unit} cruza el portal hasta {cell}.",
            "{unit} goes through the portal to {cell}.",
            unit=ref_name(self._rules, event.unit),
            cell=event.cell,
        )
        return LogEntry(text, side=event.unit.seat, overlays=(Ring(event.cell, "info"),))

    def _ended(self, event: e.EffectEnded) -> LogEntry | None:
        if event.reason == "combat":
            return None
        words = {"used": Text("se agota", "is used up"), "dispelled": Text("se disipa", "is dispelled")}[event.reason]
        text = said("{spell} {words}.", "{spell} {words}.", spell=spell_name(self._rules, event.code), words=words)
        return LogEntry(text, tone="muted")

    def _mana(self, event: e.ManaGained) -> LogEntry:
        text = said("{who} gana {n} de maná.", "{who} gains {n} mana.", who=event.seat.upper(), n=event.mana)
        return LogEntry(text, tone="good", side=event.seat)

    def _pact(self, event: e.PactPaid) -> LogEntry:
        if event.unit is None:
            return LogEntry(
                Text("Nadie paga el Pacto Oscuro.", "Nobody pays for the Dark Pact."), tone="muted", side=event.seat
            )
        text = said(
            "{unit} paga el Pacto Oscuro.", "{unit} pays for the Dark Pact.", unit=ref_name(self._rules, event.unit)
        )
        return LogEntry(text, tone="warn", side=event.seat, overlays=(Ring(event.unit.cell, "warn"),))

    def _war_cry(self, event: e.WarCryRolled) -> LogEntry:
        rolls = tuple(
            RollShown(ref_name(self._rules, unit), die, need=CRY_FROM, success=die >= CRY_FROM)
            for unit, die in zip(event.units, event.dice, strict=False)
        )
        text = said("El Grito de Guerra resuena en {cell}.", "The War Cry sounds in {cell}.", cell=event.cell)
        return LogEntry(text, tone="warn", rolls=rolls, overlays=(Ring(event.cell, "warn"),))
