"""Improving the position: who may step forward, and over what."""

import pytest

from app.systems.splatball.fire.advance import judge_advance
from app.systems.splatball.position.state import Contacts
from tests.games.splatball.table import field, piece, rules, unit

AT, TO = (5, 6), (5, 5)


def rule_of(kind="scamp", *others, to=TO, fate="retreated", at=AT, contacts=None, **more):
    laid = field(unit("s", kind, at, contacts=contacts), *others, **more)
    found = judge_advance(laid, laid.units["s"], to, fate)
    return None if found is None else found.rule


@pytest.mark.rule("SPL-ADV-02")
def test_assault_units_on_foot_may_nobody_else():
    kinds = ("scamp", "lobber", "camo", "hoser", "sniper", "slinger", "badger", "marmot", "cart")

    assert {kind: rule_of(kind) for kind in kinds} == {
        **dict.fromkeys(kinds[:3]),
        **dict.fromkeys(kinds[3:], "SPL-ADV-02"),
    }


@pytest.mark.rule("SPL-ADV-01", "SPL-GEO-03")
def test_it_must_have_been_in_contact():
    assert rule_of(at=(5, 7)) == "SPL-ADV-01"
    assert rule_of(at=(4, 6)) is None
    assert rule_of(at=(4, 6), of=rules(diagonals=False)) == "SPL-ADV-01"


@pytest.mark.rule("SPL-ADV-03")
def test_the_target_must_have_left_or_if_the_room_says_so_fallen():
    option = rules(advance_on_elimination=True)

    assert [rule_of(fate=fate) for fate in ("retreated", "stayed", "eliminated")] == [None, "SPL-ADV-03", "SPL-ADV-03"]
    assert [rule_of(fate=fate, of=option) for fate in ("stayed", "eliminated")] == ["SPL-ADV-03", None]


CLOSED = {
    "tree": "SPL-TER-05",
    "ammo": "SPL-TER-06",
    "phone": "SPL-TER-07",
    "fountain": "SPL-TER-08",
    "hq": "SPL-HQ-03",
}


@pytest.mark.parametrize("kind", CLOSED)
@pytest.mark.rule("SPL-ADV-04")
def test_what_is_never_entered_stays_closed(kind):
    assert rule_of(pieces=[piece("p1", kind, TO)]) == CLOSED[kind]


@pytest.mark.rule("SPL-ADV-04", "SPL-MOVE-09", "SPL-FEN-04")
def test_corners_are_closed_as_for_any_step():
    corner = (4, 5)

    assert rule_of("scamp", unit("x", "scamp", (4, 6)), unit("y", "scamp", (5, 5)), to=corner) == "SPL-MOVE-09"
    assert rule_of(to=corner, fences=[((4, 6), (5, 6)), ((5, 6), (6, 6))]) == "SPL-FEN-04"
    assert rule_of(to=corner, fences=[((5, 6), (6, 6))]) is None


@pytest.mark.parametrize("kind", ["hedge", "rocks", "playground"])
@pytest.mark.rule("SPL-ADV-04")
def test_a_piece_is_entered_only_if_its_run_was_touched_when_the_turn_began(kind):
    run = [piece("p1", kind, TO), piece("p2", kind, (6, 5)), piece("p3", kind, (1, 1))]

    assert rule_of(pieces=run) == "SPL-ADV-04"
    assert rule_of(pieces=run, contacts=Contacts(("p1",))) is None
    assert rule_of(pieces=run, contacts=Contacts(("p2",))) is None
    assert rule_of(pieces=run, contacts=Contacts(("p3",))) == "SPL-ADV-04"
    assert rule_of(pieces=run, contacts=Contacts(("p9",))) == "SPL-ADV-04"


@pytest.mark.rule("SPL-ADV-04")
def test_a_fence_is_crossed_only_if_its_run_was_touched():
    run = [((5, 6), (6, 6)), ((6, 6), (7, 6)), ((1, 1), (2, 1))]

    assert rule_of(fences=run) == "SPL-ADV-04"
    assert rule_of(fences=run, contacts=Contacts((), (run[1],))) is None
    assert rule_of(fences=run, contacts=Contacts((), (run[2],))) == "SPL-ADV-04"
    assert rule_of(fences=[run[0], run[2]], contacts=Contacts((), (run[1],))) == "SPL-ADV-04"


@pytest.mark.rule("SPL-ADV-01")
def test_the_order_is_that_of_section_14():
    run = {"fences": [((5, 6), (6, 6))], "pieces": [piece("p1", "tree", TO)]}

    assert rule_of("hoser", at=(5, 8), fate="stayed", **run) == "SPL-ADV-02"
    assert rule_of(at=(5, 8), fate="stayed", **run) == "SPL-ADV-01"
    assert rule_of(fate="stayed", **run) == "SPL-ADV-03"
    assert rule_of(**run) == "SPL-TER-05"
