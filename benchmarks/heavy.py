"""Rooms that are as heavy as they may be: battles of one's own with all that a battle can hold, and a room with a long talk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

PIECES = 112
UNITS = 60
SHAPES = (("rock", "rock_8"), ("low_wall", "low_wall_12"), ("sandbags", "sandbags_8"), ("hedge", "hedge_12"))
KINDS = ("soldier", "machine_gunner", "bazooka", "tank", "jeep")
LONGEST = 500
"""Characters of a line of chat, at most."""

Battle = dict[str, Any]


def of_plastic(pieces: int = PIECES, units: int = UNITS) -> Battle:
    """A battle of War of Plastic on the largest table: obstacles in rows from edge to edge, both armies among them."""
    spots = [(70 + 115 * (n % 25), 275 + 1140 * (n // 25)) for n in range(units)]
    return {
        "name_es": "Batalla pesada",
        "name_en": "Heavy battle",
        "summary_es": "",
        "summary_en": "",
        "minutes": 60,
        "players": [2, 2],
        "board": {"width_mm": 3000, "height_mm": 3000},
        "options": {"max_rounds": 12, "at_limit": "points"},
        "edges": {"mode": "fixed", "A": "south", "B": "north"},
        "pieces": [_piece(n) for n in range(pieces)],
        "units": [
            {"id": f"{army}-{n:02}", "army": army, "kind": KINDS[n % len(KINDS)], "x": x, "y": y}
            for n, (x, y) in enumerate(spots)
            for army in ("AB"[n % 2],)
        ],
        "objectives": {army: {"mode": "any", "list": [{"type": "destroy_all"}]} for army in "AB"},
    }


def _piece(n: int) -> dict[str, Any]:
    kind, shape = SHAPES[n % len(SHAPES)]
    x, y = 100 + 140 * (n % 20), 180 + 190 * (n // 20)
    return {"id": f"p-{n:03}", "kind": kind, "shape": shape, "x": x, "y": y}


def of_wars(columns: int = 10, rows: int = 8, forces: int = 80) -> Battle:
    """A battle of Open Wars on the largest map, for two, with as many tokens as there may be."""
    seats = [("elves", "elves.warrior", "A1"), ("demons", "demons.soldier", f"{chr(64 + columns)}{rows}")]
    spots = [f"{chr(65 + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    lands = {spots[0], spots[-1]}
    return {
        "name_es": "Guerra pesada",
        "name_en": "Heavy war",
        "summary_es": "",
        "summary_en": "",
        "minutes": 60,
        "players": {"min": 2, "max": 2},
        "turn_limit": 90,
        "turn_order": "army_value",
        "victory": {"kinds": ["annihilation"], "at_turn_limit": ["army_value", "draw"]},
        "map": [
            ["capital" if f"{chr(65 + column)}{row + 1}" in lands else "plains" for column in range(columns)]
            for row in range(rows)
        ],
        "options": {},
        "seat": [
            {
                "faction": faction,
                "start": start,
                "gold": 20,
                "mana": 10,
                "forces": [
                    {"unit": unit, "count": 1, "at": cell}
                    for cell in (spots[:forces] if number == 0 else spots[-forces:])
                ],
            }
            for number, (faction, unit, start) in enumerate(seats)
        ],
    }


def long_talk(data: bytes, lines: int, letters: int = LONGEST) -> bytes:
    """An export of a game that is over with so many lines of chat put in before its last entry, its hashes made anew: as
    somebody would who plans evil."""
    found = [json.loads(line) for line in data.splitlines()]
    header, events, footer = found[0], found[1:-1], found[-1]
    last = next(n for n in reversed(range(len(events))) if "entry" in events[n])
    at, version = events[last]["at"], events[last]["entry"]["version"]
    said = [
        {
            "type": "message",
            "at": at,
            "seat": "a",
            "text": "x" * letters,
            "to": "table",
            "entry": {"version": version + n, "kind": "message", "settled": False, "seat": "a"},
        }
        for n in range(lines)
    ]
    events[last]["entry"]["version"] += lines
    told = [*events[:last], *said, *events[last:]]
    return _chained(
        [header, *({**event, "seq": n} for n, event in enumerate(told, 1)), {**footer, "events": len(told)}]
    )


def _chained(lines: list[Mapping[str, Any]]) -> bytes:
    """Lines as a file whose hashes are right."""
    before, written = "", []
    for line in lines:
        body = json.dumps(
            {name: value for name, value in line.items() if name != "hash"}, separators=(",", ":"), ensure_ascii=False
        ).encode()
        before = hashlib.sha256(before.encode() + body).hexdigest()
        written.append(body[:-1] + f',"hash":"{before}"}}\n'.encode())
    return b"".join(written)
