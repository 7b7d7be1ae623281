"""A campaign in words: its log, its standing, what is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from app.engine.scene import LogEntry
from app.engine.types import Event, Seat, Text
from app.systems.open_wars.tables import Rules
from app.systems.open_wars.war import GameScored, StageBegan, UnitPromoted, VeteransKept, WarBegan, Warlord


class WarWords:
    """The sentences of ``campaign.toml``, filled in."""

    def __init__(self, words: Mapping[str, Any], rules: Rules) -> None:
        self._words: Final = words
        self._rules: Final = rules

    def say(self, section: str, key: str, **values: Text | str | int) -> Text:
        """A sentence in both languages."""
        row = self._words[section][key]
        return Text(*(row[lang].format(**{k: _in(v, lang) for k, v in values.items()}) for lang in ("es", "en")))

    def promotion(self, unit: str, stat: str, after: int) -> Text:
        """A promotion that may be chosen."""
        named, of = self._rules.units[unit].name, self.say("stats", stat)
        return self.say("offers", "promote_one", unit=named, stat=of, before=after - 1, after=after)

    def units(self, counts: Mapping[str, int]) -> Text:
        """``2 × Axer, 1 × Slynn``."""
        return self._joined({code: f"{count} × " for code, count in counts.items()})

    def _joined(self, named: Mapping[str, str]) -> Text:
        return Text(
            *(
                ", ".join(before + self._rules.units[code].name.in_(lang) for code, before in named.items())
                for lang in ("es", "en")
            )
        )

    def notes(self, lord: Warlord) -> tuple[Text, ...]:
        """What a seat takes along, line by line."""
        found = [self.say("standing", "faction", faction=self._rules.factions[lord.faction].name)]
        if lord.survivors:
            found.append(self.say("standing", "survivors", units=self.units(lord.survivors)))
        if lord.treasury:
            found.append(self.say("standing", "treasury", gold=lord.treasury))
        if lord.promotions:
            learned = [self._learned(unit, stat) for unit, stat in lord.promotions.items()]
            joined = Text(", ".join(text.es for text in learned), ", ".join(text.en for text in learned))
            found.append(self.say("standing", "promotions", units=joined))
        if lord.gone:
            found.append(self.say("standing", "gone", units=self._joined(dict.fromkeys(lord.gone, ""))))
        return tuple(found)

    def _learned(self, unit: str, stat: str) -> Text:
        name, of = self._rules.units[unit].name, self.say("stats", stat)
        return Text(f"{name.es} (+1 {of.es})", f"{name.en} (+1 {of.en})")

    def describe(self, event: Event) -> LogEntry | None:
        """An event as a line of the log."""
        match event:
            case WarBegan():
                return LogEntry(self.say("log", "began"))
            case GameScored():
                shares = [self.say("log", "seat_points", seat=_seat(s), points=n) for s, n in event.points.items()]
                points = Text(", ".join(text.es for text in shares), ", ".join(text.en for text in shares))
                return LogEntry(self.say("log", "scored", number=event.number, points=points))
            case UnitPromoted(unit=str(unit), stat=str(stat)):
                name, of = self._rules.units[unit].name, self.say("stats", stat)
                return LogEntry(self.say("log", "promoted", seat=_seat(event.seat), unit=name, stat=of))
            case UnitPromoted():
                return LogEntry(self.say("log", "promoted_none", seat=_seat(event.seat)))
            case VeteransKept():
                if not event.kept:
                    return LogEntry(self.say("log", "kept_none", seat=_seat(event.seat)))
                units = self.units(event.kept)
                return LogEntry(self.say("log", "kept", seat=_seat(event.seat), units=units))
            case StageBegan(stage="over"):
                return LogEntry(self.say("log", "over"))
        return None


def _seat(seat: Seat) -> str:
    return seat.upper()


def _in(value: Text | str | int, language: str) -> str | int:
    return value.in_(language) if isinstance(value, Text) else value
