"""Log lines of combat: who acts, dice and hits, saves, who falls, who returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.engine.scene import Tone
from app.engine.telling import LogEntry, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import joined, same
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events_combat as e
from app.systems.open_wars.words.screen_words import player, ref_name, spell_name, unit_name

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
        self._words = rules.words
        self.lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SiteBegan: self._site,
            e.RoundBegan: lambda event: LogEntry(self._say("round", n=event.round), tone="muted"),
            e.InitiativeRolled: self._initiative,
            e.UnitHeld: self._held,
            e.UnitRetreated: self._retreated,
            e.AttackDeclared: self._attack,
            e.AttackRolled: self._rolled,
            e.ExtraRolled: self._extra,
            e.HitStopped: self._stopped,
            e.SaveRolled: self._save,
            e.TokenWounded: lambda event: self._of(event.unit, "wounded", tone="bad"),
            e.TokenFell: self._fell,
            e.HitsLost: self._lost,
            e.LegionRolled: self._legion,
            e.Returned: self._returned,
        }

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _of(
        self, ref: UnitRef, key: str, *, tone: Tone = "info", rolls: tuple[RollShown, ...] = (), **places: object
    ) -> LogEntry:
        text = self._say(key, unit=ref_name(self._rules, ref), **places)
        return LogEntry(text, tone=tone, side=ref.seat, rolls=rolls, overlays=(Ring(ref.cell, tone),))

    def _hits(self, count: int) -> Text:
        return self._words.counted("names", "hits", count)

    def _site(self, event: e.SiteBegan) -> LogEntry:
        text = self._say("site", cell=event.cell, kind=self._words.say("kinds_of_site", event.kind))
        return LogEntry(text, tone="warn", overlays=(Ring(event.cell, "warn"),))

    def _initiative(self, event: e.InitiativeRolled) -> LogEntry:
        roll = RollShown(self._say("initiative_tie"), event.die, whose=player(event.seat))
        text = self._say("initiative_rolled", who=player(event.seat))
        return LogEntry(text, side=event.seat, rolls=(roll,))

    def _held(self, event: e.UnitHeld) -> LogEntry:
        return self._of(event.unit, "held_still" if event.forced else "held", tone="muted")

    def _retreated(self, event: e.UnitRetreated) -> LogEntry:
        n = len(event.tokens)
        return self._of(event.unit, "retreated_one" if n == 1 else "retreated", tone="warn", n=n, cell=event.cell)

    def _attack(self, event: e.AttackDeclared) -> LogEntry:
        dice = self._words.counted("names", "dice", len(event.tokens))
        first = self._say("bonus_attack") if event.bonus else same("")
        return self._of(event.attacker, "attack", first=first, who=player(event.seat), cell=event.cell, dice=dice)

    def _rolled(self, event: e.AttackRolled) -> LogEntry:
        whose = ref_name(self._rules, event.attacker)
        rolls = tuple(
            RollShown(self._say("attack_roll"), die, need=value, success=die <= value, low=True, whose=whose)
            for die, value in zip(event.dice, event.values, strict=True)
        )
        hits = event.hits + event.automatic
        key = "hits"
        if event.automatic == hits and hits:
            key = "hits_by_card"
        elif event.automatic:
            key = "hits_more_by_card"
        tone: Tone = "good" if hits else "muted"
        return self._of(event.attacker, key, tone=tone, rolls=rolls, hits=self._hits(hits), more=event.automatic)

    def _extra(self, event: e.ExtraRolled) -> LogEntry:
        name = spell_name(self._rules, event.spell)
        whose = ref_name(self._rules, event.attacker)
        rolls = tuple(
            RollShown(name, die, need=EXTRA_FROM, success=die >= EXTRA_FROM, whose=whose) for die in event.dice
        )
        return self._of(
            event.attacker,
            "extra",
            tone="good" if event.hits else "muted",
            rolls=rolls,
            spell=name,
            hits=self._hits(event.hits),
        )

    def _stopped(self, event: e.HitStopped) -> LogEntry:
        name = spell_name(self._rules, event.by)
        return self._of(event.unit, "stopped", tone="good", by=name)

    def _save(self, event: e.SaveRolled) -> LogEntry:
        name = spell_name(self._rules, event.by)
        need = GRACE_FROM if event.by == "elven_grace" else None
        whose = ref_name(self._rules, event.unit)
        rolls = (RollShown(name, event.die, need=need, success=event.saved, whose=whose),)
        key = "saved" if event.saved else "not_saved"
        return self._of(event.unit, key, tone="good" if event.saved else "bad", rolls=rolls, by=name)

    def _fell(self, event: e.TokenFell) -> LogEntry:
        return self._of(event.unit, "fell_for_good" if event.gone else "fell", tone="bad")

    def _lost(self, event: e.HitsLost) -> LogEntry:
        text = self._words.counted("log", "hits_lost", event.hits, hits=self._hits(event.hits))
        return LogEntry(text, tone="muted", side=event.seat)

    def _legion(self, event: e.LegionRolled) -> LogEntry:
        name = spell_name(self._rules, "immortal_legion")
        whose = ref_name(self._rules, event.unit)
        rolls = (RollShown(name, event.die, need=LEGION_FROM, success=event.returns, whose=whose),)
        return self._of(event.unit, "legion", tone="good" if event.returns else "muted", rolls=rolls, name=name)

    def _returned(self, event: e.Returned) -> LogEntry:
        token = event.token
        parts = [self._say("returned", unit=unit_name(self._rules, token.unit), cell=token.cell)]
        if event.cost:
            parts.append(self._say("returned_for", n=event.cost))
        return LogEntry(joined(parts, by=" "), tone="good", side=token.seat, overlays=(Ring(token.cell, "good"),))
