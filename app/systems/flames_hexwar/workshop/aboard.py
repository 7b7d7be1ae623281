"""Teams of a battle in the making that begin aboard a carrier (FHW-SET-06)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.types import UnitId
from app.engine.words import same
from app.engine.workshop.forms import NONE, form_of, say
from app.systems.flames_hexwar.book.scenarios import Cell, Placement, PlatoonRow, SideRow
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.book.units import TeamType
from app.systems.flames_hexwar.words.names import team_name
from app.systems.flames_hexwar.workshop.document import Battle, placement_of, with_placement
from app.systems.flames_hexwar.workshop.forms import Setting


def carried(rules: Rules, battle: Battle, row: SideRow, platoon: PlatoonRow, index: int) -> Iterator[Setting]:
    """Aboard which carrier of its side a team begins; how many have room there is told by the faults (FHW-TRAN-02)."""
    spot = placement_of(platoon, index)
    now, found = NONE if spot is None else spot.aboard or NONE, _carriers(rules, row, platoon, index)
    if not found and now == NONE:
        return

    def put(name: str) -> Battle:
        if name == now:
            return battle
        carrier = found.get(UnitId(now if name == NONE else name))
        if carrier is None:
            return with_placement(battle, platoon, index, None)
        facing, on = None if spot is None else spot.facing, None if name == NONE else UnitId(name)
        return with_placement(battle, platoon, index, Placement(index, carrier[1], facing, aboard=on))

    words = {NONE: say(rules, "values", "on_nothing")}
    if now != NONE:
        words[now] = same(now)
    words |= {str(name): team_name(rules, kind, name) for name, (kind, _) in found.items()}
    form = form_of(rules, f"{platoon.id}.{index}", spot, lambda _: battle)
    yield form.choice("aboard", words, value=now, put=put)


def _carriers(rules: Rules, row: SideRow, platoon: PlatoonRow, index: int) -> dict[UnitId, tuple[str, Cell]]:
    """What stands on the board and can carry such a team at all: of which type, and where."""
    of = rules.teams[rules.platoons[platoon.platoon].teams[index]]
    is_towed = of.kind == "gun" and rules.mobility[of.mobility].id != "man_packed"
    found = {}
    for each in row.platoon if not of.is_vehicle else ():
        kinds = rules.platoons[each.platoon].teams
        for placed in each.placements:
            is_there = each.start == "board" and placed.aboard is None and placed.team < len(kinds)
            if is_there and _carries(rules.teams[kinds[placed.team]], is_towed=is_towed):
                found[UnitId(f"{each.id}.{placed.team}")] = kinds[placed.team], placed.at
    return found


def _carries(carrier: TeamType, *, is_towed: bool) -> bool:
    return carrier.tows if is_towed else max(carrier.transport, carrier.tank_riders) > 0
