"""Counters on the board: each team in the pile of its side, with its facing, and what it has done and suffered."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from app.boards import hexes
from app.engine.judging import Kept
from app.engine.scene import Mark, Token
from app.engine.types import UnitId
from app.systems.flames_hexwar.book.kinds import SIDES, Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import View
from app.systems.flames_hexwar.position.frames import (
    Activation,
    Assault,
    FallingBack,
    Hits,
    Volleys,
)
from app.systems.flames_hexwar.position.state import Platoon, Position, Team
from app.systems.flames_hexwar.screen.grounds import DEGREES, lattice_of, middle
from app.systems.flames_hexwar.screen.silhouettes import silhouette

ROLES: Final = frozenset({"company_command", "second_in_command", "observer", "warrior"})
STEPS_OF_CARDS: Final = frozenset({"b", "c", "d"})
_SPREAD: Final[dict[int, tuple[float, tuple[tuple[float, float], ...]]]] = {
    1: (30.0, ((0.0, 0.0),)),
    2: (23.0, ((-24.0, 0.0), (24.0, 0.0))),
    3: (20.5, ((0.0, 22.0), (-22.0, -20.0), (22.0, -20.0))),
    4: (20.0, ((-21.0, 21.0), (21.0, 21.0), (-21.0, -21.0), (21.0, -21.0))),
    5: (15.5, ((-32.0, 16.0), (0.0, 16.0), (32.0, 16.0), (-16.0, -16.0), (16.0, -16.0))),
    6: (15.5, ((-32.0, 16.0), (0.0, 16.0), (32.0, 16.0), (-32.0, -16.0), (0.0, -16.0), (32.0, -16.0))),
    7: (
        15.0,
        ((-15.5, 31.0), (15.5, 31.0), (-31.0, 0.0), (0.0, 0.0), (31.0, 0.0), (-15.5, -31.0), (15.5, -31.0)),
    ),
}
"""How the counters of one side fan out in a hex of its own, by their number: their radius and where they lie."""
WIDE: Final = 84.0
"""How much of a hex a pile takes up across and upright, where it is more than the above."""
HALVED: Final = 0.62
"""How much smaller the piles of two sides in one hex are."""
APART: Final = 25.0
"""How far from the middle each of the two lies."""


@lru_cache(maxsize=64)
def spread(count: int, *, shares: bool, side: Side) -> tuple[float, tuple[tuple[float, float], ...]]:
    """The radius of so many counters of a side in a hex, and where they lie about its middle; ``shares``: with the other side's,
    the attacker's pile to the west. No counter covers another."""
    radius, places = _SPREAD.get(count) or _rows(count)
    if not shares:
        return radius, places
    shift = -APART if side == "A" else APART
    return radius * HALVED, tuple((x * HALVED + shift, y * HALVED) for x, y in places)


def _rows(count: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    across = math.ceil(math.sqrt(count))
    step = WIDE / across
    rows = math.ceil(count / across)
    places = tuple(
        ((n % across - (across - 1) / 2) * step, ((rows - 1) / 2 - n // across) * step) for n in range(count)
    )
    return step * 0.48, places


def counters(field: Field, view: View) -> Iterator[Token]:
    """Every team on the board; those aboard others are told by their carriers."""
    lattice, acting = lattice_of(field.scenario), active_teams(field.position)
    for at, teams in field.stacks:
        x, y = middle(lattice, at)
        for side in SIDES:
            pile = [team for team in teams if team.side == side]
            if not pile:
                continue
            radius, places = spread(len(pile), shares=len(pile) < len(teams), side=side)
            for number, (team, (dx, dy)) in enumerate(zip(pile, places, strict=True), 1):
                piled = len(pile) if number == len(pile) else 1
                yield _token(field, view, team, (x + dx, y + dy, radius), piled, is_active=team.id in acting)


def _token(
    field: Field, view: View, team: Team, place: tuple[float, float, float], piled: int, *, is_active: bool
) -> Token:
    kind, (x, y, radius) = field.kind(team), place
    assert team.at is not None
    return Token(
        id=team.id,
        x=round(x, 1),
        y=round(y, 1),
        radius=radius,
        symbol=silhouette(field.rules, kind),
        side=team.side,
        name=kind.name,
        label=team.id,
        seat=field.seat(team.platoon),
        facing_deg=None if team.facing is None else DEGREES * team.facing,
        level=team.floor if team.floor > 1 else 0,
        spent=is_spent(field.position, field.platoons[team.platoon]),
        active=is_active,
        marks=tuple(marks(field, team)),
        passengers=len(field.carried.get(team.id, ())),
        front=team.facing is not None,
        on=hexes.name(team.at),
        piled=piled,
        counter=True,
    )


def is_spent(position: Position, platoon: Platoon) -> bool:
    """Whether a platoon's card has been played, while cards are played (FHW-EXEC-03)."""
    return platoon.done and position.phase in STEPS_OF_CARDS


def _acting(position: Position) -> frozenset[UnitId]:
    for frame in reversed(position.frames):
        match frame:
            case Activation(moving=None):
                return frozenset(team.id for team in position.teams.values() if team.platoon == frame.platoon)
            case Activation():
                assert frame.moving is not None
                return frozenset((frame.moving.team,))
            case Volleys():
                return frozenset(shot.team for volley in frame.left[:1] for shot in volley.shots)
            case Hits():
                return frozenset(team for row in frame.rows for team in row.teams)
            case FallingBack():
                return frozenset(frame.teams[:1])
            case Assault():
                return frozenset(frame.teams)
    return frozenset()


active_teams: Final = Kept(_acting)
"""The teams about which something is being decided."""


def marks(field: Field, team: Team) -> Iterator[Mark]:
    """What a team is and what has befallen it, the gravest first, then what it has done this turn (part 3 of the rules)."""
    for sign in signs(field, team):
        yield mark(field.rules, sign)


def mark(rules: Rules, sign: str, count: int = 1) -> Mark:
    """A sign with its words."""
    return Mark(sign, rules.words.say("signs", sign), count)


def signs(field: Field, team: Team) -> Iterator[str]:
    """The names of its marks."""
    turn, platoon = team.turn, field.platoons[team.platoon]
    if team.role in ROLES:
        yield str(team.role)
    elif platoon.command == team.id:
        yield "command"
    states = (
        ("doomed", team.id in doomed(field.position)),
        ("bailed_out", team.bailed_out),
        ("bogged", team.bogged),
        ("suppressed", team.suppressed),
        ("disorganised", platoon.disorganised),
        ("found", team.found),
        ("gone_to_ground", team.gone_to_ground and not team.found),
        ("foxhole", team.foxhole),
        ("in_street", team.in_street),
        ("stuck", turn.stuck),
        ("doubled", turn.moved == "doubled"),
        ("moved", turn.moved == "moved"),
        ("shot", turn.shot or turn.aa_fired),
        ("smoke_out", team.smoke_out),
        ("half", team.half == "cover"),
    )
    yield from (name for name, holds in states if holds)


SIGNS: Final = (
    *("command", "company_command", "second_in_command", "observer", "warrior", "doomed", "bailed_out", "bogged"),
    *("suppressed", "disorganised", "found", "gone_to_ground", "foxhole", "in_street", "stuck", "doubled", "moved"),
    *("shot", "smoke_out", "half"),
)
"""Every mark that a counter may bear."""


def doomed(position: Position) -> frozenset[UnitId]:
    """Teams that fall at the end of the sub-step (FHW-FC-03, FHW-FC-04)."""
    return frozenset(hurt.team for hurt in position.hurts if hurt.what == "destroyed")
