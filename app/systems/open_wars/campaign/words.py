"""A campaign in words: what is offered, what happened, what a seat takes along."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.telling import LogEntry
from app.engine.types import Event, Text
from app.engine.words import joined, listed, lowered, shaped
from app.systems.open_wars.book.tables import STATS, Rules, UnitKind
from app.systems.open_wars.campaign.state import GameCounted, Member, Stage, StageBegan, UnitPromoted, VeteransKept
from app.systems.open_wars.words.screen_words import counted, player, unit_name


def raised(rules: Rules, unit: str, stat: str, value: int) -> Text:
    """A promotion as it is offered: ``Axer: Attack 3``."""
    return shaped("{unit}: {stat} {value}", unit=unit_name(rules, unit), stat=_stat(rules, stat), value=value)


def printed(rules: Rules, kind: UnitKind) -> Text:
    """The printed line of a token: initiative, movement, attack, range."""
    names = rules.words.table("numbers")
    return joined((shaped("{name} {n}", name=names[stat], n=kind.printed.of(stat)) for stat in STATS), by=" · ")


def notes(rules: Rules, member: Member, stage: Stage) -> tuple[Text, ...]:
    """What a seat takes along, as its line in the standing says it; survivors as long as it may still keep them."""
    may_keep = stage == "promotions" or (stage == "veterans" and member.waits)
    found = [rules.words.say("campaign", "faction", name=rules.factions[member.faction].name)]
    if member.treasury:
        found.append(rules.words.say("campaign", "treasury", gold=member.treasury))
    if member.promotions:
        names = [
            shaped("{unit} ({stat})", unit=unit_name(rules, u), stat=_stat(rules, s))
            for u, s in member.promotions.items()
        ]
        found.append(rules.words.say("campaign", "promoted", names=joined(names)))
    for title, tokens in (("veterans", member.kept), ("survivors", member.survivors if may_keep else {})):
        if tokens:
            found.append(rules.words.say("taken_along", title, names=_tokens(rules, tokens)))
    if member.gone:
        names = [unit_name(rules, unit) for unit in member.gone]
        found.append(rules.words.say("campaign", "gone", names=joined(names)))
    return tuple(found)


def line(rules: Rules, event: Event) -> LogEntry | None:
    """An event in words; ``None`` for one that needs none."""
    match event:
        case GameCounted(number=number, points=points):
            told = joined(shaped("{who} {n}", who=player(seat), n=n) for seat, n in points.items())
            return LogEntry(rules.words.say("campaign", "points", n=number, told=told))
        case UnitPromoted(seat=seat, unit=unit, stat=stat):
            if unit is None or stat is None:
                return LogEntry(rules.words.say("campaign", "promotes_nobody", who=player(seat)))
            name, value = unit_name(rules, unit), _stat(rules, stat)
            return LogEntry(rules.words.say("campaign", "promotes", who=player(seat), unit=name, stat=value))
        case VeteransKept(seat=seat, kept=kept):
            told = _tokens(rules, kept) if kept else rules.words.say("campaign", "to_nobody")
            return LogEntry(rules.words.say("campaign", "keeps", who=player(seat), told=told))
        case StageBegan(stage=stage):
            return LogEntry(stages[stage], tone="muted") if stage in (stages := rules.words.table("stages")) else None
    return None


def _tokens(rules: Rules, tokens: Mapping[str, int]) -> Text:
    return listed([counted(rules, code, count) for code, count in tokens.items()])


def _stat(rules: Rules, stat: str) -> Text:
    return lowered(rules.words.say("numbers", stat))
