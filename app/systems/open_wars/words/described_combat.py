"""Log lines of combat: who acts, dice and hits, saves, who falls, who returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.scene import LogEntry, Ring, RollShown, Tone
from app.engine.types import Event, Text
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events_combat as e
from app.systems.open_wars.words.screen_words import (
    KINDS_OF_SITE,
    hits_said,
    joined,
    ref_name,
    said,
    spell_name,
    unit_name,
)

EXTRA_FROM: Final = 5
"""An extra die of Savage Blow or Brutal Crush hits from this face on (OW-SPELL-30)."""
LEGION_FROM: Final = 5
"""Immortal Legion returns a token from this face on (OW-SPELL-28)."""
GRACE_FROM: Final = 4
"""Elven Grace stops a hit from this face on (OW-HIT-08)."""


class CombatDescriber:
    """Puts the events of combat into words; ``lines`` by type of event."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SiteBegan: self._site,
            e.RoundBegan: lambda event: LogEntry(
                said("Ronda {n} del combate.", "Round {n} of the combat.", n=event.round), tone="muted"
            ),
            e.InitiativeRolled: self._initiative,
            e.UnitHeld: self._held,
            e.UnitRetreated: self._retreated,
            e.AttackDeclared: self._attack,
            e.AttackRolled: self._rolled,
            e.ExtraRolled: self._extra,
            e.HitStopped: self._stopped,
            e.SaveRolled: self._save,
            e.TokenWounded: lambda event: self._of(
                event.unit, "{unit} queda herida.", "{unit} is wounded.", tone="bad"
            ),
            e.TokenFell: self._fell,
            e.HitsLost: self._lost,
            e.LegionRolled: self._legion,
            e.Returned: self._returned,
        }

    def _of(
        self,
        ref: UnitRef,
        es: str,
        en: str,
        *,
        tone: Tone = "info",
        rolls: tuple[RollShown, ...] = (),
        **places: object,
    ) -> LogEntry:
        text = said(es, en, unit=ref_name(self._rules, ref), **places)
        return LogEntry(text, tone=tone, side=ref.seat, rolls=rolls, overlays=(Ring(ref.cell, tone),))

    def _site(self, event: e.SiteBegan) -> LogEntry:
        kind = KINDS_OF_SITE[event.kind]
        text = said("Combate en {cell}: {kind}.", "Combat in {cell}: {kind}.", cell=event.cell, kind=kind)
        return LogEntry(text, tone="warn", overlays=(Ring(event.cell, "warn"),))

    def _initiative(self, event: e.InitiativeRolled) -> LogEntry:
        roll = RollShown(Text("Empate de iniciativa", "Tie of initiative"), event.die)
        text = said("{who} desempata la iniciativa.", "{who} rolls for initiative.", who=event.seat.upper())
        return LogEntry(text, side=event.seat, rolls=(roll,))

    def _held(self, event: e.UnitHeld) -> LogEntry:
        if event.forced:
            return self._of(event.unit, "{unit} no puede hacer nada.", "{unit} can do nothing.", tone="muted")
        return self._of(event.unit, "{unit} no hace nada.", "{unit} holds.", tone="muted")

    def _retreated(self, event: e.UnitRetreated) -> LogEntry:
        n = len(event.tokens)
        if n == 1:
            return self._of(
                event.unit,
                "{unit}: 1 se retira a {cell}.",
                "{unit}: 1 retreats to {cell}.",
                tone="warn",
                cell=event.cell,
            )
        return self._of(
            event.unit,
            "{unit}: {n} se retiran a {cell}.",
            "{unit}: {n} retreat to {cell}.",
            tone="warn",
            n=n,
            cell=event.cell,
        )

    def _attack(self, event: e.AttackDeclared) -> LogEntry:
        n, who = len(event.tokens), event.seat.upper()
        dice = Text("1 dado", "1 die") if n == 1 else said("{n} dados", "{n} dice", n=n)
        first = Text("Ataque adicional: ", "Bonus attack: ") if event.bonus else Text("", "")
        return self._of(
            event.attacker, "{first}{unit} ataca a {who} en {cell} con {dice}.", "{first}{unit} attacks {who} in {cell} with {dice}.",
            first=first, who=who, cell=event.cell, dice=dice,
        )  # fmt: skip

    def _rolled(self, event: e.AttackRolled) -> LogEntry:
        rolls = tuple(
            RollShown(Text("Ataque", "Attack"), die, need=value, success=die <= value, low=True)
            for die, value in zip(event.dice, event.values, strict=True)
        )
        hits = event.hits + event.automatic
        es, en = "{unit}: {hits}.", "{unit}: {hits}."
        if event.automatic == hits and hits:
            es, en = "{unit}: {hits}, por la carta.", "{unit}: {hits}, by the card."
        elif event.automatic:
            es, en = "{unit}: {hits}, {more} por la carta.", "{unit}: {hits}, {more} by the card."
        tone: Tone = "good" if hits else "muted"
        return self._of(event.attacker, es, en, tone=tone, rolls=rolls, hits=hits_said(hits), more=event.automatic)

    def _extra(self, event: e.ExtraRolled) -> LogEntry:
        name = spell_name(self._rules, event.spell)
        rolls = tuple(RollShown(name, die, need=EXTRA_FROM, success=die >= EXTRA_FROM) for die in event.dice)
        return self._of(
            event.attacker, "{spell}: {unit} logra {hits} más.", "{spell}: {unit} scores {hits} more.",
            tone="good" if event.hits else "muted", rolls=rolls, spell=name, hits=hits_said(event.hits),
        )  # fmt: skip

    def _stopped(self, event: e.HitStopped) -> LogEntry:
        name = spell_name(self._rules, event.by)
        return self._of(
            event.unit, "{by} detiene un impacto en {unit}.", "{by} stops a hit on {unit}.", tone="good", by=name
        )

    def _save(self, event: e.SaveRolled) -> LogEntry:
        name = spell_name(self._rules, event.by)
        need = GRACE_FROM if event.by == "elven_grace" else None
        rolls = (RollShown(name, event.die, need=need, success=event.saved),)
        es, en = (
            ("{by} salva a {unit}.", "{by} saves {unit}.")
            if event.saved
            else ("{by} no salva a {unit}.", "{by} does not save {unit}.")
        )
        return self._of(event.unit, es, en, tone="good" if event.saved else "bad", rolls=rolls, by=name)

    def _fell(self, event: e.TokenFell) -> LogEntry:
        if event.gone:
            return self._of(
                event.unit, "Cae {unit}, y no volverá.", "{unit} falls, and will not come back.", tone="bad"
            )
        return self._of(event.unit, "Cae una ficha: {unit}.", "A token falls: {unit}.", tone="bad")

    def _lost(self, event: e.HitsLost) -> LogEntry:
        es, en = "{hits} no encuentran a quién dar.", "{hits} find nobody to strike."
        if event.hits == 1:
            es, en = "{hits} no encuentra a quién dar.", "{hits} finds nobody to strike."
        text = said(es, en, hits=hits_said(event.hits))
        return LogEntry(text, tone="muted", side=event.seat)

    def _legion(self, event: e.LegionRolled) -> LogEntry:
        name = spell_name(self._rules, "immortal_legion")
        rolls = (RollShown(name, event.die, need=LEGION_FROM, success=event.returns),)
        return self._of(
            event.unit,
            "{name} llama a {unit}.",
            "{name} calls {unit}.",
            tone="good" if event.returns else "muted",
            rolls=rolls,
            name=name,
        )

    def _returned(self, event: e.Returned) -> LogEntry:
        token = event.token
        parts = [
            said(
                "{unit} vuelve en {cell}",
                "{unit} returns in {cell}",
                unit=unit_name(self._rules, token.unit),
                cell=token.cell,
            )
        ]
        if event.cost:
            parts.append(said("por {n} de oro", "for {n} gold", n=event.cost))
        return LogEntry(joined(parts, by=" "), tone="good", side=token.seat, overlays=(Ring(token.cell, "good"),))
