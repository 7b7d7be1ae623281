"""Assaults written in secret, revealed, paired, and who comes next (FHW-ASLT-01 to FHW-ASLT-05, FHW-ASLT-09, FHW-ASLT-11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat
from app.systems.flames_hexwar.assault.moves import may_step
from app.systems.flames_hexwar.assault.numbers import MAY_ASSAULT, REACH, Entering, Force, entry_refused
from app.systems.flames_hexwar.book.kinds import SIDES, PlatoonId, Side, hex_of, other
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.position.actions import WriteAssault
from app.systems.flames_hexwar.position.state import Entry, Platoon, Team

MOST_DICE = 1
"""Dice that a team may have rolled in shooting before it assaults (FHW-ASLT-03)."""


def able(field: Field, platoon: PlatoonId) -> list[Team]:
    """The teams of a platoon that may assault, warriors that are joined to it with them, unless they have doubled (FHW-ASLT-03,
    FHW-MOVE-02)."""
    warriors = (team for team in field.joined.get(platoon, ()) if team.role == "warrior")
    joined = [team for team in warriors if team.turn.moved != "doubled"]
    return [team for team in (*field.members(platoon), *joined) if is_able(team)]


def is_able(team: Team) -> bool:
    """Whether a team stands on the board and can fight hand to hand."""
    out = team.suppressed or team.bailed_out or team.bogged
    return not out and team.at is not None and team.aboard is None


def is_tank_platoon(field: Field, teams: Iterable[Team]) -> bool:
    """Whether all assaulting teams of a platoon are armoured vehicles (FHW-ASLT-08)."""
    found = tuple(teams)
    return bool(found) and all(field.kind(team).is_armoured for team in found)


def most_dice(field: Field, platoon: PlatoonId) -> int:
    """Dice that any team of a platoon has rolled in shooting this turn."""
    return max((team.turn.rolled for team in field.members(platoon)), default=0)


# ------------------------------------------------------------------------------------------------------------------ writing


def writers(field: Field) -> tuple[Seat, ...]:
    """Who is asked for assaults: seats with a platoon that may, as far as everybody knows, and an enemy within two hexes (part 4 of the
    rules). No draft and no card face down plays a part."""
    found = {
        field.seat(name)
        for name, platoon in field.platoons.items()
        if not field.of_platoon(platoon).is_hq and _may_publicly(field, platoon)
    }
    return tuple(seat for seat in field.position.seats if seat in found)


def _may_publicly(field: Field, platoon: Platoon) -> bool:
    if (platoon.turned and platoon.order not in MAY_ASSAULT) or platoon.disorganised:
        return False
    if most_dice(field, platoon.id) > MOST_DICE:
        return False
    return any(field.is_enemy_near(platoon.side, team.at, REACH) for team in able(field, platoon.id) if team.at)


def judge_entry(field: Field, seat: Seat, act: WriteAssault) -> Refusal | None:
    """The first rule that an entry breaks."""
    at, side = hex_of(act.at), field.position.seats[seat].side
    elsewhere = {
        name for key, names in field.position.seats[seat].drafts.assaults.items() if key != act.at for name in names
    }
    if not any(True for _ in field.standing_in(at, other(side))):
        return Refusal(RuleId("FHW-ASLT-01"), {"at": act.at})
    for number, name in enumerate(act.platoons):
        if name in elsewhere or name in act.platoons[:number]:
            return Refusal(RuleId("FHW-ASLT-01"), {"platoon": name})
        refused = platoon_refused(field, name, at)
        if refused is not None:
            return Refusal(refused, {"platoon": name, "at": act.at})
    return None


def platoon_refused(field: Field, name: PlatoonId, at: Hex) -> RuleId | None:
    """The rule that keeps a platoon out of an assault on a hex."""
    platoon, teams = field.platoons[name], able(field, name)
    if platoon.order is None:
        return RuleId("FHW-ASLT-03")
    entering = Entering(
        platoon.order,
        suppressed=not teams,
        disorganised=platoon.disorganised,
        most_dice=most_dice(field, name),
        distance=1 if any(reaches(field, team, at) for team in teams) else REACH + 1,
        tanks=bool(teams) and all(field.kind(team).is_vehicle for team in teams),
        only_targets=only_targets(field, platoon.side, at),
    )
    return entry_refused(entering)


def only_targets(field: Field, side: Side, at: Hex) -> Literal["upper_floor", "dense_woods"] | None:
    """What of an objective is closed to tanks (FHW-ASLT-05)."""
    ground = field.terrain[at]
    if ground.surface == "dense_woods" and ground.mixed is None:
        return "dense_woods"
    enemies = list(field.standing_in(at, other(side)))
    return "upper_floor" if enemies and all(team.floor > 1 for team in enemies) else None


def reaches(field: Field, team: Team, at: Hex) -> bool:
    """Whether a team can end in or next to the objective by a move of one hex, or must and can enter it (FHW-ASLT-04)."""
    assert team.at is not None
    far = hexes.distance(team.at, at)
    if field.rules.options.assault_requires_entry:
        return far == 0 or (far == 1 and may_step(field, team, at))
    if far <= 1:
        return True
    return far == REACH and any(
        may_step(field, team, near) for near in hexes.neighbours(team.at) if hexes.distance(near, at) == 1
    )


# ----------------------------------------------------------------------------------------------------------------- revealed


def revealed(field: Field) -> tuple[Entry, ...]:
    """All entries, those of one side against one hex as one, each mutual pair numbered (FHW-ASLT-01, FHW-ASLT-09)."""
    own: dict[Side, dict[Hex, tuple[PlatoonId, ...]]] = {"A": {}, "B": {}}
    for state in field.position.seats.values():
        for name, platoons in state.drafts.assaults.items():
            at = hex_of(name)
            own[state.side][at] = (*own[state.side].get(at, ()), *platoons)
    found = [Entry(side, at, platoons) for side in SIDES for at, platoons in own[side].items()]
    number = 0
    for place, entry in enumerate(found):
        if entry.side != "A":
            continue
        for where, against in enumerate(found):
            if against.side == "B" and against.mutual is None and _meet(field, entry, against):
                found[place], found[where] = replace(entry, mutual=number), replace(against, mutual=number)
                number += 1
                break
    return tuple(found)


def _meet(field: Field, one: Entry, two: Entry) -> bool:
    return _holds(field, one.at, two.platoons) and _holds(field, two.at, one.platoons)


def _holds(field: Field, at: Hex, platoons: Sequence[PlatoonId]) -> bool:
    return any(team.platoon in platoons for team in field.standing_in(at))


def force_of(field: Field, entry: Entry) -> Force:
    """What an entry brings to a mutual assault (FHW-ASLT-09)."""
    teams = [team for name in entry.platoons for team in able(field, name)]
    tanks = sum(field.kind(team).kind == "tank" and not field.kind(team).transport for team in teams)
    return Force(tanks, len(teams))


def choosers(field: Field) -> tuple[Seat, ...]:
    """Who may say which assault comes next: seats of the side to choose with an entry left (FHW-ASLT-11)."""
    mine = {field.seat(name) for entry in field.position.entries if _is_next(field, entry) for name in entry.platoons}
    return tuple(seat for seat in field.position.seats if seat in mine)


def _is_next(field: Field, entry: Entry) -> bool:
    return entry.side == field.position.active and entry.mutual is None


def entries_of(field: Field, seat: Seat) -> Iterator[Entry]:
    """The entries that a seat may choose from."""
    return (
        entry
        for entry in field.position.entries
        if _is_next(field, entry) and any(field.seat(name) == seat for name in entry.platoons)
    )


def judge_next(field: Field, seat: Seat, name: str) -> Refusal | None:
    """Whether an assault is one of one's own (FHW-ASLT-11)."""
    is_own = any(entry.at == hex_of(name) for entry in entries_of(field, seat))
    return None if is_own else Refusal(RuleId("FHW-ASLT-11"), {"at": name})
