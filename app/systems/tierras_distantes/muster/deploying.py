"""Deployment: who places when, whom and where (TD-DEP)."""

from __future__ import annotations

from typing import Final

from app.engine.refusal import Refusal
from app.engine.types import RuleId, UnitId
from app.systems.tierras_distantes.book.kinds import PLAYERS, Place, Player, other
from app.systems.tierras_distantes.book.tables import Rules
from app.systems.tierras_distantes.field.field import Field
from app.systems.tierras_distantes.muster.replacing import judge_replacing
from app.systems.tierras_distantes.muster.spots import free_places, judge_spot, spread_places
from app.systems.tierras_distantes.position import events_setup as e
from app.systems.tierras_distantes.position.actions import Deploy, DeployRest
from app.systems.tierras_distantes.position.state import Position, Unit
from app.systems.tierras_distantes.position.story import Story

NOT_NOW: Final = RuleId("TD-REF-01")
UNKNOWN: Final = RuleId("TD-REF-02")
SOMEBODY_LEFT: Final = RuleId("TD-DEP-05")


def squad_of(position: Position, player: Player) -> list[Unit]:
    """All miniatures of a player, in the order of ids."""
    return [unit for unit in position.units.values() if unit.player == player]


def unplaced(position: Position, player: Player) -> list[Unit]:
    """Those not placed yet."""
    return [unit for unit in squad_of(position, player) if unit.status == "undeployed"]


def deployers(rules: Rules, position: Position) -> tuple[Player, ...]:
    """Whom deployment waits for: with ``blind`` everybody who has not confirmed, else whose go it is, in turn only while somebody is left
    who has a place (TD-DEP-04)."""
    waiting = tuple(player for player in PLAYERS if not position.players[player].confirmed)
    if rules.options.deployment_order == "blind":
        return waiting
    player = position.to_deploy
    if player not in waiting:
        return ()
    in_turn = rules.options.deployment_order == "alternate"
    return () if in_turn and not has_somebody(Field(rules, position), player) else (player,)


def has_somebody(field: Field, player: Player) -> bool:
    """Whether anybody who has a place is still to be placed."""
    return next(free_places(field, unplaced(field.position, player)), None) is not None


# ----------------------------------------------------------------------------------------------------------------- judges


def judge_deploy(field: Field, player: Player, action: Deploy) -> Refusal | None:
    """Whether an own miniature (TD-REF-02) may be placed, or placed anew (TD-DEP-07), at a place (see ``judge_spot``)."""
    position = field.position
    unit = position.units.get(action.unit)
    if unit is None or unit.player != player:
        return Refusal(UNKNOWN, {"unit": action.unit})
    size, replaced = len(squad_of(position, player)), position.players[player].replaced
    refusal = judge_replacing(field.rules, size, replaced, placed=unit.in_play)
    return refusal or judge_spot(field, unit, (action.x_mm, action.y_mm, action.z_mm))


def judge_rest(field: Field, player: Player, action: DeployRest) -> dict[UnitId, Place] | Refusal:
    """Places for all who are not placed yet, where the players do not place in turn and somebody has one: the first free ones (TD-DEP-08), or
    such as spread them out."""
    if field.rules.options.deployment_order == "alternate":
        return Refusal(NOT_NOW)
    return rest_places(field, player, spread=action.spread) or Refusal(NOT_NOW)


def judge_confirming(field: Field, player: Player) -> Refusal | None:
    """Whether everybody who has a place stands (TD-DEP-05, TD-DEP-09); where the players place in turn nobody confirms."""
    if field.rules.options.deployment_order == "alternate":
        return Refusal(NOT_NOW)
    left = next(free_places(field, unplaced(field.position, player)), None)
    return None if left is None else Refusal(SOMEBODY_LEFT, {"unit": left[0].id})


def rest_places(field: Field, player: Player, *, spread: bool) -> dict[UnitId, Place]:
    """A first free place for each, in the order of ids, the others standing at theirs already (TD-DEP-08); or one for each, spread out."""
    squad = squad_of(field.position, player)
    found = spread_places(field, squad) if spread else free_places(field, unplaced(field.position, player))
    return {unit.id: place for unit, place in found}


def spreads(field: Field, player: Player) -> bool:
    """Whether spreading out those who are left puts somebody elsewhere."""
    return rest_places(field, player, spread=True) != rest_places(field, player, spread=False)


# ------------------------------------------------------------------------------------------------------------ what follows


def deploy(story: Story, unit: UnitId, place: Place) -> None:
    """Places a miniature; in turn the other player goes on (TD-DEP-04)."""
    position = story.position
    anew = position.units[unit].in_play
    x, y, z = place
    story.add(e.Deployed(unit=unit, x_mm=x, y_mm=y, z_mm=z, anew=anew, to_deploy=position.to_deploy))


def deploy_rest(story: Story, places: dict[UnitId, Place]) -> None:
    """Places all of these."""
    for unit, place in places.items():
        deploy(story, unit, place)


def confirm(story: Story, player: Player) -> None:
    """Ends a deployment; who has no place stays out of the game (TD-DEP-09). One after the other: it is the other's go (TD-DEP-04)."""
    position = story.position
    out = tuple(unit.id for unit in unplaced(position, player))
    waits = position.to_deploy is not None and not position.players[other(player)].confirmed
    story.add(e.Confirmed(player, out, other(player) if waits else None))


def take_turns(story: Story, last: Player | None) -> None:
    """Placing in turn: after ``last`` the other goes on, or who has somebody left who has a place; with nobody left both are done
    (TD-DEP-04). Before the first placing the one whose go it is comes first."""
    first = story.position.to_deploy if last is None else other(last)
    assert first is not None
    field = Field(story.rules, story.position)
    following = next((player for player in (first, other(first)) if has_somebody(field, player)), None)
    if following is None:
        for player in PLAYERS:
            confirm(story, player)
    elif following != story.position.to_deploy:
        story.add(e.GoPassed(following))


def open_deployment(story: Story) -> None:
    """Blind deployment: all is revealed at once (TD-DEP-04)."""
    if story.rules.options.deployment_order != "blind":
        return
    units = story.position.units.values()
    places = {
        unit.id: (unit.x_mm, unit.y_mm, unit.z_mm)
        for unit in units
        if unit.x_mm is not None and unit.y_mm is not None and unit.z_mm is not None
    }
    story.add(e.DeploymentOpened(places, tuple(unit.id for unit in units if unit.status == "out")))
