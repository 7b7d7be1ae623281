"""What is said of fire before it: odds held against every roll there is, carried out by the judge; who may join, and what nobody may know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from app.engine.telling import Line, Ring, Spot
from app.engine.types import Action
from app.systems.tierras_distantes.book.kinds import NM_PER_MM
from app.systems.tierras_distantes.choices.planning.side_view import hidden_parts
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position import events as e
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.space.sight import Shadow, Sighting
from tests.games.tierras_distantes.playing import previewed, refused, step, surveyed
from tests.games.tierras_distantes.table import piece, position, unit

WALL = piece("wall", "wall", (300, 590, 500, 600), 50)
LOW = piece("low", "barricade", (450, 690, 550, 700), 14)
RUBBLE = piece("rubble", "rubble", (450, 650, 550, 750))
SCREEN = piece("screen", "wall", (450, 515, 550, 520), 50)
DEBRIS = piece("debris", "rubble", (450, 560, 550, 600))
BURST = a.FireArea("A01", "hand_grenade", 500, 538)
BARE = {"armour": "none"}
"""One die of defence."""
SMALL = {"weapon.carbine.total": 2, "weapon.carbine.effective": 1, "weapon.hand_grenade.total": 1,
         "weapon.hand_grenade.effective": 1, "weapon.light_machine_gun.total": 3,
         "weapon.light_machine_gun.effective": 2, "weapon.pistol.total": 1, "weapon.pistol.effective": 1}  # fmt: skip
"""Few dice, so that all rolls can be looked at."""
RANK = ("casualty", "frightened", "none")


def shooter(name: str = "A01", x: int = 500, y: int = 500, weapon: str = "carbine", **more: Any) -> Any:
    return unit(name, x, y, status="active", weapons=(weapon,), **more)


def at(*units: Any, **more: Any) -> Position:
    spent = unit("A99", 50, 50, status="active", actions=1, shots=1)
    return position(*units, spent, unit("B99", 950, 950), tables=SMALL, **more)


def told(start: Position, action: Action) -> dict[str, list[Fraction]]:
    """The three chances of each target, a casualty first."""
    found: dict[str, list[Fraction]] = {}
    for chance in previewed(start, "a", action).chances:
        found.setdefault(str(chance.unit), []).append(Fraction(chance.numerator, chance.denominator))
    return found


def carried_out(start: Position, action: Action, dice: int) -> dict[str, list[Fraction]]:
    """The same, of all rolls of so many dice."""
    counted: dict[str, Counter[str]] = {}
    for roll in product(range(1, 7), repeat=dice):
        for event in step(start, "a", action, *roll).events:
            if isinstance(event, e.Attacked):
                counted.setdefault(event.unit, Counter())[event.result] += 1
    return {name: [Fraction(found[result], 6**dice) for result in RANK] for name, found in counted.items()}


@pytest.mark.rule("TD-FIRE-03", "TD-FIRE-05", "TD-COV-01", "TD-COV-02", "TD-RES-01")
@pytest.mark.parametrize("pieces", [(), (LOW,), (RUBBLE,)])
@pytest.mark.parametrize("options", [{}, {"long_range_die": "both"}])
@pytest.mark.parametrize("y", [720, 990])
def test_what_is_told_of_a_shot_is_what_counting_every_roll_gives(pieces: Any, options: Any, y: int) -> None:
    start = at(shooter(y=100 if y > 900 else 500), unit("B01", 500, y, **BARE), pieces=pieces, options=options)
    shot = a.Fire("A01", "carbine", "B01")
    if options and y > 900:  # its only effective die is lost
        assert refused(start, "a", shot) == "TD-FIRE-12"
        return

    assert told(start, shot) == carried_out(start, shot, 3 if y < 900 else 2)


@pytest.mark.rule("TD-CON-02", "TD-CON-03", "TD-COV-05")
@pytest.mark.parametrize("cover", ["any", "all"])
def test_what_is_told_of_a_group_is_what_counting_every_roll_gives(cover: str) -> None:
    start = at(
        shooter("A01"), shooter("A02", 600, 730, "pistol"), unit("B01", 500, 730, **BARE),
        pieces=(LOW,), options={"concentrated_cover": cover},
    )  # fmt: skip
    shot = a.Fire("A01", "carbine", "B01", others=(a.GroupShot("A02", "pistol", "B01"),))

    assert told(start, shot) == carried_out(start, shot, 4)


@pytest.mark.rule("TD-DIV-02", "TD-DIV-03")
def test_what_is_told_of_divided_fire_is_what_counting_every_roll_gives() -> None:
    start = at(shooter(weapon="light_machine_gun"), unit("B01", 500, 700, **BARE), unit("B02", 600, 700, **BARE))
    shot = a.Fire("A01", "light_machine_gun", split=(a.Share("B02", 1), a.Share("B01", 1)))

    found = told(start, shot)

    assert list(found) == ["B02", "B01"]
    assert found == carried_out(start, shot, 4)


@pytest.mark.rule("TD-AREA-01", "TD-AREA-03", "TD-AREA-06", "TD-AREA-10")
@pytest.mark.parametrize(("area_cover_from", "pieces"), [("burst", ()), ("shooter", ()), ("none", (DEBRIS,))])
def test_what_is_told_of_a_burst_is_what_counting_every_roll_gives(area_cover_from: str, pieces: Any) -> None:
    """A screen stands between the thrower, who is in the burst, and its point."""
    own = shooter(weapon="hand_grenade", **BARE)
    options = {"area_cover_from": area_cover_from}
    start = at(own, unit("B01", 500, 575, **BARE), pieces=(SCREEN, *pieces), options=options)

    found = told(start, BURST)

    assert list(found) == ["A01", "B01"]  # friends first
    assert found == carried_out(start, BURST, 4)
    covered = {"burst": ["A01"], "shooter": ["B01"], "none": []}[area_cover_from]
    assert [name for name, each in found.items() if each[0] < max(other[0] for other in found.values())] == covered


@pytest.mark.rule("TD-HID-04", "TD-AREA-06")
@pytest.mark.parametrize(("area_cover_from", "is_same"), [("burst", False), ("shooter", True), ("none", True)])
def test_where_shots_may_be_lost_a_burst_tells_nothing_of_what_its_shooter_sees(
    area_cover_from: str, is_same: bool
) -> None:
    own = shooter(weapon="hand_grenade", **BARE)
    options = {"area_cover_from": area_cover_from, "blind_shot": "lost"}

    screened, clear = (
        told(at(own, unit("B01", 500, 575, **BARE), pieces=pieces, options=options), BURST)
        for pieces in ((SCREEN,), ())
    )

    assert (screened == clear) is is_same


@pytest.mark.rule("TD-AREA-06")
@pytest.mark.parametrize("area_cover_from", ["burst", "shooter", "none"])
def test_what_a_burst_could_do_from_a_place_is_what_it_does_at_the_feet_of_an_enemy(area_cover_from: str) -> None:
    low = piece("low", "barricade", (450, 565, 550, 575), 14)
    start = at(
        shooter(weapon="hand_grenade"), unit("B01", 500, 590, **BARE),
        pieces=(low,), options={"area_cover_from": area_cover_from},
    )  # fmt: skip

    (found,) = [each for each in surveyed(start, "a", "A01").chances if each.unit == "B01"]

    aimed = told(start, a.FireArea("A01", "hand_grenade", 500, 590))["B01"][0]
    assert Fraction(found.numerator, found.denominator) == aimed


@pytest.mark.rule("TD-AREA-10", "TD-AREA-11")
def test_a_burst_names_everybody_in_it_and_warns_of_ones_own() -> None:
    start = at(shooter(weapon="hand_grenade"), shooter("A02", 530, 540), unit("B01", 500, 575))
    plan = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 538))
    aside = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 590))

    assert plan.facts["hit"] == ["A02", "A01", "B01"]
    assert [note.unit for note in plan.notes if note.tone == "bad"] == ["A02", "A01"]
    assert {each.target: each.tone for each in plan.overlays if isinstance(each, Ring)} == {
        "A01": "bad", "A02": "bad", "B01": "good",
    }  # fmt: skip
    (circle,) = [each for each in plan.overlays if isinstance(each, Spot)]
    assert circle.shape.radius == 40  # type: ignore[union-attr]
    assert [note.tone for note in aside.notes] == ["info"]
    assert aside.facts["hit"] == ["B01"]


@pytest.mark.rule("TD-FIRE-04", "TD-RNG-02", "TD-FIRE-06", "TD-COV-01", "TD-RES-01")
def test_the_chain_of_a_shot_names_a_rule_for_each_step() -> None:
    start = at(shooter(weapon="laser_rifle"), unit("B01", 500, 730), pieces=(LOW,))

    first = previewed(start, "a", a.Fire("A01", "laser_rifle", "B01")).chances[0]

    assert first.rules == ("TD-FIRE-04", "TD-RNG-06", "TD-FIRE-06", "TD-COV-01", "TD-RES-01")
    assert [each.en for each in first.steps] == [
        "A01, laser rifle: 4 dice, the best 3 count",
        "At 23 cm, within the effective range of 70 cm",
        "Defence, combat armour: 3 dice",
        "+1 to the defence: barricade hides 1.2 cm",
        "A casualty if the attack beats the defence by 4 or more",
    ]


@pytest.mark.rule("TD-SEE-03", "TD-SEE-04")
def test_a_shot_is_shown_from_its_side() -> None:
    start = at(shooter(), unit("B01", 500, 730), pieces=(LOW,))

    side = previewed(start, "a", a.Fire("A01", "carbine", "B01")).side

    assert side is not None
    assert (side.viewer, side.target, side.length, side.eye, side.feet, side.head) == ("A01", "B01", 230, 30, 0, 30)
    (cut,) = side.cuts
    assert (cut.by, cut.start, cut.end, cut.bottom, cut.top, cut.hides, cut.soft) == (
        "low", 190, 200, 0, 14, True, False,
    )  # fmt: skip
    ((low, high),) = side.hidden
    assert (low, round(high, 3)) == (0, 11.6)  # 30 - 16 * 230 / 200
    assert (side.tone, side.ground) == ("warn", 0)
    hill = piece("hill", "hill", (450, 710, 550, 800), 20)
    raised = previewed(
        at(shooter(), unit("B01", 500, 730, 20), pieces=(LOW, hill)), "a", a.Fire("A01", "carbine", "B01")
    ).side
    assert raised is not None
    assert (raised.eye, raised.feet, raised.head) == (30, 20, 50)


@pytest.mark.rule("TD-SEE-04")
def test_what_is_hidden_of_an_axis_is_told_once_from_the_feet_up() -> None:
    found = [(25, 30), (0, 10), (2, 5), (10, 20)]
    shadows = tuple(Shadow(f"w{low}", low * NM_PER_MM, high * NM_PER_MM) for low, high in found)

    assert list(hidden_parts(Sighting(True, 0, 0, 0, 1, "w0", shadows, ()))) == [(0, 20), (25, 30)]
    assert list(hidden_parts(Sighting(True, 0, 0, 0, 0, None, (), ()))) == []


@pytest.mark.rule("TD-COV-06", "TD-SEE-06")
@pytest.mark.parametrize(("end", "tone", "hides"), [(559, "good", False), (560, "warn", True), (651, "bad", True)])
def test_woods_are_drawn_as_hiding_where_they_cover_or_hide(end: int, tone: str, hides: bool) -> None:
    woods = piece("woods", "woods", (450, 550, 550, end), 60)

    side = previewed(at(shooter(), unit("B01", 500, 730), pieces=(woods,)), "a", a.Fire("A01", "carbine", "B01")).side

    assert side is not None
    assert (side.tone, [(cut.by, cut.soft, cut.hides) for cut in side.cuts]) == (tone, [("woods", True, hides)])


@pytest.mark.rule("TD-SEE-01", "TD-RNG-03")
def test_a_refused_shot_is_drawn_with_what_is_in_its_way() -> None:
    start = at(shooter(x=400), shooter("A02", weapon="pistol"), unit("B01", 400, 700), pieces=(WALL,))

    blind = previewed(start, "a", a.Fire("A01", "carbine", "B01"))
    short = previewed(start, "a", a.Fire("A02", "pistol", "B99"))

    assert blind.facts == {"unit": "A01", "target": "B01", "hidden_cm": 3.0, "soft_cm": 0.0, "blocker": "wall"}
    assert blind.side is not None
    assert (blind.side.tone, blind.side.hidden) == ("bad", ((0, 30),))
    (ring,) = [each for each in blind.overlays if isinstance(each, Ring)]
    assert (ring.target, ring.label and ring.label.en) == ("wall", "ruined wall hides 3 cm")
    lines = [each.points for each in blind.overlays if not isinstance(each, Ring)]  # type: ignore[union-attr]
    assert lines == [((400, 500), (400, 590)), ((400, 590), (400, 700))]
    assert short.facts["max_range_cm"] == 30.0
    assert short.side is None
    assert len(short.overlays) == 1


@pytest.mark.rule("TD-SEE-06", "TD-SEE-07")
def test_what_is_at_fault_is_what_the_rules_say():
    """A hill covers the feet, yet it is the woods that hide; a body between two hides where bodies do."""
    woods, hill = piece("woods", "woods", (350, 560, 450, 680), 60), piece("hill", "hill", (350, 700, 450, 730), 10)
    deep = previewed(
        at(shooter(x=400), unit("B01", 400, 760), pieces=(hill, woods)), "a", a.Fire("A01", "carbine", "B01")
    )
    between = at(shooter(x=400), unit("B01", 400, 760), unit("B02", 400, 600), options={"minis_block_sight": True})

    bodies = previewed(between, "a", a.Fire("A01", "carbine", "B01"))

    assert deep.facts["blocker"] == "woods"
    assert deep.side is not None
    assert deep.side.words.en == "12 cm of soft terrain, woods or jungle"
    assert {cut.by: cut.hides for cut in deep.side.cuts} == {"woods": True, "hill": True}
    assert bodies.refusal is not None
    assert bodies.refusal.rule == "TD-SEE-01"
    assert bodies.side is not None
    assert bodies.side.words.en == "other miniatures are in the way"


@pytest.mark.rule("TD-ACC-08", "TD-CON-01", "TD-COV-05")
def test_everybody_who_can_join_is_offered_with_what_that_changes() -> None:
    """A02 sees the target in cover, A03 has shot, A04 is behind the wall, A05 is not active."""
    start = at(
        shooter("A01", 800, 730), shooter("A02", 500, 500), shooter("A03", 820, 780, shots=1, actions=1),
        shooter("A04", 400, 560), unit("A05", 900, 730), unit("B01", 500, 730),
        pieces=(LOW, piece("wall", "wall", (300, 590, 480, 600), 50)),
    )  # fmt: skip

    (more,) = previewed(start, "a", a.Fire("A01", "carbine", "B01")).more

    (joined,) = more.choices
    assert joined.picks == ("A02",)
    assert joined.action == a.Fire("A01", "carbine", "B01", others=(a.GroupShot("A02", "carbine", "B01"),))
    assert refused(start, "a", joined.action) is None
    assert joined.name is not None
    assert joined.name.en.startswith("A02, carbine: sees it in cover; 4 dice, the best one counts; casualty ")


@pytest.mark.rule("TD-COV-01", "TD-ACC-02", "TD-ACC-05")
@pytest.mark.parametrize(
    ("used", "pieces", "warned"),
    [
        ({}, (LOW,), True),
        ({}, (), False),
        ({"actions": 1}, (LOW,), True),
        ({"actions": 1, "moves": 1}, (LOW,), True),
        ({"actions": 2, "moves": 2}, (LOW,), False),
        ({"actions": 2}, (LOW,), False),
    ],
)
def test_who_could_still_move_is_told_of_the_cover_before_the_shot(used: Any, pieces: Any, warned: bool) -> None:
    start = at(shooter(**used), unit("B01", 500, 730), pieces=pieces)

    plan = previewed(start, "a", a.Fire("A01", "carbine", "B01"))

    assert any(note.text.en.startswith("B01 is in cover") for note in plan.notes) == warned
    rings = [(each.target, each.label and each.label.en) for each in plan.overlays if isinstance(each, Ring)][1:]
    assert rings == ([("low", "cover +1")] if pieces else [])


@pytest.mark.rule("TD-FIRE-04", "TD-CON-03", "TD-RNG-04")
def test_what_is_rolled_and_what_is_added_is_told_apart() -> None:
    start = at(shooter(x=350, weapon="laser_rifle"), shooter("A02", 600), unit("B01", 500, 730))

    one, two, both = (
        previewed(start, "a", each)
        for each in (
            a.Fire("A01", "laser_rifle", "B01"),
            a.Fire("A02", "carbine", "B01"),
            a.Fire("A01", "laser_rifle", "B01", others=(a.GroupShot("A02", "carbine", "B01"),)),
        )
    )

    assert [(each.facts["rolled"], each.facts["kept"]) for each in (one, two, both)] == [(4, 3), (2, 1), (6, 3)]
    assert both.facts["shooters"] == ["A01", "A02"]
    lines = [each for each in both.overlays if isinstance(each, Line)]
    assert [each.points for each in lines] == [((350, 500), (500, 730)), ((600, 500), (500, 730))]
    assert [bool(each.notes) for each in (one, two, both)] == [True, True, True]


@pytest.mark.rule("TD-ACT-05", "TD-CON-01")
def test_with_progressive_naming_nobody_more_joins_than_may_be_named() -> None:
    own = [unit(f"A{number:02}", 400 + 50 * number, 500) for number in (1, 2, 3)]
    shot = a.Fire("A01", "assault_rifle", "B01")
    both = a.Fire("A01", "assault_rifle", "B01", others=(a.GroupShot("A02", "assault_rifle", "B01"),))
    start = position(*own, unit("B01", 500, 700), count=2, options={"activation_choice": "progressive"})

    (more,) = previewed(start, "a", shot).more
    assert [each.picks for each in more.choices] == [("A02",), ("A03",)]
    assert previewed(start, "a", both).more == ()


@pytest.mark.rule("TD-HID-04")
def test_where_shots_may_be_lost_nothing_is_told_of_sight() -> None:
    """Whatever stands between them, the same is said."""
    units = (shooter("A01", 400, 500), shooter("A02", 440, 500), unit("B01", 400, 730))
    shot = a.Fire("A01", "carbine", "B01", others=(a.GroupShot("A02", "carbine", "B01"),))
    options = {"blind_shot": "lost"}

    covered, hidden, clear = (
        previewed(at(*units, pieces=pieces, options=options), "a", act)
        for pieces in ((piece("low", "barricade", (350, 690, 480, 700), 14),), (WALL,), ())
        for act in (shot,)
    )

    assert covered == hidden == clear
    assert clear.side is None
    assert clear.notes[0].text.en == "Whether the target is seen is not told before: if it is not, the shot is lost."
    assert clear.chances
    moves = [
        previewed(at(*units, pieces=pieces, options=options), "a", a.Move("A01", ((420, 540),)))
        for pieces in ((WALL,), ())
    ]
    assert moves[0].overlays == moves[1].overlays
    assert moves[0].chances == moves[0].threats == ()


@pytest.mark.rule("TD-AREA-10", "TD-RES-05")
def test_who_is_in_its_own_burst_is_told_apart_from_friends_and_the_frightened_from_the_calm() -> None:
    scared = unit("B01", 500, 575, frightened=True)
    start = at(shooter(weapon="hand_grenade"), shooter("A02", 530, 540), scared)

    plan = previewed(start, "a", a.FireArea("A01", "hand_grenade", 500, 538))

    assert [note.text.en for note in plan.notes if note.tone == "bad"] == [
        "The burst catches one of your own: A02 A02.",
        "The burst catches the shooter: A01 A01!",
    ]
    assert [chance.text.en for chance in plan.chances if chance.unit == "B01"][1] == "B01 B01 stays frightened"


@pytest.mark.rule("TD-DIV-03", "TD-DIV-05", "TD-RNG-04")
def test_beyond_effective_range_a_share_is_told_by_another_rule_than_a_whole_weapon() -> None:
    gunner = unit("A01", 500, 50, status="active", weapons=("light_machine_gun", "carbine"))
    start = position(gunner, unit("B01", 450, 950), unit("B02", 550, 950))
    divided = a.Fire("A01", "light_machine_gun", split=(a.Share("B01", 2), a.Share("B02", 2)))

    shares, whole = (
        previewed(start, "a", each).chances[0].rules for each in (divided, a.Fire("A01", "carbine", "B01"))
    )

    assert shares[:2] == ("TD-DIV-03", "TD-DIV-05")
    assert whole[:2] == ("TD-FIRE-04", "TD-RNG-04")
