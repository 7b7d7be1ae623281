"""Questions about setting up: laying by hand, deploying, ambushes, markers, the starting roll."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from app.engine.asking import Answer, judged
from app.engine.dice import dice_of_question
from app.engine.play import decode
from app.engine.refusal import InvalidInput, Refusal
from app.engine.types import SEATS
from app.systems.splatball.book.kinds import Edge, PieceKind, Square, UnitKind
from app.systems.splatball.book.tables import Rules
from app.systems.splatball.muster import deploying, objectives
from app.systems.splatball.muster.laying import laying_of
from app.systems.splatball.muster.start import clockwise, rolled
from app.systems.splatball.muster.yards import yard_of
from app.systems.splatball.park import zones
from app.systems.splatball.position import actions as a
from app.systems.splatball.position.state import ToLay
from app.systems.splatball.queries import inputs as ask

MUSTERS: Final = ask.questions()
ENOUGH: Final = 10_000
"""A budget that is not looked at."""
Players = Annotated[int, msgspec.Meta(ge=2, le=4)]
Faces = Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...], msgspec.Meta(max_length=200)]


def edges_of(rules: Rules, players: int, own: Edge | None = None) -> tuple[Edge, ...]:
    """The edges that so many players have by default; for two, those among which the own one is."""
    constants = rules.constants
    if players >= constants.cut_corners_from_players:
        return constants.edges_more_players
    return constants.edges_two_players if own in (None, *constants.edges_two_players) else ("W", "E")


class _Laid(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    edges: ask.Edges
    kind: str
    at: Square
    budget: ask.Natural = ENOUGH
    large_left: ask.Natural = ENOUGH


@MUSTERS.of_options
def _place_piece(rules: Rules, *, asked: _Laid) -> Answer:
    if asked.kind not in rules.terrain:
        raise InvalidInput.at("given.kind", "one of " + ", ".join(rules.terrain), asked.kind)
    laying = laying_of(ask.ground_of(rules, asked), zones.edges_in_order(asked.edges))
    kind: PieceKind = asked.kind  # type: ignore[assignment]  # a kind of scenery
    return judged(laying.refusal(kind, asked.at, asked.budget, asked.large_left), "legal", "rule")


class _Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    empty: ask.Squares


class _Deployment(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    edge: Edge
    action: dict[str, Any]
    players: Players = 2
    seat: ask.SeatNumber = 0
    left: ask.Kinds = ()
    to_lay: Annotated[tuple[ToLay, ...], msgspec.Meta(max_length=2)] = ()
    markers_left: ask.Natural = 0
    ambush: _Ambush | None = None


@MUSTERS.of_options
def _check_deploy(rules: Rules, *, asked: _Deployment) -> Answer:
    field = ask.field_of(rules, asked)
    edges = edges_of(rules, asked.players, asked.edge)
    of = deploying.Deployment(
        SEATS[asked.seat],
        yard_of(field.ground, asked.edge, edges),
        asked.left,
        asked.to_lay,
        asked.markers_left,
        None if asked.ambush is None else asked.ambush.empty,
    )
    action = decode(a.Deploy | a.DeployHq | a.DeployAmmo | a.FinishDeploy, asked.action, "given.action")
    refusal: Refusal | None
    match action:
        case a.Deploy():
            refusal = deploying.judge_deploy(field, of, action)
        case a.FinishDeploy():
            refusal = deploying.judge_finish(field, of)
        case _:
            refusal = deploying.judge_base(field, of, "hq" if isinstance(action, a.DeployHq) else "ammo", action.at)
    return judged(refusal, "legal", "rule")


@MUSTERS.question
def _draw_ambush(
    rules: Rules, *, pool: Annotated[tuple[UnitKind, ...], msgspec.Meta(max_length=60)], dice: Faces
) -> Answer:
    left, units, faces = pool, [], []
    for number, die in enumerate(dice):
        if not 1 <= die <= len(left):
            raise InvalidInput.at(f"given.dice[{number}]", f"1 to {len(left)}", die)
        faces.append(len(left))
        kind, left = deploying.draw(left, die)
        units.append(kind)
    return {"units": units, "faces": faces}


class _Sites(ask.Situation, frozen=True, kw_only=True):
    board: ask.BoardGiven
    edges: ask.Edges
    players: Players
    objectives_per_player: Annotated[int, msgspec.Meta(ge=0, le=100)] = 3


@MUSTERS.question
def _objective_sites(rules: Rules, *, asked: _Sites) -> Answer:
    ground = ask.ground_of(rules, asked)
    every = (
        asked.edges if asked.players < rules.constants.cut_corners_from_players else rules.constants.edges_more_players
    )
    held = [zones.zone(rules, ground.board, edge, every) for edge in asked.edges]
    found = objectives.eligible(ground, held)
    each = min(asked.objectives_per_player, len(found) // asked.players)
    return {"pieces": list(found), "each": each}


@MUSTERS.question
def _start_roll(rules: Rules, *, players: Players, dice: ask.Dice) -> Answer:
    seats = SEATS[:players]
    with dice_of_question(dice, exactly=False) as given:
        found = rolled(seats, lambda seat: given.roll(f"start of {seat}"))
    order = clockwise(seats, found.first)
    return {
        "starting_seat": seats.index(found.first),
        "dice_used": len(given.rolls),
        "order": [seats.index(seat) for seat in order],
    }
