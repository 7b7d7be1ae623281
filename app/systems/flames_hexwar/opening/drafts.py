"""Drafts of a position that is given, or put right: each must be one that its seat could have made (part 5.1 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.boards import hexes
from app.engine.refusal import Refusal
from app.engine.types import Action, Seat
from app.systems.flames_hexwar.book.kinds import PlatoonId
from app.systems.flames_hexwar.field.field import Field
from app.systems.flames_hexwar.judge import acts
from app.systems.flames_hexwar.judge import steps as judging
from app.systems.flames_hexwar.judge.acts import Moment
from app.systems.flames_hexwar.plan.orders import blank_order
from app.systems.flames_hexwar.plan.planning import has_card, status_of, still_aside
from app.systems.flames_hexwar.position import actions as a
from app.systems.flames_hexwar.position.changes import seat_with
from app.systems.flames_hexwar.position.state import NO_DRAFTS, Card, CompanyKey, Drafts, Position

LISTS = ("orders", "decks", "joins", "bombards", "fires", "lifts", "assaults")
"""Drafts that are known by a name."""
OF_PHASE = {
    "plan": frozenset({"orders", "joins", "decks", "air", "standing"}),
    "a1_designate": frozenset({"bombards", "strike"}),
    "a2_designate": frozenset({"lifts", "fires"}),
    "e_write": frozenset({"assaults"}),
}
"""What is drafted when."""


def wrong(moment: Moment) -> Iterator[tuple[Seat, str, str]]:
    """Every draft that its seat could not have made: whose, of which kind, and its name."""
    kinds = OF_PHASE.get(moment.position.phase, frozenset())
    before = {seat: replace(state, committed=False) for seat, state in moment.position.seats.items()}
    moment = Moment.of(replace(moment.position, seats=before), moment.rules)
    for seat, state in before.items():
        for kind in Drafts.__struct_fields__:
            if kind == "in_force":
                continue
            if kind not in kinds:
                if getattr(state.drafts, kind) != getattr(NO_DRAFTS, kind):
                    yield seat, kind, ""
                continue
            for name, act in _acts(moment.field, seat, state.drafts, kind):
                if act is None or _refused(moment, seat, act):
                    yield seat, kind, name


def _acts(field: Field, seat: Seat, drafts: Drafts, kind: str) -> Iterator[tuple[str, Action | None]]:
    """The acts by which drafts of a kind were made, each with the name it is known by; ``None`` for one that nothing makes."""
    match kind:
        case "orders":
            yield from ((name, a.GiveOrder(name, card.order, card.ae)) for name, card in drafts.orders.items())
        case "decks":
            yield from ((key, None) for key, cards in drafts.decks.items() if not _is_deck(field, seat, key, cards))
        case "air":
            if drafts.air:
                yield "", a.Air(True)
        case "joins":
            yield from ((team, a.Join(team, platoon)) for team, platoon in drafts.joins.items())
        case "standing":
            if drafts.standing:
                yield "", a.Standing(True, drafts.standing)
        case "bombards":
            yield from ((name, act if act.battery == name else None) for name, act in drafts.bombards.items())
        case "strike":
            if drafts.strike is not None:
                yield "", drafts.strike
        case "fires":
            yield from ((name, a.Fire(name, shots) if shots else None) for name, shots in drafts.fires.items())
        case "lifts":
            yield from ((team, a.Lift(team, lift.platoon)) for team, lift in drafts.lifts.items())
        case "assaults":
            yield from ((at, _entry(field, at, names)) for at, names in drafts.assaults.items())


def _is_deck(field: Field, seat: Seat, key: CompanyKey, cards: tuple[PlatoonId, ...]) -> bool:
    """Whether it names cards of an own company; orders may have changed since it was sorted (FHW-PLAN-03)."""
    company = field.position.companies.get(key)
    own = {name for name, platoon in field.platoons.items() if platoon.company == key}
    return company is not None and company.seat == seat and len(set(cards)) == len(cards) and own >= set(cards)


def _entry(field: Field, at: str, names: tuple[PlatoonId, ...]) -> Action | None:
    cell = hexes.named(at)
    is_there = cell is not None and hexes.name(cell) == at and field.terrain.board.holds(cell)
    return a.WriteAssault(names, at) if is_there and names else None


def _refused(moment: Moment, seat: Seat, act: Action) -> bool:
    """Whether an act is not its seat's, or its judge refuses it."""
    if judging.stranger(moment.field, seat, act) is not None:
        return True
    kind = type(act)
    if kind in (a.Air, a.Strike):
        side = moment.position.sides[moment.position.seats[seat].side]
        if side.commander != seat:
            return True
    found = acts.ACTS[kind].judge(moment.field, seat, act)
    return isinstance(found, Refusal)


def lapsed(moment: Moment) -> Position:
    """The position without the drafts that nobody could make in it any more. A plan that is committed stays whole: a card that loses its
    order gets the one of a blank card (FHW-PLAN-12); standing orders of a card that is set aside no more go with it (FHW-FO-16)."""
    position, field = moment.position, moment.field
    for seat, kind, name in wrong(moment):
        state = position.seats[seat]
        had = getattr(state.drafts, kind)
        new = {key: each for key, each in had.items() if key != name} if kind in LISTS and name else None
        platoon = field.platoons.get(PlatoonId(name))
        if kind == "orders" and state.committed and platoon is not None and has_card(field, platoon):
            new = {**had, name: Card(*blank_order(moment.rules, field.weather, status_of(platoon)))}
        left = getattr(NO_DRAFTS, kind) if new is None else new
        drafts = replace(state.drafts, **{kind: left})
        if kind == "orders":
            drafts = replace(drafts, standing=still_aside(drafts, drafts.orders))
        position = seat_with(position, seat, drafts=drafts)
    return position
