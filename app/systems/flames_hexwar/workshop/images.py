"""Likenesses in a battle in the making: another of a thing, and one half of the board that becomes the image of the other.

What is mirrored faces the other way, and what was the attacker's is the defender's. Odd rows lie half a hex to the right, so that places are
told in half hexes: a hex at the end of a row may have no image on the board, and stays.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from app.boards import hexes
from app.boards.images import Fate, Halves, Image, Way, parted
from app.engine.refusal import InvalidInput
from app.engine.types import UnitId
from app.engine.workshop.base import Made
from app.engine.workshop.forms import listed
from app.engine.workshop.workshop import Copy, Mirror
from app.systems.flames_hexwar.book.book import Book
from app.systems.flames_hexwar.book.kinds import SIDES, Facing, PlatoonId, Side, other
from app.systems.flames_hexwar.book.scenarios import Cell, JunctionRow, Placement, PlatoonRow
from app.systems.flames_hexwar.workshop.document import (
    Battle,
    cell_of,
    hex_of,
    key,
    next_platoon_id,
    platoon_of,
    side_in,
    side_of,
    with_side,
)
from app.systems.flames_hexwar.workshop.edits import MadeBattle, check_room, mustered, on_board
from app.systems.flames_hexwar.workshop.ground import (
    Lot,
    chains_of,
    junction_key,
    lot_of,
    pairs_of,
    with_lot,
    with_lots,
)


class Glass:
    """An image about the middle of a board."""

    def __init__(self, battle: Battle, image: Image) -> None:
        if image == "top_bottom" and battle.rows % 2 == 0:
            raise InvalidInput.at("edit.image", "top to bottom only where the number of rows is odd", battle.rows)
        self.image: Final[Image] = image
        self.battle: Final = battle
        is_between = image == "half_turn" and battle.rows % 2 == 0
        width = 2 * battle.cols - 1 if is_between else 2 * (battle.cols - 1)
        self.way: Final = Way(width if image != "top_bottom" else 2 * battle.cols - 1, battle.rows - 1, image=image)

    def place(self, at: Cell) -> tuple[int, int]:
        """A hex in half hexes from the left, and its row."""
        column, row = at
        return 2 * column + row % 2, row

    def cell(self, at: Cell) -> Cell | None:
        """The hex that a hex's image is; ``None`` where that would lie beyond the board."""
        x, row = self.way.point(*self.place(at))
        column = (x - row % 2) // 2
        return (column, row) if 0 <= column < self.battle.cols and 0 <= row < self.battle.rows else None

    def there(self, at: Cell) -> Cell:
        """The same; raises ``InvalidInput`` where there is none."""
        found = self.cell(at)
        if found is None:
            raise InvalidInput.at("edit.image", "a hex whose image is on the board", key(at))
        return found

    def side(self, facing: Facing) -> Facing:
        """Which way the image of a side lies."""
        turned = {"left_right": 3 - facing, "top_bottom": -facing, "half_turn": facing + 3}
        return turned[self.image] % hexes.SIDES

    def lot(self, lot: Lot) -> Lot:
        """What lies in a hex, turned, and the other side's."""
        mixed = None if lot.mixed is None else replace(lot.mixed, dir=self.side(lot.mixed.dir))
        zones, lines = (tuple(other(side) for side in sides) for sides in (lot.zones, lot.lines))
        return replace(lot, mixed=mixed, zones=zones, lines=lines)

    def spots(self, platoon: PlatoonRow, name: PlatoonId) -> tuple[Placement, ...]:
        """Where the teams of a platoon's image, which is called so, stand; those without an image stand nowhere, nor do those aboard
        another platoon's carriers."""
        found = []
        for spot in platoon.placements:
            at, aboard = self.cell(spot.at), spot.aboard
            if at is not None and (aboard is None or aboard.startswith(f"{platoon.id}.")):
                facing = None if spot.facing is None else self.side(spot.facing)
                carrier = None if aboard is None else UnitId(f"{name}{aboard.removeprefix(platoon.id)}")
                found.append(replace(spot, at=at, facing=facing, aboard=carrier))
        return tuple(found)

    def junction(self, row: JunctionRow) -> JunctionRow | None:
        """The image of a junction."""
        at = self.cell(row.at)
        return None if at is None else JunctionRow(at, self.side(row.dir))


# ------------------------------------------------------------------------------------------------------ another of a thing


def copied(book: Book, battle: Battle, edit: Copy) -> MadeBattle:
    """The battle with another like a platoon, the ground of a hex, an objective, a road or a junction, the last two as images alone."""
    glass = None if edit.image is None else Glass(battle, edit.image)
    platoon, at = platoon_of(battle, edit.id), cell_of(battle, edit.id)
    if platoon is not None:
        return _platoon_again(book, battle, platoon[1], glass, edit.cell)
    if at is not None:
        return _lot_again(battle, at, glass, edit.cell)
    on_list = listed(edit.id, {"objective": battle.objectives, "road": battle.roads, "junction": battle.junctions})
    if on_list is None or (glass is None and on_list[0] != "objective"):
        raise InvalidInput.at("edit.id", "a thing of the battle of which there may be several", edit.id)
    kind, number = on_list
    if kind == "objective":
        model = battle.objectives[number]
        goal = glass.there(model.at) if glass is not None else on_board(battle, edit.cell)
        made = with_lot(battle, goal, objective=model)
        return Made(made, f"objective.{[each.at for each in made.objectives].index(goal)}")
    assert glass is not None
    if kind == "road":
        chain = tuple(glass.there(each) for each in battle.roads[number])
        return Made(replace(battle, roads=(*battle.roads, chain)), f"road.{len(battle.roads)}")
    image = glass.junction(battle.junctions[number])
    if image is None:
        raise InvalidInput.at("edit.image", "a side whose image is on the board", edit.id)
    rest = tuple(each for each in battle.junctions if junction_key(each) != junction_key(image))
    return Made(replace(battle, junctions=(*rest, image)), f"junction.{len(rest)}")


def _platoon_again(
    book: Book, battle: Battle, platoon: PlatoonRow, glass: Glass | None, cell: str | None
) -> MadeBattle:
    side = side_in(platoon.id)
    if glass is not None:
        return _imaged(book, battle, platoon, glass, other(side))
    like = replace(platoon, id=next_platoon_id(side_of(battle, side)), placements=())
    return mustered(book, battle, like, None if cell is None else on_board(battle, cell), None)


def _imaged(book: Book, battle: Battle, platoon: PlatoonRow, glass: Glass, side: Side) -> MadeBattle:
    """The battle with a platoon's image on the other side."""
    row = side_of(battle, side)
    check_room(book, battle, row.platoon, platoon)
    name = next_platoon_id(row)
    like = replace(platoon, id=name, placements=glass.spots(platoon, name))
    return Made(with_side(battle, replace(row, platoon=(*row.platoon, like))), like.id)


def _lot_again(battle: Battle, at: Cell, glass: Glass | None, cell: str | None) -> MadeBattle:
    goal = glass.there(at) if glass is not None else on_board(battle, cell)
    lot = lot_of(battle, at)
    return Made(with_lots(battle, {goal: lot if glass is None else glass.lot(lot)}), key(goal))


# ----------------------------------------------------------------------------------------------------------- one half's image


def mirrored(book: Book, battle: Battle, edit: Mirror) -> MadeBattle:
    """The battle with the image of one half of its board on the other, with all that lies and stands there."""
    across: Image = "left_right" if edit.half in ("west", "east") else "top_bottom"
    glass = Glass(battle, "half_turn" if edit.turned else across)
    halves = Halves(edit.half, glass.way, north=-1)

    def fate(at: Cell) -> Fate:
        image = glass.cell(at)
        x, y = glass.place(at)
        return halves.fate(2 * x, 2 * y, meets_itself=image in (None, at))

    cells = [(column, row) for row in range(battle.rows) for column in range(battle.cols)]
    fates = {at: fate(at) for at in cells}
    lots = {glass.there(at): glass.lot(lot_of(battle, at)) for at in cells if fates[at] is Fate.DOUBLES}
    made = with_lots(_roads(battle, glass, fates), lots)
    return Made(_armies(book, made, glass, fates))


def _roads(battle: Battle, glass: Glass, fates: dict[Cell, Fate]) -> Battle:
    """Roads and junctions of the half that stays, and their images; what crosses the line between the halves stays where it meets its
    own image."""
    pairs = pairs_of(battle.roads)
    kept = {pair for pair in pairs if all(fates[at] is not Fate.GOES for at in pair)}
    images = {frozenset(glass.cell(at) or at for at in pair) for pair in kept if _has_image(pair, glass)}
    itself = {pair for pair in pairs if _has_image(pair, glass) and frozenset(glass.there(at) for at in pair) == pair}
    junctions = {junction_key(row): row for row in battle.junctions if fates[row.at] is not Fate.GOES}
    for row in tuple(junctions.values()):
        image = glass.junction(row)
        if image is not None:
            junctions.setdefault(junction_key(image), image)
    joined = {pair for pair in kept | images | itself if len(pair) > 1 and _is_step(pair)}
    return replace(battle, roads=chains_of(joined), junctions=tuple(junctions.values()))


def _has_image(pair: frozenset[Cell], glass: Glass) -> bool:
    return all(glass.cell(at) is not None for at in pair)


def _is_step(pair: frozenset[Cell]) -> bool:
    one, to = pair
    return hexes.distance(hex_of(one), hex_of(to)) == 1


def _armies(book: Book, battle: Battle, glass: Glass, fates: dict[Cell, Fate]) -> Battle:
    """Platoons that begin in the half that stays, and their images for the other side; whoever stands nowhere stays."""

    def fate(platoon: PlatoonRow) -> Fate:
        return fates[platoon.placements[0].at] if platoon.placements else Fate.STAYS

    made, doubled = battle, list[tuple[Side, PlatoonRow]]()
    for side in SIDES:
        row = side_of(battle, side)
        kept, twice = parted(row.platoon, fate)
        made = with_side(made, replace(row, platoon=kept))
        doubled += [(other(side), platoon) for platoon in twice]
    for side, platoon in doubled:
        made = _imaged(book, made, platoon, glass, side).doc
    return made
