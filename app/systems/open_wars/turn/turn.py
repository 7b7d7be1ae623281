"""The turn: its phases in their order, what happens in each without anybody deciding, and its end (rules.md, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from app.engine.types import Seat
from app.systems.open_wars.book.geometry import cells_of
from app.systems.open_wars.book.kinds import Cell, CombatStep, Order, TokenId
from app.systems.open_wars.book.scenarios import Spawn
from app.systems.open_wars.book.tables import Rules
from app.systems.open_wars.field.control import army_value, location_income, turn_order
from app.systems.open_wars.field.story import Story
from app.systems.open_wars.field.values import start_bonus
from app.systems.open_wars.fight import sites
from app.systems.open_wars.magic.cast_rules import resurrectable
from app.systems.open_wars.moves.returning import new_tokens, room_for
from app.systems.open_wars.position import events as e
from app.systems.open_wars.position.events_combat import CombatStepBegan, Returned
from app.systems.open_wars.position.frames import (
    MovementFrame,
    OrdersFrame,
    Prompt,
    TurnFrame,
    WindowFrame,
)
from app.systems.open_wars.position.state import Effect, Fallen, Position, Result, Token
from app.systems.open_wars.turn.victory import conclusion, contested_cells, eliminated_seats, points_gained

MOST_GOLD: Final = 1_000_000


def run(story: Story, frame: TurnFrame) -> None:
    """The next step of the turn."""
    _STEPS[frame.step](story, frame)


# ------------------------------------------------------------------------------------------------------ before the phases


def _reveal_musters(story: Story, frame: TurnFrame) -> None:
    """All musters are revealed together, by seat (OW-SET-05)."""
    for seat, state in story.position.seats.items():
        if not state.plays or state.orders is None:
            continue
        orders = tuple(replace(order, city=state.start) for order in state.orders)
        cost = sum(story.rules.units[order.unit].cost * order.count for order in orders)
        kept = story.scenario.muster.leftover_gold_kept_max if story.scenario.muster is not None else 0
        gold = state.gold + min(state.budget - cost, kept)
        story.add(e.Mustered(seat, new_tokens(story.position, seat, orders), gold))
    story.put(TurnFrame("turn_start"))


def _turn_start(story: Story, frame: TurnFrame) -> None:
    """Scenario events, turn order, and everything fresh (OW-TURN-05)."""
    story.add(e.TurnBegan(story.position.turn + 1))
    turn = story.position.turn
    for spawn in story.scenario.spawns:
        if turn in spawn.turns:
            _spawn(story, spawn)
    _second_life(story)
    if turn == 1 or story.rules.options.turn_order_recalc == "each_turn":
        _set_order(story)
    if turn > 1:
        story.put(TurnFrame("collect"))
    else:
        match story.rules.options.turn1_start_phase:
            case "recruitment":
                story.put(TurnFrame("recruit"))
            case "movement":
                story.put(TurnFrame("movement"))
            case "combat":
                story.put(TurnFrame("combat"))


def _seat_number(story: Story, number: int) -> Seat:
    return tuple(story.position.seats)[number]


def _spawn(story: Story, spawn: Spawn) -> None:
    """Tokens appear; what does not fit is left out (OW-SCN-01)."""
    seat = _seat_number(story, spawn.seat)
    if not story.seat(seat).plays:
        return
    cell = spawn.at if spawn.at is not None else story.rules.options.scenario.get(spawn.option or "", "")
    while spawn.by_die and not cell:
        die = story.roll("scenario event")
        cell = spawn.by_die.get(die, "")
        story.add(e.SpawnRolled(seat, die, cell or None))
    forms = {force.unit: force.form for force in spawn.units}
    rooms = [(force, room_for(story.field, force.unit, seat, cell)) for force in spawn.units]
    fitting = [Order(force.unit, min(force.count, room), cell) for force, room in rooms if room]
    tokens = tuple(replace(t, form=forms[t.unit]) for t in new_tokens(story.position, seat, fitting))
    if tokens:
        story.add(e.Spawned(seat, tokens))


def _second_life(story: Story) -> None:
    """A unit that stayed away returns in its second form (OW-SCN-06)."""
    lives = story.scenario.two_lives
    if lives is None or story.position.turn < lives.at_once_from:
        return
    waiting = f"{lives.unit}:waiting"
    seat = _seat_number(story, lives.seat)
    if waiting in story.position.flags and story.seat(seat).plays:
        flags = tuple(flag for flag in story.position.flags if flag != waiting)
        room = room_for(story.field, lives.unit, seat, lives.cell)
        orders = (Order(lives.unit, 1, lives.cell),) if room else ()
        tokens = tuple(replace(token, form=lives.second) for token in new_tokens(story.position, seat, orders))
        story.add(e.Spawned(seat, tokens, flags) if tokens else e.FlagsSet(flags))


def _set_order(story: Story) -> None:
    """Army values, and the dice of a tie for the highest (OW-ORD-02, OW-ORD-03)."""
    counts: dict[Seat, dict[str, int]] = {seat: {} for seat in story.position.seats}
    for token in story.position.tokens.values():
        counts[token.seat][token.unit] = counts[token.seat].get(token.unit, 0) + 1
    values = {seat: army_value(story.rules, units) for seat, units in counts.items()}
    out = [seat for seat, state in story.position.seats.items() if not state.plays]
    stated = story.scenario.turn_order
    before = len(story.dice.rolls)
    order = turn_order(
        values,
        story.dice,
        out=out,
        stated=None if stated is None else [_seat_number(story, number) for number in stated],
    )
    rolls = story.dice.rolls[before:]
    for first, second in zip(rolls[::2], rolls[1::2], strict=True):
        story.add(e.OrderRolled(Seat(first.purpose.rsplit(" ", 1)[1]), (first.value, second.value)))
    story.add(e.OrderSet(order, {seat: value for seat, value in values.items() if seat not in out}))


# ----------------------------------------------------------------------------------------------- collection, recruitment


def _collect(story: Story, frame: TurnFrame) -> None:
    """The phase begins with a window, before control is read (OW-WIN-03)."""
    story.add(e.PhaseBegan("collect"))
    story.put(TurnFrame("income"))
    story.push(WindowFrame("collect"))


def _income(story: Story, frame: TurnFrame) -> None:
    """Control is read once, for all (OW-COL-04)."""
    field = story.field
    income: dict[Seat, tuple[int, int]] = {}
    for cell in cells_of(story.position.map):
        seat = field.controller(cell)
        card = field.card(cell)
        if seat is None or card is None:
            continue
        units = [token.unit for token in field.here(cell) if token.seat == seat]
        gold, mana = location_income(story.rules, card, units)
        before = income.get(seat, (0, 0))
        income[seat] = (before[0] + gold, before[1] + mana)
    for seat in story.playing():
        gold, mana = income.get(seat, (0, 0))
        if gold or mana:
            story.add(e.Income(seat, gold, mana))
    story.put(TurnFrame("recruit"))


def _recruit(story: Story, frame: TurnFrame) -> None:
    story.add(e.PhaseBegan("recruit"))
    story.put(TurnFrame("orders"))
    story.push(WindowFrame("recruit"))


def recruits(rules: Rules, position: Position, seat: Seat) -> bool:
    """Whether a seat is asked for a list (OW-SCN-07)."""
    number = tuple(position.seats).index(seat)
    seats = rules.scenarios[position.scenario].seats
    return not (number < len(seats) and seats[number].no_recruitment)


def _orders(story: Story, frame: TurnFrame) -> None:
    story.put(TurnFrame("reveal_orders"))
    seats = tuple(seat for seat in story.playing() if recruits(story.rules, story.position, seat))
    in_turn = story.rules.options.recruitment_mode == "turn_order"
    story.push(OrdersFrame("recruit", seats, in_turn))


def _reveal_orders(story: Story, frame: TurnFrame) -> None:
    """Paid and placed at the same moment, numbered in turn order (OW-REC-02)."""
    for seat in story.playing():
        if story.seat(seat).orders is not None:
            place_recruits(story, seat)
    story.put(TurnFrame("movement"))


def place_recruits(story: Story, seat: Seat) -> None:
    """A seat's list is paid and placed. That is no entering, and the new tokens may move this turn (OW-REC-09)."""
    orders = story.seat(seat).orders or ()
    cost = sum(story.rules.units[order.unit].cost * order.count for order in orders)
    story.add(e.Recruited(seat, new_tokens(story.position, seat, orders), cost))


def run_orders(story: Story, frame: OrdersFrame) -> None:
    """Every list is in."""
    story.pop()


# --------------------------------------------------------------------------------------------------------------- movement


def _movement(story: Story, frame: TurnFrame) -> None:
    story.add(e.PhaseBegan("movement"))
    story.put(TurnFrame("movement_turns", story.playing()))


def _movement_turns(story: Story, frame: TurnFrame) -> None:
    """The next seat's movement turn (OW-TURN-06); Centaur Prairie (OW-CARD-13)."""
    queue = tuple(seat for seat in frame.queue if story.seat(seat).plays)
    if not queue:
        story.put(TurnFrame("combat"))
        return
    seat = queue[0]
    story.put(TurnFrame("movement_turns", queue[1:]))
    story.add(e.MovementBegan(seat))
    field = story.field
    bonuses: dict[tuple[str, int], list[TokenId]] = {}
    for token in field.tokens.values():
        if token.seat == seat:
            card = field.card_of(token)
            bonus = start_bonus(card, field.kind(token))
            if bonus:
                bonuses.setdefault((card.code, bonus), []).append(token.id)
    for (code, bonus), tokens in bonuses.items():
        story.begin(Effect(0, "card", code, "turn", tuple(tokens), movement=bonus))
    story.push(MovementFrame(seat))


def run_movement(story: Story, frame: MovementFrame) -> None:
    """Whoever's movement turn it is has left the game: nothing is left to do."""
    story.pop()


def end_movement(story: Story, seat: Seat) -> None:
    """The movement turn is over; its window opens (OW-WIN-05)."""
    story.add(e.MovementEnded(seat))
    story.pop()
    story.push(WindowFrame("end_move", opener=seat))


# ----------------------------------------------------------------------------------------------------------------- combat


def _combat(story: Story, frame: TurnFrame) -> None:
    story.add(e.PhaseBegan("combat"))
    _begin_step(story, _combat_steps(story)[0])


def _combat_steps(story: Story) -> tuple[CombatStep, CombatStep]:
    first = story.rules.options.isolated_ranged_order == "first"
    return ("ranged", "melee") if first else ("melee", "ranged")


def _begin_step(story: Story, step: CombatStep) -> None:
    story.add(CombatStepBegan(step))
    story.put(TurnFrame(step))


def _combat_step(story: Story, frame: TurnFrame) -> None:
    """The next site, chosen where several wait; without one the step is over (OW-SITE-04, OW-SITE-05)."""
    if sites.next_site(story, frame):
        return
    first, second = _combat_steps(story)
    if frame.step == first:
        _begin_step(story, second)
    else:
        story.add(e.PhaseBegan("turn_end"))
        story.put(TurnFrame("turn_end"))


# ---------------------------------------------------------------------------------------------------------------- the end


def _turn_end(story: Story, frame: TurnFrame) -> None:
    """The last phase begins with a window (OW-WIN-09)."""
    story.put(TurnFrame("resurrect", story.playing()))
    story.push(WindowFrame("turn_end"))


def _resurrect(story: Story, frame: TurnFrame) -> None:
    """Skeleton Desert, seat by seat (OW-CARD-18)."""
    queue = tuple(seat for seat in frame.queue if story.seat(seat).plays)
    if not queue:
        story.put(TurnFrame("score"))
        return
    found = returnable(story, queue[0])
    if found is None:
        story.put(TurnFrame("resurrect", queue[1:]))
        return
    tokens = tuple(fallen.id for fallen in found[1])
    story.put(TurnFrame("resurrect", queue, Prompt("resurrect", queue[0], tokens=tokens)))


def returnable(story: Story, seat: Seat) -> tuple[Cell, tuple[Fallen, ...]] | None:
    """Where and whom a seat may bring back. With closed reserves the gold does not count here (OW-HID-02)."""
    state, field = story.seat(seat), story.field
    gold = state.gold if story.rules.options.open_reserves else MOST_GOLD
    for cell in cells_of(story.position.map):
        card = field.card(cell)
        features = card.features_of("resurrect") if card is not None else ()
        if not any(state.faction in (feature.factions or ()) for feature in features):
            continue
        if field.controller(cell) == seat:
            own = (fallen for fallen in story.position.fallen if fallen.seat == seat)
            found = tuple(fallen for fallen in own if resurrectable(field, seat, gold, fallen.unit, cell))
            if found:
                return cell, found
    return None


def resurrect(story: Story, seat: Seat, number: TokenId) -> None:
    """A fallen token comes back for its cost."""
    found = returnable(story, seat)
    if found is None:
        return
    cell, fallen = found[0], next(fallen for fallen in found[1] if fallen.id == number)
    token = Token(story.position.next_token, fallen.unit, seat, cell)
    story.add(Returned(token, fallen.id, "skeleton_desert", story.rules.units[fallen.unit].value))


def _score(story: Story, frame: TurnFrame) -> None:
    """Scoring, elimination, victory; then the turn is complete (OW-TURN-09)."""
    gained, contested = points_gained(story.field, story.position), contested_cells(story.field, story.position)
    if gained or contested:
        points = dict(story.position.points)
        for side, value in gained.items():
            points[side] = points.get(side, 0) + value
        story.add(e.Scored(gained, points, contested))
    for seat in eliminated_seats(story.field, story.position):
        story.add(e.Eliminated(seat))
    result = conclusion(story.field, story.position)
    if result is not None:
        end_game(story, result)
        return
    story.add(e.TurnEnded(story.position.turn))
    story.put(TurnFrame("turn_start"))


def end_game(story: Story, result: Result) -> None:
    """The game is over."""
    story.add(e.GameEnded(result))


_STEPS: Final[Mapping[str, Callable[[Story, TurnFrame], None]]] = MappingProxyType(
    {
        "reveal_musters": _reveal_musters,
        "turn_start": _turn_start,
        "collect": _collect,
        "income": _income,
        "recruit": _recruit,
        "orders": _orders,
        "reveal_orders": _reveal_orders,
        "movement": _movement,
        "movement_turns": _movement_turns,
        "combat": _combat,
        "ranged": _combat_step,
        "melee": _combat_step,
        "turn_end": _turn_end,
        "resurrect": _resurrect,
        "score": _score,
    }
)
