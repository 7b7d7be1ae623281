"""What assaults may come to before they are fought, and while they are (part 14 of the rules, FHW-ASLT)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from app.boards import hexes
from app.boards.hexes import Hex
from app.systems.flames_hexwar.assault.entries import MOST_DICE
from app.systems.flames_hexwar.assault.numbers import REACH
from app.systems.flames_hexwar.book.kinds import PlatoonId, Side, hex_of, other
from app.systems.flames_hexwar.book.units import TeamType
from app.systems.flames_hexwar.choices.hopes.forces import Forces, Stand
from app.systems.flames_hexwar.choices.hopes.goals_ahead import goals_of, urgency
from app.systems.flames_hexwar.fire.numbers import SIX
from app.systems.flames_hexwar.position.frames import Assault
from app.systems.flames_hexwar.position.state import Drafts

MEANT: Final = 0.8
"""What an assault is worth before it is fought."""
STILL: Final = 0.6
"""What one is worth that may still be written: less, so that it is."""
RUNNING: Final = 0.7
"""What is still in it while it is fought."""
COST: Final = 1.2
"""Own teams that are lost for each strike of the enemy."""
CLEARED: Final = 6000
"""Those who hold an objective are driven off."""
SAVED: Final = 3
"""One in so many hits of defensive fire destroys."""
DEFEND: Final = 3
"""From how many hexes there is defensive fire (FHW-ASLT-13)."""
BEFORE_FIRE: Final = ("terror", "moves", "fire")


def assaults(forces: Forces, drafted: Sequence[Drafts]) -> float:
    """Entries that are written, those still to be fought, the one that is being fought."""
    position, total = forces.field.position, 0.0
    if position.phase == "e_write":
        for drafts in drafted:
            for name, platoons in drafts.assaults.items():
                total += MEANT * exchange(forces, forces.side, hex_of(name), platoons)
    for entry in position.entries:
        total += MEANT * _signed(forces, entry.side, exchange(forces, entry.side, entry.at, entry.platoons))
    for frame in position.frames:
        if isinstance(frame, Assault) and frame.winner is None:
            is_early = frame.stage in BEFORE_FIRE and frame.round <= 1
            found = exchange(forces, frame.side, frame.at, frame.platoons, fire=is_early and not frame.mutual)
            total += RUNNING * _signed(forces, frame.side, found)
    return total


def still(forces: Forces, platoon: PlatoonId, against: Collection[Hex]) -> float:
    """What the best assault promises that a platoon may still write against any of some hexes (FHW-ASLT-03)."""
    own = forces.of_platoon(platoon)
    if any(stand.team.turn.rolled > MOST_DICE for stand in own):
        return 0
    cells = {stand.at for stand in own if stand.at is not None}
    near = (at for at in against if not cells.isdisjoint(hexes.within(at, REACH)))
    return STILL * max((exchange(forces, forces.side, at, (platoon,)) for at in near), default=0.0)


def _signed(forces: Forces, side: Side, value: float) -> float:
    return value if side == forces.side else -value


def exchange(forces: Forces, side: Side, at: Hex, platoons: Sequence[PlatoonId], *, fire: bool = True) -> float:
    """What the assaulting side may expect: defensive fire first, then who strikes harder, what it costs, what it clears."""
    everybody = [stand for stand in forces.stands[side] if stand.team.platoon in platoons]
    own = [stand for stand in everybody if _strikes(stand, at, REACH) and not stand.team.suppressed]
    against = [stand for stand in forces.stands[other(side)] if _strikes(stand, at, 1)]
    if not own or not against:
        return 0
    staked = sum(stand.worth for stand in own)
    hits = _defensive_hits(forces, side, at, own) if fire else 0
    repelled = _repelled(forces, own, platoons, hits)
    mine, theirs = _strength(forces, own), _strength(forces, against)
    mine *= max(0.2, 1 - hits / (SAVED * len(own)))
    odds = mine**2 / (mine**2 + theirs**2)
    cost = staked * min(1, COST * theirs / len(own))
    is_near = any(at in near for near in goals_of(forces.field.scenario).values())
    prize = sum(stand.worth for stand in against) + (CLEARED * urgency(forces) if is_near else 0)
    shot = min(1, hits / (SAVED * len(own))) * staked
    return (1 - repelled) * (odds * prize - (1 - odds / 2) * cost) - shot


def _strikes(stand: Stand, at: Hex, far: int) -> bool:
    team = stand.team
    is_out = team.bailed_out or team.bogged or stand.is_transport or team.aboard is not None
    return stand.at is not None and hexes.distance(stand.at, at) <= far and not is_out


def _strength(forces: Forces, stands: Sequence[Stand]) -> float:
    """Strikes of one round that may be expected to hit."""
    return sum((SIX + 1 - forces.field.skill(stand.team).skill_test) / SIX for stand in stands)


def _defensive_hits(forces: Forces, side: Side, at: Hex, own: Sequence[Stand]) -> float:
    """Hits that may be expected of all that defend, on teams in the open next to them."""
    need = min(SIX, forces.field.skill(own[0].team).to_hit_as_target)
    is_foot = any(stand.kind.is_foot for stand in own)
    dice = sum(
        _dice(forces, stand.kind, suppressed=stand.team.suppressed, is_foot=is_foot)
        for stand in forces.stands[other(side)]
        if _strikes(stand, at, DEFEND - 1) and stand.gunner is not None
    )
    return dice * (SIX + 1 - need) / SIX


def _dice(forces: Forces, kind: TeamType, *, suppressed: bool, is_foot: bool) -> int:
    own = [forces.field.rules.weapons[name] for name in kind.weapons]
    found = [weapon.rof_pinned if suppressed else weapon.rof for weapon in own if weapon.he or not is_foot]
    return max(found, default=0) + kind.mg_count


def _repelled(forces: Forces, own: Sequence[Stand], platoons: Sequence[PlatoonId], hits: float) -> float:
    """How likely defensive fire throws the infantry back (FHW-ASLT-06)."""
    of = forces.field.rules.assault
    if all(stand.kind.is_armoured for stand in own):
        return 0.1
    needed = of.repel_infantry_hits + of.repel_infantry_extra_platoon * (len(platoons) - 1)
    return min(1, 0.5 * (hits / needed) ** 2)
