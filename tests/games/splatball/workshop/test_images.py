"""Another of a thing, its image about the middle, and the image of one half: facings turn, and seats 0 and 1 change places."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusal import InvalidInput
from app.engine.workshop.workshop import Copy, Mirror, Move, Place, Remove
from tests.games.splatball.workshop.making import changed, done, new, opened, shop, told

LEFT_RIGHT, TOP_BOTTOM, HALF_TURN = "left_right", "top_bottom", "half_turn"


@pytest.mark.parametrize(
    ("image", "at", "facing"),
    [(LEFT_RIGHT, (9, 3), "SW"), (TOP_BOTTOM, (2, 8), "NE"), (HALF_TURN, (9, 8), "NW")],
)
def test_the_image_of_a_unit_looks_the_other_way_and_is_the_other_gangs(image: Any, at: object, facing: str) -> None:
    battle = done(new(), Place("unit.0.sniper", cell="2,3", turn_deg=315))  # looks south-east

    unit = opened(done(battle, Copy("s0u2", image=image))).units["s1u2"]  # type: ignore[index]

    assert (unit.at, unit.facing, unit.type) == (at, facing, "sniper")


@pytest.mark.parametrize(("image", "at"), [(LEFT_RIGHT, (8, 3)), (TOP_BOTTOM, (2, 7)), (HALF_TURN, (8, 7))])
def test_the_image_of_a_large_piece_covers_the_image_of_its_squares(image: Any, at: object) -> None:
    battle = changed(done(new(), Place("piece.fountain", cell="2,3")), "p1", marker="0")

    piece = opened(done(battle, Copy("p1", image=image))).pieces["p2"]  # type: ignore[index]

    assert (piece.at, piece.objective) == (at, "b")


def test_copies_lie_where_they_are_put_and_are_the_same_gangs() -> None:
    battle = done(new(), Place("piece.hedge", cell="2,5"), Place("road", cell="3,4"))
    battle = done(battle, Copy("p1", cell="4,6"), Copy("s0u1", cell="8,2"), Copy("3,4", cell="3,6"))

    at = opened(battle)
    assert at.pieces["p2"].at == (4, 6)  # type: ignore[index]
    assert (at.units["s0u2"].at, at.units["s0u2"].seat) == ((8, 2), "a")  # type: ignore[index]
    assert at.board.roads == ((3, 4), (3, 6))
    with pytest.raises(InvalidInput):
        done(battle, Copy("hq.0", cell="8,2"))


def test_fences_roads_and_bases_have_images_too() -> None:
    battle = done(new(), Place("fence", cell="2,5", turn_deg=0), Place("road", cell="1,1"), Remove("hq.1"))
    fence = shop().edit(new(), Place("fence", cell="2,5", turn_deg=0)).thing
    battle = done(battle, Copy(fence, image=HALF_TURN), Copy("1,1", image=LEFT_RIGHT), Copy("hq.0", image=HALF_TURN))

    at = opened(battle)
    assert at.board.fences == (((3, 5), (3, 6)), ((9, 6), (9, 7)))
    assert at.board.roads == ((1, 1), (10, 1))
    assert {(piece.owner, piece.at) for piece in at.pieces.values()} == {("a", (5, 0)), ("b", (6, 11))}


@pytest.mark.parametrize(
    ("half", "turned"), [("north", False), ("north", True), ("south", False), ("west", True), ("east", False)]
)
def test_one_half_becomes_the_image_of_the_other(half: Any, turned: bool) -> None:
    battle = done(
        new(),
        Place("piece.hedge", cell="2,2"), Place("piece.tree", cell="9,8"), Place("piece.fountain", cell="7,3"),
        Place("fence", cell="3,3", turn_deg=0), Place("road", cell="1,9"), Place("unit.0.armadillo", cell="4,3"),
        Place("unit.0.scamp", cell="3,4"),
    )  # fmt: skip
    battle = changed(battle, "s0u3", **{"in": "s0u2"})

    made = done(battle, Mirror(half, turned=turned))

    assert done(made, Mirror(half, turned=turned)) == made  # it is its own image now
    image = HALF_TURN if turned else LEFT_RIGHT if half in ("west", "east") else TOP_BOTTOM
    at = opened(made) if not told(made) else None
    assert told(made) == [] or half in ("west", "east")  # with a north and a south edge, half a gang may be left
    if at is not None:
        places = {unit.at: unit for unit in at.units.values() if unit.at}
        for unit in at.units.values():
            if unit.at is not None:
                assert places[reflected(unit.at, image)].seat != unit.seat


def reflected(at: tuple[int, int], image: str) -> tuple[int, int]:
    x, y = at
    return (x if image == TOP_BOTTOM else 11 - x, y if image == LEFT_RIGHT else 11 - y)


def test_riders_and_ambushes_are_mirrored_with_the_rest() -> None:
    battle = done(
        new(), Place("unit.0.armadillo", cell="4,3"), Place("unit.0.scamp", cell="3,4"), Place("ambush.0", cell="8,3")
    )
    battle = changed(battle, "s0u3", **{"in": "s0u2"})

    made = opened(done(battle, Mirror("north", turned=True)))

    riders = [unit for unit in made.units.values() if unit.inside is not None]
    assert [(unit.seat, made.units[unit.inside].at) for unit in riders if unit.inside] == [("a", (4, 3)), ("b", (7, 8))]
    assert {seat: state.ambush for seat, state in made.seats.items()} == {"a": ((8, 3),), "b": ((3, 8),)}


def test_modules_are_mirrored_too() -> None:
    battle = changed(new(), modules_wide=3, modules_high=3)
    battle = done(battle, Move("hq.1", cell="6,17"), Move("s1u1", cell="6,15"), Place("gap", cell="1,1"))

    assert done(battle, Mirror("west"))["board"]["missing"] == [[0, 0], [2, 0]]
    assert done(battle, Mirror("east"))["board"]["missing"] == []
