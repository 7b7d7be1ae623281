"""Games opened and acts done by the rules themselves, with the dice that fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.dice import GivenDice, StreamDice
from app.engine.offers import Preview
from app.engine.refusal import Refusal
from app.engine.story import Step
from app.engine.system import Setup
from app.engine.types import Action, RuleId, Seat, UnitId, Viewer
from app.systems.tierras_distantes.choices.plans import preview, survey
from app.systems.tierras_distantes.judge import acts
from app.systems.tierras_distantes.judge import view as views
from app.systems.tierras_distantes.judge.acts import Moment
from app.systems.tierras_distantes.judge.view import View
from app.systems.tierras_distantes.opening.setup import open_game
from app.systems.tierras_distantes.position.evolve import evolve
from app.systems.tierras_distantes.position.state import Position
from app.systems.tierras_distantes.turn.machine import players_asked
from tests.games.tierras_distantes.table import book

SEED = b"a battle of the future"


def opened(
    scenario: str = "outpost",
    dice: Sequence[int] | None = None,
    seats: Sequence[Mapping[str, Any]] = ({}, {}),
    tables: Mapping[str, Any] | None = None,
    battle: Mapping[str, Any] | None = None,
    **options: Any,
) -> Step:
    """A game as it begins; without ``dice`` any fall. ``battle``: the document of a scenario of somebody's own."""
    rolling = StreamDice(SEED, "opening") if dice is None else GivenDice(dice)
    event = open_game(book(), Setup(scenario, tuple(seats), options, tables or {}, battle), rolling)
    begun = acts.begin(moment(evolve(None, event)), rolling)
    return begun.opened_by(event)


def moment(position: Position) -> Moment:
    return Moment.of(position, book().rules(position.options, position.tables, position.battle))


def step(position: Position, seat: str, action: Action, *dice: int) -> Step:
    """What follows from a legal act; all dice must be used."""
    rolling = GivenDice(dice)
    found = stepped(position, seat, action, rolling)
    assert rolling.left_over == 0, f"{rolling.left_over} dice left over"
    return found


def stepped(position: Position, seat: str, action: Action, dice: Any) -> Step:
    at = moment(position)
    verdict = acts.check(at, Seat(seat), action)
    assert not isinstance(verdict, Refusal), verdict
    return acts.apply(at, Seat(seat), action, verdict, dice)


def after(position: Position, seat: str, action: Action, *dice: int) -> Position:
    """The position after a legal act."""
    found: Position = step(position, seat, action, *dice).state
    return found


def refused(position: Position, seat: str, action: Action) -> RuleId | None:
    """The rule that refuses an act, ``None`` for a legal one."""
    verdict = acts.check(moment(position), Seat(seat), action)
    return verdict.rule if isinstance(verdict, Refusal) else None


def previewed(position: Position, seat: str, action: Action) -> Preview:
    """What the preview of an act says."""
    at = moment(position)
    verdict = acts.check(at, Seat(seat), action)
    refusal = verdict if isinstance(verdict, Refusal) else None
    found = preview(at, Seat(seat), action, refusal)
    assert (found.legal, found.refusal) == (refusal is None, refusal)
    return found


def surveyed(position: Position, seat: str, unit: str) -> Preview:
    """What the survey of a miniature says."""
    return survey(moment(position), Seat(seat), UnitId(unit))


def view(position: Position, viewer: Viewer) -> View:
    """What a viewer sees."""
    return views.view(moment(position).rules, position, viewer)


def asked(position: Position) -> tuple[str, ...]:
    """The players that the game waits for."""
    return players_asked(moment(position).rules, position)
