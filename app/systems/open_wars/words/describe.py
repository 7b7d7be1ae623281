"""Log lines: every event in words, with its dice, from the event alone; and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from app.engine.refusal import Refusal
from app.engine.scene import Tone
from app.engine.telling import LogEntry, Ring, RollShown
from app.engine.types import Event, Text
from app.engine.words import filled, joined, listed, same, shaped
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.words.described_combat import CombatDescriber
from app.systems.open_wars.words.described_magic import MagicDescriber
from app.systems.open_wars.words.labels import place
from app.systems.open_wars.words.screen_words import counted, player, reason_words, refused, spell_name, unit_name

_SERIOUS_PHASES: Final = ("collect", "recruit", "movement", "combat")
WEATHER_FROM: Final = 3
"""From this face on the weather of Frozen Peaks and of the Valley does nothing (OW-CARD-06, OW-CARD-07)."""
MIST_FROM: Final = 4
"""From this face on a unit gets out of the Mist (OW-SPELL-26)."""


class Describer:
    """Puts the events of the game into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._words = rules.words
        self._lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SetUp: self._set_up,
            e.Committed: self._committed,
            e.Mustered: self._mustered,
            e.Recruited: self._recruited,
            e.TurnBegan: lambda event: LogEntry(self._say("turn", n=event.turn), tone="muted", heading=True),
            e.SpawnRolled: self._spawn_rolled,
            e.Spawned: self._spawned,
            e.OrderRolled: self._order_rolled,
            e.OrderSet: self._order_set,
            e.PhaseBegan: self._phase,
            e.Income: self._income,
            e.MovementBegan: lambda event: self._of_seat(event.seat, "moves", tone="muted"),
            e.MoveDeclared: self._move_declared,
            e.MistRolled: self._mist,
            e.WeatherRolled: self._weather,
            e.Stepped: self._stepped,
            e.MoveEnded: self._move_ended,
            e.Scored: self._scored,
            e.Eliminated: lambda event: self._of_seat(event.seat, "out", tone="bad"),
            e.GaveUp: lambda event: self._of_seat(event.seat, "gives_up", tone="bad"),
            e.DrawOffered: lambda event: self._of_seat(event.seat, "draw_offered"),
            e.DrawAnswered: self._draw_answered,
            e.DrawLapsed: lambda event: self._of_seat(event.seat, "draw_lapsed"),
            e.GameEnded: self._ended,
            **CombatDescriber(rules).lines,
            **MagicDescriber(rules).lines,
        }

    def describe(self, event: Event) -> LogEntry | None:
        """The log line of an event; ``None`` for one that needs none."""
        line = self._lines.get(type(event))
        return None if line is None else line(event)

    def explain(self, refusal: Refusal) -> Text:
        """A refusal in words: the sentence of its rule, then the numbers that decided it."""
        spell = next((each for each in self._rules.spells.values() if each.rule == refusal.rule), None)
        if spell is not None:
            return self._words.say("explained", "spell", name=spell.name, text=spell.text)
        sentence = refused(self._rules, refusal.rule)
        numbers = [
            filled(words, n=player(str(value).lower()) if fact == "turn" else value)
            for fact, words in self._words.table("facts").items()
            if (value := refusal.facts.get(fact)) is not None and not isinstance(value, bool)
        ]
        if (phase := refusal.facts.get("of")) is not None:
            phases = self._words.table("phases")
            of, now = phases[str(phase)], phases[str(refusal.facts["phase"])]
            return self._words.say("explained", "phase", of=of, now=now)
        unit = refusal.facts.get("unit")
        if isinstance(unit, str):
            numbers.insert(0, unit_name(self._rules, unit))
        if not numbers:
            return sentence
        bare = Text(es=sentence.es.removesuffix("."), en=sentence.en.removesuffix("."))
        return shaped("{sentence}: {numbers}.", sentence=bare, numbers=joined(numbers))

    # ----------------------------------------------------------------------------------------------------------- helps

    def _say(self, key: str, **places: object) -> Text:
        return self._words.say("log", key, **places)

    def _of_seat(
        self, seat: str, key: str, *, tone: Tone = "info", cells: Iterable[str] = (), **places: object
    ) -> LogEntry:
        text = self._say(key, who=player(seat), **places)
        return LogEntry(text, tone=tone, side=seat, overlays=tuple(Ring(cell, tone) for cell in cells))

    def _tokens(self, tokens: Iterable[Token]) -> Text:
        """``Axer ×3, Shaman``."""
        found: dict[str, int] = {}
        for token in tokens:
            found[token.unit] = found.get(token.unit, 0) + 1
        return listed(counted(self._rules, code, count) for code, count in found.items())

    # ------------------------------------------------------------------------------------------------ before and between

    def _set_up(self, event: e.SetUp) -> LogEntry:
        scenario, battle = self._rules.scenarios.get(event.position.scenario), event.position.battle
        name = same(event.position.scenario) if scenario is None else scenario.name
        if battle is not None:
            name = Text(str(battle["name_es"]), str(battle["name_en"]))
        return LogEntry(self._say("begins", name=name))

    def _committed(self, event: e.Committed) -> LogEntry:
        details = tuple(self._order(order) for order in event.orders or ())
        text = self._say("committed", who=player(event.seat))
        return LogEntry(text, tone="muted", side=event.seat, details=details)

    def _order(self, order: Order) -> Text:
        what = counted(self._rules, order.unit, order.count)
        return what if order.city is None else self._say("order", what=what, city=order.city)

    def _mustered(self, event: e.Mustered) -> LogEntry:
        cells = sorted({token.cell for token in event.tokens})
        return self._of_seat(event.seat, "mustered", cells=cells, what=self._tokens(event.tokens))

    def _recruited(self, event: e.Recruited) -> LogEntry | None:
        if not event.tokens:
            return self._of_seat(event.seat, "recruited_nothing", tone="muted")
        by_city: dict[str, list[Token]] = {}
        for token in event.tokens:
            by_city.setdefault(token.cell, []).append(token)
        what = joined(
            (self._say("recruits_in", what=self._tokens(there), cell=cell) for cell, there in by_city.items()), by="; "
        )
        return self._of_seat(event.seat, "recruited", cells=by_city, what=what, cost=event.cost)

    def _spawn_rolled(self, event: e.SpawnRolled) -> LogEntry:
        roll = RollShown(self._say("spawn_place"), event.die, whose=player(event.seat))
        return LogEntry(self._say("spawn_rolled"), side=event.seat, rolls=(roll,))

    def _spawned(self, event: e.Spawned) -> LogEntry | None:
        if not event.tokens:
            return None
        cells = sorted({token.cell for token in event.tokens})
        return self._of_seat(
            event.seat, "spawned", tone="warn", cells=cells, what=self._tokens(event.tokens), at=", ".join(cells)
        )

    # --------------------------------------------------------------------------------------------------------- the turn

    def _order_rolled(self, event: e.OrderRolled) -> LogEntry:
        rolls = tuple(RollShown(self._say("order_tie"), die, whose=player(event.seat)) for die in event.dice)
        text = self._say("order_rolled", who=player(event.seat), sum=sum(event.dice))
        return LogEntry(text, side=event.seat, rolls=rolls)

    def _order_set(self, event: e.OrderSet) -> LogEntry:
        names = joined((player(seat) for seat in event.order), by=" → ")
        values = tuple(self._say("order_value", who=player(seat), n=value) for seat, value in event.values.items())
        return LogEntry(self._say("order_set", names=names), tone="muted", details=values)

    def _phase(self, event: e.PhaseBegan) -> LogEntry | None:
        return (
            LogEntry(self._words.say("phases", event.phase), tone="muted", heading=True)
            if event.phase in _SERIOUS_PHASES
            else None
        )

    def _income(self, event: e.Income) -> LogEntry | None:
        if not event.gold and not event.mana:
            return None
        return self._of_seat(event.seat, "income", tone="good", gold=event.gold, mana=event.mana)

    def _move_declared(self, event: e.MoveDeclared) -> LogEntry:
        return self._of_seat(
            event.seat,
            "move_declared",
            cells=(event.start, *event.path),
            what=counted(self._rules, event.unit, len(event.tokens)),
            way=" → ".join((event.start, *event.path)),
        )

    def _mist(self, event: e.MistRolled) -> LogEntry:
        name = unit_name(self._rules, event.unit)
        spell = spell_name(self._rules, "mist_of_the_damned")
        roll = RollShown(spell, event.die, need=MIST_FROM, success=event.free, whose=name)
        text = self._say("mist_left" if event.free else "mist_holds", unit=name)
        return LogEntry(text, tone="good" if event.free else "bad", side=event.seat, rolls=(roll,))

    def _weather(self, event: e.WeatherRolled) -> LogEntry:
        card = spell_name(self._rules, event.card)
        unit = unit_name(self._rules, event.unit)
        roll = RollShown(card, event.die, need=WEATHER_FROM, success=not event.failed, whose=unit)
        key = "weather_hurts" if event.failed else "weather_passed"
        text = self._say(key, card=card, unit=unit)
        return LogEntry(
            text,
            tone="bad" if event.failed else "good",
            side=event.seat,
            rolls=(roll,),
            overlays=(Ring(event.cell, "warn"),),
        )

    def _stepped(self, event: e.Stepped) -> LogEntry | None:
        """Only what entering did to a group needs a line: the way was told when it was declared."""
        found = [
            self._words.say("stepped", key)
            for key, holds in (
                ("locked", event.locked),
                ("halted", event.halted and not event.locked),
                ("barred", event.barred),
                ("serpent", event.serpent),
            )
            if holds
        ]
        if not found:
            return None
        return self._of_seat(
            event.seat,
            "stepped",
            tone="warn",
            cells=(event.cell,),
            unit=unit_name(self._rules, event.unit),
            cell=event.cell,
            what=joined(found),
        )

    def _move_ended(self, event: e.MoveEnded) -> LogEntry:
        return self._of_seat(
            event.seat,
            "move_ended",
            tone="warn",
            cells=(event.cell,),
            unit=unit_name(self._rules, event.unit),
            cell=event.cell,
            why=self._words.say("not_there", event.reason),
        )

    # ------------------------------------------------------------------------------------------------------ score and end

    def _scored(self, event: e.Scored) -> LogEntry | None:
        gained = {side: n for side, n in event.gained.items() if n}
        told = [
            shaped("{who} +{n} ({sum})", who=player(side), n=n, sum=event.points.get(side, 0))
            for side, n in gained.items()
        ]
        told += [
            self._words.say("goals", "contested", place=place(self._rules, code, cell))
            for cell, code in event.contested.items()
        ]
        if not told:
            return None
        text = shaped("{points}: {parts}.", points=self._words.say("numbers", "points"), parts=joined(told))
        rings = tuple(Ring(cell, "warn") for cell in event.contested)
        return LogEntry(text, tone="good" if gained else "muted", overlays=rings)

    def _draw_answered(self, event: e.DrawAnswered) -> LogEntry:
        if event.accept:
            return self._of_seat(event.seat, "draw_accepted")
        return self._of_seat(event.seat, "draw_declined")

    def _ended(self, event: e.GameEnded) -> LogEntry:
        result = event.result
        reason = reason_words(self._rules, result.reason)
        if result.side == "draw":
            return LogEntry(self._say("drawn", reason=reason), tone="info")
        names = listed(player(seat) for seat in result.seats)
        side = result.seats[0] if result.seats else None
        return LogEntry(self._say("won", names=names, reason=reason), tone="good", side=side)
