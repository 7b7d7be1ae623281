"""Tokens, events and changed cards of one half of a map, that somebody makes fair, on the other half too.

Seats that start opposite each other are each other's image: what one has in the half that stays, the other has opposite it.
No two factions are alike, so that a unit becomes the other faction's nearest to it: a hero a hero, a castle a castle, then by type
and price, no two the same. Whoever starts opposite nobody keeps tokens and events where they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from msgspec.structs import replace

from app.boards.images import Fate, Halves, parted
from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.geometry import Cell, cell_at, place_of
from app.systems.open_wars.book.tables import Rules, UnitKind
from app.systems.open_wars.opening.battle import (
    MOST_LISTED,
    Battle,
    ForceRow,
    ReplaceRow,
    SpawnRow,
    TwoLivesRow,
    by_die,
    cells_by_die,
)
from app.systems.open_wars.workshop.things import is_on_map, with_seat, with_stack

Event = SpawnRow | TwoLivesRow


class Glass:
    """A half of a map, and the way from it to the other one."""

    def __init__(self, battle: Battle, halves: Halves) -> None:
        self._battle = battle
        self._halves = halves

    def fate(self, cell: Cell) -> Fate:
        """What becomes of what lies on a cell: beyond the map, it goes."""
        if not is_on_map(self._battle, cell):
            return Fate.GOES
        column, row = place_of(cell)
        return self._halves.fate(2 * column, 2 * row, meets_itself=self.opposite(cell) == cell)

    def opposite(self, cell: Cell) -> Cell:
        """The cell opposite."""
        return cell_at(*self._halves.way.point(*place_of(cell)))


class _Pairs:
    """Who is whose image in a glass, and what the one has for what the other has."""

    def __init__(self, rules: Rules, battle: Battle, glass: Glass) -> None:
        self.glass = glass
        by_start = {seat.start: number for number, seat in enumerate(battle.seat)}
        opposite = ((number, by_start.get(glass.opposite(seat.start))) for number, seat in enumerate(battle.seat))
        self.of: Mapping[int, int] = {one: other for one, other in opposite if other is not None and other != one}
        factions = [seat.faction for seat in battle.seat]
        self._likes = {one: _likes(rules, factions[one], factions[other]) for one, other in self.of.items()}

    def like(self, number: int, force: ForceRow) -> ForceRow:
        """What the opposite seat has for tokens of a seat; tokens of no faction's own are the same."""
        unit = self._likes[number].get(force.unit, force.unit)
        return replace(force, unit=unit, form=None, at=self.glass.opposite(force.at) if force.at else "")


def with_tokens(rules: Rules, battle: Battle, glass: Glass) -> Battle:
    """The battle with the tokens, events and changed cards of the half that stays on the other half, too."""
    pairs = _Pairs(rules, battle, glass)
    made = _with_forces(battle, pairs)
    events, coming = parted(battle.event, lambda event: _fate_of_event(pairs, event))
    changes, others = parted(
        battle.modifier, lambda row: glass.fate(row.at) if isinstance(row, ReplaceRow) else Fate.STAYS
    )
    events += tuple(_image_of_event(pairs, event) for event in coming)
    changes += tuple(replace(row, at=glass.opposite(row.at)) for row in others if isinstance(row, ReplaceRow))
    if max(len(events), len(changes)) > MOST_LISTED:
        raise InvalidInput.at("edit", f"lists of up to {MOST_LISTED}", max(len(events), len(changes)))
    return replace(made, event=events, modifier=changes)


def _likes(rules: Rules, one: str, other: str) -> Mapping[str, str]:
    """The units of another faction that come nearest to those of one, the nearest pair first, each once."""
    if one == other:
        return {}
    mine, theirs = (
        [kind for kind in rules.units.values() if kind.faction == faction and not kind.neutral]
        for faction in (one, other)
    )
    found: dict[str, str] = {}
    for kind, like in sorted(product(mine, theirs), key=lambda pair: _distance(*pair)):
        if kind.code not in found and like.code not in found.values():
            found[kind.code] = like.code
    return found


def _distance(one: UnitKind, other: UnitKind) -> tuple[bool, bool, bool, int, int, list[str]]:
    """How unlike two units are; the same from either side."""
    stats, others = one.printed, other.printed
    gap = (
        abs(stats.initiative - others.initiative) + abs(stats.attack - others.attack) + abs(stats.range - others.range)
    )
    return (
        one.unique != other.unique,
        (stats.movement == 0) != (others.movement == 0),
        one.type != other.type,
        abs(one.cost - other.cost),
        gap,
        sorted((one.code, other.code)),
    )


# ------------------------------------------------------------------------------------------------------- tokens and events


def _with_forces(battle: Battle, pairs: _Pairs) -> Battle:
    images = []
    for number, other in pairs.of.items():
        seat = battle.seat[number]
        kept, doubled = parted(seat.forces, lambda force: pairs.glass.fate(force.at))
        images += [(other, pairs.like(number, force)) for force in doubled]
        battle = with_seat(battle, number, replace(seat, forces=kept))
    for number, force in images:
        battle = with_stack(battle, number, None, force)
    return battle


def _fate_of_event(pairs: _Pairs, event: Event) -> Fate:
    """An event goes by all the cells where its tokens may come; nobody's image has two lives, of which there is but one unit."""
    if isinstance(event, TwoLivesRow) or event.seat not in pairs.of:
        return Fate.STAYS
    cells = cells_by_die(event.at).values() if event.at.startswith("die:") else (event.at,)
    fates = {pairs.glass.fate(cell) for cell in cells}
    return fates.pop() if len(fates) == 1 else Fate.STAYS


def _image_of_event(pairs: _Pairs, event: Event) -> Event:
    if isinstance(event, TwoLivesRow):
        return event
    if event.at.startswith("die:"):
        at = by_die({face: pairs.glass.opposite(cell) for face, cell in cells_by_die(event.at).items()})
    else:
        at = pairs.glass.opposite(event.at)
    units = tuple(pairs.like(event.seat, force) for force in event.units)
    return replace(event, seat=pairs.of[event.seat], at=at, units=units)
