"""The questions of this chapter, answered by the functions that judge the game: thin adapters between plain JSON and values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from app.boards import squares
from app.engine.refusal import Refusal
from app.engine.types import UnitId
from app.systems.splatball.fire import advance, attack, cover, hits, odds, ranges, retreat, sight
from app.systems.splatball.park.field import Field
from app.systems.splatball.position.state import Contacts, Piece, Unit
from tests.games.splatball import table

LETTERS = "abcd"
Given = Mapping[str, Any]
FAR = (40, 40)
"""A board for questions that name none."""


def _pair(at: Any) -> tuple[int, int]:
    return (at[0], at[1])


def _segment(given: Any) -> Any:
    return (_pair(given[0]), _pair(given[1]))


def _unit(given: Given) -> Unit:
    known = {
        "activated": given.get("activated", True),
        "boarded": given.get("boarded_this_turn", False),
        "inside": given.get("in"),
        "at": None if "at" not in given else _pair(given["at"]),
    }
    same = ("facing", "damage", "marker", "revealed", "attacked", "has_moved", "unloaded_from", "has_unloaded")
    lives = {"lives": given["lives"]} if "lives" in given else {}
    more = {name: given[name] for name in same if name in given} | lives
    return table.unit(given["id"], given["type"], seat=LETTERS[given.get("seat", 0)], **known, **more)


def _piece(given: Given) -> Piece:
    owner, objective = (given.get(name) for name in ("owner", "objective"))
    letters = (None if seat is None else LETTERS[seat] for seat in (owner, objective))
    return table.piece(given["id"], given["kind"], _pair(given["at"]), *letters)


def _ground(given: Given) -> dict[str, Any]:
    board = given.get("board")
    return {
        "pieces": [_piece(each) for each in given.get("pieces", ())],
        "fences": [_segment(each) for each in given.get("fences", ())],
        "of": table.rules(**given.get("options", {})),
        "size": FAR if board is None else (board["w"], board["h"]),
        "missing": [] if board is None else board.get("missing", []),
    }


def _field(given: Given, **changes: Any) -> Field:
    units = [_unit(each) for each in given["units"]]
    named = given.get("attacker")
    units = [each if each.id != named else replace(each, **changes) for each in units]
    sides = {LETTERS[int(seat)]: LETTERS[side] for seat, side in given.get("sides", {}).items()}
    edges = dict.fromkeys(LETTERS, given["own_edge"]) if "own_edge" in given else table.EDGES
    return table.field(*units, sides=sides, edges=edges, **_ground(given))


def distance(given: Given) -> Given:
    far = squares.distance(_pair(given["from"]), _pair(given["to"]), diagonals=given.get("diagonals", True))
    return {"distance": far}


def in_arc(given: Given) -> Given:
    return {"inside": ranges.in_arc(_pair(given["at"]), given["facing"], given["arc"], _pair(given["target"]))}


def line_of_sight(given: Given) -> Given:
    pieces = [_piece(each) for each in given.get("pieces", ())]
    others = {_pair(at) for at in given.get("units_at", ())}
    seen = sight.line_of_sight(table.ground(*pieces), _pair(given["from"]), _pair(given["to"]), others)
    return {"clear": seen.is_clear}


def covered(given: Given) -> Given:
    stood = _ground(given)
    found = cover.cover(
        table.ground(*stood.pop("pieces"), **stood), _pair(given["target_at"]), _pair(given["attacker_at"])
    )
    return {"dice": found.dice, "points": found.points, "ignore_first_retreat": found.ignores_first_retreat}


def power_loss(given: Given) -> Given:
    return {"points": hits.power_loss(table.rules().units[given["type"]], given["lives"])}


def hits_of(given: Given) -> Given:
    rule = given.get("points_rule", "pool")
    return {"hits": hits.hits(given["dice"], given["to_hit"], given["deduction"], rule)}


def odds_of(given: Given) -> Given:
    found = odds.odds(given["dice"], given["to_hit"], given["deduction"], "pool")
    return {"counts": list(found.counts), "of": found.of}


def vehicle_attack(given: Given) -> Given:
    rules = table.rules(**given.get("options", {}))
    power = hits.power(given["dice"], given["deduction"])
    found = hits.on_vehicle(rules, rules.units[given["vehicle"]], given["damage"], power)
    return {
        "power": power,
        "impact": found.impact,
        "damage": found.damage,
        "effect": found.effect,
        "points": found.points,
    }


def foot_attack(given: Given) -> Given:
    kind = table.rules().units[given["type"]]
    found = hits.on_foot(kind, given["lives"], hits.hits(given["dice"], kind.to_hit, given["deduction"], "pool"))
    return {
        "hits": found.hits,
        "lives_removed": found.removed,
        "lives_left": found.left,
        "eliminated": found.is_eliminated,
        "points": found.points,
        "retreat_dice": found.retreat_dice,
    }


def retreat_count(given: Given) -> Given:
    kind = table.rules().units[given["type"]]
    return {"squares": hits.retreat_count(kind, given["dice"], ignore_first=given["ignore_first"])}


def retreat_squares(given: Given) -> Given:
    field = _field(given)
    return {"squares": [list(at) for at in retreat.retreat_squares(field, field.units[given["unit"]])]}


def retreat_outcome(given: Given) -> Given:
    field = _field(given)
    choices = [_pair(at) for at in given["choices"]]
    found = retreat.outcome(field, field.units[given["unit"]], given["squares"], choices)
    return {
        "at": list(found.at),
        "lives_left": found.lives,
        "eliminated": not found.lives,
        "points": found.points,
        "marker": found.marker,
    }


def check_attack(given: Given) -> Given:
    field = _field(given, moved=given.get("moved", 0), turned=given.get("turned", False))
    found = attack.judge_attack(field, UnitId(given["attacker"]), UnitId(given["target"]))
    if isinstance(found, Refusal):
        return {"legal": False, "rule": found.rule}
    goal = {"to_hit": found.need} if found.strength is None else {"strength": found.strength.single}
    return {"legal": True, "dice": found.dice, "deduction": found.deduction, **goal}


def legal_targets(given: Given) -> Given:
    field = _field(given, moved=given.get("moved", 0), turned=given.get("turned", False))
    return {"targets": sorted(shot.target for shot in attack.legal_targets(field, UnitId(given["attacker"])))}


def check_advance(given: Given) -> Given:
    touched = given.get("contacts_at_turn_start", {})
    contacts = Contacts(tuple(touched.get("pieces", ())), tuple(_segment(each) for each in touched.get("fences", ())))
    field = _field(given, contacts=contacts)
    unit = field.units[given["attacker"]]
    found = advance.judge_advance(field, unit, _pair(given["vacated"]), given["target_fate"])
    return {"legal": True} if found is None else {"legal": False, "rule": found.rule}


ANSWERS: Mapping[str, Callable[[Given], Given]] = {
    "distance": distance,
    "in_arc": in_arc,
    "line_of_sight": line_of_sight,
    "cover": covered,
    "power_loss": power_loss,
    "hits": hits_of,
    "odds": odds_of,
    "vehicle_attack": vehicle_attack,
    "foot_attack": foot_attack,
    "retreat_count": retreat_count,
    "retreat_squares": retreat_squares,
    "retreat_outcome": retreat_outcome,
    "check_attack": check_attack,
    "legal_targets": legal_targets,
    "check_advance": check_advance,
}
