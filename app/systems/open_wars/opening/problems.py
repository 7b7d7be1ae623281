"""Every reason why a position cannot be, so that nothing posted from outside can break the rules' code."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise

from app.engine.naming import named
from app.engine.refusal import InvalidInput
from app.engine.types import SEATS, Seat
from app.engine.workshop.workshop import OWN
from app.systems.open_wars.book.book import Book
from app.systems.open_wars.book.geometry import cells_of, checked_rows
from app.systems.open_wars.book.kinds import Cell, UnitCode
from app.systems.open_wars.book.scenarios import Scenario
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.field import Field
from app.systems.open_wars.field.values import return_refusal, stack_refusal
from app.systems.open_wars.judge.sample_lists import may_muster, may_recruit
from app.systems.open_wars.opening.faults import faults_of
from app.systems.open_wars.opening.reading import read
from app.systems.open_wars.position import frames as f
from app.systems.open_wars.position.state import Effect, Position, Result, SeatState, Token
from app.systems.open_wars.turn.victory import DRAW


def problems(book: Book, position: Position) -> tuple[str, ...]:
    """Every reason why the position cannot be; empty for a possible one."""
    try:
        if (position.battle is None) != (position.scenario != OWN):
            return ("an own battle is played as such, and as nothing else",)
        if position.battle is not None:
            faults = faults_of(book, read(book, position.battle))
            if faults:
                return tuple(f"battle: {fault.text.en}" for fault in faults)
        rules = book.rules(position.options, position.tables, position.battle)
        if set(position.options) != set(book.resolve({})):
            return ("the options are not those of the game",)
        if position.scenario not in rules.scenarios:
            return ("no such scenario",)
        checked_rows(position.map, rules.cards, "map")
    except InvalidInput as error:
        return tuple(f"{each.field}: {each.expected}" for each in error.errors)
    inspection = _Inspection(rules, position)
    found = tuple(inspection.seats())
    found = found or tuple(inspection.things())
    return found or tuple(inspection.resolution())


class _Inspection:
    """Looks a position through."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules = rules
        self.position = position
        self.cells = frozenset(cells_of(position.map))
        self.field = Field.of(position, rules)

    # -- seats

    def seats(self) -> Iterator[str]:
        """Seats, sides, turn order."""
        position = self.position
        names = tuple(position.seats)
        scenario = self.rules.scenarios[position.scenario]
        if names != SEATS[: len(names)] or not scenario.least <= len(names) <= scenario.most:
            yield "the seats are not those of the scenario"
            return
        if not self._named_cells(scenario) <= self.cells:
            yield "the map has holes where the scenario needs cards"
        for name, state in position.seats.items():
            yield from self._seat(name, state)
        order = position.order
        if len(set(order)) < len(order) or not set(order) <= set(names):
            yield "the turn order names a seat twice, or one that is not there"
        involved = {*order, *position.values, *position.offered}
        involved |= {position.movement} if position.movement is not None else set()
        involved |= {position.draw.seat, *position.draw.accepted} if position.draw is not None else set()
        if not involved <= set(names):
            yield "somebody plays who has no seat"
        if len({state.side for state in position.seats.values()}) < 2:
            yield "all seats are on one side"
        factions = {state.faction for state in position.seats.values()}
        known = factions | {state.side for state in position.seats.values()}
        if not {line.side for line in scenario.victory.sided} <= known:
            yield "the sides are not those of the scenario"
        if len(factions) < len(names) and not self.rules.options.duplicate_factions:
            yield "two seats have one faction (OW-FAC-02)"
        if not set(position.points) <= {state.side for state in position.seats.values()}:
            yield "a side scores that nobody plays for"
        if position.turn > scenario.turn_limit:
            yield f"the game has ended with turn {scenario.turn_limit} (OW-VIC-07)"
        playing = [state for state in position.seats.values() if state.plays]
        if position.phase not in ("muster", "game_over") and not playing:
            yield "nobody plays"
        if (position.phase == "game_over") != (position.result is not None):
            yield "a finished game has a result, and no other"
        if position.result is not None:
            yield from self._result(position.result)
        is_ordered = position.phase not in ("muster", "turn_start", "game_over")
        if is_ordered and not {state.seat for state in playing} <= set(order):
            yield "somebody who plays is not in the turn order"

    def _named_cells(self, scenario: Scenario) -> set[Cell]:
        """Where the scenario puts tokens, or leads them."""
        chosen = self.rules.options.scenario
        found = {seat.must_approach.cell for seat in scenario.seats if seat.must_approach is not None}
        for spawn in scenario.spawns:
            cell = spawn.at if spawn.option is None else chosen.get(spawn.option)
            found |= {*spawn.by_die.values(), *(() if cell is None else (cell,))}
        return found | ({scenario.two_lives.cell} if scenario.two_lives is not None else set())

    def _result(self, result: Result) -> Iterator[str]:
        sides = {state.side for state in self.position.seats.values()}
        winners = {seat for seat, state in self.position.seats.items() if state.side == result.side}
        if result.side not in {*sides, DRAW} or result.reason not in self.rules.words.table("results"):
            yield "nobody wins like that"
        if not set(result.seats) <= winners or not set(result.among) <= sides:
            yield "others win than those of the winning side"

    def _seat(self, name: str, state: SeatState) -> Iterator[str]:
        faction = self.rules.factions.get(state.faction)
        if state.seat != name or faction is None or faction.neutral or state.start not in self.cells:
            yield f"seat {name}: no such seat, faction or start cell"
            return
        if not self._knows(state, UnitCode):
            yield f"seat {name}: no such unit"
        if not {*state.used, *state.converged, *state.converged_before} <= self.rules.spells.keys():
            yield f"seat {name}: no such spell"
        if state.committed != (state.orders is not None):
            yield f"seat {name}: a list is committed or there is none"
        if any(order.city is not None and order.city not in self.cells for order in state.orders or ()):
            yield f"seat {name}: no such city"

    # -- tokens and effects

    def things(self) -> Iterator[str]:
        """Tokens, stacks, effects, the fallen, the combat."""
        position = self.position
        wrong = [why for number, token in position.tokens.items() for why in self._token(number, token)]
        yield from wrong or self._crowds()
        if list(position.tokens) != sorted(position.tokens):
            yield "tokens come in the order of their ids"
        fallen = [each.id for each in position.fallen]
        if len(set(fallen)) < len(fallen) or set(fallen) & position.tokens.keys():
            yield "a token has fallen twice, or stands and has fallen"
        for each in position.fallen:
            if each.unit not in self.rules.units or each.seat not in position.seats or each.cell not in self.cells:
                yield f"fallen token {each.id}: no such unit, seat or cell"
        highest = max((*position.tokens, *fallen, 0))
        if position.next_token <= highest or any(e.id >= position.next_effect for e in position.effects):
            yield "the next number is taken already"
        ids = [effect.id for effect in position.effects]
        if len(set(ids)) < len(ids):
            yield "two effects have one number"
        for effect in position.effects:
            yield from self._effect(effect)
        yield from self._combat()
        yield from () if wrong else self._lists()

    def _token(self, number: int, token: Token) -> Iterator[str]:
        kind = self.rules.units.get(token.unit)
        if number != token.id or kind is None or token.seat not in self.position.seats or token.cell not in self.cells:
            yield f"token {number}: no such id, unit, seat or cell"
            return
        if token.wounded and not kind.is_two_sided:
            yield f"token {number}: it has no wounded side"
        lives = self.rules.scenarios[self.position.scenario].two_lives
        forms = lives.forms if lives is not None and lives.unit == token.unit else {}
        if token.form is not None and (token.form not in forms or token.wounded):
            yield f"token {number}: no such form"
        state, card = self.position.seats[token.seat], self.field.card_of(token)
        if not state.plays:
            yield f"token {number}: its seat has left the game"
        if not kind.neutral and kind.faction != state.faction:
            yield f"token {number}: it is of another faction than its seat (OW-FAC-03)"
        in_city = kind.type == "water" and card.type == "city"
        rule = None if token.crossing or in_city else return_refusal(kind, card)
        if rule is not None:
            yield f"token {number}: it may not stand on {token.cell} ({rule})"

    def _crowds(self) -> Iterator[str]:
        """Stacks and unique units. A stack that crosses a full one makes two together for a moment (OW-STK-06)."""
        stacks: dict[tuple[str, str], dict[str, int]] = {}
        uniques: dict[tuple[str, str], int] = {}
        for token in self.position.tokens.values():
            if self.rules.units[token.unit].unique:
                uniques[token.seat, token.unit] = uniques.get((token.seat, token.unit), 0) + 1
            if not token.crossing:
                here = stacks.setdefault((token.cell, token.seat), {})
                here[token.unit] = here.get(token.unit, 0) + 1
        for (cell, seat), here in stacks.items():
            for unit, count in here.items():
                rest = {**here, unit: 0}
                rule = stack_refusal(self.rules, self.rules.units[unit], rest, count)
                if rule is not None:
                    yield f"{count} {unit} of seat {seat} in {cell} ({rule})"
        for (seat, unit), count in uniques.items():
            if count > 1:
                yield f"seat {seat} has {count} {unit} (OW-UNIT-09)"

    def _lists(self) -> Iterator[str]:
        """Committed lists are such as the judge accepts, and somebody waits for them."""
        waiting = next((each for each in self.position.frames if isinstance(each, f.OrdersFrame)), None)
        for name, state in self.position.seats.items():
            if state.orders is None:
                continue
            fits = waiting is not None and state.plays and name in waiting.seats
            judge = may_muster if waiting is not None and waiting.list == "muster" else may_recruit
            if not fits or not judge(self.field, state, state.orders):
                yield f"seat {name}: it cannot have committed such a list"

    def _effect(self, effect: Effect) -> Iterator[str]:
        known = self.rules.spells if effect.source == "spell" else self.rules.cards
        if effect.code not in known or not self._knows(effect, Cell):
            yield f"effect {effect.id}: no such spell, card or cell"
        if not self._knows(effect, Seat):
            yield f"effect {effect.id}: no such seat"
        grouped = {number for group in effect.groups for number in group}
        if not grouped | set(effect.failed) <= set(effect.tokens):
            yield f"effect {effect.id}: it has charges for tokens that it does not mark"

    def _combat(self) -> Iterator[str]:
        combat = self.position.combat
        if not self._knows(combat, Seat, UnitCode):
            yield "the combat names a seat or a unit that is not there"
        if not self._knows(combat, Cell):
            yield "the combat is nowhere"

    def _knows(self, thing: object, *kinds: object) -> bool:
        """Whether everything of these kinds that a thing names is there."""
        there: dict[object, Set[str]] = {
            Seat: self.position.seats.keys(),
            UnitCode: self.rules.units.keys(),
            Cell: self.cells,
        }
        return all(set(named(thing, kind)) <= there[kind] for kind in kinds)

    # -- what is being resolved

    def resolution(self) -> Iterator[str]:
        """The frames: an outermost turn, and on it what may be on it; everything they name is there."""
        frames = self.position.frames
        if self.position.phase == "game_over":
            if frames:
                yield "nothing is resolved after the end"
            return
        if not frames or not isinstance(frames[0], f.TurnFrame):
            yield "there is no turn"
            return
        if any(isinstance(frame, f.TurnFrame) for frame in frames[1:]):
            yield "there is a turn within the turn"
        if any(frame.ask is not None for frame in frames[:-1]):
            yield "somebody is asked although something else comes first"
        is_listing = any(isinstance(frame, f.OrdersFrame) for frame in frames)
        if not is_listing and any(state.committed for state in self.position.seats.values()):
            yield "a list is committed that nobody waits for"
        for below, frame in pairwise(frames):
            if not _may_stand_on(frame, below):
                yield f"{type(frame).__name__} on {type(below).__name__}"
        for frame in frames:
            yield from self._frame(frame)

    def _frame(self, frame: f.Frame) -> Iterator[str]:
        if not self._knows(frame, Seat, UnitCode, Cell):
            yield f"{type(frame).__name__}: it names what is not there"
            return
        if isinstance(frame, f.CastFrame) and frame.spell not in self.rules.spells:
            yield "no such spell"
        if isinstance(frame, f.MoveFrame) and not (frame.path and frame.tokens):
            yield "a move of nobody, or to nowhere"
        if frame.ask is not None:
            yield from self._ask(frame, frame.ask)

    def _ask(self, frame: f.Frame, ask: f.Prompt) -> Iterator[str]:
        if ask.kind not in _ASKS.get(type(frame), frozenset()):
            yield f"{type(frame).__name__} does not ask for {ask.kind}"
            return
        combat = self.position.combat
        if isinstance(frame, f.SiteFrame) and (combat is None or combat.site is None):
            yield "a fight in no combat"
        if ask.kind == "choose_site" and combat is None:
            yield "a choice of no combat"
        tokens, fallen = self.position.tokens, {each.id for each in self.position.fallen}
        there = fallen if ask.kind == "resurrect" else set(tokens)
        refs = [*ask.units, *([ask.unit] if ask.unit is not None else [])]
        named = {
            "act": ask.unit is not None,
            "choose_unit": bool(ask.units),
            "choose_site": bool(ask.sites),
            "assign_hit": bool(ask.tokens),
            "bonus_target": bool(ask.targets),
            "follow_up_move": bool(ask.cells),
            "pact": bool(ask.units),
            "pact_cast": len(ask.tokens) == 1,
            "resurrect": bool(ask.tokens),
        }[ask.kind]
        if not named or not set(ask.tokens) <= there or not all(self.field.unit(ref) for ref in refs):
            yield f"{ask.kind}: nothing to choose from"
        if not self.position.seats[ask.seat].plays:
            yield f"{ask.kind}: who is asked plays no more"


_ASKS = {
    f.TurnFrame: frozenset({"choose_site", "resurrect"}),
    f.SiteFrame: frozenset({"act", "choose_unit"}),
    f.AttackFrame: frozenset({"bonus_target", "follow_up_move"}),
    f.HitsFrame: frozenset({"assign_hit"}),
    f.CastFrame: frozenset({"bonus_target", "pact", "pact_cast"}),
}
"""What each frame may ask for."""


def _may_stand_on(frame: f.Frame, below: f.Frame) -> bool:
    """What may interrupt what."""
    if isinstance(frame, f.OrdersFrame | f.MovementFrame | f.SiteFrame):
        return isinstance(below, f.TurnFrame)
    if isinstance(frame, f.MoveFrame):
        return isinstance(below, f.MovementFrame)
    if isinstance(frame, f.HitsFrame):
        return isinstance(below, f.AttackFrame | f.CastFrame)
    if isinstance(frame, f.AttackFrame):
        return isinstance(below, f.SiteFrame | f.AttackFrame | f.CastFrame)
    if isinstance(frame, f.WindowFrame):
        if frame.kind == "dispel":
            return isinstance(below, f.CastFrame)
        return isinstance(below, f.TurnFrame | f.MoveFrame | f.SiteFrame | f.AttackFrame)
    return isinstance(below, f.WindowFrame | f.MovementFrame | f.CastFrame)
