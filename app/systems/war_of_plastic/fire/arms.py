"""Weapons laid down, picked up and taken over, and survivors placed, as acts (WOP-DROP, WOP-DMG-20)."""

from __future__ import annotations

from app.engine.refusal import Refusal
from app.engine.types import RuleId, Seat, UnitId
from app.systems.war_of_plastic.book.state import Name, Unit
from app.systems.war_of_plastic.fire.combat import drop_token, lose_weapons
from app.systems.war_of_plastic.ground.moment import Moment, Story
from app.systems.war_of_plastic.ground.places import survivor_default, survivor_refusal
from app.systems.war_of_plastic.ground.weapons import pick_up_refusal, take_refusal
from app.systems.war_of_plastic.position.actions import DropWeapon, PickUp, PlaceSurvivor, TakeWeapon
from app.systems.war_of_plastic.position.events import SurvivorPlaced, WeaponTaken
from app.systems.war_of_plastic.position.events_combat import Spot
from app.systems.war_of_plastic.position.field import Place
from app.systems.war_of_plastic.turn.turn import close_manoeuvre, open_manoeuvre


def judge_drop(moment: Moment, unit: Unit, action: DropWeapon) -> Refusal | None:
    """Why a soldier may not drop a weapon: only a special one that is carried, as the manoeuvre begins (WOP-DROP-02, WOP-DROP-04)."""
    opened = moment.position.open
    started = opened is not None and (opened.moved or opened.entered)
    if unit.type != "infantry" and not started:
        return Refusal(RuleId("WOP-DROP-04"), {"unit": unit.id})
    if started or action.weapon not in unit.special:
        return Refusal(RuleId("WOP-DROP-02"), {"unit": unit.id, "weapon": action.weapon})
    return None


def apply_drop(story: Story, seat: Seat, action: DropWeapon) -> None:
    """Lays the token down where the soldier stands; the manoeuvre stays open (WOP-DROP-01)."""
    unit = story.position.units[UnitId(action.unit)]
    place = story.moment.field.place_of(unit)
    open_manoeuvre(story, unit.id)
    drop_token(story, unit.id, action.weapon, (place.x, place.y, place.level))


def judge_pick_up(moment: Moment, unit: Unit, action: PickUp) -> Refusal | None:
    """Why a token may not be picked up: only by a soldier beside it with a hand free (WOP-DROP-04, WOP-DROP-05, WOP-DROP-07)."""
    token = next((token for token in moment.position.tokens if token.id == action.token), None)
    return pick_up_refusal(moment.field, unit, token)


def apply_pick_up(story: Story, seat: Seat, action: PickUp) -> None:
    """Gives the soldier the weapon of the token, and ends the manoeuvre."""
    unit = story.position.units[UnitId(action.unit)]
    token = next(token for token in story.position.tokens if token.id == action.token)
    open_manoeuvre(story, unit.id)
    story.add(WeaponTaken(unit.army, unit.id, token.weapon, token=token.id))
    close_manoeuvre(story)


def judge_take(moment: Moment, unit: Unit, action: TakeWeapon) -> Refusal | None:
    """Why a weapon may not be taken over: only from a friendly soldier in contact, with a hand free (WOP-DROP-04, WOP-DROP-05,
    WOP-DROP-07, WOP-DROP-08)."""
    return take_refusal(moment.field, unit, action.from_, action.weapon)


def apply_take(story: Story, seat: Seat, action: TakeWeapon) -> None:
    """Gives the soldier a companion's weapon, which costs the companion nothing, and ends the manoeuvre."""
    unit = story.position.units[UnitId(action.unit)]
    open_manoeuvre(story, unit.id)
    story.add(WeaponTaken(unit.army, unit.id, action.weapon, from_=UnitId(action.from_)))
    close_manoeuvre(story)


# --------------------------------------------------------------------------------------------------------------- survivors


def judge_survivor(moment: Moment, seat: Seat, action: PlaceSurvivor) -> Refusal | None:
    """Why a survivor may not be placed: only by the survivor's handler, at a legal point near the wreck (WOP-DMG-20)."""
    unit = moment.unit(action.unit)
    if unit is None or not moment.handles(seat, unit):
        return Refusal(RuleId("WOP-TEAM-03"), {"unit": action.unit})
    point = survivor_point(moment, action)
    if point is None:
        return Refusal(RuleId("WOP-DMG-20"), {"unit": unit.id})
    wreck = wreck_place(moment, moment.position.prompts[0].wreck)
    return survivor_refusal(moment.field, moment.table, unit, wreck, point)


def survivor_point(moment: Moment, action: PlaceSurvivor) -> tuple[int, int] | None:
    """The point asked for, or the default one; ``None`` if nothing of the table is free."""
    if action.x_mm is not None and action.y_mm is not None:
        return action.x_mm, action.y_mm
    prompt = moment.position.prompts[0]
    unit = moment.position.units[prompt.unit]
    return survivor_default(moment.field, moment.table, unit, wreck_place(moment, prompt.wreck))


def wreck_place(moment: Moment, wreck_id: Name) -> Place:
    """Where a wreck lies; ``problems()`` refuses prompts without one."""
    piece = next(piece for piece in moment.position.board.pieces if piece.id == wreck_id)
    return Place(piece.x_mm or 0, piece.y_mm or 0, piece.radius_mm or 0, 0)


def apply_survivor(story: Story, seat: Seat, action: PlaceSurvivor) -> None:
    """Puts the survivor beside the wreck."""
    prompt = story.position.prompts[0]
    unit = story.position.units[prompt.unit]
    point = survivor_point(story.moment, action)
    assert point is not None, "judged before"
    placed = SurvivorPlaced(unit.army, unit.id, Spot(*point, unit.radius_mm, 0), prompt.wreck)
    story.add(placed)
    lose_weapons(story, prompt, placed)
