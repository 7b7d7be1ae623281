"""Opening a game: scenario, options, house values and seats become the first position (section 4).

A game of a campaign is opened like any other: each seat then has a field ``campaign`` that says what it brings along
(``Veteran``), and what the game takes from the campaign (OW-CAM-09).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.play import decode
from app.engine.refusal import FieldError, InvalidInput
from app.engine.system import Setup
from app.engine.types import SEATS, Seat
from app.engine.workshop.base import plain
from app.engine.workshop.workshop import OWN, fault_field
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, place_of
from app.systems.open_wars.book.kinds import Count, Name
from app.systems.open_wars.book.scenarios import CampaignGame, Force, Scenario
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.lists import City, default_muster, muster_refusal
from app.systems.open_wars.field.map_maker import random_map
from app.systems.open_wars.field.values import is_port, return_refusal, stack_refusal
from app.systems.open_wars.judge.campaign import keep_refusal, promotion_refusal
from app.systems.open_wars.opening.faults import faults_of
from app.systems.open_wars.opening.reading import read
from app.systems.open_wars.position.events import SetUp
from app.systems.open_wars.position.frames import Frame, OrdersFrame, TurnFrame
from app.systems.open_wars.position.state import Position, SeatState, Token
from app.systems.open_wars.turn.victory import DRAW

RULES_VERSION: Final = "1.0"

Promoted = Literal["initiative", "movement", "attack"]
SideName = Annotated[str, msgspec.Meta(min_length=1, max_length=24, pattern=r"^[\w-]+$(?!\n)")]


class Veteran(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat brings into a game of a campaign: which game it is, the muster gold it has there (the trailing seat's
    bonus included), its treasury, the tokens it keeps, its promotions, and the two-sided units it has lost for good."""

    game: Annotated[int, msgspec.Meta(ge=1, le=100)]
    muster_gold: Count
    treasury: Count = 0
    kept: Mapping[Name, Annotated[int, msgspec.Meta(ge=1, le=100)]] = {}
    promotions: Mapping[Name, Promoted] = {}
    gone: tuple[Name, ...] = ()


class SeatFields(msgspec.Struct, frozen=True):
    """The game's own fields of a seat."""

    faction: Name | None = None
    side: SideName | None = None
    campaign: Veteran | None = None


def open_game(book: Book, setup: Setup, dice: Dice) -> SetUp:
    """The event that holds the whole starting position: nothing has happened yet, and the frames wait to be run. Raises
    ``InvalidInput`` naming every wrong field."""
    battle = _battle(book, setup)
    options, rules = book.opening(replace(setup, battle=battle))
    scenario = rules.scenarios[setup.scenario]
    least = max(scenario.least, rules.constants.least_players)
    most = min(scenario.most, rules.constants.most_players, len(SEATS))
    if not least <= len(setup.seats) <= most:
        raise InvalidInput.at("seats", f"{least} to {most} seats", len(setup.seats))
    fields = _fields(setup.seats)
    game = _campaign_game(rules, scenario, fields)
    factions = _factions(rules, scenario, fields, free=game is not None)
    before = len(dice.rolls)
    rows = _map(rules, scenario, len(fields), dice)
    starts = _starts(rules, scenario, len(fields))
    seats = _seats(rules, scenario, fields, factions, starts, game)
    tokens = _tokens(rules, rows, scenario, fields, factions, starts, game)
    position = Position(
        game="open_wars",
        rules_version=RULES_VERSION,
        scenario=scenario.code,
        options=options,
        tables=dict(setup.tables),
        map=rows,
        seats=seats,
        tokens=tokens,
        phase="muster" if _musters(scenario, game) else "turn_start",
        next_token=len(tokens) + 1,
        target=game.target_points if game is not None and scenario.victory.control_points is not None else None,
        frames=_frames(tuple(seats), musters=_musters(scenario, game)),
        battle=battle,
    )
    if position.phase == "muster":
        _check_musters(rules, position)
    return SetUp(position, tuple(roll.value for roll in dice.rolls[before:]))


def _battle(book: Book, setup: Setup) -> Mapping[str, Any] | None:  # a document
    """The battle that somebody made, ``None`` where a scenario of the game is played."""
    if setup.battle is None:
        return None
    if setup.scenario != OWN:
        raise InvalidInput.at("scenario", OWN, setup.scenario)
    battle = read(book, setup.battle)
    faults = faults_of(book, battle)
    if faults:
        raise InvalidInput([FieldError(fault_field(each), "a battle without faults", each.text.en) for each in faults])
    return plain(battle)


def _check_musters(rules: Rules, position: Position) -> None:
    """Every seat can give a muster: it starts in a city, and the packs have something for its gold that may stand there."""
    field = Field.of(position, rules)
    for index, (seat, state) in enumerate(position.seats.items()):
        card = rules.cards[card_at(position.map, state.start)]
        if card.type != "city":
            raise InvalidInput.at(f"tables.cards.{card.code}.type", "a city: armies are mustered there", card.type)
        present = field.counts(state.start, seat)
        start = City(usable=True, port=is_port(rules, position.map, state.start), present=present)
        listed = default_muster(rules, state.faction, state.budget, start, present, state.gone)
        if muster_refusal(rules, state.faction, state.budget, start, listed, present, state.gone) is not None:
            expected = f"packs with a unit that seat {index} can muster for {state.budget} gold"
            raise InvalidInput.at("options.unit_packs", expected, position.options["unit_packs"])


def _musters(scenario: Scenario, game: CampaignGame | None) -> bool:
    return scenario.muster is not None or game is not None


def _frames(seats: tuple[Seat, ...], *, musters: bool) -> tuple[Frame, ...]:
    if musters:
        return (TurnFrame("reveal_musters"), OrdersFrame("muster", seats))
    return (TurnFrame("turn_start"),)


# seats


def _fields(seats: Sequence[Mapping[str, Any]]) -> tuple[SeatFields, ...]:
    known = SeatFields.__struct_fields__
    return tuple(
        decode(SeatFields, {key: value for key, value in seat.items() if key in known}, f"seats[{index}]")
        for index, seat in enumerate(seats)
    )


def _factions(rules: Rules, scenario: Scenario, fields: Sequence[SeatFields], *, free: bool) -> tuple[str, ...]:
    """The faction of every seat: the scenario's, the one it chose, or the first that nobody has (OW-FAC-01,
    OW-FAC-02)."""
    stated = [] if free else [seat.faction for seat in scenario.seats]
    errors, chosen = [], [stated[index] if stated else seat.faction for index, seat in enumerate(fields)]
    choices = [faction.code for faction in rules.factions.values() if not faction.neutral]
    for index, seat in enumerate(fields):
        faction, path = seat.faction, f"seats[{index}].faction"
        if faction is not None and faction not in choices:
            errors.append(FieldError(path, "one of " + ", ".join(choices), repr(faction)))
        elif stated and faction not in (None, stated[index]):
            errors.append(FieldError(path, f"{stated[index]}, as the scenario has it", repr(faction)))
        elif faction is not None and not rules.options.duplicate_factions and chosen.index(faction) < index:
            errors.append(FieldError(path, "a faction that no other seat has", repr(faction)))
    if errors:
        raise InvalidInput(errors)
    for index, faction in enumerate(chosen):
        if faction is None:
            chosen[index] = next(code for code in choices if code not in chosen)
    return tuple(faction for faction in chosen if faction is not None)


def _sides(rules: Rules, scenario: Scenario, fields: Sequence[SeatFields]) -> tuple[str, ...]:
    """The side of every seat: the scenario's, with fixed teams the one it says (else in turn 1, 2), else its own
    (OW-GEN-06)."""
    if scenario.seats and any(seat.side is not None for seat in scenario.seats):
        return tuple(seat.side or SEATS[index] for index, seat in enumerate(scenario.seats))
    if rules.options.teams == "none":
        return tuple(SEATS[: len(fields)])
    sides = tuple(seat.side or str(1 + index % 2) for index, seat in enumerate(fields))
    if len(set(sides)) < 2:
        raise InvalidInput.at("seats", "at least two sides", sides[0])
    if DRAW in sides:
        raise InvalidInput.at(f"seats[{sides.index(DRAW)}].side", "a name that is no result", DRAW)
    return sides


def _seats(
    rules: Rules,
    scenario: Scenario,
    fields: Sequence[SeatFields],
    factions: Sequence[str],
    starts: Sequence[Cell],
    game: CampaignGame | None,
) -> dict[Seat, SeatState]:
    sides = _sides(rules, scenario, fields)
    found = {}
    for index, (faction, start) in enumerate(zip(factions, starts, strict=True)):
        stated = scenario.seats[index] if scenario.seats else None
        muster, veteran = scenario.muster, fields[index].campaign
        mana = stated.mana if stated is not None else muster.mana if muster is not None else 0
        gold = stated.gold if stated is not None else 0
        budget = muster.gold if muster is not None else 0
        if game is not None and veteran is not None:
            mana, gold, budget = game.muster_mana, gold + veteran.treasury, veteran.muster_gold
        found[SEATS[index]] = SeatState(
            seat=SEATS[index],
            side=sides[index],
            faction=faction,
            start=start,
            gold=gold,
            mana=mana,
            budget=budget,
            promotions=_promotions(rules, faction, veteran, index) if veteran is not None else {},
            gone=_gone(rules, veteran, index) if veteran is not None else (),
        )
    return found


# map and tokens


def _map(rules: Rules, scenario: Scenario, players: int, dice: Dice) -> CardRows:
    """The scenario's map, start cells that nobody has turned into what it says; or a random one (OW-SET-02)."""
    if not scenario.map:
        return random_map(rules, players, dice)
    if scenario.unused_start_becomes is None:
        return scenario.map
    every = {cell for starts in scenario.starts.values() for cell in starts}
    unused = {place_of(cell) for cell in every - set(scenario.starts[players])}
    return tuple(
        tuple(scenario.unused_start_becomes if (column, row) in unused else code for column, code in enumerate(codes))
        for row, codes in enumerate(scenario.map)
    )


def _starts(rules: Rules, scenario: Scenario, players: int) -> tuple[Cell, ...]:
    """The start cells in seat order (OW-SET-07)."""
    if scenario.seats:
        return tuple(seat.start for seat in scenario.seats)
    return scenario.starts[players] if scenario.starts else rules.generator.sizes[players].starts


def _tokens(
    rules: Rules,
    rows: CardRows,
    scenario: Scenario,
    fields: Sequence[SeatFields],
    factions: Sequence[str],
    starts: Sequence[Cell],
    game: CampaignGame | None,
) -> dict[int, Token]:
    """Opening forces, or the veterans of a campaign, by seat and list order (OW-SET-03, OW-SET-04)."""
    tokens: dict[int, Token] = {}
    for index, seat in enumerate(fields):
        forces = scenario.seats[index].forces if scenario.seats and game is None else ()
        if game is not None and seat.campaign is not None:
            forces = _veterans(rules, seat.campaign, factions[index], starts[index], game, index)
        present: dict[Cell, dict[str, int]] = {}
        for force in forces:
            kind, card = rules.units[force.unit], rules.cards[card_at(rows, force.at)]
            here = present.setdefault(force.at, {})
            rule = None if kind.type == "water" else return_refusal(kind, card)
            rule = rule or stack_refusal(rules, kind, here, force.count)
            if rule is not None:
                expected = f"tokens that may stand on {force.at} ({rule})"
                raise InvalidInput.at(f"seats[{index}]", expected, f"{force.count} {force.unit}")
            here[force.unit] = here.get(force.unit, 0) + force.count
            for _ in range(force.count):
                number = len(tokens) + 1
                tokens[number] = Token(number, force.unit, SEATS[index], force.at, form=force.form)
    return tokens


# campaigns


def _campaign_game(rules: Rules, scenario: Scenario, fields: Sequence[SeatFields]) -> CampaignGame | None:
    """The game of the campaign that the seats say this is; all of them, or none."""
    numbers = {seat.campaign.game if seat.campaign is not None else None for seat in fields}
    if numbers == {None}:
        return None
    game = next((game for game in rules.campaign.games if numbers == {game.number}), None)
    if game is None or game.scenario != scenario.code:
        games = ", ".join(str(game.number) for game in rules.campaign.games if game.scenario == scenario.code)
        raise InvalidInput.at("seats", f"the same game of the campaign for every seat ({games or 'none'})", numbers)
    return game


def _veterans(
    rules: Rules, veteran: Veteran, faction: str, start: Cell, game: CampaignGame, index: int
) -> tuple[Force, ...]:
    """The tokens that a seat keeps, of its own faction (OW-CAM-03, OW-CAM-04)."""
    path = f"seats[{index}].campaign.kept"
    for code in veteran.kept:
        if code not in rules.units or rules.units[code].faction != faction:
            raise InvalidInput.at(f"{path}.{code}"[:120], "the code of a unit of the own faction", code)
    refusal = keep_refusal(rules, veteran.kept, game.carry_cap)
    if refusal is not None:
        raise InvalidInput.at(path, f"veterans that {refusal.rule} lets a seat keep", dict(veteran.kept))
    return tuple(Force(code, count, start) for code, count in veteran.kept.items())


def _promotions(rules: Rules, faction: str, veteran: Veteran, index: int) -> dict[str, Promoted]:
    for code, stat in veteran.promotions.items():
        if code not in rules.units or promotion_refusal(rules, rules.campaign, faction, code, stat, 1, ()) is not None:
            path = f"seats[{index}].campaign.promotions.{code}"
            raise InvalidInput.at(path[:120], "a promotion of an own unit (OW-CAM-06)", stat)
    return dict(veteran.promotions)


def _gone(rules: Rules, veteran: Veteran, index: int) -> tuple[str, ...]:
    for code in veteran.gone:
        if code not in rules.units:
            raise InvalidInput.at(f"seats[{index}].campaign.gone", "codes of units", code)
    return veteran.gone
