"""Places that are proposed: legal ones, spread over what there is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from app.boards.measured import Table
from app.boards.plane import polygon
from app.engine.dice import StreamDice
from app.engine.types import Seat, UnitId
from app.systems.tierras_distantes.book.kinds import NM_PER_MM, Place
from app.systems.tierras_distantes.book.pieces import Piece
from app.systems.tierras_distantes.book.scenarios import corners
from app.systems.tierras_distantes.choices.offers import offers
from app.systems.tierras_distantes.choices.pictured import pictured
from app.systems.tierras_distantes.choices.places import (
    burst_points,
    example_bursts,
    example_laid,
    example_places,
    sample_laid,
    sample_place,
)
from app.systems.tierras_distantes.choices.surfaces import grounds, surfaces
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.land.placing import placing_refusal, turned_box
from app.systems.tierras_distantes.muster.spots import judge_spot
from app.systems.tierras_distantes.position.state import Position, Unit
from tests.games.tierras_distantes.playing import moment, opened
from tests.games.tierras_distantes.table import piece, position, rules, unit

TABLE = Table(1000, 1000)
AROUND = ((440, 440, 560, 450), (440, 550, 560, 560), (440, 450, 450, 550), (550, 450, 560, 550))


def field_of(at: Position) -> Field:
    return Field(rules(), at)


@pytest.mark.rule("TD-DEP-03", "TD-DEP-06", "TD-DEP-08")
def test_places_to_deploy_are_legal_on_the_ground_and_on_roofs() -> None:
    house = piece("house", "building", (300, 20, 700, 200), 60)
    field = field_of(position(unit("A01", 100, 100), unit("A02", 500, 100, 60), pieces=[house]))
    mini, random = field.position.units[UnitId("A01")], Random(2)

    examples = example_places(field, mini)
    drawn = [place for _ in range(60) if (place := sample_place(field, mini, random.randrange)) is not None]

    assert len(drawn) > 50
    for places in (examples, drawn):
        assert {place[2] for place in places} == {0, 60}
        assert all(judge_spot(field, mini, place) is None for place in places)
    assert len(examples) > 6


@pytest.mark.rule("TD-TER-04", "TD-TER-06")
def test_places_for_a_piece_are_free_and_there_is_one_if_it_fits_at_all() -> None:
    placed, random = [polygon(corners((0, 0, 600, 1000)))], Random(3)

    examples = example_laid(TABLE, placed, (100, 400))
    drawn = [laid for _ in range(40) if (laid := sample_laid(TABLE, placed, (100, 400), random.randrange)) is not None]

    assert {step for _, _, step in examples} == {0, 1}
    assert len({*drawn}) > 10
    for x, y, step in (*examples, *drawn):
        assert placing_refusal(TABLE, placed, turned_box((0, 0, 100, 400), (100, 400), step, (x, y))) is None
    assert example_laid(TABLE, placed, (401, 401)) == ()
    assert example_laid(TABLE, placed, (1000, 400)) == ((600, 0, 1),)


@pytest.mark.rule("TD-AREA-02", "TD-AREA-08")
def test_bursts_are_aimed_at_enemies_in_range_and_between_two() -> None:
    shooter = unit("A01", 500, 300, status="active", weapons=("hand_grenade",))
    field = field_of(position(shooter, unit("B01", 480, 400), unit("B02", 520, 400), unit("B03", 500, 460)))

    points = list(burst_points(field, shooter, rules().weapons["hand_grenade"]))

    assert points[:5] == [(480, 400, 0), (520, 400, 0), (500, 400, 0), (490, 430, 0), (510, 430, 0)]


@pytest.mark.rule("TD-AREA-11", "TD-AREA-10")
def test_where_nobody_is_in_reach_an_empty_point_is_proposed() -> None:
    grenade, enemy = rules().weapons["hand_grenade"], unit("B01", 500, 900)
    thrower = unit("A01", 500, 500, status="active", weapons=("hand_grenade",))
    roof = piece("roof", "building", (400, 600, 600, 700), 60)
    ring = [piece(f"w{n}", "wall", box, 50) for n, box in enumerate(AROUND)]

    def proposed(*others: Unit, pieces: Sequence[Piece] = (), **options: str) -> list[Place]:
        at = position(thrower, enemy, *others, pieces=pieces, options=options)
        return list(example_bursts(moment(at).field, thrower, grenade))

    assert proposed() == [(500, 649, 0)]
    assert proposed(unit("A02", 500, 660)) == [(539, 644, 0)]  # it would hold a friend
    assert proposed(pieces=[roof]) == [(605, 605, 0)]  # too far away, up there
    assert proposed(pieces=ring, area_sight="always") == [(500, 500, 0)]


@pytest.mark.rule("TD-AREA-04", "TD-AREA-08")
@pytest.mark.parametrize(("x", "z", "is_between"), [(580, 0, True), (582, 0, False), (560, 60, False)])
def test_a_burst_between_two_enemies_is_proposed_where_it_holds_both(x: int, z: int, is_between: bool) -> None:
    """Its radius is 4 cm; who stands on a roof is not on a level with who stands before it."""
    roof = piece("roof", "building", (540, 380, 700, 700), 60)
    shooter = unit("A01", 500, 300, status="active", weapons=("hand_grenade",))
    at = position(shooter, unit("B01", 500, 400), unit("B02", x, 400, z), pieces=[roof] if z else ())

    points = list(burst_points(field_of(at), shooter, rules().weapons["hand_grenade"]))

    assert (((500 + x) // 2, 400, 0) in points) is is_between


@pytest.mark.rule("TD-AREA-02", "TD-AREA-04")
def test_a_burst_short_of_an_enemy_or_beyond_spares_a_friend_and_reaches_somewhat_farther() -> None:
    near, far = unit("B01", 500, 400), unit("B02", 500, 475)
    thrower = unit("A01", 500, 300, status="active", weapons=("hand_grenade",))
    grenade = rules().weapons["hand_grenade"]

    at_near = list(burst_points(field_of(position(thrower, near)), thrower, grenade))
    at_far = list(burst_points(field_of(position(thrower, far)), thrower, grenade))

    rocket = rules().weapons["rocket_launcher"]
    assert rocket.max_range_nm is None
    aside = 3 * rocket.area_radius_nm // 4 // NM_PER_MM
    assert list(burst_points(field_of(position(thrower, far)), thrower, rocket)) == [
        (500, 475, 0), (500, 475 - aside, 0), (500, 475 + aside, 0),
    ]  # fmt: skip
    touching = list(burst_points(field_of(position(thrower, unit("B01", 500, 326))), thrower, grenade))
    assert touching == [(500, 326, 0), (500, 356, 0)]  # none behind the thrower
    assert at_near == [(500, 400, 0), (500, 370, 0), (500, 430, 0)]
    assert at_far == [(500, 445, 0)]  # 15 cm are its range, 4 cm its burst


@pytest.mark.rule("TD-AREA-08", "TD-MOV-13")
def test_an_enemy_right_over_the_shooter_is_hit_at_its_feet() -> None:
    """One stands under a walkway, the other on it, at the same point of the plan."""
    way = piece("way", "platform", (400, 300, 600, 500), 60, 55)
    shooter = unit("A01", 500, 400, status="active", weapons=("hand_grenade",))
    above, below = unit("B01", 500, 400, 60), unit("B02", 510, 430)

    points = list(
        burst_points(field_of(position(shooter, above, pieces=[way])), shooter, rules().weapons["hand_grenade"])
    )

    assert points == [(500, 400, 60)]
    assert offers(moment(position(shooter, above, below, pieces=[way])), Seat("a"))


@pytest.mark.rule("TD-AREA-08", "TD-DEP-06", "TD-BRD-04")
def test_surfaces_are_the_table_and_what_lies_on_it_the_lowest_first() -> None:
    house, low = piece("house", "building", (0, 0, 90, 90), 60), piece("low", "barricade", (100, 0, 190, 10), 14)
    swamp = piece("swamp", "swamp", (300, 300, 400, 400))
    board = position(pieces=[house, swamp, low]).board

    bursts, standing = ([(each.level, each.shape.points) for each in of(rules(), board)] for of in (surfaces, grounds))

    assert bursts == [(0, corners((0, 0, 1000, 1000))), (14, low.footprint), (60, house.footprint)]
    assert standing == [bursts[0], bursts[2]]


@pytest.mark.rule("TD-TER-03", "TD-TER-04")
def test_of_a_pool_what_fits_nowhere_is_left_out_of_the_picture() -> None:
    at = opened("two_halves", require_third=False).state
    assert at.placing is not None
    first, second, *_ = at.placing.pool
    at = replace(
        at, placing=replace(at.placing, pool=(replace(first, piece=replace(first.piece, size_mm=(5000, 90))), second))
    )

    found = pictured(rules(**dict(at.options)), at, StreamDice(bytes(32), "picture"))

    assert {piece.feature for piece in found.board.pieces} == {second.piece.id}
