"""What a side has designated and not yet revealed, drawn for that side alone: hexes to be struck, whom it will fire at, what it will assault
(FHW-HID-03)."""

from __future__ import annotations

from collections.abc import Iterator

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.scene import Area, Link
from app.engine.types import Text
from app.systems.flames_hexwar.assault.numbers import REACH
from app.systems.flames_hexwar.book.kinds import hex_of, place_of
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.state import Drafts
from app.systems.flames_hexwar.screen.grounds import lattice_of, middle, outlines


def struck(field: Field, view: View) -> Iterator[Area]:
    """The hexes of bombardments and of air attacks (FHW-ART-07, FHW-AIR-03)."""
    say = field.rules.words.say
    for drafts in _drafts(field, view):
        for battery, act in drafts.bombards.items():
            name = say("panels", f"bombard_{act.ammo}", battery=battery)
            yield from _hexes(field, view, f"bombard-{battery}", act.hexes, name)
        for number, attack in enumerate(drafts.strike.attacks if drafts.strike is not None else ()):
            yield from _hexes(field, view, f"strike-{number}", attack.hexes or (), say("panels", "strike"))


def aimed(field: Field, view: View) -> Iterator[Link]:
    """From where covering fire is to go whither, and assaults (FHW-FC-02, FHW-ASLT-01)."""
    for drafts in _drafts(field, view):
        for platoon, shots in drafts.fires.items():
            ways = dict.fromkeys((field.teams[shot.team].at, _first(field, shot.at)) for shot in shots)
            yield from _links(field, f"volley-{platoon}", "fire", ways)
        for place, platoons in drafts.assaults.items():
            at = place_of(place).hex
            starts = (team.at for name in platoons for team in field.by_platoon[name])
            near = ((start, at) for start in starts if start is not None and hexes.distance(start, at) <= REACH)
            yield from _links(field, f"entry-{place}", "assault", dict.fromkeys(near))


def _drafts(field: Field, view: View) -> Iterator[Drafts]:
    return (state.drafts for state in field.position.seats.values() if state.side == view.side)


def _first(field: Field, target: str) -> Hex | None:
    teams = field.target_teams(target)
    return teams[0].at if teams else None


def _hexes(field: Field, view: View, name: str, cells: tuple[str, ...], words: Text) -> Iterator[Area]:
    for number, shape in enumerate(outlines(lattice_of(field.scenario), frozenset(hex_of(cell) for cell in cells))):
        yield Area(f"{name}-{number}", "designated", shape, words, layer="zone", side=view.side)


def _links(field: Field, name: str, kind: str, ways: dict[tuple[Hex | None, Hex | None], None]) -> Iterator[Link]:
    lattice = lattice_of(field.scenario)
    for number, (start, end) in enumerate(ways):
        if start is not None and end is not None:
            (x1, y1), (x2, y2) = middle(lattice, start), middle(lattice, end)
            yield Link(f"{name}-{number}", x1, y1, x2, y2, kind, field.rules.words.say("panels", kind))
