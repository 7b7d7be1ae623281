"""What teams, platoons, hexes and players are called."""

from __future__ import annotations

from app.boards import hexes
from app.boards.hexes import Hex
from app.engine.types import Text
from app.engine.words import called, same, shaped
from app.systems.flames_hexwar.book.kinds import Order, Place, Side, Special, name_of_place
from app.systems.flames_hexwar.book.tables import Rules


def team_name(rules: Rules, kind: str, name: str) -> Text:
    """A team by its kind and its id: ``Panther B2.1``."""
    of = rules.teams.get(kind)
    return shaped("{kind} {name}", kind=same(kind) if of is None else of.name, name=name)


def platoon_name(rules: Rules, kind: str, name: str) -> Text:
    """A platoon by its kind and its id."""
    of = rules.platoons.get(kind)
    return shaped("{kind} {name}", kind=same(kind) if of is None else of.name, name=name)


def weapon_name(rules: Rules, weapon: str) -> Text:
    """A weapon, or an aircraft."""
    of, plane = rules.weapons.get(weapon), rules.aircraft.get(weapon)
    return of.name if of is not None else plane.name if plane is not None else same(weapon)


def cell(at: Hex | Place | None) -> Text:
    """A hex as players read it, with its floor."""
    if at is None:
        return same("")
    return same(name_of_place(at) if isinstance(at, Place) else hexes.name(at))


def side_name(rules: Rules, side: Side) -> Text:
    """Whoever plays a side, by name, else the attacker or the defender."""
    return called(side, rules.words.say("sides", side))


def player(rules: Rules, seat: str) -> Text:
    """Whoever plays a seat, by name, else its letter."""
    return called(seat, rules.words.say("players", "one", letter=seat.upper()))


def order_name(rules: Rules, order: Order, special: Special | None = None) -> Text:
    """An order, or what a special action is."""
    return rules.words.say("specials", special) if special is not None else rules.words.say("orders", order)
