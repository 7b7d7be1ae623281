"""Weapons in hand and on the ground: who carries what, and who may drop, pick up or take one (WOP-DROP)."""

from __future__ import annotations

from app.boards.measured import gap_at_most, gap_mm
from app.engine.refusal import Fact, Refusal
from app.engine.scene import Disc
from app.engine.telling import Spot
from app.engine.types import RuleId, UnitId
from app.systems.war_of_plastic.book.state import Unit, WeaponToken
from app.systems.war_of_plastic.ground.close_combat import contact, is_engaged
from app.systems.war_of_plastic.position.field import Field, Place, is_on_foot, outline_of


def has_hands_full(field: Field, unit: Unit) -> bool:
    """Whether a soldier carries as many special weapons as the room allows (WOP-DROP-07)."""
    return len(unit.special) >= field.rules.options.max_special_weapons


def pick_up_refusal(field: Field, unit: Unit, token: WeaponToken | None) -> Refusal | None:
    """Only by a soldier, with the token in reach and a hand free (WOP-DROP-04, WOP-DROP-05, WOP-DROP-07); of which
    army it was does not
    matter (WOP-DROP-06)."""
    if unit.type != "infantry":
        return Refusal(RuleId("WOP-DROP-04"), {"unit": unit.id})
    if token is None:
        return Refusal(RuleId("WOP-DROP-05"), {"unit": unit.id})
    if not is_within_reach(field, unit, token):
        return _out_of_reach(field, unit, token)
    return _hands_full_refusal(field, unit)


def is_within_reach(field: Field, unit: Unit, token: WeaponToken) -> bool:
    """Whether a soldier stands next to or on a token, on its level; for one lying on a wreck, in contact with the wreck
    (WOP-DROP-05)."""
    if not is_on_foot(unit):
        return False
    here, lying = field.place_of(unit), place_of_token(field, token)
    return here.level == lying.level and gap_at_most(here, lying, field.rules.constants.contact_mm)


def place_of_token(field: Field, token: WeaponToken) -> Place:
    """Where a token is reached: its own disc, or that of the wreck it lies on."""
    wreck = next((piece for piece in field.pieces if piece.id == token.on_wreck), None)
    if wreck is None:
        return Place(token.x_mm, token.y_mm, field.rules.constants.token_radius_mm, token.level)
    return Place(*outline_of(wreck).disc, token.level)


def tokens_in_reach(field: Field, unit: Unit, tokens: tuple[WeaponToken, ...]) -> tuple[WeaponToken, ...]:
    """The tokens a soldier could pick up from where he is, in list order, hands full or not."""
    return tuple(token for token in tokens if is_within_reach(field, unit, token))


def take_refusal(field: Field, unit: Unit, companion: str, weapon: str) -> Refusal | None:
    """A special weapon is taken by a soldier from a friendly one on foot in contact, in any state but engaged, who carries
    it (WOP-DROP-08, refused as WOP-DROP-04, WOP-DROP-05), with a hand free (WOP-DROP-07)."""
    if unit.type != "infantry":
        return Refusal(RuleId("WOP-DROP-04"), {"unit": unit.id})
    giver = field.units.get(UnitId(companion))
    if (
        giver is None
        or giver.id == unit.id
        or giver.army != unit.army
        or not contact(field, unit, giver)
        or is_engaged(field, giver)
        or weapon not in giver.special
    ):
        return Refusal(RuleId("WOP-DROP-05"), {"unit": unit.id, "from": companion, "weapon": weapon})
    return _hands_full_refusal(field, unit)


def _hands_full_refusal(field: Field, unit: Unit) -> Refusal | None:
    if not has_hands_full(field, unit):
        return None
    most = field.rules.options.max_special_weapons
    return Refusal(RuleId("WOP-DROP-07"), {"unit": unit.id, "carried": list(unit.special), "most": most})


def _out_of_reach(field: Field, unit: Unit, token: WeaponToken) -> Refusal:
    lying = place_of_token(field, token)
    gap = gap_mm(field.place_of(unit), lying)
    reach = field.rules.constants.contact_mm
    facts: dict[str, Fact] = {"unit": unit.id, "token": token.id, **field.tape_facts(gap, reach)}
    ring = Spot(Disc(lying.x, lying.y, lying.radius), "bad", outline=True)
    return Refusal(RuleId("WOP-DROP-05"), facts, (ring,))
