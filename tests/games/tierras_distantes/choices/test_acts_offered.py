"""What those who act are offered, kind by kind, on tables laid for it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.offers import Domain, Offer
from app.engine.scene import Disc
from app.engine.types import Seat, UnitId
from app.systems.tierras_distantes.choices.offers import offers
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Position
from tests.games.tierras_distantes.playing import moment, refused
from tests.games.tierras_distantes.table import piece, position, unit


def offered(at: Position, kind: str, name: str = "A01") -> list[Offer]:
    return [offer for offer in offers(moment(at), Seat("a")) if offer.type == kind and offer.unit == name]


def one(at: Position, kind: str, name: str = "A01") -> tuple[Domain, tuple[Any, ...]]:
    (offer,) = offered(at, kind, name)
    assert offer.domain is not None
    return offer.domain, offer.examples


@pytest.mark.rule("TD-FIRE-01", "TD-RNG-03", "TD-SEE-01")
def test_a_weapon_is_offered_with_each_target_that_is_seen_and_in_reach() -> None:
    wall = piece("wall", "wall", (400, 700, 600, 710), 60)
    near, hidden, far = unit("B01", 300, 600), unit("B02", 500, 800), unit("B03", 950, 950)
    at = position(
        unit("A01", 500, 500, status="active", weapons=("pistol", "carbine")), near, hidden, far, pieces=[wall]
    )

    pistol, carbine = offered(at, "fire")

    assert [example.target for example in pistol.examples] == ["B01"]  # type: ignore[attr-defined]
    assert [example.target for example in carbine.examples] == ["B01", "B03"]  # type: ignore[attr-defined]
    assert carbine.label.en == "Fire: Carbine"


@pytest.mark.rule("TD-HID-04")
def test_where_blind_shots_are_lost_everybody_in_reach_is_a_target() -> None:
    wall = piece("wall", "wall", (400, 700, 600, 710), 60)
    at = position(
        unit("A01", 500, 500, status="active"), unit("B01", 500, 800), pieces=[wall], options={"blind_shot": "lost"}
    )

    domain, _ = one(at, "fire")

    assert domain.units == ("B01",)


@pytest.mark.rule("TD-DIV-01", "TD-DIV-02", "TD-DIV-05", "TD-DIV-06")
def test_a_weapon_that_divides_is_offered_even_and_one_sided_shares() -> None:
    gunner = unit("A01", 500, 100, status="active", weapons=("light_machine_gun",))
    at = position(gunner, unit("B01", 450, 300), unit("B02", 550, 300))

    domain, examples = one(at, "fire")
    splits = [tuple(share.dice for share in example.split) for example in examples if example.split is not None]

    assert sorted(splits) == [(1, 3), (2, 2), (3, 1)]
    assert domain.shares is not None
    assert domain.shares.total == 4


@pytest.mark.rule("TD-CON-01", "TD-ACC-06")
def test_the_best_target_is_offered_with_all_who_can_join() -> None:
    group = [unit(f"A{n:02}", 450 + 50 * n, 100, status="active") for n in range(1, 4)]
    tired = unit("A04", 700, 100, status="active", shots=1, actions=1)
    at = position(*group, tired, unit("B01", 500, 400), unit("B02", 500, 900))

    domain, examples = one(at, "fire")
    joined = [(example.target, tuple(shot.unit for shot in example.others)) for example in examples if example.others]

    assert ("B01", ("A02", "A03")) in joined
    assert all("A04" not in names for _, names in joined)
    assert domain.parts == ("with",)


@pytest.mark.rule("TD-ACT-05")
def test_with_progressive_naming_no_more_join_than_may_be_named() -> None:
    group = [unit(f"A{n:02}", 450 + 50 * n, 100) for n in range(1, 5)]
    at = position(*group, unit("B01", 500, 400), count=2, options={"activation_choice": "progressive"})

    _, examples = one(at, "fire")

    assert {len(example.others) for example in examples} == {0, 1}
    assert {offer.unit for offer in offers(moment(at), Seat("a")) if offer.type == "move"} == {
        "A01",
        "A02",
        "A03",
        "A04",
    }


@pytest.mark.rule("TD-ACT-05")
def test_with_progressive_naming_those_who_are_active_join_whoever_else_may() -> None:
    named = [unit(name, x, 100, status=status) for name, x, status in (("A01", 450, "ready"), ("A02", 500, "active"))]
    at = position(
        *named, unit("A03", 550, 100), unit("B01", 500, 400), count=2, options={"activation_choice": "progressive"}
    )

    _, examples = one(at, "fire")

    assert {tuple(shot.unit for shot in example.others) for example in examples} == {(), ("A02",)}


@pytest.mark.rule("TD-DIV-02", "TD-ACC-07", "TD-GEN-05")
def test_a_single_die_is_not_divided_and_nobody_goes_along_with_who_acts_alone() -> None:
    gunner = unit("A01", 500, 100, status="active", weapons=("light_machine_gun",))
    at = position(
        gunner,
        unit("B01", 450, 300),
        unit("B02", 550, 300),
        tables={"weapon.light_machine_gun.effective": 1},
    )

    (fire, examples), (move, _) = one(at, "fire"), one(at, "move")

    assert (fire.shares, {example.split for example in examples}) == (None, {None})
    pair = replace(at, tables={"weapon.light_machine_gun.effective": 2})
    assert one(pair, "fire")[0].shares is not None
    assert (fire.parts, move.parts) == ((), ())


@pytest.mark.rule("TD-ACC-07")
def test_those_who_stand_together_are_offered_to_move_as_one() -> None:
    group = [unit(f"A{n:02}", 470 + 30 * n, 500, status="active") for n in range(1, 4)]
    at = position(*group, unit("A04", 900, 900, status="active"), unit("B01", 530, 900))

    _, examples = one(at, "move")
    together = [example for example in examples if example.others]

    assert [[entry.unit for entry in example.others] for example in together] == [["A02", "A03"], ["A02", "A03"]]
    ahead, away = (example.path_mm[-1][1] - 500 for example in together)
    assert ahead == -away == 179


@pytest.mark.rule("TD-CLB-01", "TD-CLB-03", "TD-CLB-05")
def test_each_piece_in_hold_is_offered_with_its_ways_up_over_and_down() -> None:
    box = piece("box", "container", (500, 500, 600, 600), 29)
    wall = piece("wall", "wall", (300, 480, 470, 486), 50)
    at = position(
        unit("A01", 483, 550, status="active"), unit("A02", 550, 550, 29, status="active"), pieces=[box, wall]
    )

    (climb,) = offered(at, "climb")

    assert {name.en for name in climb.names} >= {"Up to 2.9 cm", "Onto the top by the east, at 2.9 cm"}
    assert climb.picks == (("box",),) * len(climb.examples)
    assert climb.label.en == "Climb: Container"
    assert offered(at, "climb", "A02") == []  # too far from every edge


@pytest.mark.rule("TD-AREA-02", "TD-AREA-08")
def test_a_burst_may_be_on_the_table_and_on_tops_within_range() -> None:
    roof = piece("roof", "building", (400, 600, 500, 700), 60)
    thrower = unit("A01", 500, 500, status="active", weapons=("hand_grenade",))
    at = position(thrower, unit("B01", 480, 560), pieces=[roof])

    domain, examples = one(at, "fire_area")

    assert examples[0] == a.FireArea(UnitId("A01"), "hand_grenade", 480, 560, 0)
    assert [(surface.level, surface.name.en) for surface in domain.surfaces] == [
        (0, "On the table"),
        (60, "Building"),
    ]


@pytest.mark.rule("TD-FRT-01", "TD-FRT-05", "TD-FRT-15")
def test_rallying_is_offered_to_the_frightened_and_of_them_to_a_leader_who_is_near() -> None:
    leader = unit("A01", 500, 500, status="active", leader=True)
    at = position(
        leader,
        unit("A02", 500, 600, status="active", frightened=True),
        unit("A03", 500, 700, frightened=True),  # exactly 20 cm
        unit("B01", 500, 900, frightened=True),
    )

    domain, examples = one(at, "rally_other")

    assert (domain.units, domain.most) == (("A02",), 1)
    assert examples == (a.RallyOther(UnitId("A01"), UnitId("A02")),)
    assert [offer.input for offer in offered(at, "rally", "A02")] == ["button"]
    assert [offer.type for offer in offers(moment(at), Seat("a"), UnitId("A02"))] == ["rally"]


@pytest.mark.rule("TD-ACT-03", "TD-ACT-11")
def test_naming_asks_for_exactly_so_many_and_proposes_those_who_have_a_shot() -> None:
    wall = piece("wall", "wall", (0, 300, 460, 310), 60)
    at = position(
        *(unit(f"A{n:02}", 100 * n, 100) for n in range(1, 5)), unit("A05", 800, 100), unit("B01", 800, 900),
        pieces=[wall], count=2,
    )  # fmt: skip

    (offer,) = offers(moment(at), Seat("a"))

    assert offer.type == "activate"
    assert offer.domain is not None
    assert (offer.domain.least, offer.domain.most) == (2, 2)
    assert offer.domain.units == ("A01", "A02", "A03", "A04", "A05")
    assert "A05" in offer.examples[0].units  # type: ignore[attr-defined]
    assert {name for example in offer.examples for name in example.units} == set(offer.domain.units)  # type: ignore[attr-defined]


@pytest.mark.rule("TD-MOV-01", "TD-AREA-09")
def test_a_way_begins_where_one_stands_and_a_burst_lies_within_the_whole_range() -> None:
    at = position(
        unit("A01", 300, 500, status="active", weapons=("grenade_launcher",)),
        unit("A02", 700, 500, status="active", weapons=("hand_grenade",)),
        unit("B01", 300, 700),
    )
    most = moment(at).rules.weapons["grenade_launcher"].max_range_nm

    way, burst = one(at, "move")[0], one(at, "fire_area")[0]

    assert (way.start_mm, way.region[0]) == ((300, 500), Disc(300, 500, 180))
    assert most is not None
    assert burst.region == (Disc(300, 500, most / 10**6),)


@pytest.mark.rule("TD-MOV-01", "TD-GEN-02")
def test_what_bounds_a_way_holds_the_longest_there_is() -> None:
    """18 cm at 33 per cent are 59.4 mm; 59 mm one way and 6 mm the other are 59.3 mm."""
    at = position(unit("A01", 300, 500, status="active"), unit("B01", 300, 700), options={"scale_pct": 33})

    way, _ = one(at, "move")

    assert (way.region, way.longest_mm) == ((Disc(300, 500, 59.4),), 60)
    assert refused(at, "a", a.Move(UnitId("A01"), ((359, 506),))) is None


@pytest.mark.rule("TD-RNG-05", "TD-AREA-02")
def test_measured_from_the_edge_a_burst_may_lie_a_radius_farther_away() -> None:
    thrower, enemy = unit("A01", 300, 500, status="active", weapons=("hand_grenade",)), unit("B01", 300, 700)
    at = position(thrower, enemy, options={"measure": "edge"})

    burst, examples = one(at, "fire_area")

    assert burst.region == (Disc(300, 500, 162.5),)
    assert refused(at, "a", a.FireArea("A01", "hand_grenade", 300, 662)) is None
    assert refused(at, "a", a.FireArea("A01", "hand_grenade", 300, 663)) == "TD-RNG-03"
    assert max(example.y_mm for example in examples) > 660


@pytest.mark.rule("TD-FRT-04", "TD-ACT-03", "TD-ACT-11")
def test_the_frightened_are_proposed_to_be_named_with_their_leader() -> None:
    hidden = piece("wall", "wall", (0, 300, 1000, 310), 60)
    at = position(
        unit("A01", 100, 100), unit("A02", 200, 100), unit("A03", 300, 100, leader=True),
        unit("A04", 400, 100, frightened=True), unit("B01", 500, 900), pieces=[hidden], count=2,
    )  # fmt: skip

    (offer,) = offers(moment(at), Seat("a"))

    assert ("A03", "A04") in [example.units for example in offer.examples[:4]]  # type: ignore[attr-defined]


@pytest.mark.rule("TD-ACT-05")
def test_whoever_ends_a_batch_that_lacks_names_gives_them_all() -> None:
    at = position(
        *(unit(f"A{n:02}", 100 * n, 100) for n in range(1, 5)),
        unit("B01", 500, 900),
        count=2,
        options={"activation_choice": "progressive"},
    )

    (end,) = [offer for offer in offers(moment(at), Seat("a")) if offer.type == "end_batch"]

    assert end.domain is not None
    assert (end.domain.least, end.domain.most, end.closes) == (2, 2, True)


@pytest.mark.rule("TD-CLB-05", "TD-CLB-12")
def test_a_climb_over_a_crest_is_offered_as_one() -> None:
    wall = piece("wall", "wall", (400, 512, 600, 522), 20)
    at = position(unit("A01", 500, 499, status="active"), unit("B01", 900, 900), pieces=[wall])

    (climb,) = offered(at, "climb")
    over = [name.en for name, example in zip(climb.names, climb.examples, strict=True) if example.over]  # type: ignore[attr-defined]

    assert "Across and down to 1 cm, by the north" in over


@pytest.mark.rule("TD-ACC-07", "TD-SQD-07")
def test_a_group_goes_no_farther_than_its_slowest() -> None:
    slow = unit("A02", 530, 500, status="active", quality="alien_brute")
    at = position(unit("A01", 480, 500, status="active"), slow, unit("B01", 500, 950))

    _, examples = one(at, "move")
    together = [example for example in examples if example.others]

    assert {abs(example.path_mm[-1][1] - 500) for example in together} == {149}


@pytest.mark.rule("TD-ACT-03", "TD-ACT-11", "TD-CLB-08", "TD-FRT-01")
@pytest.mark.parametrize("state", [{"frightened": True}, {"climbing": "wall"}, {"weapons": ("claws",)}])
def test_who_may_shoot_is_proposed_to_be_named_before_who_may_not(state: dict[str, Any]) -> None:
    """A01 is nearer, and cannot; one enemy is lost, none is a leader."""
    wall = piece("wall", "wall", (500, 613, 600, 620), 60)
    own = [unit("A01", 550, 600, **state), unit("A02", 300, 500)]
    at = position(*own, unit("B01", 300, 900), unit("B02", status="lost"), pieces=[wall], count=1)

    (offer,) = offers(moment(at), Seat("a"))

    assert offer.examples[0] == a.Activate(("A02",))  # type: ignore[arg-type]
