"""Log lines: every event in words, with its dice, from the event alone; and refusals in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from app.engine.refusal import Refusal
from app.engine.scene import LogEntry, Ring, RollShown, Tone
from app.engine.types import Event, Text
from app.systems.open_wars.book.kinds import Order
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.state import Token
from app.systems.open_wars.words.described_combat import CombatDescriber
from app.systems.open_wars.words.described_magic import MagicDescriber
from app.systems.open_wars.words.refusal_words import FACTS, REFUSALS
from app.systems.open_wars.words.screen_words import (
    NUMBERS,
    PHASES,
    REASONS,
    counted,
    joined,
    listed,
    said,
    same,
    spell_name,
    unit_name,
)

_NOT_THERE: Final = {
    "void": Text("el movimiento queda en nada", "the move comes to nothing"),
    "mist": Text("la niebla no le deja moverse", "the mist holds it"),
    "points": Text("se queda sin movimiento", "it runs out of movement"),
    "way": Text("ya no puede seguir", "it can go no further"),
    "room": Text("no cabe más allá", "there is no room beyond"),
}
_SERIOUS_PHASES: Final = ("collect", "recruit", "movement", "combat")
WEATHER_FROM: Final = 3
"""From this face on the weather of Frozen Peaks and of the Valley does nothing (OW-CARD-06, OW-CARD-07)."""
MIST_FROM: Final = 4
"""From this face on a unit gets out of the Mist (OW-SPELL-26)."""


class Describer:
    """Puts the events of the game into words."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lines: dict[type[Event], Callable[[Any], LogEntry | None]] = {
            e.SetUp: self._set_up,
            e.Committed: self._committed,
            e.Mustered: self._mustered,
            e.Recruited: self._recruited,
            e.TurnBegan: lambda event: LogEntry(
                said("— Turno {n} —", "— Turn {n} —", n=event.turn), tone="muted", heading=True
            ),
            e.SpawnRolled: self._spawn_rolled,
            e.Spawned: self._spawned,
            e.OrderRolled: self._order_rolled,
            e.OrderSet: self._order_set,
            e.PhaseBegan: self._phase,
            e.Income: self._income,
            e.MovementBegan: lambda event: self._of_seat(event.seat, "{who} mueve.", "{who} moves.", tone="muted"),
            e.MoveDeclared: self._move_declared,
            e.MistRolled: self._mist,
            e.WeatherRolled: self._weather,
            e.Stepped: self._stepped,
            e.MoveEnded: self._move_ended,
            e.Scored: self._scored,
            e.Eliminated: lambda event: self._of_seat(event.seat, "{who} queda fuera.", "{who} is out.", tone="bad"),
            e.GaveUp: lambda event: self._of_seat(event.seat, "{who} se rinde.", "{who} gives up.", tone="bad"),
            e.DrawOffered: lambda event: self._of_seat(event.seat, "{who} ofrece tablas.", "{who} offers a draw."),
            e.DrawAnswered: self._draw_answered,
            e.DrawLapsed: lambda event: self._of_seat(
                event.seat, "La oferta de tablas de {who} decae.", "{who}'s draw offer lapses."
            ),
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
            return said(
                "{name} no puede lanzarse así: {text}",
                "{name} cannot be cast like this: {text}",
                name=spell.name,
                text=spell.text,
            )
        sentence = REFUSALS.get(refusal.rule, Text("Las reglas no lo permiten.", "The rules do not allow it."))
        numbers = [
            said(words.es, words.en, n=value)
            for fact, words in FACTS.items()
            if (value := refusal.facts.get(fact)) is not None and not isinstance(value, bool)
        ]
        if (phase := refusal.facts.get("of")) is not None:
            return said(
                "Eso se hace en otra fase: {of}. Ahora: {now}.",
                "That belongs to another phase: {of}. Now: {now}.",
                of=PHASES[str(phase)],
                now=PHASES[str(refusal.facts["phase"])],
            )
        unit = refusal.facts.get("unit")
        if isinstance(unit, str):
            numbers.insert(0, unit_name(self._rules, unit))
        return (
            sentence
            if not numbers
            else said("{sentence} ({numbers})", "{sentence} ({numbers})", sentence=sentence, numbers=joined(numbers))
        )

    # ----------------------------------------------------------------------------------------------------------- helps

    def _of_seat(
        self, seat: str, es: str, en: str, *, tone: Tone = "info", cells: Iterable[str] = (), **places: object
    ) -> LogEntry:
        text = said(es, en, who=seat.upper(), **places)
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
        return LogEntry(said("Comienza {name}.", "{name} begins.", name=name))

    def _committed(self, event: e.Committed) -> LogEntry:
        details = tuple(self._order(order) for order in event.orders or ())
        text = said("{who} entrega su lista.", "{who} commits a list.", who=event.seat.upper())
        return LogEntry(text, tone="muted", side=event.seat, details=details)

    def _order(self, order: Order) -> Text:
        what = counted(self._rules, order.unit, order.count)
        return what if order.city is None else said("{what} en {city}", "{what} in {city}", what=what, city=order.city)

    def _mustered(self, event: e.Mustered) -> LogEntry:
        cells = sorted({token.cell for token in event.tokens})
        return self._of_seat(
            event.seat, "{who} reúne: {what}.", "{who} musters: {what}.", cells=cells, what=self._tokens(event.tokens)
        )

    def _recruited(self, event: e.Recruited) -> LogEntry | None:
        if not event.tokens:
            return self._of_seat(event.seat, "{who} no recluta nada.", "{who} recruits nothing.", tone="muted")
        by_city: dict[str, list[Token]] = {}
        for token in event.tokens:
            by_city.setdefault(token.cell, []).append(token)
        what = joined(
            (
                said("{what} en {cell}", "{what} in {cell}", what=self._tokens(there), cell=cell)
                for cell, there in by_city.items()
            ),
            by="; ",
        )
        return self._of_seat(
            event.seat,
            "{who} recluta {what} por {cost} de oro.",
            "{who} recruits {what} for {cost} gold.",
            cells=by_city,
            what=what,
            cost=event.cost,
        )

    def _spawn_rolled(self, event: e.SpawnRolled) -> LogEntry:
        roll = RollShown(Text("Dónde aparecen", "Where they appear"), event.die)
        return LogEntry(
            Text("El escenario trae refuerzos", "The scenario brings reinforcements"), side=event.seat, rolls=(roll,)
        )

    def _spawned(self, event: e.Spawned) -> LogEntry | None:
        if not event.tokens:
            return None
        cells = sorted({token.cell for token in event.tokens})
        return self._of_seat(
            event.seat, "Llegan refuerzos de {who}: {what} en {at}.", "Reinforcements of {who} arrive: {what} in {at}.", tone="warn", cells=cells,
            what=self._tokens(event.tokens), at=", ".join(cells),
        )  # fmt: skip

    # --------------------------------------------------------------------------------------------------------- the turn

    def _order_rolled(self, event: e.OrderRolled) -> LogEntry:
        rolls = tuple(RollShown(Text("Desempate del orden", "Tie for turn order"), die) for die in event.dice)
        text = said(
            "{who} desempata el orden de turno: {sum}.",
            "{who} rolls for turn order: {sum}.",
            who=event.seat.upper(),
            sum=sum(event.dice),
        )
        return LogEntry(text, side=event.seat, rolls=rolls)

    def _order_set(self, event: e.OrderSet) -> LogEntry:
        names = same(" → ".join(seat.upper() for seat in event.order))
        values = tuple(
            said("{who}: valor de ejército {n}", "{who}: army value {n}", who=seat.upper(), n=value)
            for seat, value in event.values.items()
        )
        return LogEntry(
            said("Orden de turno: {names}.", "Turn order: {names}.", names=names), tone="muted", details=values
        )

    def _phase(self, event: e.PhaseBegan) -> LogEntry | None:
        return LogEntry(PHASES[event.phase], tone="muted", heading=True) if event.phase in _SERIOUS_PHASES else None

    def _income(self, event: e.Income) -> LogEntry | None:
        if not event.gold and not event.mana:
            return None
        return self._of_seat(
            event.seat, "{who} recauda {gold} de oro y {mana} de maná.", "{who} collects {gold} gold and {mana} mana.", tone="good",
            gold=event.gold, mana=event.mana,
        )  # fmt: skip

    def _move_declared(self, event: e.MoveDeclared) -> LogEntry:
        return self._of_seat(
            event.seat, "{who} mueve {what}: {way}.", "{who} moves {what}: {way}.", cells=(event.start, *event.path),
            what=counted(self._rules, event.unit, len(event.tokens)), way=" → ".join((event.start, *event.path)),
        )  # fmt: skip

    def _mist(self, event: e.MistRolled) -> LogEntry:
        name = unit_name(self._rules, event.unit)
        roll = RollShown(spell_name(self._rules, "mist_of_the_damned"), event.die, need=MIST_FROM, success=event.free)
        es, en = (
            ("{unit} sale de la niebla.", "{unit} gets out of the mist.")
            if event.free
            else ("La niebla retiene a {unit}.", "The mist holds {unit}.")
        )
        return LogEntry(said(es, en, unit=name), tone="good" if event.free else "bad", side=event.seat, rolls=(roll,))

    def _weather(self, event: e.WeatherRolled) -> LogEntry:
        card = spell_name(self._rules, event.card)
        roll = RollShown(card, event.die, need=WEATHER_FROM, success=not event.failed)
        es, en = (
            ("{card} hace mella en {unit}.", "{card} takes its toll on {unit}.")
            if event.failed
            else ("{unit} pasa sin daño: {card}.", "{unit} comes through: {card}.")
        )
        text = said(es, en, card=card, unit=unit_name(self._rules, event.unit))
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
            text
            for holds, text in (
                (event.locked, Text("trabada en combate", "locked in combat")),
                (event.halted and not event.locked, Text("detenida", "halted")),
                (event.barred, Text("no podrá atacar", "barred from attacking")),
                (event.serpent, Text("el río la lleva más lejos", "the river carries it further")),
            )
            if holds
        ]
        if not found:
            return None
        return self._of_seat(
            event.seat, "{unit} entra en {cell}: {what}.", "{unit} enters {cell}: {what}.", tone="warn", cells=(event.cell,),
            unit=unit_name(self._rules, event.unit), cell=event.cell, what=joined(found),
        )  # fmt: skip

    def _move_ended(self, event: e.MoveEnded) -> LogEntry:
        return self._of_seat(
            event.seat, "{unit} se queda en {cell}: {why}.", "{unit} stays in {cell}: {why}.", tone="warn", cells=(event.cell,),
            unit=unit_name(self._rules, event.unit), cell=event.cell, why=_NOT_THERE[event.reason],
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------------ score and end

    def _scored(self, event: e.Scored) -> LogEntry | None:
        gained = {side: n for side, n in event.gained.items() if n}
        if not gained:
            return None
        points = NUMBERS["points"]
        parts = joined(
            said(
                "{side} +{n} ({total})", "{side} +{n} ({total})", side=_side(side), n=n, total=event.points.get(side, 0)
            )
            for side, n in gained.items()
        )
        return LogEntry(said("{points}: {parts}.", "{points}: {parts}.", points=points, parts=parts), tone="good")

    def _draw_answered(self, event: e.DrawAnswered) -> LogEntry:
        if event.accept:
            return self._of_seat(event.seat, "{who} acepta las tablas.", "{who} accepts the draw.")
        return self._of_seat(event.seat, "{who} no acepta las tablas.", "{who} declines the draw.")

    def _ended(self, event: e.GameEnded) -> LogEntry:
        result = event.result
        reason = REASONS.get(result.reason, same(result.reason.replace("_", " ")))
        if result.side == "draw":
            return LogEntry(said("Tablas: {reason}.", "A draw: {reason}.", reason=reason), tone="info")
        names = listed(same(seat.upper()) for seat in result.seats)
        side = result.seats[0] if result.seats else None
        return LogEntry(
            said("Gana {names}: {reason}.", "{names} wins: {reason}.", names=names, reason=reason),
            tone="good",
            side=side,
        )


def _side(side: str) -> str:
    """A side as it is called: a seat's letter, or a scenario's word."""
    return side.upper() if len(side) == 1 else side.replace("_", " ")
