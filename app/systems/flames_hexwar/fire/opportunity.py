"""Numbers of opportunity fire: the way in sight, shots that are left, who is asked, what standing orders do (FHW-FO)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from app.systems.flames_hexwar.book.tables import OpportunityFire, Rules
from app.systems.flames_hexwar.fire.numbers import FOOT, SIX, Number
from app.systems.flames_hexwar.sight.blocking import Profile

At = Literal["any", "foot", "vehicles"]


class Visited(msgspec.Struct, frozen=True, omit_defaults=True, array_like=True):
    """A hex on the way of a moving team as one firing team sees it: in sight, in cover, built up (FHW-FO-06)."""

    sight: bool = False
    cover: bool = False
    built_up: bool = False


def run_modifier(rules: Rules, visited: Sequence[Visited]) -> int | None:
    """What the way adds, the present hex last; ``None`` where the mover is not in sight (FHW-FO-06, FHW-FO-07)."""
    of = rules.opportunity
    if not visited or not visited[-1].sight:
        return None
    if len(visited) == 1:
        return of.only_initial_hex
    run = 0
    for each in reversed(visited):
        if not each.sight or each.cover:
            break
        run += 1
    if run == 0:
        return of.zero_open_hexes
    if run == 1:
        return of.one_open_hex_built_up if visited[-1].built_up else of.one_open_hex
    return of.two_or_more_open_hexes


def dice_left(of: OpportunityFire, rate: int, shots: Sequence[int]) -> int:
    """Dice that a team may still fire at a platoon: its whole rate once, from a rate of 4 on in two shots (FHW-FO-04)."""
    if not shots:
        return rate
    if rate < of.split_from_rof or len(shots) >= of.max_shots_same_platoon:
        return 0
    return max(0, rate - sum(shots))


class Ready(NamedTuple):
    """A team of a card set aside: its rate now, the dice it has declared at the moving platoon."""

    rate: int
    shots: Sequence[int] = ()


class Aside(NamedTuple):
    """A card set aside."""

    alive: bool
    turned: bool
    teams: Iterable[Ready]


def is_unexhausted(of: OpportunityFire, card: Aside) -> bool:
    """Whether a card still makes its seat be asked (FHW-FO-17)."""
    if not card.alive:
        return False
    return not card.turned or any(dice_left(of, team.rate, team.shots) > 0 for team in card.teams)


def standing_fits(at: At, mover: Profile) -> bool:
    """Whether a standing order fires at such a mover at all (FHW-FO-16)."""
    return at == "any" or (mover in FOOT) == (at == "foot")


def standing_fires(need: int, at: At, mover: Profile, number: Number) -> bool:
    """Whether a standing order fires at a mover that it hits by that number (FHW-FO-16)."""
    return standing_fits(at, mover) and not number.confirm and number.first <= min(need, SIX)
