"""The drawing of a battle that somebody makes: the map as it is at the table, holes to lay cards into, and lists of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import convert, to_builtins
from msgspec.structs import replace

from app.engine.scene import Card, Drawable, Figure, Mark, Panel, Row, Scene
from app.engine.types import SEATS, SPECTATOR, BoardKind, Text, UnitId
from app.engine.words import joined, listed, same
from app.engine.workshop.base import plain
from app.engine.workshop.forms import say
from app.engine.workshop.workshop import OWN, Fault
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import CardRows, card_at, cell_at
from app.systems.open_wars.book.scenarios import turns_of
from app.systems.open_wars.book.tables import Feature, Rules
from app.systems.open_wars.judge.view import view
from app.systems.open_wars.opening.battle import (
    Battle,
    BonusRow,
    ReplaceRow,
    SpawnRow,
    TwoLivesRow,
    cells_by_die,
)
from app.systems.open_wars.opening.setup import RULES_VERSION
from app.systems.open_wars.position.state import Position, SeatState, Token
from app.systems.open_wars.screen.scene import GAP, HEIGHT, WIDTH, drawables, field_of, middle_of
from app.systems.open_wars.words import labels
from app.systems.open_wars.words.goal_words import card_words, goal_words, turns_words
from app.systems.open_wars.words.screen_words import counted, faction_name, unit_name
from app.systems.open_wars.workshop.fields import sample_map

HOLE: Final = "hole"


def draw(book: Book, battle: Battle, faults: Iterable[Fault] = (), *, holes: bool = True) -> Scene:
    """The drawing of a battle, ``holes`` included."""
    rules = book.fresh_rules(book.resolve(battle.options), None, plain(battle))
    position = _position(book, rules, battle)
    seen = view(position, SPECTATOR)
    rows = position.map
    drawn = [_marked(rules, battle, each) for each in drawables(rules, field_of(rules, seen), seen)]
    if holes:
        drawn = [*_holes(rules, rows), *drawn]
    count = len(tuple(faults))
    return Scene(
        board=BoardKind.CARDS,
        width=max((len(row) for row in rows), default=1) * (WIDTH + GAP) + GAP,
        height=max(1, len(rows)) * (HEIGHT + GAP) + GAP,
        drawables=tuple(drawn),
        prompt=say(rules, "drawn", "playable" if count == 0 else "to_mend", n=count),
        headline=Text(battle.name_es, battle.name_en),
        panels=tuple(panel for panel in _panels(rules, battle) if panel.rows),
    )


def _position(book: Book, rules: Rules, battle: Battle) -> Position:
    """A position to draw: whatever has a place, on the map there is."""
    rows = sample_map(rules, _random_players(rules, battle)) if battle.map_generator else battle.map
    factions = [code for code, faction in rules.factions.items() if not faction.neutral]
    factions = [seat.faction for seat in battle.seat] or factions[: battle.players.max]
    seats = {seat: SeatState(seat, seat, faction, "A1") for seat, faction in zip(SEATS, factions, strict=False)}
    tokens: dict[int, Token] = {}
    lives = battle.two_lives
    for seat, described in zip(SEATS, battle.seat, strict=False):
        for force in described.forces if rows else ():
            if not card_at(rows, force.at):
                continue
            form = force.form if lives is not None and lives.unit == force.unit and force.form in lives.forms else None
            for _ in range(force.count):
                tokens[len(tokens) + 1] = Token(len(tokens) + 1, force.unit, seat, force.at, form=form)
    return Position(
        game="open_wars",
        rules_version=RULES_VERSION,
        scenario=OWN,
        options=book.resolve(battle.options),
        tables={},
        map=rows,
        seats=seats,
        tokens=tokens,
    )


def _random_players(rules: Rules, battle: Battle) -> int:
    sizes = rules.generator.sizes
    return max(number for number in sizes if number <= max(battle.players.max, min(sizes)))


def _holes(rules: Rules, rows: CardRows) -> Iterator[Card]:
    """Every cell without a card."""
    empty, no_card = say(rules, "drawn", "hole"), say(rules, "drawn", "no_card")
    for row, codes in enumerate(rows):
        for column, code in enumerate(codes):
            cell = cell_at(column, row)
            x, y = middle_of(len(rows), cell)
            if not code:
                yield Card(cell, x, y, WIDTH, HEIGHT, HOLE, HOLE, empty, cell, no_card)


def _marked(rules: Rules, battle: Battle, drawn: Drawable) -> Drawable:
    """A card with the seats that start on it."""
    if not isinstance(drawn, Card):
        return drawn
    starting = [seat for seat, cell in zip(SEATS, battle.starts(battle.players.max), strict=False) if cell == drawn.id]
    marks = [Mark(f"start-{seat}", say(rules, "drawn", "start", s=seat.upper())) for seat in starting]
    return replace(drawn, marks=(*drawn.marks, *marks)) if marks else drawn


# --------------------------------------------------------------------------------------------------------------- the lists


def _panels(rules: Rules, battle: Battle) -> Iterator[Panel]:
    own = rules.scenarios[OWN]
    goals = (_row(f"sided.{n}", *goal_words(rules, own, line)) for n, line in enumerate(own.victory.sided))
    events = (_row(f"event.{n}", *_event(rules, event)) for n, event in enumerate(battle.event))
    changes = (_row(f"modifier.{n}", *_modifier(rules, battle, m)) for n, m in enumerate(battle.modifier))
    lists: Mapping[str, Iterable[Row]] = {
        "seats": _seats(rules, battle),
        "lost": _lost(rules, battle),
        "points": _points(rules, battle),
        "sided": goals,
        "events": events,
        "modifiers": changes,
    }
    for name, rows in lists.items():
        yield Panel(name, say(rules, "panels", name), tuple(rows))


def _row(thing: str, title: Text, detail: Text | None = None) -> Row:
    return Row(f"thing-{thing}", title, detail, UnitId(thing))


def _seats(rules: Rules, battle: Battle) -> Iterator[Row]:
    for seat, described in zip(SEATS, battle.seat, strict=False):
        army = joined(counted(rules, force.unit, force.count) for force in described.forces)
        where = labels.place(rules, card_at(battle.map, described.start), described.start)
        title = say(rules, "drawn", "seat", s=seat.upper(), faction=faction_name(rules, described.faction))
        detail = say(rules, "drawn", "seat_detail", where=where, army=army)
        figures = tuple(
            Figure(n, rules.words.table("numbers")[n], v)
            for n, v in (("gold", described.gold), ("mana", described.mana))
            if v
        )
        yield Row(f"thing-{seat}", title, detail, UnitId(seat), described.faction, seat, figures=figures)
    for row in battle.starts_by_players:
        title = say(rules, "drawn", "starts", n=row.players)
        yield _row(f"starts.{row.players}", title, same(", ".join(row.starts)))


def _lost(rules: Rules, battle: Battle) -> Iterator[Row]:
    for seat, described in zip(SEATS, battle.seat, strict=False):
        for force in described.forces:
            if not card_at(battle.map, force.at):
                thing = f"{force.at}.{seat}.{force.unit}"
                yield Row(
                    f"thing-{thing}",
                    counted(rules, force.unit, force.count),
                    same(force.at),
                    UnitId(thing),
                    force.unit,
                    seat,
                )


def _points(rules: Rules, battle: Battle) -> Iterator[Row]:
    goals = battle.victory.control_points
    for row in goals.cells if goals is not None else ():
        where = labels.place(rules, card_at(battle.map, row.at), row.at)
        yield _row(row.at, where, say(rules, "drawn", "points", n=row.points))


def _event(rules: Rules, event: SpawnRow | TwoLivesRow) -> tuple[Text, Text]:
    seat = SEATS[event.seat].upper()
    if isinstance(event, TwoLivesRow):
        title = say(rules, "drawn", "lives_twice", unit=unit_name(rules, event.unit))
        return title, say(rules, "drawn", "returns", s=seat, cell=event.cell)
    units = listed(counted(rules, force.unit, force.count) for force in event.units)
    faces = cells_by_die(event.at) if event.at.startswith("die:") else {}
    chosen = rules.options.scenario.get(event.at.removeprefix("option:"), event.at)
    where = same(", ".join(dict.fromkeys(faces.values())) or chosen)
    turns = turns_words(rules, turns_of(event.turn))
    arrival = say(rules, "drawn", "arrival", s=seat, turns=turns, where=where)
    return say(rules, "drawn", "arriving", units=units), arrival


def _modifier(rules: Rules, battle: Battle, modifier: ReplaceRow | BonusRow) -> tuple[Text, Text | None]:
    if isinstance(modifier, BonusRow):
        who = faction_name(rules, modifier.faction)
        return say(rules, "drawn", "bonus", who=who, n=f"{modifier.value:+d}"), None
    where = labels.place(rules, card_at(battle.map, modifier.at), modifier.at)
    card = rules.cards.get(card_at(battle.map, modifier.at))
    features = convert(to_builtins(modifier.features), tuple[Feature, ...])
    return where if card is not None else same(modifier.at), card_words(rules, features)
