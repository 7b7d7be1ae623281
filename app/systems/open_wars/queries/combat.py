"""The questions about moves and fights: paths, sites, who acts, dice, hits, retreats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec

from app.engine.asking import Answer
from app.engine.refusal import InvalidInput
from app.engine.types import Seat
from app.systems.open_wars.book.geometry import CardRows, reading_order
from app.systems.open_wars.book.kinds import Cell, CombatStep, Name, SiteKind
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field import values
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.fight import hit_checks, initiative, site_list
from app.systems.open_wars.fight.settling import settle
from app.systems.open_wars.magic.cast_rules import resurrectable
from app.systems.open_wars.moves import paths
from app.systems.open_wars.moves.walking import walk
from app.systems.open_wars.position.state import Effect, Token
from app.systems.open_wars.queries import inputs as ask
from app.systems.open_wars.queries.inputs import Pieces

COMBAT: Final = ask.questions()

ONE: Final = "A1"
"""The cell of questions that speak of one card only."""

OWNER: Final = Seat("a")


class _Move(msgspec.Struct, frozen=True):
    map: ask.MapRows
    unit: Name
    count: ask.Some
    at: Cell
    path: ask.Path
    others: ask.Groups = ()
    seat: ask.SeatNumber = 0
    sides: ask.Sides = ()
    stack_size: ask.Some | None = None
    points_spent: ask.Many = 0
    effects: ask.Changes = ()
    halted: bool = False
    mist: Literal["marked", "failed"] | None = None
    serpent_used: bool = False
    entered_enemy: bool = False
    wounded: bool = False
    dice: ask.Dice = ()
    options: ask.Options = {}


@COMBAT.of_options
def _move(rules: Rules, *, asked: _Move) -> Answer:
    rows, pieces, group = _group_among_others(rules, asked)
    ids = _movers(pieces, asked, group)
    field = ask.field_of(rules, rows, pieces, asked.sides)
    refusal = paths.move_refusal(field, ask.seat_of(asked.seat), ids, asked.path)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    tokens = tuple(field.tokens[number] for number in ids)
    with ask.given_dice(asked.dice) as dice:
        walked = walk(field, tokens, asked.path, dice)
    arrived = bool(walked.steps) and walked.cell != asked.at
    enemies = bool(field.enemies(tokens[0].seat, walked.cell)) and not field.kind(tokens[0]).is_flying
    return {
        "legal": True,
        "ends_at": walked.cell,
        "points_left": min(purse.left for purse in walked.purses),
        "halted": asked.halted or any(step.halted for step in walked.steps),
        "locked": enemies if arrived else any(field.is_locked(token) for token in tokens),
        "barred": any(step.barred for step in walked.steps),
        "attack_modifier": walked.attack_change,
        "dice_used": len(dice.rolls),
    }


def _group_among_others(rules: Rules, asked: _Move | _Retreat) -> tuple[CardRows, Pieces, ask.Group]:
    """The group that is asked about, not yet put down, and the others that lie on the map."""
    rows = ask.rows_of(rules, asked.map, "given.map")
    pieces = ask.pieces_of(rules, rows, asked.others, "given.others")
    group = ask.Group(asked.seat, asked.unit, asked.at, asked.count, wounded=asked.wounded, effects=asked.effects)
    ask.check_group(rules, rows, group, "given")
    return rows, pieces, group


def _movers(pieces: Pieces, asked: _Move, group: ask.Group) -> tuple[int, ...]:
    """Puts the moving tokens down with all their marks, and the rest of their stack."""
    ids = pieces.add(group, spent=asked.points_spent, halted=asked.halted)
    for number in ids:
        pieces.tokens[number] = msgspec.structs.replace(
            pieces.tokens[number], serpent=asked.serpent_used, entered_enemy=asked.entered_enemy
        )
    if asked.mist is not None:
        failed = ids if asked.mist == "failed" else ()
        groups = (ids,) if asked.mist == "marked" else ()
        pieces.mark(Effect(0, "spell", paths.MIST_CODE, "turn", tokens=ids, groups=groups, failed=failed))
    rest = (asked.stack_size or asked.count) - asked.count
    if rest < 0:
        raise InvalidInput.at("given.stack_size", f"at least the {asked.count} tokens that move", asked.stack_size)
    if rest:
        pieces.add(ask.Group(asked.seat, asked.unit, asked.at, rest))
    return ids


class _Retreat(msgspec.Struct, frozen=True):
    map: ask.MapRows
    unit: Name
    count: ask.Some
    at: Cell
    to: Cell
    seat: ask.SeatNumber = 0
    points_spent: ask.Many = 0
    effects: ask.Changes = ()
    wounded: bool = False
    others: ask.Groups = ()
    sides: ask.Sides = ()
    options: ask.Options = {}


@COMBAT.of_options
def _retreat(rules: Rules, *, asked: _Retreat) -> Answer:
    rows, pieces, group = _group_among_others(rules, asked)
    ids = pieces.add(group, spent=asked.points_spent)
    field = ask.field_of(rules, rows, pieces, asked.sides)
    refusal = paths.retreat_refusal(field, tuple(field.tokens[number] for number in ids), asked.to)
    if refusal is not None:
        return ask.verdict(refusal, "legal")
    card = field.card(asked.to)
    return {"legal": True, "cost": 0 if card is None else values.entry_cost(rules, rules.units[asked.unit], card)}


@COMBAT.of_options
def _combat_sites(
    rules: Rules,
    *,
    map: ask.Rows,
    turn_order: ask.Order,
    tokens: ask.Groups,
    step: CombatStep,
    sides: ask.Sides = (),
    resolved: ask.Path = (),
) -> Answer:
    field = ask.field_of(rules, map, ask.pieces_of(rules, map, tokens, "given.tokens"), sides, turn_order)
    sites = site_list.waiting_sites(field, step, resolved)
    chooser = site_list.site_chooser(field, step, sites)
    return {"sites": sorted(sites, key=reading_order), "chooser": ask.number_of(chooser)}


class _Waiting(msgspec.Struct, frozen=True):
    id: Name
    seat: ask.SeatNumber
    unit: Name
    effects: ask.Changes = ()
    wounded: bool = False


@COMBAT.question
def _next_unit(
    rules: Rules,
    *,
    turn_order: ask.Order,
    card: ask.Place,
    units: Annotated[tuple[_Waiting, ...], msgspec.Meta(min_length=1, max_length=100)],
    dice: ask.Rolled,
) -> Answer:
    contenders = []
    for index, unit in enumerate(units):
        kind = ask.unit_of(rules, unit.unit, f"given.units[{index}].unit")
        printed = values.printed_values(kind, wounded=unit.wounded)
        changes = [(change.stat, change.value) for change in unit.effects]
        effective = values.effective_values(kind, printed, card, changes)
        contenders.append(initiative.Contender(unit.id, ask.seat_of(unit.seat), kind, effective.initiative))
    if len({unit.id for unit in units}) != len(units):
        raise InvalidInput.at("given.units", "an id of its own for each unit", [unit.id for unit in units])
    found = initiative.next_unit(rules, contenders, turn_order, dice)
    if found is None or len(found.names) == 1:
        return {"acts": found.names[0] if found is not None else None, "dice_used": len(dice.rolls)}
    choices = [unit.id for unit in units if unit.id in found.names]
    return {"choose_by": ask.number_of(found.seat), "from": choices, "dice_used": len(dice.rolls)}


class _Flags(msgspec.Struct, frozen=True):
    acted: bool = False
    barred: bool = False


@COMBAT.of_options
def _act_options(
    rules: Rules,
    *,
    unit: ask.Unit,
    tokens: Annotated[tuple[_Flags, ...], msgspec.Meta(max_length=100)],
    enemies_here: bool,
    shooting_targets: ask.Many = 0,
    retreat_cells: ask.Many = 0,
) -> Answer:
    standing = tuple(
        Token(number, unit.code, OWNER, ONE, acted=flags.acted, barred=flags.barred)
        for number, flags in enumerate(tokens, 1)
    )
    immobile = values.is_immobile(rules, unit.printed)
    choices = site_list.choices_of(
        standing, enemies_here=enemies_here, targets=shooting_targets, retreat_cells=retreat_cells, immobile=immobile
    )
    found: Answer = msgspec.to_builtins(choices)
    return found


@COMBAT.question
def _flags_after(
    rules: Rules,
    *,
    action: Literal["attack", "retreat", "hold"],
    tokens_not_acted: ask.Many,
    tokens_moved: ask.Many = 0,
) -> Answer:
    if tokens_moved > tokens_not_acted:
        raise InvalidInput.at("given.tokens_moved", f"at most {tokens_not_acted}", tokens_moved)
    acted, barred = site_list.marks_after(action, tokens_not_acted)
    return {"acted": acted, "barred": barred}


@COMBAT.of_options
def _site_over(
    rules: Rules,
    *,
    kind: SiteKind,
    units_not_acted: ask.Many,
    sides_present: ask.Many = 0,
    shooters_with_target: ask.Many = 0,
    round: ask.Some = 1,
    attacks_this_round: ask.Many = 0,
) -> Answer:
    opponents = sides_present if kind == "melee" else shooters_with_target
    end = site_list.site_end(
        rules.options,
        kind,
        opponents=opponents,
        units_not_acted=units_not_acted,
        round=round,
        attacks=attacks_this_round,
    )
    return {"over": end.over, "new_round": end.new_round}


@COMBAT.question
def _attack_hits(
    rules: Rules,
    *,
    attack_values: Annotated[tuple[ask.Many, ...], msgspec.Meta(max_length=100)],
    automatic_hits: ask.Many = 0,
    savage_blow: bool = False,
    brutal_crush: bool = False,
    purified: bool = False,
    dice: ask.Rolled,
) -> Answer:
    faces = [dice.roll("attack") for _ in attack_values]
    base = hit_checks.rolled_hits(attack_values, faces) + (0 if purified else automatic_hits)
    hits = base
    for code, cast in ((hit_checks.SAVAGE_BLOW, savage_blow), (hit_checks.BRUTAL_CRUSH, brutal_crush)):
        if cast and not purified:
            success = rules.spells[code].effect["extra_die_per_hit_success"]
            hits += hit_checks.extra_hits(base, success, dice, code)[1]
    return {"base_hits": base, "hits": hits, "dice_used": len(dice.rolls)}


class Defender(msgspec.Struct, frozen=True):
    """A unit of the attacked seat with everything that may stop hits."""

    unit: Name
    count: ask.Some = 1
    wounded: bool = False
    walls: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    shield: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    grace: bool = False
    mithril: bool = False


Defenders = Annotated[tuple[Defender, ...], msgspec.Meta(max_length=100)]
Losses = Annotated[tuple[Name, ...], msgspec.Meta(max_length=1_000)]


@COMBAT.question
def _assign_hits(
    rules: Rules,
    *,
    card: ask.Place,
    units: Defenders,
    hits: Annotated[int, msgspec.Meta(ge=0, le=1_000)],
    only_unit: Name | None = None,
    choices: Losses = (),
    dice: ask.Rolled,
) -> Answer:
    field = defended(rules, card.code, units, "given.units")
    if only_unit is not None and all(unit.unit != only_unit for unit in units):
        raise InvalidInput.at("given.only_unit", "one of the units", only_unit)
    settled = settle(field, ONE, OWNER, hits, dice, choices, unit=only_unit)
    return {
        "lost": dict(settled.lost),
        "wounded": list(settled.wounded),
        "stopped": settled.stopped,
        "dropped": settled.dropped,
        "wasted": settled.wasted,
        "prompts": settled.prompts,
        "dice_used": len(dice.rolls),
    }


def defended(rules: Rules, card: str, units: Sequence[Defender], path: str) -> Field:
    """The one card with the units of a list on it."""
    pieces, rows = Pieces(), ((card,),)
    for index, unit in enumerate(units):
        put_defender(pieces, rules, rows, unit, f"{path}[{index}]")
    return ask.field_of(rules, rows, pieces)


def put_defender(pieces: Pieces, rules: Rules, rows: CardRows, unit: Defender, path: str) -> None:
    """Puts a unit down on the one card, with its charges."""
    group = ask.Group(0, unit.unit, ONE, unit.count, wounded=unit.wounded)
    ask.check_group(rules, rows, group, path)
    if any(token.unit == unit.unit for token in pieces.tokens.values()):
        raise InvalidInput.at(f"{path}.unit", "each unit once", unit.unit)
    ids = pieces.add(group)
    for code, charges in ((hit_checks.WALLS, unit.walls), (hit_checks.SHIELD, unit.shield)):
        for _ in range(charges):
            pieces.mark(Effect(0, "spell", code, "turn", tokens=ids, groups=(ids,)))
    for code, is_on in ((hit_checks.GRACE, unit.grace), (hit_checks.MITHRIL, unit.mithril)):
        if is_on:
            pieces.mark(Effect(0, "spell", code, "turn", tokens=ids))


class _Fell(msgspec.Struct, frozen=True):
    id: ask.Natural
    unit: Name
    seat: ask.SeatNumber


@COMBAT.of_options
def _resurrect_options(
    rules: Rules,
    *,
    seat: ask.SeatNumber,
    gold: ask.Natural,
    fallen: Annotated[tuple[_Fell, ...], msgspec.Meta(max_length=400)],
    present: ask.Counted = ask.NONE,
) -> Answer:
    card = next(card.code for card in rules.cards.values() if card.features_of("resurrect"))
    pieces = Pieces()
    for code, count in present.items():
        if count:
            pieces.add(ask.Group(seat, code, ONE, count))
    field, ids = ask.field_of(rules, ((card,),), pieces), []
    for index, fell in enumerate(fallen):
        ask.unit_of(rules, fell.unit, f"given.fallen[{index}].unit")
        if fell.seat == seat and resurrectable(field, ask.seat_of(seat), gold, fell.unit, ONE):
            ids.append(fell.id)
    return {"ids": ids}
