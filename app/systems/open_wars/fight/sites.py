"""The fight in a location: windows, who acts next, its decision, and when it is over (rules.md, sections 10, 11 and 14)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.kinds import Cell, CombatStep, TokenId, UnitRef
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.fight import attacks
from app.systems.open_wars.fight.initiative import Contender, contender, next_unit
from app.systems.open_wars.fight.site_list import SiteEnd, shooters, site_chooser, site_end, targets, waiting_sites
from app.systems.open_wars.moves import marches
from app.systems.open_wars.moves.paths import retreat_budget, retreat_cells
from app.systems.open_wars.position.events_combat import (
    InitiativeRolled,
    RoundBegan,
    SiteBegan,
    SiteEnded,
    UnitActed,
    UnitHeld,
    UnitRetreated,
)
from app.systems.open_wars.position.frames import Prompt, SiteFrame, SiteRef, TurnFrame, WindowFrame
from app.systems.open_wars.position.state import Token

# ------------------------------------------------------------------------------------------------------------- which site


def next_site(story: Story, frame: TurnFrame) -> bool:
    """Starts the next combat of the step, or asks which; false if none waits (OW-SITE-04, OW-SITE-05)."""
    combat = story.position.combat
    if combat is None:
        return False
    waiting = waiting_sites(story.field, combat.step, combat.resolved)
    chooser = site_chooser(story.field, combat.step, waiting)
    if chooser is not None:
        sites = tuple(SiteRef(cell, combat.step) for cell in waiting)
        story.put(replace(frame, ask=Prompt("choose_site", chooser, sites=sites)))
    elif waiting:
        begin(story, combat.step, waiting[0])
    return bool(waiting)


def begin(story: Story, kind: CombatStep, cell: Cell) -> None:
    """A combat begins."""
    number = story.position.combat.number if story.position.combat is not None else 0
    story.add(SiteBegan(kind, cell, number + 1))
    story.push(SiteFrame(kind, cell))


# --------------------------------------------------------------------------------------------------------------- the loop


def run(story: Story, frame: SiteFrame) -> None:
    """The window, the end test, the next unit, its decision."""
    if frame.step == "window":
        story.put(replace(frame, step="next", unit=None, ask=None))
        story.push(WindowFrame("act"))
    elif frame.step == "next":
        _next(story, frame)
    else:
        _act(story, frame)


def units_to_act(field: Field, frame: SiteFrame) -> tuple[UnitRef, ...]:
    """The units that take part in a combat: shooters in a ranged site, everybody in a melee site (OW-SITE-06)."""
    return shooters(field, frame.cell) if frame.kind == "ranged" else field.units(frame.cell)


def _next(story: Story, frame: SiteFrame) -> None:
    site, end = story.site, end_of(story, frame)
    able = tuple(token.id for token in story.field.here(frame.cell) if not token.barred)
    if end.new_round and able:
        story.add(RoundBegan((site.round if site is not None else 1) + 1, able))
    elif end.over or end.new_round:
        _end(story, frame)
    else:
        _find(story, frame, _contenders(story.field, frame))


def _contenders(field: Field, frame: SiteFrame) -> list[Contender]:
    found = (contender(field, ref) for ref in units_to_act(field, frame))
    return [unit for unit in found if unit is not None]


def end_of(story: Story, frame: SiteFrame) -> SiteEnd:
    """Whether the combat is over, or a new round begins (OW-END-01, OW-END-02)."""
    site, field = story.site, story.field
    sides = {field.sides[token.seat] for token in field.here(frame.cell)}
    return site_end(
        story.rules.options,
        frame.kind,
        opponents=len(sides) if frame.kind == "melee" else len(units_to_act(field, frame)),
        units_not_acted=len(_contenders(field, frame)),
        round=site.round if site is not None else 1,
        attacks=site.attacks if site is not None else 0,
    )


def _end(story: Story, frame: SiteFrame) -> None:
    story.add(SiteEnded(frame.kind, frame.cell))
    story.pop()


def _find(story: Story, frame: SiteFrame, contenders: Sequence[Contender]) -> None:
    """Highest initiative; ties by rank, cost, dice, and the choice of one seat (OW-INI)."""
    before = len(story.dice.rolls)
    found = next_unit(story.rules, contenders, story.position.order, story.dice)
    for roll in story.dice.rolls[before:]:
        story.add(InitiativeRolled(Seat(roll.purpose.rsplit(" ", 1)[1]), roll.value))
    if found is None:
        return
    units = tuple(UnitRef(frame.cell, found.seat, name) for name in found.names)
    if len(units) > 1:
        story.put(replace(frame, ask=Prompt("choose_unit", found.seat, units=units)))
    else:
        story.put(replace(frame, step="act", unit=units[0], ask=None))


def ready(field: Field, unit: UnitRef) -> tuple[Token, ...]:
    """The tokens of a unit that have not acted."""
    return tuple(token for token in field.unit(unit) if not token.acted)


def _act(story: Story, frame: SiteFrame) -> None:
    """Attack, retreat or hold; who can only hold, holds (OW-INI-07, OW-PRM-08)."""
    unit = frame.unit
    if unit is None or not ready(story.field, unit):
        story.put(replace(frame, step="window", unit=None, ask=None))
    elif end_of(story, frame).over:  # whom it would have fought has resigned meanwhile
        story.put(replace(frame, step="next", unit=None, ask=None))
    elif targets(story.field, unit) or _can_retreat(story.field, unit):
        story.put(replace(frame, ask=Prompt("act", unit.seat, unit=unit)))
    else:
        hold(story, frame, forced=True)


def _can_retreat(field: Field, unit: UnitRef) -> bool:
    """Whether any token of the unit may retreat anywhere."""
    if not field.enemies(unit.seat, unit.cell):
        return False
    return any(any(retreat_cells(field, (token,))) for token in ready(field, unit))


# ---------------------------------------------------------------------------------------------------------- the decisions


def hold(story: Story, frame: SiteFrame, *, forced: bool = False) -> None:
    """The unit does nothing; all its tokens have acted."""
    if frame.unit is None:
        return
    acting = tuple(token.id for token in ready(story.field, frame.unit))
    story.add(UnitHeld(frame.unit, forced))
    story.add(UnitActed(frame.unit, acting))
    story.put(replace(frame, step="window", unit=None, ask=None))


def attack(story: Story, frame: SiteFrame, cell: Cell, seat: Seat) -> None:
    """The unit attacks."""
    if frame.unit is None:
        return
    acting = tuple(token.id for token in ready(story.field, frame.unit))
    story.put(replace(frame, step="window", unit=None, ask=None))
    attacks.declare(story, frame.unit, cell, seat, acting)


def retreat(story: Story, frame: SiteFrame, tokens: Sequence[TokenId], cell: Cell) -> None:
    """Tokens of the unit retreat; whoever had not acted has acted and is barred, gone or left (OW-RET-06,
    OW-RET-09)."""
    unit = frame.unit
    if unit is None:
        return
    acting = tuple(token.id for token in ready(story.field, unit))
    ids = tuple(sorted(tokens))
    story.add(UnitRetreated(unit, ids, cell))
    story.put(replace(frame, step="window", unit=None, ask=None))
    group = [story.position.tokens[number] for number in ids]
    marches.go(story, group, (cell,), "retreat", retreat_budget(story.field))
    story.add(UnitActed(unit, acting, barred=True))
