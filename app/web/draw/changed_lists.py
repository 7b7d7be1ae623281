"""Of lists that a page shows already, what changed: the lines that did, those that are gone, and new ones behind those before them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from app.engine.scene import Hand, Panel, Row, Standing
from app.engine.types import Goal, Seat


class _Named(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Named)


class Group(msgspec.Struct, Generic[T], frozen=True):
    """New things of a list in their order; ``after`` is the one they follow, ``None`` at the top."""

    after: T | None
    those: tuple[T, ...]


class Changes(msgspec.Struct, Generic[T], frozen=True):
    """What of a list changed, as it was and is; what went, and what came."""

    changed: tuple[tuple[T, T], ...]
    gone: tuple[T, ...]
    new: tuple[Group[T], ...]


class PanelChange(msgspec.Struct, frozen=True):
    """What is to be sent of a list: some of its lines, or all of it (``rows`` is ``None``)."""

    panel: Panel
    rows: Changes[Row] | None

    @property
    def is_recounted(self) -> bool:
        """Whether the list has another number of lines than before."""
        return self.rows is not None and len(self.rows.gone) != sum(len(group.those) for group in self.rows.new)


class PanelsChange(msgspec.Struct, frozen=True):
    """What is to be sent of the lists: those that changed, that went and that came."""

    changed: tuple[PanelChange, ...]
    gone: tuple[Panel, ...]
    new: tuple[Group[Panel], ...]


class StandingsChange(msgspec.Struct, frozen=True):
    """What is to be sent of how the seats stand: those that stand otherwise, as they stood and stand, and all in their new ``order``
    where it is another."""

    changed: tuple[tuple[Standing, Standing], ...]
    order: tuple[Seat, ...] = ()


def changed_panels(before: Sequence[Panel], after: Sequence[Panel]) -> PanelsChange | None:
    """What is to be sent of the lists; ``None`` for all of them, where they stand in another order than before."""
    found = _changes(before, after)
    if found is None:
        return None
    return PanelsChange(tuple(_changed(was, panel) for was, panel in found.changed), found.gone, found.new)


def changed_standings(before: Sequence[Standing], after: Sequence[Standing]) -> StandingsChange | None:
    """What is to be sent of how the seats stand; ``None`` for all of it, where there are others than before."""
    had, has = {each.seat: each for each in before}, [each.seat for each in after]
    if had.keys() != set(has):
        return None
    changed = tuple((had[each.seat], each) for each in after if had[each.seat] != each)
    return StandingsChange(changed, order=() if list(had) == has else tuple(has))


def changed_hands(before: Sequence[Hand], after: Sequence[Hand]) -> tuple[Hand, ...] | None:
    """The hands that hold something else than before; ``None`` where there are others, or in another order."""
    if [hand.id for hand in before] != [hand.id for hand in after]:
        return None
    return tuple(hand for had, hand in zip(before, after, strict=True) if had != hand)


def changed_goals(before: Sequence[Goal], after: Sequence[Goal]) -> tuple[Goal, ...] | None:
    """The goals that stand otherwise than before; ``None`` where the line must all be sent: it says other goals."""
    if [_said(goal) for goal in before] != [_said(goal) for goal in after]:
        return None
    return tuple(goal for had, goal in zip(before, after, strict=True) if had != goal)


def _said(goal: Goal) -> Goal:
    """What does not change as a goal comes nearer."""
    return replace(goal, tallies=(), now=None)


def _changed(before: Panel, after: Panel) -> PanelChange:
    is_same_list = replace(before, rows=()) == replace(after, rows=())
    return PanelChange(after, _changes(before.rows, after.rows) if is_same_list else None)


def _changes(before: Sequence[T], after: Sequence[T]) -> Changes[T] | None:
    """``None`` where it must all be sent: none of the things stays, or those that do stand in another order."""
    had, has = {each.id: each for each in before}, {each.id for each in after}
    stay = [each for each in after if each.id in had]
    if len(has) != len(after) or not stay or [each.id for each in stay] != [name for name in had if name in has]:
        return None
    return Changes(
        changed=tuple((had[each.id], each) for each in stay if had[each.id] != each),
        gone=tuple(each for each in before if each.id not in has),
        new=tuple(_new(after, had.keys())),
    )


def _new(after: Sequence[T], known: Container[str]) -> list[Group[T]]:
    """The new things, each together with those it follows at once: a page knows none that has not come yet."""
    groups: list[Group[T]] = []
    for before, each in pairwise((None, *after)):
        if each is None or each.id in known:
            continue
        if before is None or before.id in known:
            groups.append(Group(before, (each,)))
        else:
            groups[-1] = Group(groups[-1].after, (*groups[-1].those, each))
    return groups
