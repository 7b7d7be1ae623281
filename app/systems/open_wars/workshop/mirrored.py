"""Tokens, events and changed cards of one half of a map, that somebody makes fair, on the other half too.

Seats that start opposite each other are each other's image: what one has in the half that stays, the other has opposite it.
No two factions are alike, so that a unit becomes the other faction's nearest to it: a hero a hero, a castle a castle, then by type
and price, no two the same. Whoever starts opposite nobody keeps his tokens and events where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.systems.open_wars.book.geometry import Cell
from app.systems.open_wars.book.tables import Rules, UnitKind
from app.systems.open_wars.opening.battle import (
    MOST_LISTED,
    Battle,
    BonusRow,
    ForceRow,
    ReplaceRow,
    SpawnRow,
    TwoLivesRow,
    by_die,
    cells_by_die,
)
from app.systems.open_wars.workshop.things import with_seat, with_stack

Image = Callable[[Cell], Cell]
Event = SpawnRow | TwoLivesRow
Modifier = ReplaceRow | BonusRow


class Glass:
    """A half of a map, the way from it to the other one, and who is whose image."""

    def __init__(self, rules: Rules, battle: Battle, kept: Container[Cell], image: Image) -> None:
        self._kept = kept
        self._image = image
        self._factions = [seat.faction for seat in battle.seat]
        by_start = {seat.start: number for number, seat in enumerate(battle.seat)}
        opposite = ((number, by_start.get(image(seat.start))) for number, seat in enumerate(battle.seat))
        self.pairs: Mapping[int, int] = {one: other for one, other in opposite if other is not None and other != one}
        self._likes = {
            number: _likes(rules, self._factions[number], self._factions[other]) for number, other in self.pairs.items()
        }

    def doubles(self, cell: Cell) -> bool:
        """Whether what lies on a cell comes to lie opposite it, too."""
        return cell in self._kept and self._image(cell) != cell

    def goes(self, cell: Cell) -> bool:
        """Whether what lies on a cell gives way to an image."""
        return cell not in self._kept

    def opposite(self, cell: Cell) -> Cell:
        """The cell opposite."""
        return self._image(cell)

    def like(self, number: int, force: ForceRow) -> ForceRow:
        """What the opposite seat has for tokens of a seat; tokens of no faction's own are the same."""
        unit = self._likes[number].get(force.unit, force.unit)
        return replace(force, unit=unit, form=None, at=self._image(force.at) if force.at else "")


def with_tokens(rules: Rules, battle: Battle, kept: Container[Cell], image: Image) -> Battle:
    """The battle with the tokens, events and changed cards of the half that stays on the other half, too."""
    glass = Glass(rules, battle, kept, image)
    made = _with_forces(battle, glass)
    events = [*_staying_events(battle, glass), *_event_images(battle, glass)]
    modifiers = [*_staying_modifiers(battle, glass), *_modifier_images(battle, glass)]
    if max(len(events), len(modifiers)) > MOST_LISTED:
        raise InvalidInput.at("edit", f"lists of up to {MOST_LISTED}", max(len(events), len(modifiers)))
    return replace(made, event=tuple(events), modifier=tuple(modifiers))


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


# ------------------------------------------------------------------------------------------------------------------ tokens


def _with_forces(battle: Battle, glass: Glass) -> Battle:
    images = [
        (glass.pairs[number], glass.like(number, force))
        for number, seat in enumerate(battle.seat)
        for force in seat.forces
        if number in glass.pairs and glass.doubles(force.at)
    ]
    for number in glass.pairs:
        seat = battle.seat[number]
        staying = tuple(force for force in seat.forces if not glass.goes(force.at))
        battle = with_seat(battle, number, replace(seat, forces=staying))
    for number, force in images:
        battle = with_stack(battle, number, None, force)
    return battle


# ------------------------------------------------------------------------------------------------------------------ events


def _staying_events(battle: Battle, glass: Glass) -> Iterator[Event]:
    for event in battle.event:
        cells = _cells(event)
        if event.seat not in glass.pairs or not cells or not all(glass.goes(cell) for cell in cells):
            yield event


def _event_images(battle: Battle, glass: Glass) -> Iterator[Event]:
    for event in battle.event:
        cells = _cells(event)
        if isinstance(event, SpawnRow) and event.seat in glass.pairs and cells and all(map(glass.doubles, cells)):
            units = tuple(glass.like(event.seat, force) for force in event.units)
            yield replace(event, seat=glass.pairs[event.seat], at=_opposite(event.at, glass), units=units)


def _cells(event: Event) -> list[Cell]:
    """Where tokens come by an event; none of a unit with two lives, of which there is but one."""
    if isinstance(event, TwoLivesRow):
        return []
    return list(cells_by_die(event.at).values()) if event.at.startswith("die:") else [event.at]


def _opposite(where: str, glass: Glass) -> str:
    if where.startswith("die:"):
        return by_die({face: glass.opposite(cell) for face, cell in cells_by_die(where).items()})
    return glass.opposite(where)


# ----------------------------------------------------------------------------------------------------------- changed cards


def _staying_modifiers(battle: Battle, glass: Glass) -> Iterator[Modifier]:
    return (row for row in battle.modifier if not (isinstance(row, ReplaceRow) and glass.goes(row.at)))


def _modifier_images(battle: Battle, glass: Glass) -> Iterator[Modifier]:
    for row in battle.modifier:
        if isinstance(row, ReplaceRow) and glass.doubles(row.at):
            yield replace(row, at=glass.opposite(row.at))
