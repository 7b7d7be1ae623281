"""Likenesses in a battle that somebody makes, on its map of cards: another of a thing, one half of the map as the image of the other,
rows and columns laid in and taken away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from app.boards.images import Fate, Halves, Way, parted
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat
from app.engine.workshop.forms import listed
from app.engine.workshop.workshop import Add, Copy, Mirror
from app.systems.open_wars.book.geometry import Cell, card_at, cell_at, place_of
from app.systems.open_wars.book.kinds import UnitRef
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.opening.battle import (
    MOST_COLUMNS,
    MOST_IN_STACK,
    MOST_LISTED,
    MOST_ROWS,
    Battle,
    PointRow,
    ReplaceRow,
    StartsRow,
    TwoLivesRow,
)
from app.systems.open_wars.workshop.edits import Made, add, with_card_or_hole, with_names, without_card
from app.systems.open_wars.workshop.fields import GROUND
from app.systems.open_wars.workshop.mirrored import Glass, with_tokens
from app.systems.open_wars.workshop.things import (
    force_of,
    is_on_map,
    lists_of,
    points_of,
    with_list,
    with_points,
    with_seat,
    with_stack,
)

# ------------------------------------------------------------------------------------------------------------- another of a thing


def copied(rules: Rules, battle: Battle, edit: Copy) -> Made:
    """The battle with another like a stack, a card with its points, a seat, or something on a list."""
    if is_on_map(battle, edit.id) or _stack(battle, edit.id) is not None:
        return _copied_to(battle, edit)
    if edit.cell is not None or edit.image is not None:
        raise InvalidInput.at("edit.id", "a card or a stack of the battle", edit.id)
    if edit.id in SEATS[: len(battle.seat)]:
        return _seat_again(rules, battle, SEATS.index(Seat(edit.id)))
    return _listed_again(battle, edit.id)


def _copied_to(battle: Battle, edit: Copy) -> Made:
    ref = _stack(battle, edit.id)
    here = edit.id if ref is None else ref.cell
    way = Way(*_ends(battle), image=edit.image)
    goal = edit.cell or "" if edit.image is None else cell_at(*way.point(*place_of(here)))
    if not is_on_map(battle, goal):
        raise InvalidInput.at("edit.cell", "a cell of the map", edit.cell)
    if ref is None:
        made = with_card_or_hole(battle, goal, card_at(battle.map, edit.id))
        return with_points(made, goal, points_of(battle, edit.id)), goal
    force, index, like = force_of(battle, ref), SEATS.index(ref.seat), replace(ref, cell=goal)
    if force is None or not card_at(battle.map, goal):
        raise InvalidInput.at("edit.cell", "a cell with a card", goal)
    old = force_of(battle, like)
    if old is None:
        return with_stack(battle, index, None, replace(force, at=goal)), like.id
    return with_stack(battle, index, old, replace(old, count=min(MOST_IN_STACK, old.count + force.count))), like.id


def _seat_again(rules: Rules, battle: Battle, number: int) -> Made:
    """One more seat with as much gold and mana as another, since each has a faction and a start of its own."""
    made, thing = add(rules, battle, Add("seat"))
    model = battle.seat[number]
    return with_seat(made, len(battle.seat), replace(made.seat[-1], gold=model.gold, mana=model.mana)), thing


def _stack(battle: Battle, thing: str) -> UnitRef | None:
    ref = UnitRef.of(thing)
    return ref if ref is not None and force_of(battle, ref) is not None else None


def _listed_again(battle: Battle, thing: str) -> Made:
    """What stands on a list, once more at its end."""
    place = listed(thing, lists_of(battle))
    rows = () if place is None else lists_of(battle)[place[0]]
    if place is None or isinstance(rows[place[1]], TwoLivesRow):
        raise InvalidInput.at("edit.id", "a thing of the battle of which there may be several", thing)
    if len(rows) >= MOST_LISTED:
        raise InvalidInput.at("edit.id", f"a list of up to {MOST_LISTED}", len(rows))
    return with_list(battle, place[0], (*rows, rows[place[1]])), f"{place[0]}.{len(rows)}"


# ------------------------------------------------------------------------------------------------------------ one half's image


def mirrored(rules: Rules, battle: Battle, edit: Mirror) -> Made:
    """The battle with the image of one half of its map on the other, with all that lies on it or comes to it. A row or column in the middle stays; turned, its first half is the model."""
    if not battle.map:
        raise InvalidInput.at("edit.half", "half of a map that is laid", "a random one")
    glass = Glass(battle, Halves.of(*_ends(battle), edit.half, turned=edit.turned, north=-1))
    made = battle
    for cell in _cells(battle):
        if glass.fate(cell) is Fate.GOES:
            made = with_card_or_hole(made, cell, card_at(battle.map, glass.opposite(cell)))
    return with_tokens(rules, _with_starts(_with_points(made, glass), glass), glass), None


def _ends(battle: Battle) -> tuple[int, int]:
    """The last column and the last row."""
    return battle.columns - 1, len(battle.map) - 1


def _with_points(battle: Battle, glass: Glass) -> Battle:
    goals = battle.victory.control_points
    if goals is None:
        return battle
    kept, doubled = parted(goals.cells, lambda row: glass.fate(row.at))
    rows = (*kept, *(PointRow(glass.opposite(row.at), row.points) for row in doubled))
    return replace(battle, victory=replace(battle.victory, control_points=replace(goals, cells=rows)))


def _with_starts(battle: Battle, glass: Glass) -> Battle:
    free = tuple(StartsRow(row.players, _opposite(row.starts, glass)) for row in battle.starts_by_players)
    starts = _opposite([seat.start for seat in battle.seat], glass)
    seats = tuple(replace(seat, start=start) for seat, start in zip(battle.seat, starts, strict=True))
    return replace(battle, starts_by_players=free, seat=seats)


def _opposite(starts: Sequence[Cell], glass: Glass) -> tuple[Cell, ...]:
    """The start cells: whoever starts in the model half does so still, the others each opposite one of them."""
    images = [glass.opposite(cell) for cell in parted(starts, glass.fate)[1]]
    return tuple(images.pop(0) if images and glass.fate(cell) is Fate.GOES else cell for cell in starts)


# --------------------------------------------------------------------------------------------------------------- rows and columns


def with_line(battle: Battle, tool: str, cell: Cell) -> Made:
    """The battle with a row above a cell or a column on its left, of plain ground, or without the cell's row or column. Whatever
    lies beyond keeps its card, and moves with it."""
    what, _, how = tool.partition(".")
    is_row, is_new = what == "row", how == "new"
    column, row = place_of(cell)
    at, count = (row, len(battle.map)) if is_row else (column, battle.columns)
    most = MOST_ROWS if is_row else MOST_COLUMNS
    if not (1 if is_new else 2) <= count + is_new <= most:
        raise InvalidInput.at("edit.tool", f"1 to {most} {what}s", count + (1 if is_new else -1))
    if not is_new:
        battle = _bare(battle, [each for each in _cells(battle) if place_of(each)[is_row] == at])
    lines: list[tuple[str, ...]] = list(battle.map if is_row else zip(*battle.map, strict=True))
    if is_new:
        lines.insert(at, (GROUND,) * len(lines[0]))
    else:
        del lines[at]
    names = {each: _shifted(each, at, 1 if is_new else -1, is_row=is_row) for each in _cells(battle)}
    rows = tuple(lines) if is_row else tuple(zip(*lines, strict=True))
    return with_names(replace(battle, map=rows), names), cell if is_new else None


def _shifted(cell: Cell, at: int, by: int, *, is_row: bool) -> Cell:
    """A cell's name after a line came in before that place, or the one there went away."""
    column, row = place_of(cell)
    if (row if is_row else column) < at + (by < 0):
        return cell
    return cell_at(column, row + by) if is_row else cell_at(column + by, row)


def _cells(battle: Battle) -> list[Cell]:
    columns = min(battle.columns, MOST_COLUMNS)
    return [cell_at(column, row) for row in range(len(battle.map)) for column in range(columns)]


def _bare(battle: Battle, cells: Iterable[Cell]) -> Battle:
    """The battle with nothing on those cells, and nothing said of their cards."""
    gone = set(cells)
    for cell in gone:
        battle = without_card(battle, cell)
    rest = tuple(each for each in battle.modifier if not (isinstance(each, ReplaceRow) and each.at in gone))
    return replace(battle, modifier=rest)
