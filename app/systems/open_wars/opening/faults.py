"""What keeps a battle that somebody made from being played: everything that set-up, or a position, could not bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.types import SEATS
from app.engine.workshop.base import Found, fault, worded
from app.engine.workshop.workshop import Fault
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import CardRows, Cell, card_at, place_of
from app.systems.open_wars.book.scenarios import turns_of
from app.systems.open_wars.book.tables import Rules, UnitKind
from app.systems.open_wars.field.lists import City, default_muster, muster_refusal
from app.systems.open_wars.field.values import is_port, return_refusal, stack_refusal
from app.systems.open_wars.opening.battle import (
    Battle,
    ForceRow,
    ReplaceRow,
    SidedRow,
    SpawnRow,
    TwoLivesRow,
    cells_by_die,
)
from app.systems.open_wars.opening.size import size_faults
from app.systems.open_wars.turn.victory import DRAW
from app.systems.open_wars.words.labels import place
from app.systems.open_wars.words.screen_words import faction_name, unit_name

LEAST_SEATS: Final = 2


def faults_of(book: Book, battle: Battle) -> tuple[Fault, ...]:
    """Everything that has to be put right, each once; nothing for a battle that can be played with any number of players that it
    allows."""
    words = book.rules().words
    return worded(_Inspector(book, battle).everything(), lambda found: words.say("faults", found.key, **found.places))


def laid(battle: Battle, players: int) -> CardRows:
    """The map for a number of players, start cells that nobody has turned into what the battle says."""
    if battle.unused_start_becomes is None:
        return battle.map
    every = {cell for row in battle.starts_by_players for cell in row.starts}
    unused = {place_of(cell) for cell in every - set(battle.starts(players))}
    return tuple(
        tuple(
            str(battle.unused_start_becomes) if (column, row) in unused else code for column, code in enumerate(codes)
        )
        for row, codes in enumerate(battle.map)
    )


class _Inspector:
    """Looks a battle through."""

    def __init__(self, book: Book, battle: Battle) -> None:
        self.book = book
        self.battle = battle
        self.rules: Rules = book.fresh_rules(book.resolve(battle.options))
        numbers = range(battle.players.min, battle.players.max + 1)
        self.maps: Mapping[int, CardRows] = {number: laid(battle, number) for number in numbers}

    def everything(self) -> Iterator[Found]:
        """All faults, in the order in which they are best put right. What is too large is not looked at any closer."""
        too_large = tuple(size_faults(self.battle))
        if too_large:
            yield from too_large
            return
        yield from self._map()
        yield from self._players()
        yield from self._starts()
        for number in range(len(self.battle.seat)):
            yield from self._seat(number)
        for number, event in enumerate(self.battle.event):
            yield from self._spawn(number, event) if isinstance(event, SpawnRow) else self._two_lives(number, event)
        for number, modifier in enumerate(self.battle.modifier):
            if isinstance(modifier, ReplaceRow):
                yield from self._is_card(modifier.at, f"modifier.{number}")
        yield from self._victory()

    # -- the map and who plays

    def _map(self) -> Iterator[Found]:
        if not self.battle.map_generator and not any(code for row in self.battle.map for code in row):
            yield fault("no_card", field="columns")

    def _players(self) -> Iterator[Found]:
        battle = self.battle
        least, most = battle.players.min, battle.players.max
        if not LEAST_SEATS <= least <= most:
            yield fault("few_seats", tool="seat")
        if not battle.seat and battle.muster is None:
            yield fault("no_muster", field="muster")
        if battle.turn_order != "army_value" and (
            not battle.seat or sorted(battle.turn_order) != list(range(len(battle.seat)))
        ):
            yield fault("turn_order", field="turn_order")
        if battle.map_generator and battle.seat:
            yield fault("random_seats", field="map_generator")
        if battle.map_generator and not set(self.maps) <= self.rules.generator.sizes.keys():
            yield fault("no_random_map", field="map_generator")

    def _starts(self) -> Iterator[Found]:
        battle = self.battle
        if battle.map_generator:
            return
        for players in self.maps:
            thing, starts = f"starts.{players}", battle.starts(players)
            if len(starts) != players:
                yield fault("no_starts", thing, n=players)
                continue
            for number, cell in enumerate(starts):
                whose = SEATS[number] if battle.seat else thing
                yield from self._is_card(cell, whose)
                if starts.count(cell) > 1:
                    yield fault("same_start", whose, cell=cell)
                elif battle.muster is not None and card_at(self.maps[players], cell):
                    yield from self._musters(players, number, cell, whose)

    def _musters(self, players: int, number: int, cell: Cell, thing: str) -> Iterator[Found]:
        """Every faction that may sit there can muster something (OW-SET-05)."""
        rules, rows, muster = self.rules, self.maps[players], self.battle.muster
        if rules.cards[card_at(rows, cell)].type != "city" or muster is None:
            yield fault("muster_city", thing, cell=cell)
            return
        seat = self.battle.seat[number] if self.battle.seat else None
        present = {force.unit: force.count for force in seat.forces if force.at == cell} if seat is not None else {}
        start = City(usable=True, port=is_port(rules, rows, cell), present=present)
        codes = [seat.faction] if seat is not None else [c for c, f in rules.factions.items() if not f.neutral]
        for code in codes:
            listed = default_muster(rules, code, muster.gold, start, present)
            if muster_refusal(rules, code, muster.gold, start, listed, present) is not None:
                yield fault("muster_poor", thing, gold=muster.gold, who=faction_name(rules, code), cell=cell)

    # -- seats and their forces

    def _seat(self, number: int) -> Iterator[Found]:
        battle, seat, letter = self.battle, self.battle.seat[number], SEATS[number]
        same = [other.faction for other in battle.seat].count(seat.faction)
        if same > 1 and not self.rules.options.duplicate_factions:
            yield fault("same_faction", letter, who=faction_name(self.rules, seat.faction))
        if seat.side == DRAW:
            yield fault("side_name", letter)
        if len(self._sides()) < LEAST_SEATS:
            yield fault("one_side", letter)
        if seat.must_approach is not None:
            yield from self._is_card(seat.must_approach.cell, letter)
        comes = any(isinstance(event, SpawnRow) and event.seat == number and event.units for event in battle.event)
        if not seat.forces and battle.muster is None and not comes:
            first = next(kind.code for kind in self.rules.units.values() if kind.faction == seat.faction)
            yield fault("no_tokens", letter, tool=f"force.{letter}.{first}", s=letter.upper())
        yield from self._forces(number)

    def _sides(self) -> set[str]:
        seats = self.battle.seat
        named = any(seat.side is not None for seat in seats)
        by_teams = not named and self.rules.options.teams == "fixed"
        return {str(1 + n % 2) if by_teams else seat.side or SEATS[n] for n, seat in enumerate(seats)}

    def _forces(self, number: int) -> Iterator[Found]:
        seat, letter, rules = self.battle.seat[number], SEATS[number], self.rules
        present: dict[Cell, dict[str, int]] = {}
        uniques: Counter[str] = Counter()
        for force in seat.forces:
            thing, kind = f"{force.at}.{letter}.{force.unit}", rules.units[force.unit]
            if not card_at(self.battle.map, force.at):
                yield self._no_card(force.at, thing)
                continue
            yield from self._may_be_here(kind, seat.faction, force.at, thing)
            yield from self._form(force, thing)
            here = present.setdefault(force.at, {})
            if stack_refusal(rules, kind, here, force.count) is not None:
                yield fault("no_room", thing, n=force.count, what=kind.name, cell=force.at)
            here[force.unit] = here.get(force.unit, 0) + force.count
            uniques[force.unit] += force.count if kind.unique else 0
            away = self.battle.muster is not None and force.at != seat.start
            if kind.unique and (uniques[force.unit] > 1 or away):
                key = "unique_with_muster" if away else "unique"
                yield fault(key, thing, what=kind.name, cell=seat.start)

    def _may_be_here(self, kind: UnitKind, faction: str | None, cell: Cell, thing: str) -> Iterator[Found]:
        """A token is its seat's own and can stand on the card, on every map the battle may be played on."""
        if not kind.neutral and kind.faction != faction:
            key = "free_faction" if faction is None else "other_faction"
            yield fault(key, thing, what=kind.name)
        for rows in self.maps.values():
            code = card_at(rows, cell)
            if not code:
                yield self._no_card(cell, thing)
                return
            card = self.rules.cards[code]
            is_moored = kind.type == "water" and card.type == "city"
            if not is_moored and return_refusal(kind, card) is not None:
                yield fault("cannot_stand", thing, what=kind.name, place=place(self.rules, code, cell))

    def _form(self, force: ForceRow, thing: str) -> Iterator[Found]:
        lives = self.battle.two_lives
        forms = lives.forms if lives is not None and lives.unit == force.unit else {}
        if force.form is not None and force.form not in forms:
            yield fault("no_form", thing, what=unit_name(self.rules, force.unit))

    # -- events

    def _owner(self, number: int, thing: str) -> Iterator[Found]:
        if number >= self.battle.players.min:
            yield fault("not_always", thing, s=SEATS[number].upper())

    def _faction(self, number: int) -> str | None:
        seats = self.battle.seat
        return seats[number].faction if number < len(seats) else None

    def _spawn(self, number: int, event: SpawnRow) -> Iterator[Found]:
        thing, turns = f"event.{number}", turns_of(event.turn)
        yield from self._owner(event.seat, thing)
        if not event.units:
            yield fault("no_spawn", thing)
        if turns.last < turns.first or turns.first > self.battle.turn_limit:
            yield fault("never", thing)
        for cell in self._places(event):
            if self.battle.map_generator or not card_at(self.battle.map, cell):
                yield self._no_card(cell, thing)
                continue
            for force in event.units:
                yield from self._may_be_here(self.rules.units[force.unit], self._faction(event.seat), cell, thing)
        for force in event.units:
            yield from self._form(force, thing)

    def _places(self, event: SpawnRow) -> Sequence[Cell]:
        """Every cell where an event may put tokens."""
        if event.at.startswith("option:"):
            return tuple(self.book.option_rows[event.at.removeprefix("option:")]["values"])
        return tuple(cells_by_die(event.at).values()) if event.at.startswith("die:") else (event.at,)

    def _two_lives(self, number: int, event: TwoLivesRow) -> Iterator[Found]:
        thing = f"event.{number}"
        yield from self._owner(event.seat, thing)
        if event is not self.battle.two_lives:
            yield fault("two_lives", thing)
        if self.battle.map_generator:
            yield self._no_card(event.cell, thing)
        else:
            yield from self._may_be_here(self.rules.units[event.unit], self._faction(event.seat), event.cell, thing)

    # -- the end

    def _victory(self) -> Iterator[Found]:
        victory = self.battle.victory
        if not victory.kinds:
            yield fault("no_victory", field="wins_annihilation")
        for kind, given in (
            ("control_points", victory.control_points),
            ("accumulate", victory.accumulate),
            ("sided", victory.sided or None),
        ):
            if (kind in victory.kinds) != (given is not None):
                yield fault(f"missing_{kind}", field=f"wins_{kind}")
        for row in victory.control_points.cells if victory.control_points is not None else ():
            yield from self._is_card(row.at, row.at)
        if victory.control_points is not None and not victory.control_points.cells:
            yield fault("no_points", tool="points")
        if victory.sided and not self.battle.seat:
            yield fault("goals_need_seats", field="seating")
            return
        for number, line in enumerate(victory.sided):
            yield from self._sided(line, f"sided.{number}")

    def _sided(self, line: SidedRow, thing: str) -> Iterator[Found]:
        factions = {seat.faction for seat in self.battle.seat}
        sides = {seat.side for seat in self.battle.seat if seat.side is not None}
        if line.side not in factions | sides:
            yield fault("nobodys_side", thing)
        turns = turns_of(line.turns)
        if turns.last < turns.first:
            yield fault("ends_early", thing)
        lives = self.battle.two_lives
        missing = {
            "control": not line.at,
            "unit_defeated": line.unit is None,
            "form_defeated": lives is None or line.form not in lives.forms,
            "eliminated": line.faction not in factions,
            "always": False,
        }[line.condition]
        if missing:
            yield fault("about_whom", thing)
        for cell in line.at if line.condition == "control" else ():
            yield from self._is_card(cell, thing)

    def _is_card(self, cell: Cell, thing: str) -> Iterator[Found]:
        if self.battle.map_generator or not card_at(self.battle.map, cell):
            yield self._no_card(cell, thing)

    def _no_card(self, cell: Cell, thing: str) -> Found:
        if self.battle.map_generator:
            return fault("random_cells", thing)
        return fault("no_card_at", thing, cell=cell or "?")
