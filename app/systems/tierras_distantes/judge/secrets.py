"""Other worlds that a viewer cannot tell from this one: squads and unseen places, drawn anew ("Secrets" in the rules)."""

from __future__ import annotations

from typing import Final

from app.engine.system import Picker
from app.engine.types import Viewer
from app.systems.tierras_distantes.book.kinds import PLAYERS, Place, Player
from app.systems.tierras_distantes.book.pieces import Member
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.judge.view import player_at, sees_places, sees_squad
from app.systems.tierras_distantes.muster.deploying import squad_of
from app.systems.tierras_distantes.muster.spots import first_free, judge_spot
from app.systems.tierras_distantes.position.changes import player_with, unit_with
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.squads.composing import Bounds, bounds_of, compose
from app.systems.tierras_distantes.squads.lists import judge_list, points_of
from app.systems.tierras_distantes.squads.locking import rival_of

TRIES: Final = 4
"""Points that are tried for a miniature before it goes to its first free place."""


def resample(moment: Moment, viewer: Viewer, pick: Picker) -> Position | None:
    """Another position that a viewer cannot tell apart; ``None`` if nothing is hidden."""
    position = changed = moment.position
    own = player_at(position, viewer)
    for player in PLAYERS:
        state = position.players[player]
        if not sees_squad(position, player, own) and state.members is not None:
            members = _squad(moment.rules, position, player, pick)
            changed = player_with(changed, player, members=members)
        elif not sees_places(position, player, own):
            changed = _placed(moment.rules, changed, player, pick)
    return None if changed is position else changed


def _squad(rules: Rules, position: Position, player: Player, pick: Picker) -> tuple[Member, ...]:
    """Any squad that might be there: one of the cost that was shown, else one within the limits (TD-SQD-12)."""
    if position.totals is not None:
        total = position.totals[player]
        bounds = Bounds(total, total)
    else:
        bounds = bounds_of(rules, rival_of(rules, position, player))
        dearest = points_of(rules, compose(rules, bounds) or ())
        cap = dearest - pick(max(1, dearest - bounds.least + 1))
        bounds = Bounds(bounds.least, cap) if compose(rules, Bounds(bounds.least, cap)) else bounds
    own = position.players[player].members
    assert own is not None
    found = [each for each in (*_ready(rules, position, bounds), compose(rules, bounds)) if each is not None]
    return found[pick(len(found))] if found else own


def _ready(rules: Rules, position: Position, bounds: Bounds) -> list[tuple[Member, ...]]:
    """Squads of the scenario that cost so much (TD-SQD-11)."""
    scenario = rules.scenarios.get(position.scenario)
    ready = () if scenario is None else scenario.ready
    fitting = []
    for each in ready:
        cost = judge_list(rules, each.members)
        if isinstance(cost, int) and bounds.least <= cost and (bounds.most is None or cost <= bounds.most):
            fitting.append(each.members)
    return fitting


def _placed(rules: Rules, position: Position, player: Player, pick: Picker) -> Position:
    """Any legal places: of all who have one, once they are confirmed, else of any number."""
    state, squad = position.players[player], squad_of(position, player)
    nowhere = {"x_mm": None, "y_mm": None, "z_mm": None}
    for unit in squad:
        position = unit_with(position, unit.id, status="undeployed", **nowhere)
    placed = 0
    for unit in squad:
        if not (state.confirmed or pick(2)):
            continue
        place = _place(Field(rules, position), position.units[unit.id], pick)
        if place is not None:
            x, y, z = place
            position = unit_with(position, unit.id, status="ready", x_mm=x, y_mm=y, z_mm=z)
            placed += 1
        elif state.confirmed:
            position = unit_with(position, unit.id, status="out")
    most = rules.constants.replacements * len(squad)
    return player_with(position, player, replaced=pick(most + 1) if placed else 0)


def _place(field: Field, unit: Unit, pick: Picker) -> Place | None:
    """A legal place of a miniature, ``None`` if it has none."""
    board = field.position.board
    for _ in range(TRIES):
        place = (pick(board.width_mm + 1), pick(board.height_mm + 1), 0)
        if judge_spot(field, unit, place) is None:
            return place
    return first_free(field, unit)
