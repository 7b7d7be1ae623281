"""What the fields of a battle in the making are called, and what many of them choose from."""

from __future__ import annotations

from app.boards import hexes
from app.engine.types import Text
from app.engine.words import shaped
from app.engine.workshop import forms as base
from app.engine.workshop.forms import names, say
from app.systems.flames_hexwar.book.kinds import Side
from app.systems.flames_hexwar.book.tables import Rules
from app.systems.flames_hexwar.words.names import cell, platoon_name, side_name, team_name
from app.systems.flames_hexwar.workshop.document import (
    Battle,
    cell_of,
    hex_of,
    placement_of,
    platoon_of,
    side_named,
    team_of,
)

Form = base.Form[Battle]
Put = base.Put[Battle]
Setting = base.Setting[Battle]


def facing_names(rules: Rules) -> dict[str, Text]:
    """The sides of a hex by their directions."""
    words = rules.words.table("facings")
    return {str(side): words[str(side)] for side in range(hexes.SIDES)}


def whose(rules: Rules, side: Side) -> Text:
    """A side as people call it."""
    return side_name(rules, side)


def thing_name(rules: Rules, battle: Battle, thing: str) -> Text:
    """A thing in words: what it is, and where."""
    team, platoon, side = team_of(battle, thing), platoon_of(battle, thing), side_named(battle, thing)
    if team is not None:
        _, row, index = team
        kinds = rules.platoons[row.platoon].teams
        name = team_name(rules, kinds[index] if index < len(kinds) else "", thing)
        placed = placement_of(row, index)
        if placed is None or placed.aboard is not None:
            return name
        return shaped("{what}, {where}", what=name, where=cell(hex_of(placed.at)))
    if platoon is not None:
        return platoon_name(rules, platoon[1].platoon, thing)
    if side is not None:
        return whose(rules, side.seat)
    at = cell_of(battle, thing)
    if at is not None:
        return cell(hex_of(at))
    kind, _, number = thing.partition(".")
    if kind == "objective" and number.isdecimal() and int(number) < len(battle.objectives):
        return battle.objectives[int(number)].name
    if kind in names(rules, "listed") and number.isdecimal():
        return say(rules, "listed", kind, n=int(number) + 1)
    return shaped("{what}", what=thing)
