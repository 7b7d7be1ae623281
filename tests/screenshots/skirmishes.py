"""Small battles on the board of the crossroads, each brought by acts, and always the same dice, to one decision of Flames Hexwar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.screenshots.rooms import Room, Site, people

GAME: Final = "flames_hexwar"
Act = tuple[str, Mapping[str, Any]]
Platoons = Mapping[str, tuple[str, str]]
"""Name -> its list, and where its teams stand: ``0504>0x2 0604`` (two in the first hex, facing east, the third in the other)."""
PATIENT: Final = ("commit", "hold", "pass", "close", "activate", "done")
"""What those do meanwhile who are asked for something else."""
MOST_ACTS: Final = 40


class Skirmish(NamedTuple):
    """Who meets, and what they were ordered to do."""

    own: Platoons
    foe: Platoons
    orders: Mapping[str, str]
    acts: Sequence[Act] = ()
    """What is done then, each as soon as somebody is asked for it."""
    air: Mapping[str, Any] | None = None

    def after(self, *acts: Act) -> Skirmish:
        """The same with more that is done."""
        return self._replace(acts=(*self.acts, *acts))


def fought(site: Site, of: Skirmish, kind: str) -> tuple[Room, str]:
    """The room when everything is done and somebody is offered a kind of act; and who."""
    room = Room(site, GAME, "own", people(), battle=battle(site, of))
    for seat in "ba":
        room.act(seat, "commit")
    for platoon, order in of.orders.items():
        word, _, special = order.partition(" ")
        room.act(platoon[0].lower(), "order", platoon=platoon, order=word, **({"ae": special} if special else {}))
    for done, fields in of.acts:
        room.act(room.until(done, PATIENT, most=MOST_ACTS), done, **fields)
    return room, room.until(kind, PATIENT, most=MOST_ACTS)


def battle(site: Site, of: Skirmish) -> Any:
    """The crossroads with other platoons on it, that begin nearer to one another."""
    found = site.post(f"/games/{GAME}/battles", {"scenario": "quick_crossroads"})["battle"]
    for side, platoons, zone in zip(found["side"], (of.own, of.foe), ([0, 0, 6, 8], [7, 0, 11, 8]), strict=True):
        rows = [_platoon(name, *each) for name, each in platoons.items()]
        side |= {"deploy": [zone], "gone_to_ground": False, "platoon": rows}
    if of.air:
        found["side"][0]["air"] = of.air
    return found | {"options": {"min_points_percent": 0}}


def _platoon(name: str, kind: str, stand: str) -> dict[str, Any]:
    places = [place for word in stand.split() for place in _places(word)]
    placements = [{"team": number, **place} for number, place in enumerate(places)]
    return {"id": name, "company": "1", "platoon": kind, "start": "board", "placements": placements}


def _places(word: str) -> list[dict[str, Any]]:
    where, _, count = word.partition("x")
    at, _, facing = where.partition(">")
    place: dict[str, Any] = {"at": [int(at[:2]), int(at[2:])], **({"facing": int(facing)} if facing else {})}
    return [place] * int(count or 1)


def _act(kind: str, **fields: Any) -> Act:
    return kind, fields


def _volley(platoon: str, *teams: int, **more: str) -> list[dict[str, Any]]:
    """All dice of heavy machine guns."""
    return [{"team": f"{platoon}.{team}", "weapon": "hmg", "count": 3, **more} for team in teams]


GUNNERS: Final = {"A1": ("sov_maxims", "0504 0504>0x2 0605>0x2")}
HOLDING: Final = {"B1": ("ger_grenadiers_small", "0704x3 0804x2")}
COVERING: Final = Skirmish(GUNNERS, HOLDING, {"A1": "FC", "B1": "FO"})
IN_THE_OPEN: Final = Skirmish(
    {"A1": ("sov_maxims", "0402 0502>0x2 0501>0x2")},
    {"B1": ("ger_grenadiers_small", "0702x3 0801x2")},
    {"A1": "FC", "B1": "FO"},
)
RUNNING: Final = Skirmish(
    {"A1": ("sov_smg", "0502x4 0402x3 0401x3")},
    {"B1": ("ger_hmg", "0702 0702>3x2 0801>3x2")},
    {"A1": "MD", "B1": "FO"},
    (_act("activate", platoon="A1"), _act("move", team="A1.0", path=["0602"])),
)
MORTARS: Final = Skirmish(
    {"A1": ("sov_mortars", "0204 0304 0004>0x2 0003>0x2 0005>0x2")}, HOLDING, {"A1": "FC", "B1": "FO"}
)
FLYING: Final = Skirmish(
    {"A1": ("sov_smg", "0004x4 0005x3 0003x3")},
    {**HOLDING, "B2": ("ger_flak", "0804>3 0903>3x2")},
    {"A1": "FO", "B1": "FO", "B2": "FO"},
    (_act("air", call=True),) * 2,
    {"level": "priority", "aircraft": "il2", "count": 1},
)
PATROL: Final = Skirmish(
    GUNNERS,
    {"B1": ("ger_recce", "0704>3 0804>3x2")},
    {"A1": "MD", "B1": "FO"},
    (_act("activate", platoon="A1"), _act("fire", platoon="A1", shots=_volley("A1", 1, 2, 3, 4, at="B1"))),
)
STORMING: Final = Skirmish({"A1": ("sov_smg", "0604x4 0605x3 0505x3")}, HOLDING, {"A1": "MD", "B1": "FC"})
TWICE: Final = Skirmish(
    {**STORMING.own, "A2": ("sov_t34_76_4", "0603>0 0503>0 0502>0 0602>0")},
    {**HOLDING, "B2": ("ger_hmg_section", "0703 0703>3 0803>3")},
    {"A1": "MD", "A2": "MD", "B1": "FC", "B2": "FC"},
    (_act("assault", platoons=["A1"], at="0704"), _act("assault", platoons=["A2"], at="0703")),
)
GOING_IN: Final = STORMING.after(_act("assault", platoons=["A1"], at="0704"))
GONE_IN: Final = GOING_IN.after(
    *(_act("assault_move", team=f"A1.{n}", at="0704") for n in range(4)),
    *(_act("assault_move", team=f"A1.{n}", at="0604") for n in range(4, 7)),
)
STRUCK: Final = GONE_IN.after(_act("defend", shots=[]))
WEIGHED: Final = STRUCK.after(_act("stay", yes=True))
LEFT: Final = WEIGHED.after(_act("stay", yes=False))
TO_FIRE: Final = Skirmish(GUNNERS, HOLDING, {"A1": "MD", "B1": "FO"}, (_act("activate", platoon="A1"),))

DECISIONS: Final[Mapping[str, tuple[Skirmish, str]]] = {
    "covering": (COVERING, "fire"),
    "bombard": (MORTARS, "bombard"),
    "strike": (FLYING, "strike"),
    "anti-aircraft": (
        FLYING.after(
            _act(
                "strike",
                attacks=[{"planes": 1, "vertex": {"hex": "0704", "v": 1}, "hexes": ["0704", "0703", "0603"]}],
            )
        ),
        "assign_aa",
    ),
    "allocate": (COVERING.after(_act("fire", platoon="A1", shots=_volley("A1", 1, 2, 3, 4, at="B1"))), "allocate"),
    "new-command": (
        IN_THE_OPEN.after(
            _act("fire", platoon="A1", shots=_volley("A1", 1, 2, 3, 4, at="B1", priority="B1.0")),
        ),
        "appoint",
    ),
    "answering": (RUNNING, "opportunity"),
    "swap": (RUNNING.after(_act("opportunity", shots=_volley("B1", 1))), "swap"),
    "shooting": (TO_FIRE, "fire"),
    "disengage": (PATROL, "disengage"),
    "slip-away": (PATROL.after(_act("disengage", yes=True)), "fall_back"),
    "special": (Skirmish(GUNNERS, HOLDING, {"A1": "AE appoint_command", "B1": "FC"}), "appoint"),
    "assault": (STORMING, "assault"),
    "next-assault": (TWICE, "next_assault"),
    "going-in": (GOING_IN, "assault_move"),
    "defend": (GONE_IN, "defend"),
    "strikes": (STRUCK, "allocate"),
    "stay": (STRUCK, "stay"),
    "go-on": (WEIGHED.after(_act("stay", yes=True)), "go_on"),
    "fall-back": (LEFT, "fall_back"),
    "consolidate": (LEFT, "consolidate"),
}
"""By the name of the picture: what is fought, and what somebody is offered at last."""
