"""What a position is worth to a seat, for bots that look one step ahead: who is left, how near either side is to breaking, what may be shot
at next, how surely objectives are held.

A judgement and no rule: it only compares positions, nobody is refused anything by it. It looks at nothing that the seat may not know: at no
squad before both are open, and in deployment at one's own places only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.engine.types import Seat
from app.systems.tierras_distantes.book.kinds import DIE_SIDES, Player, other
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.choices.threats import Menace, Stance, Threats, threats_on
from app.systems.tierras_distantes.choices.worth_places import CONFIRMED, deployed, holding
from app.systems.tierras_distantes.fire.odds import ways
from app.systems.tierras_distantes.judge.acts import player_of
from app.systems.tierras_distantes.nerve.morale import band_of, breaking_point, check_of
from app.systems.tierras_distantes.nerve.rallying import rally_below
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.space.distance import leader_reaches

WON: Final = 100_000_000
POINT: Final = 100.0
"""A point of a squad; everything below is in hundredths of points or shares of a miniature."""
FRIGHTENED: Final = 0.5
RALLYING: Final = 0.35
"""What is left of a miniature that is frightened, and what is added by its chance to rally."""
CLIMBING: Final = 0.9
NOW: Final = 0.95
SOON: Final = 0.5
LATER: Final = 0.33
"""How much of a shot counts that an active miniature has left, that one who is ready will have, that everybody has in the next turn."""
THEIRS: Final = 0.8
"""How much the enemy's shots count beside one's own."""
ANYBODY: Final = 0.3
"""The part of the enemy's shots that may fall on anybody in sight, not on whom they would hurt most."""
SPENT: Final = 8.0
"""What an action costs that an active miniature has used: what gains less is left alone."""
PRESSURE: Final = 10_000.0
BROKEN: Final = 30_000.0
"""What it counts that a side is near its breaking point, and that it will break when the turn ends."""
PROSPECT: Final = 0.2
"""How much of that counts in what a shot may do: less than once it is done, so that nobody holds back."""
PER_MM_TOO_FAR: Final = 0.3
PER_MM_OUT_OF_SIGHT: Final = 0.4
"""What a millimetre counts beyond the range of one's weapons, and toward the nearest enemy where nobody is in sight."""
SHARE_LOST: Final = 20_000.0
"""What the whole of a side's losses counts at the limit of turns."""


class Side(NamedTuple):
    """A side as it is looked at: its miniatures in play and how they stand, what they are worth together, what it counts how near it is to
    breaking; and for each what it would cost to lose it, and to have it frightened."""

    units: list[Unit]
    line_up: tuple[Stance, ...]
    total: float
    danger: float
    kill: list[float]
    fright: list[float]


def worth(position: Position, rules: Rules, seat: Seat) -> int:
    """The worth of a position to a seat in hundredths of points; 0 for who has no seat."""
    player = player_of(position, seat)
    if player is None:
        return 0
    if position.result is not None:
        winner = position.result.winner
        return WON * ((winner == player) - (winner == other(player)))
    threats = threats_on(rules, position.board.pieces)
    if position.phase == "deployment":
        return deployed(threats, position, player)
    return 2 * CONFIRMED + round(_in_play(threats, position, player)) if position.phase == "batch" else 0


def _in_play(threats: Threats, position: Position, player: Player) -> float:
    mine, theirs = (_side(threats, position, each) for each in (player, other(player)))
    total = mine.total - theirs.total + theirs.danger - mine.danger
    limit = threats.rules.options.turn_limit
    late = min(1.0, position.turn / limit) if limit else 0.0
    later = LATER if late < 1 else 0.0  # after the last turn nobody shoots
    total += _own_shots(threats, mine, theirs, later) - THEIRS * _their_shots(threats, theirs, mine, later)
    if limit:
        total += holding(position, player, late) + late * late * SHARE_LOST * _lost_more(position, player)
    return total


# -------------------------------------------------------------------------------------------------------- who is left


def _side(threats: Threats, position: Position, player: Player) -> Side:
    rules, state = threats.rules, position.players[player]
    units = [unit for unit in position.units.values() if unit.player == player and unit.in_play]
    danger = _danger(rules, state.start, state.lost)
    more = PROSPECT * (_danger(rules, state.start, state.lost + 1) - danger)
    leaders = [unit for unit in units if unit.leader and not unit.frightened]
    total, kill, fright = 0.0, [], []
    for unit in units:
        whole = POINT * _points(rules, unit)
        value = whole * _share(threats, unit, leaders)
        total += value
        kill.append(value + more)
        fright.append(0.0 if unit.frightened else whole * (1 - FRIGHTENED - RALLYING / 2))
    return Side(units, threats.line_up(units), total, danger, kill, fright)


def _points(rules: Rules, unit: Unit) -> int:
    """What a miniature costs (TD-SQD-05)."""
    weapons = sum(rules.weapons[name].cost for name in unit.weapons)
    leader = rules.constants.leader_cost if unit.leader else 0
    return rules.qualities[unit.quality].cost + rules.armours[unit.armour].cost + weapons + leader


def _share(threats: Threats, unit: Unit, leaders: Sequence[Unit]) -> float:
    """What is left of the worth of a miniature as it is."""
    share = 1.0 if unit.climbing is None else CLIMBING
    if not unit.frightened:
        return share
    rules = threats.rules
    one = _rallying(rally_below(rules, rules.qualities[unit.quality]))
    used = unit.actions if unit.status in ("active", "done") else 0
    tries = rules.constants.actions - used
    body = threats.stance(unit).body
    tries += sum(leader_reaches(rules, threats.stance(leader).body, body) for leader in leaders)
    return share * (FRIGHTENED + RALLYING * (1 - (1 - one) ** (1 + tries)))


@lru_cache(maxsize=32)
def _rallying(below: int) -> float:
    """The chance of one attempt to rally (TD-FRT-03)."""
    found = ways(2, 2)
    return sum(count for total, count in found.items() if total < below) / DIE_SIDES**2


def _danger(rules: Rules, start: int, lost: int) -> float:
    """What it counts how near a side is to its breaking point (TD-END-06, TD-END-07)."""
    if start == 0:
        return 0.0
    check = check_of(rules, start, lost)
    breaks = 1.0 if check == "breaks" else 0.0
    if check == "roll":
        breaks = 1 - _rallying(band_of(rules, start, lost).holds_below)
    near = min(1.0, lost / max(1, breaking_point(rules, start)))
    return BROKEN * breaks + PRESSURE * near * near


def _lost_more(position: Position, player: Player) -> float:
    """How much greater the other side's share of losses is (TD-END-09)."""
    mine, theirs = position.players[player], position.players[other(player)]
    return theirs.lost / max(1, theirs.start) - mine.lost / max(1, mine.start)


# ------------------------------------------------------------------------------------------------------ who may shoot


def _own_shots(threats: Threats, mine: Side, theirs: Side, later: float) -> float:
    """What one's own may expect to do: with shots left now, soon, in the next turn; who has nobody to shoot at is wanted nearer."""
    total = 0.0
    for unit, stance in zip(mine.units, mine.line_up, strict=True):
        row = threats.row(stance, theirs.line_up)
        harm = max(_harms(row, theirs), default=0.0) if _is_armed(unit) else 0.0
        total += harm * (later + _share_now(threats.rules, unit)) - SPENT * unit.actions * (unit.status == "active")
        if theirs.units:
            far = row.nearest_mm
            total -= PER_MM_TOO_FAR * max(0.0, far - stance.reach_mm) if harm else PER_MM_OUT_OF_SIGHT * far
    return total


def _their_shots(threats: Threats, theirs: Side, mine: Side, later: float) -> float:
    """What the enemy may expect to do, whatever is left of the turn: mostly to whom it would hurt most, in part to anybody in sight."""
    total, most = 0.0, max(1, len(mine.units))
    for enemy, stance in zip(theirs.units, theirs.line_up, strict=True):
        if _is_armed(enemy):
            harms = _harms(threats.row(stance, mine.line_up), mine)
            share = later if enemy.status == "done" else later + SOON
            total += share * ((1 - ANYBODY) * max(harms, default=0.0) + ANYBODY * sum(harms) / most)
    return total


def _harms(row: Menace, targets: Side) -> list[float]:
    kill, fright = targets.kill, targets.fright
    return [casualty * kill[number] + frightened * fright[number] for number, frightened, casualty in row.hits]


def _is_armed(unit: Unit) -> bool:
    return not unit.frightened and unit.climbing is None


def _share_now(rules: Rules, unit: Unit) -> float:
    if unit.status == "active":
        constants = rules.constants
        return NOW if unit.shots < constants.shots and unit.actions < constants.actions else 0.0
    return SOON if unit.status == "ready" else 0.0
