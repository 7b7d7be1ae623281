"""Positions that contradict themselves are told, each by its reason; what play comes to never is."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.types import Text
from app.systems.tierras_distantes.book.pieces import Objective
from app.systems.tierras_distantes.opening.problems import problems
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.position.state import Position
from tests.games.tierras_distantes.playing import after, opened
from tests.games.tierras_distantes.table import book


def put(data, path, value):
    *way, last = path.split(".")
    for name in way:
        data = data[int(name)] if isinstance(data, list) else data[name]
    data[int(last) if isinstance(data, list) else last] = value


@pytest.fixture(scope="module")
def in_play():
    position = after(opened("outpost", (6, 1)).state, "a", a.ChooseSide("south"))
    for seat in "ab":
        position = after(position, seat, a.DeployRest())
    position = after(position, "a", a.ConfirmDeployment())
    return after(position, "b", a.ConfirmDeployment(), 6, 1, 1, 1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scenario", "moon"),
        ("scenario", "own"),
        ("options.morale", "never"),
        ("options", {}),
        ("tables", {"weapon.bow.total": 3}),
        ("players.A.seat", "b"),
        ("players.A.members", None),
        ("players.A.members.0.armour", "glass"),
        ("players.A.side", "north"),
        ("players.A.side", None),
        ("players", {}),
        ("totals", {"A": 5}),
        ("board.sides", ["south", "west"]),
        ("board.pieces.1.id", "hill_w1"),
        ("board.pieces.0.footprint", [[80, 380], [80, 580], [320, 580], [320, 380]]),
        ("board.pieces.0.footprint", [[800, 380], [1010, 380], [900, 580]]),
        ("board.pieces.0.z1_mm", 0),
        ("board.pieces.4.z0_mm", 10),
        ("board.pieces.6.z1_mm", 10),
        ("units", {}),
        ("units.A01.id", "A02"),
        ("units.A01.player", "B"),
        ("units.A01.quality", "giant"),
        ("units.A01.weapons", []),
        ("units.A01.x_mm", None),
        ("units.A01.status", "lost"),
        ("units.A01.status", "undeployed"),
        ("units.A01.climbing", "moon"),
        ("phase", "over"),
        ("phase", "sides"),
        ("phase", "deployment"),
        ("turn", 0),
        ("initiative", None),
        ("batch.named", ["B01"]),
        ("batch.named", ["A09"]),
        ("result", {"winner": "A", "reason": "resigned"}),
    ],
)
def test_a_contradiction_is_told(in_play, path, value):
    data = msgspec.json.decode(msgspec.json.encode(in_play))
    put(data, path, value)

    changed = msgspec.convert(data, Position)

    assert problems(book(), in_play) == []
    assert problems(book(), changed)


@pytest.mark.parametrize(("path", "value"), [("players.A.lost", 3), ("units.A01.frightened", True), ("quiet", 3)])
def test_what_breaks_nothing_may_be_so(in_play, path, value):
    data = msgspec.json.decode(msgspec.json.encode(in_play))
    put(data, path, value)

    assert problems(book(), msgspec.convert(data, Position)) == []


def test_nobody_is_still_to_be_deployed_once_its_player_has_confirmed(in_play):
    data = msgspec.json.decode(msgspec.json.encode(in_play))
    data["units"]["A01"] |= {"status": "undeployed", "x_mm": None, "y_mm": None, "z_mm": None}
    deploying = {**data, "phase": "deployment", "batch": None}

    found = [problems(book(), msgspec.convert(each, Position)) for each in (data, deploying)]

    assert [[reason.partition(":")[0] for reason in each] for each in found] == [["units.A01.status"]] * 2


@pytest.mark.rule("TD-TER-04", "TD-DEP-01")
def test_before_play_it_must_be_known_who_is_asked():
    sides, lots = opened("outpost", (6, 1)).state, opened("two_halves", ()).state
    turns = after(opened("outpost", (6, 1), deployment_order="alternate").state, "a", a.ChooseSide("south"))

    assert [problems(book(), each) for each in (sides, lots, turns)] == [[], [], []]
    nobody = (
        ("chooser", msgspec.structs.replace(sides, chooser=None)),
        ("placing", msgspec.structs.replace(lots, phase="terrain", placing=None)),
        ("to_deploy", msgspec.structs.replace(turns, to_deploy=None)),
    )
    for field, changed in nobody:
        assert any(reason.startswith(f"{field}:") for reason in problems(book(), changed))


@pytest.mark.rule("TD-END-10")
@pytest.mark.parametrize(("top", "is_told"), [(-1, True), (0, False), (60, False)])
def test_the_heights_of_an_objective_are_not_upside_down(in_play, top, is_told):
    disc = Objective("core", Text("", ""), 500, 500, 60, 0, top, 1)
    at = msgspec.structs.replace(in_play, board=msgspec.structs.replace(in_play.board, objectives=(disc,)))

    assert bool(problems(book(), at)) == is_told


@pytest.mark.parametrize("name", ["A", "A1x", "C01", "a01", "A²"])
def test_ids_are_a_letter_and_a_number(in_play, name):
    data = msgspec.json.decode(msgspec.json.encode(in_play))
    data["units"][name] = {**data["units"]["A01"], "id": name}

    found = problems(book(), msgspec.convert(data, Position))

    assert [reason.partition(":")[0] for reason in found] == [f"units.{name}"]


def test_nobody_climbs_who_is_not_in_play(in_play):
    piece = in_play.board.pieces[0].id
    lost = msgspec.structs.replace(in_play.units["A01"], status="lost", x_mm=None, y_mm=None, z_mm=None, climbing=piece)

    found = problems(book(), msgspec.structs.replace(in_play, units={**in_play.units, "A01": lost}))

    assert [reason.partition(":")[0] for reason in found] == ["units.A01.climbing"]
