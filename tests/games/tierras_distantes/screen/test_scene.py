"""What is drawn: heights, climbers, zones, objectives, what is hidden; what stands beside the table."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.offers import OWN_LIST
from app.engine.scene import Area, Token
from app.engine.types import SPECTATOR, Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Batch, Ending
from tests.games.tierras_distantes.playing import after, opened, step
from tests.games.tierras_distantes.screen.looking import A, B, drawn, figures, one, panel, row, standing
from tests.games.tierras_distantes.table import book, piece, position, unit

ROOF = Objective("core", Text("Núcleo", "Core"), 500, 500, 100, 60, 60, 3)


def token(at, name, viewer=SPECTATOR):
    found = one(at, name, viewer)
    assert isinstance(found, Token)
    return found


# -- heights


@pytest.mark.rule("TD-TER-05", "TD-BRD-04")
def test_a_piece_is_drawn_from_its_bottom_to_its_top_and_hangs_overhead_where_it_is_raised():
    at = position(
        unit("A01", 100, 100),
        unit("B01", 900, 900),
        pieces=(piece("way", "platform", (400, 400, 600, 500), 60, 55), piece("box", "container", (0, 0, 50, 50), 29)),
    )

    way, box = one(at, "way"), one(at, "box")

    assert isinstance(way, Area)
    assert isinstance(box, Area)
    assert (way.bottom, way.top, way.layer) == (55, 60, "overhead")
    assert (box.bottom, box.top, box.layer) == (0, 29, "terrain")
    assert [tag.en for tag in way.tags] == ["can be stood on"]
    assert [tag.es for tag in box.tags] == ["se puede estar encima"]


def test_what_a_piece_does_is_said_in_its_tags():
    said = {}
    for kind, row_ in book().rules().ground.items():
        at = position(unit("A01"), unit("B01", 900, 900), pieces=(piece("p", kind, (400, 400, 500, 500), 0),))
        found = one(at, "p")
        assert isinstance(found, Area)
        said[kind] = {tag.en for tag in found.tags}
        assert found.soft == row_.soft
    assert said["water"] == {"impassable"}
    assert said["swamp"] == {"costs double"}
    assert said["rubble"] == {"costs double", "cover +1 inside"}
    assert said["trench"] == {"cover +2 inside"}
    assert said["woods"] == {"hides with depth", "costs double"}
    assert said["wall"] == {"cannot be stood on"}


def test_a_lower_tier_is_drawn_before_a_higher_one_and_pieces_of_a_kind_are_numbered():
    tiers = (piece("top", "hill", (40, 40, 60, 60), 20), piece("low", "hill", (0, 0, 100, 100), 10))
    at = position(unit("A01", 500, 500), unit("B01", 900, 900), pieces=tiers)

    found = [(each.id, each.name.en) for each in drawn(at).drawables if isinstance(each, Area)]

    assert found == [("low", "Hill tier 2"), ("top", "Hill tier 1")]


@pytest.mark.rule("TD-GEN-06", "TD-CLB-08")
def test_a_miniature_is_drawn_at_its_true_size_with_its_feet_and_the_face_it_clings_to():
    wall = piece("wall", "wall", (400, 400, 410, 600), 50)
    at = position(
        unit("A01", 385, 500, 25, climbing="wall"),
        unit("A02", 100, 100, quality="alien_brute"),
        unit("B01", 900, 900),
        pieces=(wall,),
    )

    climber, brute = token(at, "A01"), token(at, "A02")

    assert (climber.radius, climber.feet, climber.holds) == (12.5, 25, "wall")
    assert (brute.radius, brute.feet, brute.holds) == (20, 0, None)
    assert [mark.text.es for mark in climber.marks] == ["Escalando, a 2,5 cm"]
    assert row(at, "row-A01").detail == Text("Por activar · a 2,5 cm de altura", "Ready · 2.5 cm up")


@pytest.mark.rule("TD-GEN-02")
def test_a_scale_makes_miniatures_larger_and_terrain_stays():
    at = position(
        unit("A01"),
        unit("B01", 900, 900),
        pieces=(piece("box", "container", (0, 0, 9, 9), 29),),
        options={"scale_pct": 200},
    )

    assert token(at, "A01").radius == 25
    box = one(at, "box")
    assert isinstance(box, Area)
    assert box.top == 29


# -- how miniatures fare


@pytest.mark.rule("TD-ACC-01", "TD-ACT-06")
def test_who_is_ready_active_or_done_can_be_told_apart_and_the_active_show_the_actions_they_have_left():
    at = position(
        unit("A01", 100, 100, status="active", actions=1, moves=1),
        unit("A02", 200, 100, status="done"),
        unit("A03", 300, 100),
        unit("B01", 900, 900, status="done"),
    )

    active, done, ready, other = (token(at, name) for name in ("A01", "A02", "A03", "B01"))

    assert (active.active, active.spent, [(pips.used, pips.total) for pips in active.pips]) == (True, False, [(2, 3)])
    assert (done.active, done.spent, done.pips, done.front, done.facing_deg) == (False, True, (), True, 270)
    assert (ready.active, ready.spent, ready.pips, ready.front) == (False, False, (), False)
    assert other.facing_deg == 90


@pytest.mark.rule("TD-ACC-02", "TD-ACC-03")
def test_what_an_active_one_may_still_do_stands_in_its_row():
    at = position(
        unit("A01", status="active", actions=2, moves=2),
        unit("A02", 90, status="active", shots=1, actions=1),
        unit("B01", 900, 900),
    )

    assert row(at, "row-A01").detail == Text("Activa · sin movimientos", "Active · no moves left")
    assert [(each.symbol, each.value, each.of) for each in row(at, "row-A01").figures] == [("actions", 1, 3)]
    assert row(at, "row-A02").detail == Text("Activa · ha disparado", "Active · has fired")


def test_leaders_the_frightened_and_further_weapons_bear_marks_and_rows_name_all_they_carry():
    at = position(
        unit("A01", leader=True, frightened=True, weapons=("carbine", "hand_grenade"), armour="light"),
        unit("B01", 900, 900),
    )

    assert [mark.symbol for mark in token(at, "A01").marks] == ["leader", "fright", "carbine"]
    assert [mark.symbol for mark in row(at, "row-A01").marks] == [
        *("leader", "fright", "carbine", "hand_grenade", "armour-light")
    ]


def test_who_is_lost_leaves_the_table_and_stays_in_the_list():
    at = position(unit("A01"), unit("A02", status="lost"), unit("B01", 900, 900))

    assert "A02" not in {each.id for each in drawn(at).drawables}
    lost = row(at, "row-A02")
    assert (lost.spent, lost.unit, lost.detail) == (True, None, Text("Baja", "Lost"))


# -- zones and objectives


@pytest.mark.rule("TD-DEP-01", "TD-DEP-02")
def test_both_zones_are_drawn_as_long_as_somebody_is_to_deploy():
    def zones(at):
        return {each.id: each for each in drawn(at).drawables if each.id.startswith("zone-")}

    at = opened("reactor").state
    assert {name: each.side for name, each in zones(at).items()} == {"zone-west": None, "zone-east": None}
    assert max(x for x, _ in zones(at)["zone-west"].shape.points) == 450
    winner = at.chooser
    at = after(at, at.players[winner].seat, a.ChooseSide("east"))
    assert zones(at)["zone-east"].side == winner
    assert zones(position(unit("A01"), unit("B01", 900, 900))) == {}


@pytest.mark.rule("TD-END-10")
def test_an_objective_shows_what_it_counts_at_which_height_and_who_holds_it():
    roof = piece("block", "building", (300, 300, 700, 700), 60)
    free = position(
        unit("A01", 500, 500), unit("B01", 900, 900), pieces=(roof,), objectives=(ROOF,), options={"turn_limit": 8}
    )
    taken = position(
        unit("A01", 500, 500, 60), unit("B01", 900, 900), pieces=(roof,), objectives=(ROOF,), options={"turn_limit": 8}
    )

    nobodys, core = one(free, "objective-core"), one(taken, "objective-core")

    assert isinstance(nobodys, Area)
    assert isinstance(core, Area)
    assert (nobodys.side, nobodys.marks) == (None, ())
    assert (core.side, [(mark.symbol, mark.side) for mark in core.marks]) == ("A", [("held", "A")])
    assert [tag.en for tag in core.tags] == ["3 points at the end", "6 cm up"]
    assert figures(taken, "A")["points"] == (3, None)
    assert figures(free, "A")["points"] == (0, None)


@pytest.mark.rule("TD-END-09")
def test_without_a_turn_limit_objectives_count_for_nothing_and_say_so():
    at = position(unit("A01"), unit("B01", 900, 900), objectives=(ROOF,))

    core = one(at, "objective-core")

    assert isinstance(core, Area)
    assert core.tags[0].en == "counts for nothing without a turn limit"
    assert "points" not in figures(at, "A")


# -- beside the table


@pytest.mark.rule("TD-END-06")
def test_losses_stand_against_the_breaking_point_and_the_ready_are_counted():
    at = position(unit("A01"), unit("A02", 60, status="done"), unit("A03", status="lost"), unit("B01", 900, 900))

    assert figures(at, "A") == {"living": (2, None), "casualties": (1, 2), "ready": (1, None)}


@pytest.mark.rule("TD-END-07")
def test_with_dice_for_morale_the_chance_to_hold_is_told():
    five = [unit(f"A0{n}", 60 * n) for n in range(1, 4)]
    at = position(*five, unit("A04", status="lost"), unit("B01", 900, 900), options={"morale": "roll"})

    assert figures(at, "A")["breaking"] == (83, None)  # from a quarter it holds below 10: 30 of 36
    assert figures(at, "A")["casualties"] == (1, 3)
    assert figures(at, "B")["breaking"] == (100, None)


@pytest.mark.rule("TD-INI-01", "TD-ACT-01", "TD-ACT-08")
def test_a_standing_says_who_has_the_initiative_and_what_was_rolled():
    at = position(unit("A01"), unit("B01", 900, 900))

    assert standing(at, "A").note == Text("Tiene la iniciativa · Tirada: 6", "Has the initiative · Roll: 6")
    assert standing(at, "B").note is None
    assert [each.active for each in drawn(at).standings] == [True, False]


@pytest.mark.rule("TD-END-13", "TD-ACT-03")
def test_pips_count_those_named_and_once_there_are_any_the_quiet_turns():
    at = position(unit("A01", status="active"), unit("A02", 60), unit("B01", 900, 900), count=2, quiet=3)
    final = Batch("A", "final", None, 1, ("A01",))

    named, quiet = drawn(at).pips

    assert (named.used, named.total, named.side, named.fills) == (1, 2, "A", True)
    assert (quiet.used, quiet.total, quiet.fills) == (3, 4, True)
    assert drawn(position(unit("A01", status="active"), unit("B01", 900, 900), batch=final)).pips == ()


@pytest.mark.rule("TD-TER-04")
def test_terrain_in_hand_is_listed_with_its_size_for_each_player():
    at = opened("two_halves").state
    assert len(panel(at, "pool-of-all").rows) == 12
    for lot in at.placing.pool:
        top = max(each.z1_mm for each in (lot.piece, *lot.piece.parts))
        told = row(at, f"pool-{lot.piece.id}").detail.en
        assert (f"{top / 10:g} cm high" in told) is bool(top), told
    for seat in ("a", "b"):
        ready = book().rules().scenarios["two_halves"].ready[0].members
        at = after(at, seat, lock(ready)) if seat == "a" else step_with_dice(at, seat, lock(ready))

    mine, other = panel(at, "pool-of-A", A), panel(at, "pool-of-B", A)

    assert (len(mine.rows), len(other.rows)) == (6, 6)
    assert all(each.detail is not None and "×" in each.detail.es for each in (*mine.rows, *other.rows))


def lock(members):
    return a.LockSquad(tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in members))


def step_with_dice(at, seat, action):
    """The lot: A wins, then A and B by turns get a piece, and the last ones without a die."""
    return step(at, seat, action, 6, 1, *(1, 4) * 5, 1).state


# -- what is hidden


@pytest.mark.rule("TD-HID-02", "TD-SQD-10")
def test_a_locked_squad_is_listed_for_its_owner_alone():
    at = opened("unknown_world").state
    at = after(at, "a", lock(book().rules().scenarios["unknown_world"].ready[0].members))

    assert [each.id for each in panel(at, OWN_LIST, A).rows] == [
        *("list-A", "list-A-0", "list-A-1", "list-A-2", "list-A-3")
    ]
    for viewer in (B, SPECTATOR):
        assert [each.id for each in panel(at, "squad-A", viewer).rows] == ["list-A"]
        assert figures(at, "A", viewer) == {}
    assert figures(at, "A", A) == {"cost": (196, None)}


@pytest.mark.rule("TD-HID-03")
def test_in_blind_deployment_nothing_of_the_others_places_shows():
    at = opened("outpost").state
    at = after(at, at.players[at.chooser].seat, a.ChooseSide("south"))
    own, others = ("a", B) if at.chooser == "A" else ("b", A)
    before = msgspec.json.encode(drawn(at, others)), msgspec.json.encode(drawn(at))

    at = after(at, own, a.DeployRest())

    assert (msgspec.json.encode(drawn(at, others)), msgspec.json.encode(drawn(at))) == before
    assert sum(isinstance(each, Token) for each in drawn(at, A if own == "a" else B).drawables) == 6
    assert figures(at, at.chooser, A if own == "a" else B)["miniatures"] == (6, 6)


@pytest.mark.rule("TD-ACT-08", "TD-END-13")
def test_of_a_draw_nobody_is_out_and_a_last_batch_has_no_roll_to_tell():
    over = position(unit("A01"), unit("B01", 900, 900), phase="over", batch=None, result=Ending("draw", "quiet"))
    last = position(unit("A01", status="active"), unit("B01", 900, 900), batch=Batch("A", "final", None, 1, ("A01",)))
    endless = position(unit("A01"), unit("B01", 900, 900), quiet=2, options={"quiet_turns": 0, "turn_limit": 4})

    assert [each.out for each in drawn(over).standings] == [False, False]
    assert "last batch" in standing(last, "A").note.en.lower()
    assert not [pips for pips in drawn(endless).pips if "uiet" in pips.name.en]


@pytest.mark.rule("TD-SQD-06", "TD-END-10", "TD-ACT-01")
def test_lists_objectives_and_rolls_are_told_in_the_panels():
    members = book().rules().scenarios["unknown_world"].ready[0].members
    listed = tuple(a.ListedMember(m.quality, m.armour, m.weapons, m.leader, m.count) for m in members)
    building = after(opened("unknown_world").state, "a", a.LockSquad(listed))
    aim = Objective("aim", Text("Pozo", "Well"), 500, 500, 60, 0, 0, 2)
    played = position(unit("A01", 500, 500), unit("B01", 900, 900), objectives=(aim,))
    over = position(unit("A01", 500, 500), unit("B01", 900, 900), phase="over", result=Ending("A", "losses"))

    rows = [row(building, f"list-A-{number}", A) for number in range(len(members))]
    assert [[mark.symbol for mark in each.marks] for each in rows] == [["leader"] if m.leader else [] for m in members]
    assert (row(played, "row-objective-aim").title.en, row(played, "row-objective-aim").side) == ("Well", "A")
    assert (standing(played, "A").note is None, standing(over, "A").note) == (False, None)
