"""What an event leaves of a team, of a platoon, of a side: everything that it changes, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.boards import hexes
from app.engine.types import Event, UnitId
from app.systems.flames_hexwar.book.kinds import Place, PlatoonId
from app.systems.flames_hexwar.position import events as e
from app.systems.flames_hexwar.position import events_fights as ef
from app.systems.flames_hexwar.position import events_moves as em
from app.systems.flames_hexwar.position import events_plans as ep
from app.systems.flames_hexwar.position.evolve import evolve
from app.systems.flames_hexwar.position.state import Battery, Position, TeamTurn
from tests.games.flames_hexwar.scenes import FAR, Table, squad

T, TANK = UnitId("A1.0"), UnitId("A2.0")
A1, B1 = PlatoonId("A1"), PlatoonId("B1")
AT, NEXT = hexes.from_offset(5, 6), hexes.from_offset(6, 6)
NOTED = {"at": NEXT, "in_street": False, "foxhole": False}
CAME = {
    "turn.moved": "moved",
    "at": NEXT,
    "half": "free",
    "facing": 1,
    "foxhole": False,
    "in_street": False,
    "gone_to_ground": False,
}


def table() -> Table:
    return Table([squad("A1", "sov_smg", {0: "0506"}), squad("A2", "sov_t34_76_4", {0: "0506>0"})], [FAR])


def changes(before: Any, after: Any) -> dict[str, Any]:
    """The fields that differ, those of the turn as ``turn.moved``."""
    found = {}
    for name in before.__struct_fields__:
        one, two = getattr(before, name), getattr(after, name)
        if isinstance(one, TeamTurn):
            found |= {f"turn.{key}": value for key, value in changes(one, two).items()}
        elif one != two:
            found[name] = two
    return found


@pytest.mark.rule("FHW-AE-02", "FHW-COV-11", "FHW-MT-02", "FHW-MOVE-08", "FHW-TRAN-01", "FHW-GTG-03", "FHW-TERR-09")
@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (em.Moved(T, AT, Place(NEXT)), NOTED | {"half": None, "turn.moved": "moved", "turn.changed_hex": True}),
        (
            em.Moved(T, AT, Place(NEXT), street=True, facing=4, doubled=True),
            {"at": NEXT, "foxhole": False, "half": None, "facing": 4, "turn.moved": "doubled", "turn.changed_hex": True},
        ),
        (em.Moved(T, AT, Place(AT, 2)), {"floor": 2, "half": None, "in_street": False, "turn.moved": "moved"}),
        (
            em.Moved(T, AT, Place(AT, 2), doubled=True),
            {"floor": 2, "half": None, "in_street": False, "turn.moved": "moved"},
        ),
        (em.HaltedAt(T, "free", 2), {"half": "free", "facing": 2, "in_street": False, "turn.halted": True}),
        (em.HaltedAt(T, "cover", street=True), {"turn.halted": True}),
        (em.HaltedAt(T, "cover", turned=True, street=True), {"turn.halted": True, "turn.moved": "moved"}),
        (
            em.GotDown(T, NEXT, "free", 1, True),
            {"at": NEXT, "half": "free", "facing": 1, "suppressed": True, "in_street": False, "turn.got_down": True},
        ),
        (
            em.GotUp(T, TANK),
            {"at": None, "half": None, "aboard": TANK, "gone_to_ground": False,
             "turn.got_up": True, "turn.halted": True},
        ),
        (em.FellBack(T, Place(NEXT), "free", 1), CAME | {"turn.changed_hex": True}),
        (em.Consolidated(T, Place(NEXT), "free", 1), CAME | {"turn.changed_hex": True}),
        (
            em.Consolidated(T, Place(AT, 2), "cover", street=True),
            {"floor": 2, "turn.moved": "moved"},
        ),
        (em.Turned(T, 5), {"facing": 5}),
        (em.BogTested(T, (1,), 2, False), {"bogged": True}),
        (em.BogTested(T, (1,), 2, False, True), {"turn.stuck": True}),
        (em.BogTested(T, (2,), 2, True), {}),
        (em.DugIn(A1, 6, 3), {}),
        (em.Lifted(T, B1, 6, 3), {"turn.lifted": True}),
        (em.FoundOut((T,)), {"gone_to_ground": False, "found": True}),
        (ep.LeftGround((T,)), {"gone_to_ground": False}),
        (ef.AntiAirFired(T, "A", 0, (1,), 6), {"turn.aa_fired": True}),
        (ef.HitGiven(T, opportunity=True), {"turn.hit_in_fo": True}),
        (ef.HitGiven(T), {}),
        (ef.Struck(T, (6,), 3, 1), {"turn.assaulted": True}),
        (ef.SmokeRolled(A1, (1,), 0, True, T), {"smoke_uses": 1, "smoke_out": True}),
        (ef.ShotsRolled(T, "smg", "B1", (1, 2), {}, AT, NEXT, A1), {"turn.rolled": 2, "turn.shot": True}),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, msgspec.Struct) else "",
)  # fmt: skip
def test_what_an_event_changes_of_a_team(event: Event, expected: dict[str, Any]) -> None:
    at = table().change(T, foxhole=True, gone_to_ground=True, in_street=True, half="cover")
    before = at.team(T)
    assert changes(before, evolve(at.position, event).teams[T]) == expected


@pytest.mark.rule("FHW-MT-02", "FHW-SHOT-10")
def test_who_has_doubled_has_doubled_for_the_rest_of_the_turn() -> None:
    at = table().change(T, turn=TeamTurn(moved="doubled", changed_hex=True, hit_in_fo=True))
    for event in (em.Moved(T, AT, Place(NEXT)), em.HaltedAt(T, None, turned=True)):
        assert evolve(at.position, event).teams[T].turn.moved == "doubled"


@pytest.mark.rule("FHW-HIT-09")
def test_each_side_from_which_a_platoon_has_fired_is_noted_once() -> None:
    shot = ef.ShotsRolled(UnitId("B1.0"), "rifle_mg", "A1", (6,), {T: (3,), UnitId("A1.99"): (3,)}, NEXT, AT, B1)
    position = evolve(evolve(table().position, shot), shot)
    assert position.teams[T].turn.fired_from == ((0, B1),)
    assert position.teams[UnitId("A1.1")].turn.fired_from == ()


@pytest.mark.rule("FHW-TURN-04", "FHW-HID-03", "FHW-FO-16", "FHW-SMOKE-06")
def test_with_the_turn_everything_goes_that_is_of_it_alone() -> None:
    at = table()
    turn = TeamTurn(
        "doubled", True, True, True, True, 2, True, {B1: (1,)}, (UnitId("B1.0"),), True, ((0, B1),), *[True] * 8
    )

    def busy(now: Position) -> Position:
        company = next(iter(now.companies.values()))
        used = replace(
            now.platoons[A1], order="AE", ae="dig_in", turned=True, done=True, rallied=True, seen=(B1,), fo_first=B1,
            would_rally=("FC",), disorganised=True, lost_mover=True,
        )  # fmt: skip
        return replace(
            now,
            platoons={**now.platoons, A1: used},
            companies={**now.companies, company.key: replace(company, deck=(A1,), aside=(A1,), counted=1)},
            sides={**now.sides, "A": replace(now.sides["A"], flight=2)},
            seats={seat: replace(state, in_force=True) for seat, state in now.seats.items()},
            smoke=evolve(now, ef.SmokePlaced((AT,))).smoke,
        )

    quiet = at.change(T, foxhole=True, gone_to_ground=True, suppressed=True).position
    at.change(T, turn=turn, found=True, joins=A1).changed(busy)
    batteries = {A1: Battery(bombarded=1)}
    ended = evolve(at.position, e.TurnEnded(batteries))
    assert ended.teams == quiet.teams
    assert ended.platoons == {
        **quiet.platoons,
        A1: replace(quiet.platoons[A1], disorganised=True, battery=batteries[A1]),
    }
    assert (ended.companies, ended.sides, ended.seats) == (quiet.companies, quiet.sides, quiet.seats)
    assert ended.smoke == ()


@pytest.mark.rule("FHW-SMOKE-05", "FHW-SMOKE-06")
def test_newer_smoke_takes_the_place_of_older() -> None:
    position = evolve(evolve(table().position, ef.SmokePlaced((AT, NEXT), (T,))), ef.SmokePlaced((AT,)))
    assert {(each.at, each.blind) for each in position.smoke} == {(NEXT, (T,)), (AT, ())}


@pytest.mark.rule("FHW-AIR-10", "FHW-AIR-02")
def test_planes_that_are_shot_down_are_lost_to_the_side_and_dice_are_used_up() -> None:
    at = Table([squad("A1", "sov_smg")], [FAR], air={"level": "limited", "aircraft": "il2", "count": 1})
    called = evolve(at.position, em.AirCalled("A", 6, (3,), 2))
    shot = evolve(called, ef.AntiAirFired(T, "A", 0, (6, 6), 5, 2, 2))
    assert [(each.sides["A"].air_dice, each.sides["A"].planes, each.sides["A"].flight) for each in (called, shot)] == [
        (4, 3, 2),
        (4, 1, 2),
    ]
