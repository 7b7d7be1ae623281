"""Locking a squad (TD-SQD-10, TD-SQD-12)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.systems.tierras_distantes.book.kinds import PLAYERS, Player
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.actions import LockSquad
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.position.story import Story
from app.systems.tierras_distantes.squads.balance import Locks, judge_lock, locked
from app.systems.tierras_distantes.squads.lists import judge_list, points_of
from app.systems.tierras_distantes.squads.units import members_of, named, units_of


def locks_of(rules: Rules, position: Position) -> Locks:
    """Who has locked what so far."""
    settled = {player: state for player, state in position.players.items() if state.squad != "open"}
    points = {player: points_of(rules, state.members or ()) for player, state in settled.items()}
    given = frozenset(player for player, state in settled.items() if state.squad == "given")
    return Locks(points, given, position.totals)


def rival_of(rules: Rules, position: Position, player: Player) -> int | None:
    """The total that a player's squad must balance with at once, if it is known (TD-SQD-12)."""
    return locks_of(rules, position).rival(player)


def judge_locking(rules: Rules, position: Position, player: Player, action: LockSquad) -> Refusal | int:
    """What a squad costs that may be locked now (TD-SQD-01, TD-SQD-05, TD-SQD-08, TD-SQD-06, TD-SQD-04)."""
    found = judge_list(rules, action.members)
    if isinstance(found, Refusal):
        return found
    return judge_lock(rules, locks_of(rules, position), player, found) or found


def lock(story: Story, player: Player, action: LockSquad, points: int) -> None:
    """Locks it; where both are and do not balance, the cheaper one is unlocked (TD-SQD-12)."""
    locks = locked(story.rules, locks_of(story.rules, story.position), player, points)
    story.add(e.SquadLocked(player, _members(story, action)))
    if locks.totals is not None and not locks.done:
        unlocked = next(each for each in PLAYERS if each not in locks.points)
        story.add(e.SquadsUnbalanced(locks.totals, unlocked))


def _members(story: Story, action: LockSquad) -> tuple[Member, ...]:
    scenario = story.rules.scenarios.get(story.position.scenario)
    return named(() if scenario is None else scenario.ready, members_of(action.members))


def open_squads(story: Story) -> None:
    """Both squads are open, and their miniatures have ids (TD-SQD-10)."""
    members = {player: state.members or () for player, state in story.position.players.items()}
    units = [unit for player in PLAYERS for unit in units_of(story.rules, player, members[player])]
    story.add(e.SquadsOpened(members, tuple(units)))


def are_settled(position: Position) -> bool:
    """Whether both squads are given or locked."""
    return all(position.players[player].squad != "open" for player in PLAYERS)
