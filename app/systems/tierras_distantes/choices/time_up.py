"""What is done for a seat whose time is up: the act that gives up what is asked with the least harm ("When time is up" in the rules)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.refusal import Refusal
from app.engine.types import Action, Seat
from app.systems.tierras_distantes.book.kinds import Player
from app.systems.tierras_distantes.choices.lists import lockable
from app.systems.tierras_distantes.judge.acts import Moment, check, player_of
from app.systems.tierras_distantes.land import lots
from app.systems.tierras_distantes.land.placing import first_place
from app.systems.tierras_distantes.muster.deploying import unplaced
from app.systems.tierras_distantes.muster.spots import free_places
from app.systems.tierras_distantes.position import actions as a
from app.systems.tierras_distantes.turn import batches, machine


def time_out(moment: Moment, seat: Seat) -> Action | None:
    """The default of what is asked of a seat; ``None`` where nothing is."""
    player = player_of(moment.position, seat)
    if player is None or player not in machine.players_asked(moment.rules, moment.position):
        return None
    return next((act for act in _defaults(moment, player) if not isinstance(check(moment, seat, act), Refusal)), None)


def _defaults(moment: Moment, player: Player) -> Iterator[Action]:
    """Acts in the order in which they are tried."""
    position = moment.position
    match position.phase:
        case "squads":
            yield from lockable(moment.rules, position, player)
        case "terrain":
            yield from _terrain(moment, player)
        case "sides":
            yield a.ChooseSide(position.board.sides[0])
        case "deployment":
            yield a.DeployRest()
            yield a.ConfirmDeployment()
            for unit, place in free_places(moment.field, unplaced(position, player)):
                yield a.Deploy(unit.id, *place)
        case "batch":
            first = tuple(batches.ready_of(position, player)[: batches.still_to_name(position)])
            if first:
                yield a.Activate(first)
            yield a.EndBatch(first)


def _terrain(moment: Moment, player: Player) -> Iterator[Action]:
    """The first piece that may be left out is, else the first in hand goes to the first legal place (TD-TER-04)."""
    position = moment.position
    hand = lots.in_hand(position, player)
    yield from (a.LeavePiece(piece.id) for piece in hand)
    for piece in hand:
        place = first_place(lots.table_of(position), lots.placed_of(position), piece.size_mm)
        if place is not None:
            yield a.PlacePiece(piece.id, *place)
