"""The rules of Masks: who is asked, what is refused, what follows. Nothing is refused for a reason its seat cannot see."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from app.engine.dice import Dice
from app.engine.refusal import Fact, Refusal
from app.engine.story import Step, Story
from app.engine.types import RuleId, Seat, UnitId
from tests.support.toy_systems.masks import values as v

replace = msgspec.structs.replace
HOUSE = {"width_mm", "height_mm", "longest_mm", "need", "block_from", "hand"}


def playing(position: v.Position) -> tuple[Seat, ...]:
    return tuple(seat for seat in position.seats if seat not in position.given_up)


def to_act(position: v.Position) -> tuple[Seat, ...]:
    """Everybody chooses, and may choose again, until all have: so nobody is seen to have chosen. Everybody may answer a
    blow, whatever they hold."""
    match position.phase:
        case "choose":
            return playing(position)
        case "act":
            return position.order[:1]
        case "answer":
            assert position.strike is not None
            return position.strike.waiting
    return ()


def figure_of(position: v.Position, unit: UnitId) -> v.Figure | None:
    return next((known for known in position.figures if known.id == unit), None)


def seen_by(position: v.Position, seat: str) -> tuple[v.Figure, ...]:
    return tuple(figure for figure in position.figures if not figure.lurking or figure.seat == seat)


def touches(figure: v.Figure, x: int, y: int) -> bool:
    return (figure.x_mm - x) ** 2 + (figure.y_mm - y) ** 2 < (2 * v.RADIUS_MM) ** 2


def is_inside(house: Mapping[str, int], x: int, y: int) -> bool:
    edge = v.RADIUS_MM
    return edge <= x <= house["width_mm"] - edge and edge <= y <= house["height_mm"] - edge


def blocking_card(position: v.Position, seat: Seat) -> int | None:
    """The lowest card in hand that stops a blow."""
    return next((card for card in sorted(position.hands[seat]) if card >= position.house["block_from"]), None)


def _no(rule: str, facts: Mapping[str, Fact] | None = None) -> Refusal:
    return Refusal(RuleId(rule), facts or {}, ())


def check(position: v.Position, seat: Seat, action: v.AnyAction) -> Refusal | None:
    match action:
        case v.Concede():
            may = position.phase != "finished" and seat in playing(position)
            return None if may else _no("MSK-TURN-01")
        case v.OfferDraw():
            may = position.phase != "finished" and position.offered is None and seat in playing(position)
            return None if may else _no("MSK-DRAW-01")
        case v.AnswerDraw():
            return None if seat in draw_asked(position) else _no("MSK-DRAW-01")
    if seat not in to_act(position):
        return _no("MSK-TURN-01", {"seat": seat})
    match action, position.phase:
        case v.Choose(), "choose":
            return _check_choice(position, seat, action)
        case v.Answer(), "answer":
            can = not action.block or blocking_card(position, seat) is not None
            return None if can else _no("MSK-BLOCK-01", {"block_from": position.house["block_from"]})
        case v.Walk(), "act":
            return _check_walk(position, seat, action)
        case v.StrikeAt(), "act":
            is_enemy = action.seat != seat and action.seat in playing(position)
            return None if is_enemy else _no("MSK-STRIKE-01", {"seat": action.seat})
        case v.Rest(), "act":
            return None
    return _no("MSK-TURN-01", {"seat": seat})


def draw_asked(position: v.Position) -> tuple[Seat, ...]:
    if position.offered is None or position.phase == "finished":
        return ()
    return tuple(seat for seat in playing(position) if seat not in (position.offered, *position.accepted))


def _check_choice(position: v.Position, seat: Seat, action: v.Choose) -> Refusal | None:
    if action.card not in position.hands[seat]:
        return _no("MSK-CARD-01", {"card": action.card})
    if action.spot_mm is None:
        return None
    if not any(figure.lurking and figure.seat == seat for figure in position.figures):
        return _no("MSK-LURK-01")
    return _check_spot(position, seat, None, action.spot_mm)


def _check_walk(position: v.Position, seat: Seat, action: v.Walk) -> Refusal | None:
    figure = next((known for known in seen_by(position, seat) if known.id == action.unit), None)
    if figure is None or figure.seat != seat or figure.lurking:
        return _no("MSK-WALK-02", {"unit": action.unit})
    length = math.ceil(math.dist((figure.x_mm, figure.y_mm), (action.x_mm, action.y_mm)))
    if length > position.house["longest_mm"]:
        return _no("MSK-WALK-01", {"length_mm": length, "longest_mm": position.house["longest_mm"]})
    return _check_spot(position, seat, figure.id, (action.x_mm, action.y_mm))


def _check_spot(position: v.Position, seat: Seat, unit: UnitId | None, spot: tuple[int, int]) -> Refusal | None:
    if not is_inside(position.house, *spot):
        return _no("MSK-WALK-03", {"x_mm": spot[0], "y_mm": spot[1]})
    for other in seen_by(position, seat):
        if other.id != unit and touches(other, *spot):
            return _no("MSK-WALK-04", {"unit": other.id})
    return None


def apply(position: v.Position, seat: Seat, action: v.AnyAction, verdict: object, dice: Dice) -> Step:
    """What follows from an accepted action."""
    story = Story(evolve, position, dice)
    for event in _first(position, seat, action):
        story.add(event)
    for event in _then(story.state, action, dice):
        story.add(event)
    for event in _ending(story.state):
        story.add(event)
    return story.step()


def _first(position: v.Position, seat: Seat, action: v.AnyAction) -> list[v.AnyEvent]:
    match action:
        case v.Choose():
            return [v.Chosen(seat, v.Choice(action.card, action.spot_mm))]
        case v.Walk():
            others = (known for known in position.figures if known.lurking and known.seat != seat)
            lurker = next((known for known in others if touches(known, action.x_mm, action.y_mm)), None)
            if lurker is not None:
                return [v.Ambushed(action.unit, replace(lurker, lurking=False))]
            return [v.Walked(action.unit, action.x_mm, action.y_mm)]
        case v.StrikeAt():
            return [v.Struck(seat, action.seat, tuple(other for other in playing(position) if other != seat))]
        case v.Rest():
            return [v.Rested(seat)]
        case v.Answer():
            return [v.Answered(seat, action.block)]
        case v.Concede():
            return [v.Conceded(seat)]
        case v.OfferDraw():
            return [v.DrawOffered(seat)]
        case v.AnswerDraw():
            return [v.DrawAnswered(seat, action.accept)]


def _then(after: v.Position, action: v.AnyAction, dice: Dice) -> list[v.AnyEvent]:
    if len(playing(after)) < 2 or isinstance(action, v.OfferDraw | v.AnswerDraw):
        return []
    match after.phase:
        case "choose" if all(seat in after.chosen for seat in playing(after)):
            return _shown(after)
        case "answer" if after.strike is not None and not after.strike.waiting:
            blow = _blow(after, after.strike, dice)
            return [*blow, *_pass_on(evolved(after, blow))]
        case "act" if isinstance(action, v.Walk | v.Rest) or not after.order:
            return _pass_on(after)
    return []


def _shown(after: v.Position) -> list[v.AnyEvent]:
    found: list[v.AnyEvent] = [v.CardsShown({seat: after.chosen[seat].card for seat in playing(after)})]
    for figure in after.figures:
        spot = after.chosen[figure.seat].spot_mm if figure.seat in after.chosen else None
        if figure.lurking and spot is not None:
            found.append(v.LurkerMoved(figure.id, *spot))
    drawn = zip(playing(after), after.deck, strict=False)
    return [*found, *(v.CardDrawn(seat, card) for seat, card in drawn)]


def _blow(after: v.Position, strike: v.Strike, dice: Dice) -> list[v.AnyEvent]:
    for seat in playing(after):
        card = blocking_card(after, seat)
        if strike.answers.get(seat) and card is not None:
            return [v.Blocked(seat, card)]
    die, need = dice.roll("blow"), after.house["need"]
    return [v.BlowFell(strike.by, strike.target, die, need, die >= need)]


def _pass_on(after: v.Position) -> list[v.AnyEvent]:
    passed: list[v.AnyEvent] = [v.TurnPassed()] if after.order else []
    if len(after.order) > 1:
        return passed
    if after.round < after.rounds and all(len(after.hands[seat]) > 0 for seat in playing(after)):
        return [*passed, v.RoundBegan(after.round + 1)]
    best = max(after.scores[seat] for seat in playing(after))
    leaders = tuple(seat for seat in playing(after) if after.scores[seat] == best)
    winners = leaders if len(leaders) < len(after.seats) else ()
    return [*passed, v.GameEnded(_ended(winners, "rounds"))]


def _ending(after: v.Position) -> list[v.AnyEvent]:
    if after.phase == "finished":
        return []
    if len(playing(after)) == 1:
        return [v.GameEnded(_ended(playing(after), "last_standing"))]
    if after.offered is not None and not draw_asked(after):
        return [v.GameEnded(_ended((), "agreed"))]
    return []


def _ended(winners: tuple[Seat, ...], reason: str) -> v.Ended:
    return v.Ended(winners, winners[0].upper() if winners else "draw", reason)


def worth(position: v.Position, seat: Seat) -> int:
    """Blows that fell count, for the seat and against it if they are another's; then what is in the hand."""
    if seat not in position.seats:
        return 0
    if position.ended is not None:
        winners = position.ended.winners
        return 1_000_000 * ((seat in winners) - bool(winners and seat not in winners))
    best = max(score for other, score in position.scores.items() if other != seat)
    return 1000 * (position.scores[seat] - best) + 10 * sum(position.hands[seat])


def evolved(position: v.Position, events: list[v.AnyEvent]) -> v.Position:
    for event in events:
        position = evolve(position, event)
    return position


def evolve(position: v.Position | None, event: v.AnyEvent) -> v.Position:
    """The position after an event."""
    if isinstance(event, v.Dealt):
        return event.position
    assert position is not None
    match event:
        case v.Chosen():
            return replace(position, chosen={**position.chosen, event.player: event.choice})
        case v.CardsShown():
            return _after_showing(position, event.cards)
        case v.LurkerMoved() | v.Walked():
            return _with_figure(position, event.unit, x_mm=event.x_mm, y_mm=event.y_mm)
        case v.CardDrawn():
            hand = tuple(sorted((*position.hands[event.player], event.card)))
            return replace(position, hands={**position.hands, event.player: hand}, deck=position.deck[1:])
        case v.Ambushed():
            return _with_figure(position, event.lurker.id, lurking=False)
        case v.Struck():
            return replace(position, phase="answer", strike=v.Strike(event.by, event.target, event.waiting))
        case v.Answered():
            return _with_answer(position, event)
        case v.Blocked():
            hand = tuple(card for card in position.hands[event.player] if card != event.card)
            return replace(position, phase="act", strike=None, hands={**position.hands, event.player: hand})
        case v.BlowFell():
            score = position.scores[event.by] + event.hit
            return replace(position, phase="act", strike=None, scores={**position.scores, event.by: score})
        case v.TurnPassed():
            stands = position.offered == position.order[0]
            return replace(position, order=position.order[1:], offered=position.offered if stands else None)
        case v.RoundBegan():
            return replace(position, phase="choose", round=event.round, order=(), chosen={}, shown={})
        case v.Conceded():
            return _without(position, event.player)
        case v.DrawOffered():
            return replace(position, offered=event.player, accepted=())
        case v.DrawAnswered() if event.accept:
            return replace(position, accepted=(*position.accepted, event.player))
        case v.DrawAnswered():
            return replace(position, offered=None, accepted=())
        case v.GameEnded():
            return replace(position, phase="finished", ended=event.ended, order=(), strike=None, offered=None)
    return position


def _after_showing(position: v.Position, cards: Mapping[Seat, int]) -> v.Position:
    hands = {seat: tuple(card for card in hand if card != cards.get(seat)) for seat, hand in position.hands.items()}
    order = tuple(sorted(cards, key=lambda seat: -cards[seat]))
    return replace(position, phase="act", hands=hands, shown=cards, order=order)


def _with_figure(position: v.Position, unit: UnitId, **changes: int) -> v.Position:
    figures = tuple(replace(known, **changes) if known.id == unit else known for known in position.figures)
    return replace(position, figures=figures)


def _with_answer(position: v.Position, event: v.Answered) -> v.Position:
    strike = position.strike
    assert strike is not None
    waiting = tuple(seat for seat in strike.waiting if seat != event.player)
    answers = {**strike.answers, event.player: bool(event.block)}
    return replace(position, strike=replace(strike, waiting=waiting, answers=answers))


def _without(position: v.Position, seat: Seat) -> v.Position:
    """A position that a seat plays no more in; a blow of theirs, or at them, is over."""
    strike, phase = position.strike, position.phase
    if strike is not None and seat in (strike.by, strike.target):
        strike, phase = None, "act"
    elif strike is not None:
        strike = replace(strike, waiting=tuple(other for other in strike.waiting if other != seat))
    return replace(
        position,
        phase=phase,
        strike=strike,
        given_up=(*position.given_up, seat),
        order=tuple(other for other in position.order if other != seat),
        chosen={other: choice for other, choice in position.chosen.items() if other != seat},
        figures=tuple(figure for figure in position.figures if figure.seat != seat),
        offered=None,
        accepted=(),
    )
