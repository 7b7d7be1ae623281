"""Proposals and the room's own events in words: who wants what, what is put right, who plays on for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.engine.types import SPECTATOR, Text
from app.rooms.values.ports import HOST
from app.rooms.values.values import Change, ProposalInfo, ProposalKind
from app.web.wire.templating import Templates
from app.web.wire.texts import Texts

_NAMING: Final = ("seat_claimed", "seat_replaced")


class ChangeShown(msgspec.Struct, frozen=True):
    """A value to be put right, in words; ``unit`` can be looked up on the board."""

    unit: str | None
    words: str


class Asked(msgspec.Struct, frozen=True):
    """A proposal that stands, in words; ``waiting`` are the names of those who have still to answer;
    ``mine_to_refuse``: it is the viewer who would lose their seat by it."""

    n: int
    kind: ProposalKind
    by: str
    words: str
    changes: tuple[ChangeShown, ...]
    reason: str
    waiting: tuple[str, ...]
    mine: bool
    mine_to_answer: bool
    mine_to_refuse: bool = False


def asked(
    proposals: Iterable[ProposalInfo], names: Mapping[str, str], viewer: str, templates: Templates, lang: str
) -> list[Asked]:
    """Every proposal that waits for an answer, those that wait for the viewer's first; ``names`` are the seats'."""
    texts = templates.texts
    found = [
        Asked(
            n=proposal.n,
            kind=proposal.kind,
            by=proposal.seat or HOST,
            words=_proposal(proposal, names, viewer, texts).in_(lang),
            changes=tuple(ChangeShown(each.unit, change_words(each, texts).in_(lang)) for each in proposal.changes),
            reason=proposal.reason,
            waiting=tuple(names.get(seat, seat.upper()) for seat in proposal.waiting),
            mine=viewer == (proposal.seat or HOST),
            mine_to_answer=viewer in proposal.waiting,
            mine_to_refuse=viewer == proposal.replaced,
        )
        for proposal in proposals
    ]
    return sorted(found, key=lambda each: not each.mine_to_answer)


def newest_first(
    events: Sequence[Mapping[str, Any]], names: Mapping[str, str], end: int | None = None
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The place of each of the first ``end`` events (by default, of all), the last one first, with the names that the seats had
    then; ``names`` are those after all of them. Of somebody whose seat was given away, and who never took it by its link, only
    the letter is known."""
    turns = [(n, event) for n, event in enumerate(events) if event["type"] in _NAMING]
    given_away = {event["seat"]: str(event["seat"]).upper() for _, event in turns if event["type"] == "seat_replaced"}
    called: list[tuple[int, Mapping[str, str]]] = [(-1, {**names, **given_away})]
    for n, event in turns:
        seat = event["seat"]
        called.append((n, {**called[-1][1], seat: event.get("name") or seat.upper()}))
    for n in reversed(range(len(events) if end is None else min(end, len(events)))):
        while called[-1][0] > n:
            called.pop()
        yield n, called[-1][1]


def change_words(change: Change, texts: Texts) -> Text:
    """``A-02, x (mm): 400 → 430``."""
    label = change.label or Text(es=change.field, en=change.field)
    was, now = (_value(change, place, texts) for place in (0, 1))
    unit = f"{change.unit}, " if change.unit is not None else ""
    return Text(es=f"{unit}{label.es}: {was.es} → {now.es}", en=f"{unit}{label.en}: {was.en} → {now.en}")


def event_words(
    event: Mapping[str, Any], names: Mapping[str, str], texts: Texts, sides: Mapping[str, str] | None = None
) -> Text | None:
    """What a line of the log says of an event of the room; ``None`` for one that needs no line. ``sides`` are the names of
    those who play for each side of its clock."""
    key = f"table.event.{_key_of(event)}"
    if key not in texts:
        return None
    changes = [change_words(change, texts) for change in msgspec.convert(event.get("changes", []), list[Change])]
    reason = f" «{event['reason']}»" if event.get("reason") else ""
    who = _who(event, names, texts)
    seat = str(event.get("replaced") or event.get("viewer") or event.get("seat") or "")
    words = texts.text(key)
    side = str(event.get("side") or "")
    values = {"seat": seat.upper(), "whom": _name(seat, names), "side": (sides or {}).get(side, side)}
    return Text(
        es=words.es.format(who=who.es, changes="; ".join(each.es for each in changes), **values) + reason,
        en=words.en.format(who=who.en, changes="; ".join(each.en for each in changes), **values) + reason,
    )


def is_of_draw(event: Mapping[str, Any]) -> bool:
    """Whether a draw was offered or answered: what the game makes of it is the next event."""
    return event["type"] in ("proposal_made", "proposal_answered") and event.get("kind") == "draw"


def is_declined(event: Mapping[str, Any]) -> bool:
    """Whether somebody declined what another proposed."""
    return event["type"] == "proposal_answered" and not event.get("accept") and not event.get("withdrawn")


def _key_of(event: Mapping[str, Any]) -> str:
    """Which words an event has: some differ with what it holds."""
    kind = str(event["type"])
    match kind:
        case "proposal_made" if event["kind"] == "replace":
            return f"proposal_made_replace_{event['by']}"
        case "proposal_made":
            return f"proposal_made_{event['kind']}"
        case "proposal_answered" if event.get("accept"):
            return "proposal_accepted"
        case "proposal_answered":
            return "proposal_withdrawn" if event.get("withdrawn") else "proposal_declined"
        case "seat_replaced":
            return f"seat_replaced_{event['by']}"
        case "link_replaced" if event["viewer"] == SPECTATOR:
            return "link_replaced_spectator"
        case "seat_claimed" if event.get("kind") == "bot":
            return "seat_claimed_bot"
        case _:
            return kind


def _proposal(proposal: ProposalInfo, names: Mapping[str, str], viewer: str, texts: Texts) -> Text:
    who = _named(proposal.seat, names, texts)
    key = f"table.proposal.{proposal.kind}"
    if proposal.kind == "replace":
        key += f"_{proposal.by}{'_you' if proposal.replaced == viewer else ''}"
    if proposal.swap:
        key += "_swap"
    words = texts.text(key)
    seat = str(proposal.replaced or "")
    values = {"seat": seat.upper(), "whom": _name(seat, names)}
    return Text(es=words.es.format(who=who.es, **values), en=words.en.format(who=who.en, **values))


def _who(event: Mapping[str, Any], names: Mapping[str, str], texts: Texts) -> Text:
    if event["type"] == "seat_claimed":  # the name that was given then, whoever sits there now
        return Text(es=event["name"], en=event["name"])
    return _named(event.get("seat"), names, texts)


def _named(seat: str | None, names: Mapping[str, str], texts: Texts) -> Text:
    """Who did something: a seat, or the host, who has none."""
    if seat is None:
        return texts.text("table.event.host")
    return Text(es=_name(seat, names), en=_name(seat, names))


def _name(seat: str, names: Mapping[str, str]) -> str:
    return names.get(seat, seat.upper())


def _value(change: Change, place: int, texts: Texts) -> Text:
    """The old value (``place`` 0) or the new one as a person reads it."""
    if change.names is not None:
        return change.names[place]
    value = (change.was, change.value)[place]
    if isinstance(value, bool):
        return texts.text("value.yes" if value else "value.no")
    return Text(es=str(value), en=str(value))
