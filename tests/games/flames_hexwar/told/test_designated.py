"""What a side has designated is drawn for that side alone (FHW-HID-03)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.engine.book import rule_of
from app.engine.explaining import Inventory
from app.engine.scene import Area, Link
from app.engine.types import SPECTATOR, Viewer
from app.systems.flames_hexwar.book.kinds import hex_of
from app.systems.flames_hexwar.judge.view import view
from app.systems.flames_hexwar.screen.about import about
from app.systems.flames_hexwar.screen.drawn import drawables
from app.systems.flames_hexwar.screen.grounds import lattice_of, outlines
from tests.games.flames_hexwar.scenes import Table, shot, squad
from tests.games.flames_hexwar.table import book

pytestmark = pytest.mark.rule("FHW-HID-03")
CELLS = ("1505", "1506", "1606")
CORNER = {"hex": "1505", "v": 4}
MORTARS = squad("A2", "sov_mortars", {1: "1005"} | {n: "0305" if n < 5 else "0306" for n in range(2, 8)})
GUNNERS = squad("A1", "sov_maxims", dict.fromkeys(range(1, 5), "1105>0"))
FOOT = squad("B1", "ger_grenadiers_small", {1: "1505"})
BOMBARDMENT = {"battery": "A2", "spotter": "A2.1", "aim": "B1.1", "mode": "concentrated", "ammo": "he"}


def seen(at: Table, viewer: Viewer) -> dict[str, Area | Link]:
    """What is drawn and has been designated."""
    field = at.moment.field
    drawn = (each for each in drawables(field, view(field, viewer)) if isinstance(each, Area | Link))
    return {each.id: each for each in drawn if each.id.partition("-")[0] in ("bombard", "strike", "volley", "entry")}


def assert_own_alone(at: Table, ids: Sequence[str], *drafts: str) -> None:
    """Side A sees it, and is told what it is, until it takes back what it drafted; nobody else."""
    inventory, field = Inventory(tuple(rule_of(row) for row in book().tables["rules"]["rules"])), at.moment.field
    assert [*seen(at, Viewer("a"))] == [*ids]
    for viewer in (Viewer("b"), SPECTATOR):
        assert seen(at, viewer) == {}
        assert all(about(inventory, field.rules, view(field, viewer), name) is None for name in ids)
    for name in ids:
        told = about(inventory, field.rules, view(field, Viewer("a")), name)
        assert told is not None
        assert told.title == seen(at, Viewer("a"))[name].name
    for draft in drafts:
        at.acts("a", "undraft", draft=draft)
    assert seen(at, Viewer("a")) == {}


def test_the_hexes_of_bombardments_and_air_attacks() -> None:
    air = {"level": "limited", "aircraft": "il2", "count": 1}
    at = Table([MORTARS, squad("A1", "sov_smg")], [FOOT], air=air).acts("a", "air", call=True)
    at.plan(5, 4, A1="FC", A2="FC", B1="FC")
    at.acts("a", "bombard", **BOMBARDMENT, vertex=CORNER, hexes=CELLS)
    at.acts("a", "strike", attacks=[{"planes": 2, "vertex": CORNER, "hexes": CELLS}])

    (shape,) = outlines(lattice_of(at.moment.field.scenario), frozenset(hex_of(cell) for cell in CELLS))
    assert [each.shape for each in seen(at, Viewer("a")).values() if isinstance(each, Area)] == [shape, shape]
    assert_own_alone(at, ["bombard-A2-0", "strike-0-0"], "A2", "air")


def test_whom_covering_fire_goes_to() -> None:
    at = Table([GUNNERS], [FOOT]).plan(A1="FC", B1="FO").until("a2_designate")
    at.acts("a", "fire", platoon="A1", shots=[shot("A1.1", "hmg", 1, "B1"), shot("A1.2", "hmg", 1, "B1")])

    assert_own_alone(at, ["volley-A1-0"], "A1")


def test_what_is_to_be_assaulted() -> None:
    near = squad("B1", "ger_grenadiers_small", {1: "1406"})
    at = Table([squad("A1", "sov_smg", {1: "1306"})], [near]).plan(A1="FO", B1="FO")
    at.acts("a", "assault", platoons=("A1",), at="1406")

    assert_own_alone(at, ["entry-1406-0"], "1406")
