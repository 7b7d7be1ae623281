"""The scene of a skirmish: cells, fences, splashes, figures with their facing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.engine.scene import Cell, Drawable, Edge, Hand, HandCard, Panel, Pips, Row, Scene, Stain, Token
from app.engine.telling import Cells, Line, Overlay, Tint
from app.engine.types import Goal, Seat, Tally, Text
from tests.support.cells import rules
from tests.support.cells import values as v

Say = Callable[..., Text]
RADIUS = 30


def drawables(
    geometry: rules.Geometry, position: v.Position, say: Say, names: Sequence[str] = ()
) -> tuple[Drawable, ...]:
    return (
        *board(geometry, position, say),
        *(_token(geometry, position, each, say) for each in rules.in_play(position)),
    )


def board(geometry: rules.Geometry, position: v.Position, say: Say) -> list[Drawable]:
    lattice = geometry.lattice(position.columns, position.rows)
    found: list[Drawable] = []
    for row in range(position.rows):
        for column in range(position.columns):
            place = (column, row)
            kind, (x, y) = rules.ground(position, place), lattice.middle(place)
            cost = rules.COSTS.get(kind)
            name = geometry.name(place)
            found.append(
                Cell(geometry.key(place), x, y, column, row, name, say(kind), kind, cost=cost if cost != 1 else None)
            )
    for one, other in position.fences:
        (x1, y1), (x2, y2) = lattice.side(one, other)
        between = (geometry.name(one), geometry.name(other))
        found.append(Edge(f"fence-{between[0]}-{between[1]}", x1, y1, x2, y2, "fence", say("fence"), between))
    for number, (place, seat) in enumerate(position.splashes):
        x, y = lattice.middle(place)
        found.append(Stain(f"splash-{number}", x + 9, y - 7, 38, "paint", seat.upper(), 70 * number))
    return found


def _token(geometry: rules.Geometry, position: v.Position, who: v.Figure, say: Say) -> Token:
    x, y = geometry.lattice(position.columns, position.rows).middle(who.at)
    left = rules.HITS_OUT - who.hits
    return Token(
        id=who.id,
        x=x,
        y=y,
        radius=RADIUS,
        symbol="soldier",
        side=who.seat.upper(),
        name=say("figure"),
        label=who.id.upper(),
        seat=who.seat,
        facing_deg=next(deg for value, deg, _ in geometry.facings if value == who.facing),
        front=True,
        on=geometry.key(who.at),
        pips=(Pips(say("left"), left, rules.HITS_OUT),),
    )


def scene(geometry: rules.Geometry, view: v.View, say: Say, prompt: Text, ending: Text | None) -> Scene:
    position = view.position
    lattice = geometry.lattice(position.columns, position.rows)
    rows = tuple(
        Row(
            f"row-{each.id}",
            say("figure_of", name=each.id.upper(), cell=geometry.name(each.at)),
            unit=each.id,
            side=each.seat.upper(),
        )
        for each in rules.in_play(position)
    )
    reserves = tuple(
        Row(f"row-{each.id}", say("reserve_of", name=each.id.upper()), unit=each.id, side=each.seat.upper())
        for each in position.reserves
    )
    waiting = (Panel("reserves", say("reserves"), reserves),) if reserves else ()
    return Scene(
        geometry.kind,
        lattice.width,
        lattice.height,
        drawables(geometry, position, say),
        prompt,
        say("headline", round=position.round, rounds=position.rounds),
        my_go=view.viewer in view.to_act,
        panels=(Panel("figures", say("figures"), rows), *waiting),
        ending=ending,
        lattice=lattice,
        goals=(_goal(position, say),),
        hands=tuple(_hand(view, seat, say) for seat in position.seats if rules.may_order(position, seat)),
    )


def _hand(view: v.View, seat: Seat, say: Say) -> Hand:
    """The reserves of a seat in their order, backs to everybody else."""
    own = tuple(each for each in view.position.reserves if each.seat == seat)
    cards = tuple(
        HandCard(each.id, say("reserve_of", name=each.id.upper()), each.id, say("waits"), "soldier") for each in own
    )
    title = say("queue_of", side=seat.upper())
    if str(view.viewer) != seat:
        return Hand(f"queue-{seat}", title, (), len(own), seat.upper(), seat)
    return Hand(f"queue-{seat}", title, cards, 0, seat.upper(), seat)


def _goal(position: v.Position, say: Say) -> Goal:
    """To have taken fewest hits when the last round is over."""
    left = dict.fromkeys(position.seats, 0)
    for each in position.figures:
        left[each.seat] += rules.HITS_OUT - each.hits
    tallies = tuple(Tally(seat.upper(), say("figure_side", side=seat.upper()), left[seat]) for seat in position.seats)
    return Goal("left", say("goal"), say("goal_about"), say("goal_counted", rounds=position.rounds), tallies)


def reached(geometry: rules.Geometry, position: v.Position, who: v.Figure, say: Say) -> Cells:
    found = rules.reach(geometry, position, who)
    tints = tuple(
        Tint(geometry.key(place), "good" if cost < rules.LONGEST else "warn", _number(cost))
        for place, (cost, path) in found.items()
        if path
    )
    return Cells(tints, "good", say("reach"))


def sector(geometry: rules.Geometry, position: v.Position, at: v.Place, facing: v.Look, say: Say) -> Cells:
    places: Iterable[v.Place] = ((x, y) for y in range(position.rows) for x in range(position.columns))
    seen = [
        place
        for place in places
        if place != at and geometry.distance(at, place) <= rules.FARTHEST and geometry.sees(at, facing, place)
    ]
    return Cells(
        tuple(
            Tint(geometry.key(place), "bad" if rules.blockers(geometry, position, at, place) else "info")
            for place in seen
        ),
        "info",
        say("sector"),
    )


def planned(
    geometry: rules.Geometry, position: v.Position, at: v.Place, action: v.Move, say: Say
) -> tuple[Overlay, ...]:
    """What a move would leave where it ends."""
    found: list[Overlay] = []
    if action.fence is not None and (line := rules.line_of(geometry, action.fence)) is not None:
        found.append(Line(geometry.lattice(position.columns, position.rows).side(*line), "good", say("fence")))
    if action.paint:
        found.append(Cells((Tint(geometry.key(at), "good"),), "good", say("also_paint")))
    return tuple(found)


def painted(geometry: rules.Geometry, places: Iterable[v.Place], say: Say) -> Cells:
    """Cells that paint would run over."""
    return Cells(tuple(Tint(geometry.key(each), "good") for each in places), "good", say("also_paint"))


def _number(value: int) -> Text:
    return Text(str(value), str(value))
