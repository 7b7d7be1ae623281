"""Assaults that are written and chosen, and the moves of one (FHW-ASLT-01, FHW-ASLT-04, FHW-ASLT-11, FHW-ASLT-24)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.offering import Example
from app.engine.types import Text, UnitId
from app.systems.flames_hexwar.assault.entries import entries_of, judge_entry
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.choices.offers_asking import Asking, Offers, id_of
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.words.names import cell


def assault_offers(of: Asking) -> Offers:
    """Each platoon against each hex in its reach, several together, the commit."""
    drafts = of.state.drafts.assaults
    places = list(dict.fromkeys(team.at for team in of.field.enemies(of.side) if team.at is not None))
    own = [
        name for name, each in of.field.platoons.items() if of.field.seat(name) == of.seat and each.order is not None
    ]
    able: dict[Hex, list[PlatoonId]] = {}
    for at in places:
        found = [name for name in own if _may(of, (name,), at)]
        if found:
            able[at] = found
    for name in own:
        found_at = [at for at, names in able.items() if name in names]
        if of.wants(name) and found_at:
            examples = [_entry(of, (name,), at) for at in found_at if drafts.get(id_of(at)) != (name,)]
            label = of.say("assault_one")
            yield from of.make(examples, label=label, unit=UnitId(name), judged=True)
    if of.only is not None:
        return
    together = [_entry(of, several, at) for at, names in able.items() for several in _several(names)]
    yield from of.make(together, label=of.say("assault_several"))
    for written in drafts:
        yield from of.make([a.Undraft(written)], label=of.say("unassault", cell=written), ask="button")
    yield from of.make([a.Commit()], label=of.say("commit_assaults"), ask="button")


def _several(names: Sequence[PlatoonId]) -> list[tuple[PlatoonId, ...]]:
    """All of them, and any two."""
    pairs = itertools.combinations(names, 2)
    return list(dict.fromkeys((tuple(names), *pairs))) if len(names) > 1 else []


def _may(of: Asking, names: Sequence[PlatoonId], at: Hex) -> bool:
    return judge_entry(of.field, of.seat, a.WriteAssault(tuple(names), id_of(at))) is None


def _entry(of: Asking, names: Sequence[PlatoonId], at: Hex) -> Example:
    words = of.say("assault_at", cell=cell(at), who=of.platoons(names))
    return Example(a.WriteAssault(tuple(names), id_of(at)), words, place_picks(of, at))


def place_picks(of: Asking, at: Hex) -> tuple[str, ...]:
    """The enemies that stand in a hex, and the hex."""
    return (*(team.id for team in of.field.standing_in(at) if team.side != of.side), id_of(at))


def next_offers(of: Asking) -> Offers:
    """Which assault comes next (FHW-ASLT-11)."""
    found = [
        Example(a.NextAssault(id_of(entry.at)), _next(of, entry.at, entry.platoons), place_picks(of, entry.at))
        for entry in entries_of(of.field, of.seat)
    ]
    yield from of.make(found)


def _next(of: Asking, at: Hex, names: Sequence[PlatoonId]) -> Text:
    return of.say("next_at", cell=hexes.name(at), who=of.platoons(names))
