"""Values that players put right by consent."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.refusal import InvalidInput
from app.engine.system import Correction
from app.engine.types import SPECTATOR, UnitId
from app.systems.tierras_distantes.opening.corrections import correct, correctables
from tests.games.tierras_distantes.playing import opened, view
from tests.games.tierras_distantes.table import piece, position, rules, unit

A01 = UnitId("A01")


def start():
    return position(
        unit("A01", 500, 500),
        unit("A02", 500, 600, status="active"),
        unit("A03", 0, 0, status="lost"),
        unit("B01", 500, 900),
        pieces=(piece("block", "building", (100, 100, 300, 300), 60), piece("mud", "swamp", (400, 400, 450, 450))),
        quiet=2,
    )


def put(at, field, value, mini=A01):
    return correct(rules(), at, Correction(field, value, mini), "correction")


def test_what_may_be_put_right_is_what_everybody_sees():
    seen = view(start(), SPECTATOR)

    fields = [(each.unit, each.field, each.value) for each in correctables(rules(), seen)]

    assert fields[:8] == [
        (None, "quiet", 2),
        ("A01", "lost", False),
        ("A01", "x_mm", 500),
        ("A01", "y_mm", 500),
        ("A01", "z_mm", 0),
        ("A01", "frightened", False),
        ("A01", "climbing", ""),
        ("A01", "activated", False),
    ]
    assert [field for name, field, _ in fields if name == "A03"] == ["lost"]
    assert [field for name, field, _ in fields if name == "A02"][-1] == "climbing"
    assert correctables(rules(), view(opened().state, SPECTATOR)) == ()


def test_a_miniature_is_put_right():
    at = start()

    assert put(at, "x_mm", 520).units["A01"].x_mm == 520
    assert put(at, "frightened", True).units["A01"].frightened
    assert put(at, "activated", True).units["A01"].status == "done"
    assert put(put(at, "activated", True), "activated", False).units["A01"].status == "ready"
    assert put(at, "climbing", "block").units["A01"].climbing == "block"
    assert put(put(at, "climbing", "block"), "climbing", "").units["A01"].climbing is None
    assert put(at, "quiet", 0, None).quiet == 0
    assert put(at, "x_mm", 500) is at


@pytest.mark.rule("TD-END-02")
def test_losses_are_counted_with_who_is_lost_or_comes_back():
    lost = put(start(), "lost", True)
    back = put(lost, "lost", False)

    assert (lost.units["A01"].status, lost.units["A01"].x_mm) == ("lost", None)
    assert (lost.players["A"].lost, lost.lost_in_turn) == (2, 1)
    assert (back.players["A"].lost, back.lost_in_turn) == (1, 0)
    assert (back.units["A01"].status, back.units["A01"].x_mm, back.units["A01"].y_mm) == ("done", 500, 20)


@pytest.mark.parametrize(
    ("field", "value", "mini", "at_fault"),
    [
        ("x_mm", 1001, A01, "value"),
        ("x_mm", True, A01, "value"),
        ("climbing", "mud", A01, "value"),
        ("actions", 1, A01, "field"),
        ("x_mm", 500, UnitId("A03"), "field"),
        ("activated", True, UnitId("A02"), "field"),
        ("lost", True, UnitId("A09"), "unit"),
        ("turn", 3, None, "field"),
        ("quiet", 21, None, "value"),
    ],
)
def test_nothing_else_is(field, value, mini, at_fault):
    with pytest.raises(InvalidInput) as caught:
        put(start(), field, value, mini)

    assert caught.value.errors[0].field == f"correction.{at_fault}"


def test_before_play_and_afterwards_nothing_is():
    with pytest.raises(InvalidInput):
        put(opened().state, "quiet", 1, None)


def test_a_place_is_put_right_within_the_table_as_wide_and_as_deep_as_it_is():
    at = start()
    wide = replace(at, board=replace(at.board, width_mm=1500))

    assert put(wide, "x_mm", 1500).units["A01"].x_mm == 1500
    with pytest.raises(InvalidInput):
        put(wide, "y_mm", 1001)
