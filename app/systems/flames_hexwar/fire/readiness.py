"""What cards set aside could fire at whoever moves, as the judge allows it (FHW-FO-03, FHW-FO-04, FHW-FO-09)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.engine.types import Seat
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.book.units import Weapon
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.fire.declaring import Declared, Declaring, as_shots, judged_shots
from app.systems.flames_hexwar.fire.opportunity import dice_left
from app.systems.flames_hexwar.fire.windows import declaring_of, moving_of
from app.systems.flames_hexwar.position.actions import Opportunity, Shot
from app.systems.flames_hexwar.position.state import Team


def aside(field: Field, seat: Seat) -> list[PlatoonId]:
    """The cards that a seat has set aside, in roster order."""
    found = {name for each in field.position.companies.values() if each.seat == seat for name in each.aside}
    return [name for name in field.platoons if name in found]


def firing(field: Field, seat: Seat) -> list[PlatoonId]:
    """Those of a seat's cards set aside that can fire at the mover where it is now."""
    _, _, mover = moving_of(field)
    return [name for name in aside(field, seat) if opportunities(declaring_of(field, name), field.members(name), mover)]


def opportunities(declaring: Declaring, teams: Iterable[Team], mover: Team) -> tuple[Opportunity, ...]:
    """Every shot of these teams at the mover that the judge allows, with all dice that are left."""
    target, found = declaring.aiming.field.target_of(mover), list[Opportunity]()
    for team in teams:
        for weapon in declaring.aiming.weapons(team) if team.at is not None else ():
            if not declaring.aiming.bears_on(team, weapon, (mover,)):
                continue
            count = dice_against(declaring, team, weapon, target)
            shot = Opportunity(team.id, weapon.id, count) if count else None
            if shot is not None and is_declared(declaring, as_shots([shot], target)):
                found.append(shot)
                break
    kept = {(shot.team, shot.weapon) for shot in together(declaring, as_shots(found, target))}
    return tuple(shot for shot in found if (shot.team, shot.weapon) in kept)


def dice_against(declaring: Declaring, team: Team, weapon: Weapon, target: str) -> int:
    """Dice that a team has left for a moving platoon (FHW-FO-04)."""
    used = team.turn.fired_at.get(PlatoonId(target), ())
    return dice_left(declaring.aiming.field.rules.opportunity, declaring.aiming.rate(team, weapon), used)


def together(declaring: Declaring, shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """Shots that the judge allows one by one, as far as it allows them together."""
    if is_declared(declaring, shots):
        return tuple(shots)
    kept: list[Shot] = []
    for shot in shots:
        if is_declared(declaring, (*kept, shot)):
            kept.append(shot)
    return tuple(kept)


def is_declared(declaring: Declaring, shots: Sequence[Shot]) -> bool:
    """Whether the judge accepts a declaration."""
    return isinstance(judged_shots(declaring, shots), Declared)
