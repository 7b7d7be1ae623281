"""What is being resolved, spoiled bit by bit: every contradiction is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.systems.flames_hexwar.opening.problems import problems
from app.systems.flames_hexwar.position.frames import Frame
from app.systems.flames_hexwar.position.state import Drafts, Position
from tests.games.flames_hexwar.scenes import Table, shot, squad
from tests.games.flames_hexwar.table import book

OWN = squad("A1", "sov_smg", {0: "1306", 1: "1306"})
FOE = squad("B1", "ger_grenadiers_small", {1: "1406", 2: "1406", 3: "1406"})
AIR = {"level": "priority", "aircraft": "il2", "count": 1}


def going() -> Table:
    """A tank that has gone a step and may go on."""
    tanks = squad("A1", "sov_t34_76_4", {0: "0306"})
    at = Table([tanks], [squad("B1", "ger_pak40", {1: "1906>3"})]).plan(A1="MD", B1="FC").until("c")
    return at.acts("a", "activate", platoon="A1").acts("a", "move", team="A1.0", path=("0406",), halt=False)


def shot_at() -> Table:
    """Hits of a volley in (c) to be given out."""
    foe = squad("B1", "ger_grenadiers_small", {0: "1406", 1: "1406", 2: "1406"})
    at = Table([squad("A1", "sov_maxims", {1: "1206", 2: "1206"})], [foe]).plan(A1="MD", B1="FC").until("c")
    at.acts("a", "activate", platoon="A1")
    shots = [shot("A1.1", "hmg", 2, "B1"), shot("A1.2", "hmg", 1, "B1")]
    return at.acts("a", "fire", 6, 1, 6, platoon="A1", shots=shots)


def flown_at() -> Table:
    """A flight on its way, flak to be asked; a battery fires, too."""
    own = [squad("A1", "sov_mortars", {0: "0906", 1: "0906"} | dict.fromkeys(range(2, 8), "0306"))]
    foes = [squad("B1", "ger_grenadiers_small", {1: "1206"}), squad("B2", "ger_flak88", {1: "1506>3"})]
    at = Table(own, foes, air=AIR).acts("a", "air", call=True)
    at.plan(5, 3, A1="FC", B1="FO", B2="FO")
    area = {"planes": 2, "vertex": {"hex": "1206", "v": 0}, "hexes": ["1206", "1306", "1305"]}
    at.acts("a", "strike", attacks=[area])
    return at.commit()


def assaulted() -> Table:
    """An assault before its moves."""
    at = Table([OWN], [FOE]).plan(A1="FO", B1="FO").acts("a", "assault", platoons=("A1",), at="1406").commit()
    return at.acts("a", "next_assault", at="1406")


def fought() -> Table:
    """An assault after whose round the attacker is asked to stay."""
    at = assaulted().acts("a", "done").acts("b", "defend", *[1] * 5, shots=[])
    assert at.prompt == "withdraw"
    return at


def falling_back() -> Table:
    return fought().acts("a", "stay", yes=False)


def special() -> Table:
    """A new command to be appointed in (d)."""
    at = Table([OWN], [FOE]).plan(A1="AE appoint_command", B1="FO").until("d")
    return at.acts("a", "activate", platoon="A1")


ROW: Mapping[str, Any] = {"teams": ["B1.1"], "weapon": "hmg", "shooter": "A1.1"}
SPOILED: list[tuple[Any, int, Mapping[str, Any], str]] = [
    (going, 0, {"mud": 11}, "mud: expected 1 to 10"),
    (going, 0, {"mud": 0}, "mud: expected 1 to 10"),
    (going, 0, {"platoon": "B1"}, "no card of the step"),
    (going, 0, {"moving.team": "B1.1"}, "nobody of its own moves"),
    (going, 0, {"moving.visits": []}, "a way begins somewhere"),
    (going, 0, {"moving.visits.1": {}}, "beside the board alone"),
    (going, 0, {"moving.visits.0": {"place": {"hex": [-1, 6], "floor": 1}}}, "step by step"),
    (going, 0, {"moving.visits.0": {"place": {"hex": [0, 6], "floor": 2}}}, "floors that are there"),
    (going, 0, {"moving.has_halted": True}, "a halt is announced"),
    (going, 0, {"moving.fog": {"A9.9": 3}}, "is no team"),
    (shot_at, 1, {"left": [{"platoon": "A1", "target": "B1", "shots": []}]}, "a volley without shots"),
    (shot_at, 1, {"left": [{"platoon": "A1", "target": "B1", "shots": [
        {"team": "A1.1", "weapon": "tg37", "count": 1, "at": [9, 6]}]}]}, "A1.1 has no tg37"),
    (shot_at, 1, {"left": [{"platoon": "A1", "target": "B1", "shots": [
        {"team": "A1.1", "weapon": "vehicle_mg", "count": 1, "at": [9, 6]}]}]}, "A1.1 has no vehicle_mg"),
    (shot_at, 1, {"left": [{"platoon": "A1", "target": "B1", "shots": [
        {"team": "A1.1", "weapon": "hmg", "count": 0, "at": [9, 6]}]}]}, "dice: expected"),
    (shot_at, 1, {"left": [{"platoon": "A1", "target": "nobody", "shots": [
        {"team": "A1.1", "weapon": "hmg", "count": 1, "at": [9, 6]}]}]}, "nobody is no target"),
    (shot_at, 1, {"context": "fc"}, "another context"),
    (shot_at, 2, {"target": "nobody"}, "nobody is no target"),
    (shot_at, 2, {"rows": []}, "no hits"),
    (shot_at, 2, {"given": ["B1.1"]}, "a team for each hit"),
    (shot_at, 2, {"next": 3, "given": ["B1.1", "B1.2"]}, "no more than there are"),
    (shot_at, 2, {"seat": "a"}, "a seat of the side that is hit"),
    (shot_at, 2, {"riders": ["A1.1"]}, "no living team of whom"),
    (shot_at, 2, {"given": ["A1.1", "A1.2"]}, "no living team of whom"),
    (shot_at, 2, {"rows": [{**ROW, "teams": []}, ROW]}, "nobody can be given"),
    (shot_at, 2, {"rows": [{**ROW, "teams": ["A1.1"]}, ROW]}, "no living team of whom"),
    (shot_at, 2, {"rows": [{**ROW, "weapon": "spoon"}, ROW]}, "spoon is no weapon"),
    (shot_at, 2, {"rows": [{**ROW, "by": "air"}, ROW]}, "hmg is no weapon"),
    (flown_at, 0, {"waves.0.planes": []}, "planes: expected"),
    (flown_at, 0, {"waves.0.side": "B"}, "a side without aircraft"),
    (flown_at, 0, {"waves.0.attacks.0.hexes": ["3906", "1306", "1305"]}, "3906 is off the board"),
    (flown_at, 0, {"waves.0.attacks.0.vertex": {"hex": "3906", "v": 0}}, "3906 is off the board"),
    (flown_at, 0, {"attack": [0, 1]}, "attack: expected"),
    (flown_at, 0, {"aa": [["A1.0", 0, 1, "A"]]}, "no living team of whom"),
    (flown_at, 0, {"aa": [["B2.1", 1, 1, "A"]]}, "fires at no attack"),
    (flown_at, 0, {"aa": [["B2.1", 0, 0, "A"]]}, "fires at no attack"),
    (flown_at, 0, {"lifts": [["B2.1", "Z9"]]}, "is no platoon"),
    (flown_at, 0, {"fires": [["A1", []]]}, "A1 could not fire so"),
    (flown_at, 0, {"smoke": [[[[39, 6]], []]]}, "off the board"),
    (flown_at, 1, {"side": "B"}, "aircraft of that side do not come"),
    (flown_at, 1, {"seats": ["a"]}, "some of the other side"),
    (flown_at, 1, {"seats": []}, "some of the other side"),
    (assaulted, 0, {"platoons": ["B1"]}, "B1 assaults its own side"),
    (assaulted, 0, {"defenders": ["A1"]}, "A1 defends against its own side"),
    (assaulted, 0, {"mover": None}, "mover: expected"),
    (assaulted, 0, {"came_from": {}}, "came from nowhere"),
    (assaulted, 0, {"asked": ["a"]}, "asked: expected defenders"),
    (fought, 0, {"stage": "continue", "tester": None}, "tester: expected"),
    (fought, 0, {"stage": "consolidate", "mover": "A"}, "winner: expected"),
    (fought, 0, {"teams": []}, "nobody of A can strike"),
    (falling_back, 1, {"teams": []}, "nobody falls back"),
    (falling_back, 1, {"teams": ["B1.1"]}, "no living team of whom"),
    (falling_back, 1, {"firing": "B1"}, "after disengaging alone"),
    (special, 0, {"teams": []}, "some of the seat's"),
    (special, 0, {"seat": "b"}, "is no platoon that is left to whom"),
    (special, 0, {"vehicles": ["B1.1"]}, "no living team of whom"),
]  # fmt: skip


def spoiled(position: Position, number: int, changes: Mapping[str, Any]) -> Position:
    """A position with values of one of its frames, named by their path, put elsewhere."""
    frames = msgspec.json.decode(msgspec.json.encode(position.frames))
    for path, value in changes.items():
        holder, *steps = frames[number], *path.split(".")
        for step in steps[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        last = steps[-1]
        holder[int(last) if isinstance(holder, list) else last] = value
    return replace(position, frames=msgspec.convert(frames, tuple[Frame, ...], str_keys=True))


@pytest.mark.parametrize(("scene", "number", "changes", "reason"), SPOILED)
def test_what_is_resolved_must_find_what_it_names(
    scene: Any, number: int, changes: Mapping[str, Any], reason: str
) -> None:
    position = scene().position
    assert problems(book(), position) == []
    assert reason in " ".join(problems(book(), spoiled(position, number, changes)))


# -------------------------------------------------------------------------------------------------------------------- drafts


def designating() -> Table:
    """Reconnaissance that may look for those gone to ground, and guns that may shoot at them."""
    own = [squad("A1", "us_recce", {0: "1106>0"}), squad("A2", "sov_maxims", {1: "1006"})]
    return Table(own, [FOE]).plan(A1="FC", A2="FC", B1="FO").until("a2_designate")


def writing() -> Table:
    return Table([OWN], [FOE]).plan(A1="FO", B1="FO")


HMG = {"team": "A2.1", "weapon": "hmg", "count": 1, "at": "B1"}
DRAFTED: list[tuple[Any, Mapping[str, Any], str]] = [
    (designating, {"lifts": {"A1.0": {"platoon": "B1", "number": 1}}}, ""),
    (designating, {"lifts": {"A2.1": {"platoon": "B1"}}}, "drafts.lifts"),
    (designating, {"lifts": {"A1.0": {"platoon": "A2"}}}, "drafts.lifts"),
    (designating, {"fires": {"A2": [HMG]}}, ""),
    (designating, {"fires": {"A1": [HMG]}}, "drafts.fires"),
    (designating, {"fires": {"A2": [{**HMG, "count": 11}]}}, "drafts.fires"),
    (writing, {"assaults": {"1406": ["A1"]}}, ""),
    (writing, {"assaults": {" 1406": ["A1"]}}, "drafts.assaults"),
    (writing, {"assaults": {"9906": ["A1"]}}, "drafts.assaults"),
    (writing, {"assaults": {"1407": ["A1"]}}, "drafts.assaults"),
    (writing, {"assaults": {"1406": []}}, "drafts.assaults"),
    (writing, {"assaults": {"1406": ["B1"]}}, "drafts.assaults"),
]


@pytest.mark.parametrize(("scene", "drafts", "reason"), DRAFTED)
def test_what_is_drafted_is_what_a_seat_could_draft(scene: Any, drafts: Mapping[str, Any], reason: str) -> None:
    position = scene().position
    seat = next(iter(position.seats))
    state = replace(position.seats[seat], drafts=msgspec.convert(drafts, Drafts, str_keys=True))
    found = " ".join(problems(book(), replace(position, seats={**position.seats, seat: state})))
    assert (reason in found) if reason else not found
