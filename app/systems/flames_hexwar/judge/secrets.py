"""Another position that a viewer cannot tell from this one (FHW-HID-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from app.engine.system import Picker
from app.engine.types import Seat, Viewer
from app.systems.flames_hexwar.book.kinds import SPECIALS, Order, PlatoonId, Side, Special
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge.view import frame_for, is_open, side_of
from app.systems.flames_hexwar.plan import planning
from app.systems.flames_hexwar.plan.orders import Status, order_refused
from app.systems.flames_hexwar.position.actions import Air, StandingShot
from app.systems.flames_hexwar.position.frames import Activation, Frame
from app.systems.flames_hexwar.position.state import NO_DRAFTS, Card, Company, Drafts, Platoon, Position, SeatState

Slot = tuple[Order, ...]
"""Orders of which a card face down has one."""
CARDS: Final[Slot] = ("MT", "MD", "AE", "FO")
NEEDS: Final = (2, 3, 4, 5, 6)
MARKS: Final = ("any", "foot", "vehicles")
COUNTED_FROM: Final = {"b": ("MT",), "c": ("MT", "MD"), "d": ("MT", "MD", "AE")}
"""Orders whose numbers are public from a step on; those of covering fire always are once all have planned (FHW-EXEC-02)."""
OPEN: Final = ("deploy_defender", "deploy_attacker", "over")
"""Phases in which nothing is secret: whoever deploys does so before everybody's eyes (FHW-HID-06, FHW-HID-08)."""
DEALT: Final = ("a1_designate", "a1_resolve", "a2_designate", "a2_resolve", "b", "c", "d", "e_write", "e_order")
"""Phases in which cards lie on the table."""


def resample(field: Field, viewer: Viewer, pick: Picker) -> Position | None:
    """The same for this viewer, anything else that fits drawn anew; ``None`` where nothing is hidden."""
    position = field.position
    if position.phase in OPEN:
        return None
    side = side_of(position, viewer)
    new = position
    if position.phase in DEALT:
        for company in position.companies.values():
            if company.side != side:
                new = _deal(field, new, company, pick)
    for seat, state in position.seats.items():
        if state.side != side:
            drawn = _seat(field, new, state, seat, pick)
            new = replace(new, seats={**new.seats, seat: drawn})
    return replace(new, frames=tuple(_frame(position, frame, side) for frame in position.frames))


def _shuffled(pick: Picker, found: Sequence[PlatoonId]) -> tuple[PlatoonId, ...]:
    left, out = list(found), []
    while left:
        out.append(left.pop(pick(len(left))))
    return tuple(out)


def _frame(position: Position, frame: Frame, side: Side | None) -> Frame:
    """What is planned of a way and not announced may be anything: nothing more."""
    told = frame_for(position, frame, side)
    if told is frame or not isinstance(told, Activation) or told.moving is None or told.moving.has_halted:
        return told
    return replace(told, moving=replace(told.moving, halt=False))


# --------------------------------------------------------------------------------------------------------------------- cards


def _deal(field: Field, position: Position, company: Company, pick: Picker) -> Position:
    """The cards of a company that lie face down dealt anew: as many in the deck and apart, as many of each order that is public. Nothing
    is read of where they lie or what stands on them but what everybody may count."""
    platoons = position.platoons
    lying = [name for name in platoons if name in company.deck or name in company.aside]
    hidden = [name for name in lying if not platoons[name].turned and platoons[name].order is not None]
    drawn = _drawn(field, position, hidden, pick)
    aside = [name for name in lying if (drawn[name][0] == "FO" if name in drawn else name in company.aside)]
    deck = [name for name in lying if name not in aside]
    dealt = {
        **platoons,
        **{name: replace(platoons[name], order=order, ae=ae) for name, (order, ae) in drawn.items()},
    }
    new = replace(company, deck=_shuffled(pick, deck), aside=tuple(aside))
    return replace(position, platoons=dealt, companies={**position.companies, company.key: new})


def _drawn(
    field: Field, position: Position, hidden: Sequence[PlatoonId], pick: Picker
) -> dict[PlatoonId, tuple[Order, Special | None]]:
    """Orders for cards face down: each gets one that it may bear and that is counted, or one of those that nobody can count."""
    public = {"FC", *COUNTED_FROM.get(position.phase, ())}
    if position.phase in ("e_write", "e_order"):
        public |= {"MT", "MD", "AE"}
    if field.rules.options.fo_count_public:
        public.add("FO")
    over = set(COUNTED_FROM.get(position.phase, ())[:-1])
    free = tuple(order for order in CARDS if order not in public and order not in over)
    written = [order for name in hidden if (order := position.platoons[name].order) is not None]
    slots: list[Slot] = sorted((order,) if order in public or not free else free for order in written)
    may = {name: list(allowed(field, position.platoons[name], position)) for name in hidden}
    found: dict[PlatoonId, tuple[Order, Special | None]] = {}
    for name, slot in _matched(_shuffled(pick, hidden), _mixed(pick, slots), may).items():
        fits = [each for each in may[name] if each[0] in slot] or [_anyway(slot)]
        found[name] = fits[pick(len(fits))]
    return found


def _anyway(slot: Slot) -> tuple[Order, Special | None]:
    return ("AE", "appoint_command") if slot[0] == "AE" else (slot[0], None)


def _mixed(pick: Picker, slots: Sequence[Slot]) -> list[Slot]:
    left, out = list(slots), []
    while left:
        out.append(left.pop(pick(len(left))))
    return out


def _matched(
    cards: Sequence[PlatoonId], slots: Sequence[Slot], may: Mapping[PlatoonId, Sequence[tuple[Order, Special | None]]]
) -> dict[PlatoonId, Slot]:
    """Every card in a slot of its own that it fits, card by card, those before moved on where one needs their place."""
    holder: dict[int, PlatoonId] = {}

    def seats(card: PlatoonId, tried: set[int]) -> bool:
        for number, slot in enumerate(slots):
            if number in tried or not any(order in slot for order, _ in may[card]):
                continue
            tried.add(number)
            if number not in holder or seats(holder[number], tried):
                holder[number] = card
                return True
        return False

    left = [card for card in cards if not seats(card, set())]
    empty = [number for number in range(len(slots)) if number not in holder]
    holder |= dict(zip(empty, left, strict=True))  # what fitted when it was written, and would not be written now
    return {card: slots[number] for number, card in holder.items()}


def allowed(field: Field, platoon: Platoon, position: Position) -> Iterator[tuple[Order, Special | None]]:
    """Every order that a card face down might bear, as far as everybody knows."""
    since = platoon.disorganised and not platoon.was_disorganised
    status: Status = "board" if since else planning.status_of(platoon)
    for order in ("FC", "FO", "MD", "MT"):
        refused = order_refused(field.rules, order, None, field.weather, status)
        if refused is None and order not in platoon.would_rally:
            yield order, None
    for special in SPECIALS:
        if order_refused(field.rules, "AE", special, field.weather, status) is not None:
            continue
        can = platoon.was_disorganised if special == "recce_reorganise" else planning.can(field, platoon, special)
        if can:
            yield "AE", special


# -------------------------------------------------------------------------------------------------------------------- drafts


def _seat(field: Field, position: Position, state: SeatState, seat: Seat, pick: Picker) -> SeatState:
    """What a seat has drafted, and what its standing orders say, drawn anew."""
    if position.phase == "plan":
        return replace(state, drafts=_plan(field, seat, state, pick), made=0)
    standing = state.standing
    if state.in_force:
        aside = [name for key in state.companies for name in position.companies[key].aside]
        standing = _entries(aside, pick)
    drafts = state.drafts if is_open(field, state) else NO_DRAFTS
    return replace(state, drafts=drafts, standing=standing, made=0)


def _entries(aside: Sequence[PlatoonId], pick: Picker) -> tuple[StandingShot, ...]:
    return tuple(StandingShot(name, NEEDS[pick(len(NEEDS))], MARKS[pick(len(MARKS))]) for name in aside if pick(3))


def _plan(field: Field, seat: Seat, state: SeatState, pick: Picker) -> Drafts:
    """Any legal plan; whole, if it is committed."""
    orders: dict[PlatoonId, Card] = {}
    for platoon in planning.cards_of(field, seat):
        found = list(planning.orders_allowed(field, platoon))
        if state.committed or pick(2):
            orders[platoon.id] = Card(*found[pick(len(found))])
    drafts = Drafts(orders=orders)
    decks = {key: _shuffled(pick, planning.cards_in_deck(field, key, drafts)) for key in state.companies if pick(2)}
    aside = [name for name, card in orders.items() if card.order == "FO"]
    in_force = pick(2) == 0
    side = field.position.sides[state.side]
    air = side.commander == seat and planning.judge_air(field, seat, Air(True)) is None and pick(2) == 0
    return replace(drafts, decks=decks, standing=_entries(aside, pick) if in_force else (), in_force=in_force, air=air)
