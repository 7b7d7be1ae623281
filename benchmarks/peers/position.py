"""The one position every measurement uses: 40 units and 60 terrain pieces, about 30 kB of JSON.

`python position.py FILE` writes it; `position.build()` returns it.  It is seeded, so every peer and
every encoder sees the same bytes.
"""

import json
import math
import random
import sys

UNITS = 40
TERRAIN = 60
WIDTH_CM, HEIGHT_CM = 180.0, 120.0


def polygon(rng, cx, cy, radius, corners):
    """A convex-ish ring of `corners` points around (cx, cy)."""
    out = []
    for i in range(corners):
        angle = 2 * math.pi * i / corners
        r = radius * rng.uniform(0.7, 1.0)
        out.append([round(cx + r * math.cos(angle), 2), round(cy + r * math.sin(angle), 2)])
    return out


def build(seed=7):
    rng = random.Random(seed)
    weapons = [
        {"name": "rifle", "range_cm": 60, "dice": 2, "strength": 4, "pierce": 0},
        {"name": "sidearm", "range_cm": 20, "dice": 1, "strength": 3, "pierce": 0},
        {"name": "grenade", "range_cm": 15, "dice": 3, "strength": 5, "pierce": 1},
    ]
    units = {}
    for i in range(UNITS):
        side = i % 2
        uid = f"u{i:02d}"
        units[uid] = {
            "id": uid,
            "side": side,
            "name": f"{'Red' if side else 'Blue'} section {i // 2 + 1}",
            "kind": rng.choice(["infantry", "support", "vehicle", "command"]),
            "x": round(rng.uniform(5, WIDTH_CM - 5), 2),
            "y": round(rng.uniform(5, HEIGHT_CM - 5), 2),
            "facing": rng.randrange(0, 360, 5),
            "base_mm": rng.choice([25, 32, 40]),
            "models": rng.randint(3, 10),
            "wounds": 0,
            "morale": rng.randint(5, 9),
            "profile": {
                "move_cm": 15,
                "skill": rng.randint(2, 5),
                "defence": rng.randint(3, 6),
                "toughness": 4,
                "save": rng.randint(2, 6),
            },
            "weapons": weapons,
            "status": {"activated": False, "pinned": False, "hidden": False, "moved_cm": 0.0, "fired": False},
            "order": None,
        }
    terrain = []
    for i in range(TERRAIN):
        cx, cy = rng.uniform(10, WIDTH_CM - 10), rng.uniform(10, HEIGHT_CM - 10)
        kind = rng.choice(["wood", "building", "wall", "hill", "water"])
        terrain.append(
            {
                "id": f"t{i:02d}",
                "kind": kind,
                "blocks": kind in ("wood", "building", "hill"),
                "cover": rng.randint(0, 2),
                "points": polygon(rng, cx, cy, rng.uniform(3, 8), rng.randint(5, 8)),
            }
        )
    return {
        "version": 0,
        "round": 1,
        "phase": "movement",
        "active": 0,
        "board": {"width_cm": WIDTH_CM, "height_cm": HEIGHT_CM, "grid": "none"},
        "players": [{"seat": s, "name": n, "score": 0} for s, n in enumerate(("Blue", "Red"))],
        "units": units,
        "terrain": terrain,
        "dice": [],
    }


if __name__ == "__main__":
    text = json.dumps(build(), separators=(",", ":"))
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as handle:
            handle.write(text)
    print(len(text), "bytes")
