"""A campaign in words: what is offered, what happened, what a seat takes along."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.engine.scene import LogEntry
from app.engine.types import Event, Seat, Text
from app.systems.open_wars.book.tables import STATS, Rules, UnitKind
from app.systems.open_wars.campaign.state import GameCounted, Member, Stage, StageBegan, UnitPromoted, VeteransKept
from app.systems.open_wars.words.screen_words import NUMBERS, counted, joined, listed, said, unit_name

SUMMARY: Final = Text(
    "Partidas enlazadas: quien sobrevive puede volver, y cada vez mejor. Cada cual conserva su facción.",
    "Linked games: who survives may come back, and better each time. Everybody keeps the faction.",
)
PROMOTE: Final = Text("Asciende a una unidad", "Promote a unit")
KEEP: Final = Text("Conserva veteranos", "Keep veterans")
NOBODY: Final = Text("A ninguna", "None")
SHARED: Final = Text("La campaña acaba igualada.", "The campaign ends level.")
_STAGES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "promotions": Text("Ahora, los ascensos.", "Now the promotions."),
        "veterans": Text("Ahora, los veteranos.", "Now the veterans."),
    }
)


def won(seat: Seat) -> Text:
    """Who has won it all."""
    return said("Gana la campaña {who}.", "{who} wins the campaign.", who=seat.upper())


def raised(rules: Rules, unit: str, stat: str, value: int) -> Text:
    """A promotion as it is offered: ``Axer: Attack 3``."""
    return said(
        "{unit}: {stat} {value}", "{unit}: {stat} {value}", unit=unit_name(rules, unit), stat=_stat(stat), value=value
    )


def printed(kind: UnitKind) -> Text:
    """The printed line of a token: initiative, movement, attack, range."""
    return joined(
        (said("{name} {value}", "{name} {value}", name=NUMBERS[stat], value=kind.printed.of(stat)) for stat in STATS),
        by=" · ",
    )


def notes(rules: Rules, member: Member, stage: Stage) -> tuple[Text, ...]:
    """What a seat takes along, as its line in the standing says it; survivors as long as it may still keep them."""
    may_keep = stage == "promotions" or (stage == "veterans" and member.waits)
    found = [said("Facción: {name}", "Faction: {name}", name=rules.factions[member.faction].name)]
    if member.treasury:
        found.append(said("Tesoro: {gold} de oro", "Treasury: {gold} gold", gold=member.treasury))
    if member.promotions:
        names = [
            said("{unit} ({stat})", "{unit} ({stat})", unit=unit_name(rules, u), stat=_stat(s))
            for u, s in member.promotions.items()
        ]
        found.append(said("Ascensos: {names}", "Promoted: {names}", names=joined(names)))
    for title, tokens in (
        (("Veteranos: {names}", "Veterans: {names}"), member.kept),
        (("Supervivientes: {names}", "Survivors: {names}"), member.survivors if may_keep else {}),
    ):
        if tokens:
            found.append(said(*title, names=_tokens(rules, tokens)))
    if member.gone:
        names = [unit_name(rules, unit) for unit in member.gone]
        found.append(said("Perdidos para siempre: {names}", "Lost for good: {names}", names=joined(names)))
    return tuple(found)


def line(rules: Rules, event: Event) -> LogEntry | None:
    """An event in words; ``None`` for one that needs none."""
    match event:
        case GameCounted(number=number, points=points):
            told = joined([said("{who} {n}", "{who} {n}", who=seat.upper(), n=n) for seat, n in points.items()])
            return LogEntry(
                said("Puntos de la partida {n}: {told}.", "Points of game {n}: {told}.", n=number, told=told)
            )
        case UnitPromoted(seat=seat, unit=unit, stat=stat):
            if unit is None or stat is None:
                return LogEntry(said("{who} no asciende a nadie.", "{who} promotes nobody.", who=seat.upper()))
            name, value = unit_name(rules, unit), _stat(stat)
            return LogEntry(
                said(
                    "{who} asciende: {unit}, +1 de {stat}.",
                    "{who} promotes: {unit}, +1 {stat}.",
                    who=seat.upper(),
                    unit=name,
                    stat=value,
                )
            )
        case VeteransKept(seat=seat, kept=kept):
            told = _tokens(rules, kept) if kept else Text("a nadie", "nobody")
            return LogEntry(said("{who} conserva: {told}.", "{who} keeps: {told}.", who=seat.upper(), told=told))
        case StageBegan(stage=stage):
            return LogEntry(_STAGES[stage], tone="muted") if stage in _STAGES else None
    return None


def _tokens(rules: Rules, tokens: Mapping[str, int]) -> Text:
    return listed([counted(rules, code, count) for code, count in tokens.items()])


def _stat(stat: str) -> Text:
    word = NUMBERS[stat]
    return Text(word.es.lower(), word.en.lower())
