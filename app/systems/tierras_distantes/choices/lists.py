"""Squads ready to be locked: those of the scenario that may be, else one composed from the tables (TD-SQD-11)."""

from __future__ import annotations

from app.engine.types import Text
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.scenarios import ReadySquad
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.position.actions import ListedMember, LockSquad
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.squads.composing import bounds_of, compose
from app.systems.tierras_distantes.squads.locking import judge_locking, rival_of


def ready_squads(rules: Rules, position: Position, player: Player) -> list[ReadySquad]:
    """The scenario's ready-made squads that a player may lock now (TD-SQD-11)."""
    scenario = rules.scenarios.get(position.scenario)
    found = () if scenario is None else scenario.ready
    return [each for each in found if isinstance(judge_locking(rules, position, player, locking(each.members)), int)]


def composed_squad(rules: Rules, position: Position, player: Player) -> tuple[Member, ...] | None:
    """The squad that the program composes where none is ready: always the same one for the same position (TD-SQD-11)."""
    return compose(rules, bounds_of(rules, rival_of(rules, position, player)))


def lockable(rules: Rules, position: Position, player: Player) -> list[LockSquad]:
    """The examples of squads that a player may lock (TD-SQD-11)."""
    return [squad for _, squad in named_lockable(rules, position, player)]


def named_lockable(rules: Rules, position: Position, player: Player) -> list[tuple[Text, LockSquad]]:
    """The same with what each squad is called."""
    ready = [(each.name, locking(each.members)) for each in ready_squads(rules, position, player)]
    if ready:
        return ready
    composed = composed_squad(rules, position, player)
    return [] if composed is None else [(rules.words.say("lists", "composed"), locking(composed))]


def dearest_total(rules: Rules, position: Position, player: Player) -> int | None:
    """The greatest total that a player's squad may come to now; ``None``: any (TD-SQD-04, TD-SQD-12)."""
    return bounds_of(rules, rival_of(rules, position, player)).most


def locking(members: tuple[Member, ...]) -> LockSquad:
    """The act that locks a list; ready-made squads get their names, in both languages, when they are locked."""
    return LockSquad(
        tuple(ListedMember(each.quality, each.armour, each.weapons, each.leader, each.count) for each in members)
    )
